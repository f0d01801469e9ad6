// The start of a model with a homotopy that is followed in steps, and of one without a solution.
"use strict";
const assert = require("node:assert");

exports.make = [["explain", "--initial", "--html", "PAGE", "tests/pages/path.mo"]];

exports.checks = {
    "the outcome comes first": async ({ page }) => {
        assert.equal(await page.locator("#initial .outcome").textContent(), "The start was found.");
    },
    "every unknown has its guess, where it was written and what was found": async ({ page }) => {
        const cells = await page.locator("#initial table").first()
            .locator("tbody tr").first().locator("td").allTextContents();
        assert.equal(cells[0], "x");
        assert.ok(cells[2].includes("path.mo:6:"), cells[2]);
        assert.ok(Math.abs(parseFloat(cells[3]) - 2) < 1e-3, cells[3]);
    },
    "the way of the homotopy has a point for each step": async ({ page }) => {
        const n = await page.evaluate(() => JSON.parse(document.getElementById("initial-data")
            .textContent).rungs.filter((r) => r.lambda !== null).length);
        assert.ok(n >= 3);
        assert.equal(await page.locator("#initial svg.homotopy circle").count(), n);
    },
    "what was tried is listed": async ({ page }) => {
        const text = await page.locator("#initial table").last().textContent();
        assert.ok(text.includes("along the homotopy, lambda 0") && text.includes("damped Newton"));
    },
};
