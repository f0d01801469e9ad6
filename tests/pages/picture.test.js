// SVG as a browser shows it: labels do not run into each other or out of the picture, and the
// curves stay inside the axes. Pictures of all kinds, wide and as narrow as a phone.
"use strict";
const assert = require("node:assert");

const ball = (name, ...options) => ["plot", "tests/results/ball.csv", ...options,
    "--output", name];
const pictures = {
    "FOLDER/all.svg": ["--title", "Bouncing ball"],
    "FOLDER/phone.svg": ["--width", "360", "--title", "Bouncing ball", "--panels", "each"],
    "FOLDER/plane.svg": ["v", "--x", "h", "--theme", "dark"],
    "FOLDER/log.svg": ["h", "--log", "--log-x", "--width", "360"],
    "FOLDER/part.svg": ["h", "v", "--from", "0.4515", "--to", "0.4525", "--panels", "one"],
    "FOLDER/low.svg": ["h", "v", "--height", "60"],
    "FOLDER/overlaid.svg": ["tests/results/ball.csv", "h", "v", "flying", "--width", "300"],
};

exports.file = "ball.svg";
exports.make = [ball("PAGE"), ...Object.entries(pictures).map(([n, options]) =>
    ball(n, ...options))];

async function forEachPicture(page, check) {
    const folder = page.url();
    for (const name of Object.keys(pictures)) {
        await page.goto(new URL(name.replace("FOLDER/", ""), folder).href);
        await check(name);
    }
}

// The boxes of all texts, in pixels of the window.
const boxes = () =>
    [...document.querySelectorAll("text")].map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { text: text.textContent, left, right, top, bottom };
    });

exports.checks = {
    "no two labels overlap": async ({ page }) => forEachPicture(page, async (name) => {
        const all = await page.evaluate(boxes);
        assert.ok(all.length > 5);
        for (const [i, a] of all.entries())
            for (const b of all.slice(i + 1)) {
                // Line boxes are taller than letters.
                const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 ||
                    b.bottom <= a.top + 4;
                assert.ok(apart, `${name}: "${a.text}" and "${b.text}" overlap`);
            }
    }),
    "all labels are inside the picture": async ({ page }) => forEachPicture(page, async (name) => {
        const frame = await page.evaluate(() => {
            const { right, bottom } = document.querySelector("rect.bg").getBoundingClientRect();
            return { right, bottom };
        });
        for (const box of await page.evaluate(boxes))
            assert.ok(box.left >= 0 && box.right <= frame.right && box.bottom <= frame.bottom,
                `${name}: "${box.text}" leaves the picture`);
    }),
    "curves of the whole run are inside the axes": async ({ page }) =>
        forEachPicture(page, async (name) => {
            if (name.includes("part")) return; // cut off by its clip
            const outside = await page.evaluate(() =>
                [...document.querySelectorAll("g[clip-path]")].filter((group) => {
                    const id = /#(\w+)/.exec(group.getAttribute("clip-path"))[1];
                    const frame = document.querySelector(`#${id} rect`).getBBox();
                    const curve = group.getBBox(); // without the stroke
                    return curve.x < frame.x + 1.9 || curve.y < frame.y + 1.9 ||
                        curve.x + curve.width > frame.x + frame.width - 1.9 ||
                        curve.y + curve.height > frame.y + frame.height - 1.9;
                }).length);
            assert.strictEqual(outside, 0, name);
        }),
};
