// Fifty runs: coloured by the parameter in which they differ, with a scale instead of fifty names.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");

const files = Array.from({ length: 50 }, (_, i) => `FOLDER/run${i + 1}.csv`);
exports.make = [
    ...files.map((file, i) => ["simulate", "examples/bouncing_ball.mo", "--quiet", "--intervals",
        "100", "--stop-time", "0.9", "--set", `e=${0.4 + 0.01 * i}`, "--output", file]),
    ["plot", "--html", "PAGE", ...files, "h"],
];

exports.checks = {
    "the heading is no list of files": async ({ page, opened }) => {
        assert.strictEqual(await page.evaluate(() => document.title), "50 runs");
        assert.match(await page.textContent("#summary"), /50 runs · e from 0\.4 to 0\.89/);
        assert.ok(opened < 20000, `${opened} ms`);
    },
    "colours follow the parameter": async ({ page }) => {
        const drawn = await page.evaluate(() => ResultPlot.panels()[0].curves.map((c) =>
            [ResultData.constant(ResultData.variableOfName.get("e"), c.run),
                ResultPlot.styleOf(c).stroke]));
        assert.strictEqual(drawn.length, 50);
        assert.strictEqual(new Set(drawn.map(([, color]) => color)).size, 50);
        const yellow = ([, color]) => parseInt(color.slice(1, 3), 16) - parseInt(color.slice(5), 16);
        drawn.sort((a, b) => a[0] - b[0]);
        for (let i = 1; i < 50; i++) assert.ok(yellow(drawn[i]) > yellow(drawn[i - 1]));
    },
    "a scale stands for the legend": async ({ page }) => {
        assert.strictEqual(await page.textContent(".scale .low"), "0.4");
        assert.strictEqual(await page.textContent(".scale .high"), "0.89");
        assert.strictEqual(await page.inputValue(".scale select"), "e");
        assert.strictEqual(await page.textContent(".all-runs summary"), "50 of 50 runs");
        assert.strictEqual((await page.$$(".cursor-value .line")).length, 0);
        const bar = await page.evaluate(() => document.getElementById("bar").offsetHeight);
        assert.ok(bar < 120, `${bar} pixels of controls`);
    },
    "a picture of it has the scale, too": async ({ page }) => {
        await page.click("#save summary");
        const [download] = await Promise.all([page.waitForEvent("download"),
            page.click('#save [data-kind="svg"]')]);
        const text = fs.readFileSync(await download.path(), "utf8");
        assert.match(text, />e = 0\.4</);
        assert.strictEqual((text.match(/<stop /g) || []).length, 9);
        assert.strictEqual((text.match(/fill="none"/g) || []).length, 50);
    },
    "the run next to the pointer is named": async ({ page }) => {
        await page.hover(".u-over", { position: { x: 20, y: 60 } });
        assert.match(await page.textContent(".cursor-value"), /\(e = 0\.\d+\)/);
    },
    "runs can be left out, and the colour be by order": async ({ page }) => {
        await page.click(".all-runs summary");
        await page.click(".run >> nth=3");
        assert.strictEqual(await page.textContent(".all-runs summary"), "49 of 50 runs");
        await page.click(".all-runs summary");
        await page.selectOption(".scale select", "");
        assert.strictEqual(await page.textContent(".scale .high"), "50");
        const url = page.url();
        await page.goto("about:blank");
        await page.goto(url);
        assert.strictEqual(await page.textContent(".all-runs summary"), "49 of 50 runs");
        assert.strictEqual(await page.inputValue(".scale select"), "");
    },
};
