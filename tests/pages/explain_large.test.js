// Ten thousand equations: the matrix is drawn and can be zoomed, the lists show a part.
"use strict";
const assert = require("node:assert");

exports.make = [["explain", "--html", "PAGE", "tests/pages/chain.mo"]];

exports.checks = {
    "all of it is there": async ({ page }) => {
        assert.match(await page.textContent("#summary"), /^10000 scalar equations/);
        assert.match(await page.textContent("#digraph"), /up to 60 equations/);
        assert.equal(await page.evaluate(() => document.querySelector("canvas").matrix.n), 9999);
    },
    "zoomed in, a click finds its equation": async ({ page }) => {
        const canvas = page.locator('canvas[data-order="sorted"]');
        await canvas.focus();
        const place = await page.evaluate(() => {
            const m = document.querySelector('canvas[data-order="sorted"]').matrix;
            const begin = performance.now();
            m.zoomBy(1000, m.screenX(5000), m.screenY(5000));
            return { x: m.screenX(5000.5), y: m.screenY(5000.5), cell: m.cell,
                time: performance.now() - begin };
        });
        assert.ok(place.cell > 15 && place.time < 200, JSON.stringify(place));
        await canvas.click({ position: { x: place.x, y: place.y } });
        const id = await page.evaluate(() => [...selected][0]);
        assert.equal(id, await page.evaluate(() => data.rows[5000]));
        assert.match(await page.textContent("#chosen"), /\(\d+\)/);
        assert.equal(await page.locator("#source .marked").count(), 1);
    },
    "a for-equation in the source is all its equations": async ({ page }) => {
        await page.getByText("q[i] = T[i - 1] - T[i]", { exact: true }).first().click();
        assert.equal(await page.evaluate(() => selected.size), 3332);
        assert.equal(await page.locator("#flat .marked").count(), 1);
    },
    "blocks are found by name": async ({ page }) => {
        await page.locator("#blocks input").fill("der(T[3000])");
        assert.deepEqual(await page.locator("#blocks .line .text").allTextContents(),
            ["der(T[3000]) := P[3000]"]);
    },
};
