// Two runs on one page: overlaid, told apart, compared.
"use strict";
const assert = require("node:assert");

exports.make = [
    ["simulate", "examples/bouncing_ball.mo", "--quiet", "--output", "FOLDER/soft.mat",
        "--set", "h0=0.5", "--stop-time", "2.8", "--stats", "FOLDER/soft.json"],
    ["simulate", "examples/bouncing_ball.mo", "--quiet", "--output", "FOLDER/hard.mat"],
    ["plot", "--html", "PAGE", "FOLDER/soft.mat", "FOLDER/hard.mat", "h",
        "--stats", "FOLDER/soft.json"],
];

exports.checks = {
    "both runs are named and drawn": async ({ page }) => {
        assert.deepStrictEqual(await page.$$eval(".run", (all) => all.map((r) => r.textContent)),
            ["soft", "hard"]);
        assert.strictEqual(await page.evaluate(() => document.title), "soft, hard");
        assert.strictEqual((await page.$$(".cursor-value .line")).length, 2);
    },
    "the cursor shows both values and their difference": async ({ page }) => {
        await page.focus(".plot");
        await page.keyboard.press("Home");
        const values = await page.$$eval(".cursor-value", (all) => all.map((v) => v.textContent));
        assert.deepStrictEqual(values, ["0.5", "1", "Δ 0.5"]);
    },
    "a run can be hidden": async ({ page }) => {
        await page.click(".run >> nth=1");
        assert.strictEqual((await page.$$(".cursor-value")).length, 1);
    },
    "parameters that differ are found": async ({ page }) => {
        await page.click("#tab-parameters");
        await page.check('#parameters input[type="checkbox"]');
        assert.deepStrictEqual(await page.$$eval("#parameters tbody tr", (rows) =>
            rows.map((row) => row.textContent)), ["h00.51mheight at the start"]);
    },
    "statistics of the run that has them": async ({ page }) => {
        await page.click("#tab-statistics");
        assert.match(await page.textContent("#statistics thead"), /^soft$/);
    },
};
