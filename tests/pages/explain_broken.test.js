// The page of a model that cannot be sorted: both parts drawn, the search marked, places clickable.
"use strict";
const assert = require("node:assert");

// It ends with status 1, as the model is wrong; the page is written all the same.
exports.make = [["explain", "tests/pages/broken.mo", "--html", "PAGE"]];
exports.status = 1;

exports.checks = {
    "the parts are drawn, below what was reported": async ({ page }) => {
        assert.match(await page.textContent(".message"), /3 equations for 'x' and 'y'.* E0501, .*broken\.mo:6/);
        assert.deepStrictEqual(await page.$$eval(".part h2", (all) => all.map((h) => h.textContent)),
            ["Too many: 3 equations for 2 unknowns", "Too few: 1 equation for 2 unknowns"]);
        assert.strictEqual((await page.$$(".over .edge")).length, 6);
        assert.strictEqual((await page.$$(".over .edge.matched")).length, 2);
        assert.strictEqual((await page.$$(".over .edge.searched")).length, 2);
        assert.deepStrictEqual(await page.$$eval(".alone text", (all) => all.map((t) => t.textContent)),
            ["(3) 2.0*x + y = 3.0", "w"]);
    },
    "an equation leads to its line, a line to its equation": async ({ page }) => {
        await page.click(".over .node >> nth=2");
        assert.match(await page.textContent(".line.chosen"), /2\*x \+ y = 3;/);
        await page.click(".line >> nth=3");
        assert.match(await page.textContent(".node.chosen"), /\(1\) x \+ y/);
        await page.focus(".under .node");
        await page.keyboard.press("Enter");
        assert.match(await page.textContent(".line.chosen"), /z \+ w = x;/);
    },
    "it fits a phone": async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    },
};
