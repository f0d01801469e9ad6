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

// In the picture that is open: the boxes of its texts, its frame, and how many groups of curves
// leave their axes.
function measure() {
    const box = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { text: element.textContent, left, right, top, bottom };
    };
    const leaves = (group) => {
        const id = /#(\w+)/.exec(group.getAttribute("clip-path"))[1];
        const frame = document.querySelector(`#${id} rect`).getBBox(); // 2 wider than the axes
        const curve = group.getBBox(); // without the stroke
        return curve.x < frame.x + 1.9 || curve.y < frame.y + 1.9 ||
            curve.x + curve.width > frame.x + frame.width - 1.9 ||
            curve.y + curve.height > frame.y + frame.height - 1.9;
    };
    return {
        labels: [...document.querySelectorAll("text")].map(box),
        frame: box(document.querySelector("rect.bg")),
        outside: [...document.querySelectorAll("g[clip-path]")].filter(leaves).length,
    };
}

// Line boxes are taller than letters.
const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 ||
    b.bottom <= a.top + 4;

exports.checks = {
    "labels are apart and inside, curves inside the axes": async ({ page }) => {
        const folder = page.url();
        for (const name of Object.keys(pictures)) {
            await page.goto(new URL(name.replace("FOLDER/", ""), folder).href);
            const { labels, frame, outside } = await page.evaluate(measure);
            assert.ok(labels.length > 5, name);
            for (const [i, a] of labels.entries()) {
                assert.ok(a.left >= 0 && a.right <= frame.right && a.bottom <= frame.bottom,
                    `${name}: "${a.text}" leaves the picture`);
                for (const b of labels.slice(i + 1))
                    assert.ok(apart(a, b), `${name}: "${a.text}" and "${b.text}" overlap`);
            }
            // A part of the run is cut off by its clip.
            assert.ok(outside === 0 || name.includes("part"), `${name}: ${outside} outside`);
        }
    },
};
