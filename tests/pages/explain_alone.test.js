// One loop of a model by itself: its digraph, its equations and its solution as a formula (S6 of the
// lecture, solved with pencil and paper).
"use strict";
const assert = require("node:assert");

exports.make = [["explain", "--no-alias", "--block", "2", "--html", "PAGE",
    "examples/seeds/S6_algebraic_loop.mo"]];

exports.checks = {
    "the loop alone": async ({ page }) => {
        assert.match(await page.textContent("#summary"), /^Block 2 .* alone, with 6 equations/);
        assert.equal(await page.locator("#digraph g[data-equation]").count(), 6);
        assert.deepEqual(await page.locator("#digraph g[data-unknown]").evaluateAll((all) =>
            all.map((g) => g.dataset.unknown).sort()), ["i1", "i2", "i3", "u1", "u2", "u3"]);
        assert.match(await page.locator("#blocks .head").first().textContent(), /^2\. loop of 6/);
        assert.equal(await page.locator("#states").isHidden(), true);
        assert.equal(await page.locator("#levels").isHidden(), true);
    },
    "its solution": async ({ page }) => {
        assert.deepEqual(await page.locator("#blocks .formulas .text").allTextContents(), [
            "u1 := (u0/R2 + u0/R3)/(1.0/R1 - ((-1.0)/R2 + (-1.0)/R3))", "i1 := u1/R1",
            "u3 := u0 - u1", "i3 := u3/R3", "u2 := u3", "i2 := u2/R2"]);
    },
};
