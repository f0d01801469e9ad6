// An SVG as a browser shows it: labels do not run into each other or out of the picture.
"use strict";
const assert = require("node:assert");

exports.file = "ball.svg";
exports.make = [["plot", "tests/results/ball.csv", "--title", "Bouncing ball", "--output", "PAGE"]];

// The boxes of all texts, in pixels of the window.
const boxes = () =>
    [...document.querySelectorAll("text")].map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { text: text.textContent, left, right, top, bottom };
    });

exports.checks = {
    "no two labels overlap": async ({ page }) => {
        const all = await page.evaluate(boxes);
        assert.ok(all.length > 10);
        for (const [i, a] of all.entries())
            for (const b of all.slice(i + 1)) {
                // Line boxes are taller than letters.
                const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 ||
                    b.bottom <= a.top + 4;
                assert.ok(apart, `"${a.text}" and "${b.text}" overlap`);
            }
    },
    "all labels are inside the picture": async ({ page }) => {
        const frame = await page.evaluate(() => {
            const { right, bottom } = document.querySelector("rect.bg").getBoundingClientRect();
            return { right, bottom };
        });
        for (const box of await page.evaluate(boxes))
            assert.ok(box.left >= 0 && box.right <= frame.right && box.bottom <= frame.bottom,
                `"${box.text}" leaves the picture`);
    },
};
