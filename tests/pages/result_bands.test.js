// Modes as bands over time: of a variable that the structure follows, and of state machines, one
// inside the other.
"use strict";
const assert = require("node:assert");

exports.make = [
    ["simulate", "examples/structure/trebuchet.mo", "--stop-time", "3", "--quiet", "--html", "PAGE",
        "--stats", "FOLDER/t.json"],
    ["simulate", "tests/run/state_machines/machines_inside_machines.mo", "--stop-time", "20",
        "--quiet", "--html", "FOLDER/machines.html"],
    ["simulate", "tests/run/modes/many_changes.mo", "--stop-time", "2000", "--quiet", "--html",
        "FOLDER/many.html"],
];

const bands = (page) => page.$$eval(".bands .band", (all) =>
    all.map((band) => [...band.children].map((part) => part.textContent)));
const other = (page, name) => page.goto(page.url().replace(/[^/]*$/, name));

exports.checks = {
    "phases follow each other, where the plots have them": async ({ page }) => {
        assert.deepStrictEqual(await bands(page), [["locked", "slinging", "free"]]);
        assert.strictEqual(await page.textContent(".band-title"), "phase");
        const at = await page.evaluate(() => {
            const [panel] = ResultPlot.panels(), left = panel.u.over.getBoundingClientRect().left;
            const part = document.querySelectorAll(".band .part")[1].getBoundingClientRect().left;
            return panel.u.posToVal(part - left, "x");
        });
        assert.ok(Math.abs(at - 0.5) < 0.01, `slinging begins at ${at}`);
    },
    "the cursor tells the phase, a zoom shows a part": async ({ page }) => {
        await page.focus(".plot");
        await page.keyboard.press("End");
        assert.strictEqual(await page.textContent(".band-heading .cursor-value"), "free");
        await page.keyboard.press("+");
        await page.keyboard.press("+");
        assert.deepStrictEqual(await bands(page), [["free"]]);
    },
    "states have bands, machine by machine": async ({ page }) => {
        await other(page, "machines.html");
        assert.deepStrictEqual(await page.$$eval(".band-title", (all) =>
            all.map((t) => t.textContent)), ["the machine that begins with work",
            "the machine that begins with work.up", "the machine that begins with work.first"]);
        const [, lift] = await bands(page);
        assert.deepStrictEqual(lift.slice(0, 3), ["up", "down", "count"]);
        assert.match(await page.getAttribute(".band >> nth=1 >> .part >> nth=0", "title"),
            /^work\.up: 0 s to 3 s$/);
    },
    "two thousand changes are one part": async ({ page }) => {
        await other(page, "many.html");
        assert.strictEqual(await page.locator(".band .part").count(), 1);
        assert.match(await page.textContent(".band .part.many"), /^2000 changes$/);
    },
    "a picture has the bands": async ({ page }) => {
        await page.click("#save summary");
        const [download] = await Promise.all([page.waitForEvent("download"),
            page.click('#save [data-kind="svg"]')]);
        const text = require("node:fs").readFileSync(await download.path(), "utf8");
        assert.match(text, />slinging</);
        assert.match(text, /fill-opacity="0\.24"/);
    },
};
