// A pendulum in Cartesian coordinates, simulated: loops by time, states that limit the step.
"use strict";
const assert = require("node:assert");

exports.make = [["explain", "--run", "--html", "PAGE", "examples/seeds/S12_pendulum.mo"]];

exports.checks = {
    "the parts add up to the whole": async ({ page }) => {
        const shares = await page.locator("#run table").first()
            .locator("tbody tr td:nth-child(4)").allTextContents();
        const sum = shares.reduce((all, text) => all + parseFloat(text), 0);
        assert.ok(shares.length >= 4 && Math.abs(sum - 100) < 1, shares.join(" "));
    },
    "a loop among them leads to its equations": async ({ page }) => {
        await page.locator("#run span[role=button]").first().click();
        assert.ok(await page.locator("#blocks .line.marked").count() >= 2);
    },
    "the states of the dynamic sets limit the step": async ({ page }) => {
        const rows = await page.locator("#run table").last()
            .locator("tbody td:first-child").allTextContents();
        assert.deepEqual(rows.sort(), ["der(x) or der(y), by turns", "x or y, by turns"]);
    },
    "three drawings, for an index of three": async ({ page }) => {
        assert.equal(await page.evaluate(() => facts.steps.filter((s) =>
            s.action === "digraph").length), 3);
        await page.getByLabel("To the end (End)").click();
        assert.equal(await page.locator("#digraph line.red[data-equation]").count(), 11);
    },
};
