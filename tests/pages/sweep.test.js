// The page of a sweep: x = exp(-k t) from x0, so that all numbers follow from a formula.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const model = path.join(os.tmpdir(), `tarn-sweep-page-${process.pid}.mo`);
fs.writeFileSync(model, `model Decay
  parameter Real k(unit = "1/s") = 1, x0 = 1;
  Real x(start = x0, fixed = true);
equation
  der(x) = -k*x;
  assert(k < 4.5, "too <fast>");
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Decay;`);
process.on("exit", () => fs.rmSync(model, { force: true }));

exports.make = [["sweep", model, "--vary", "k=1,2,3,4,5", "--vary", "x0=1,2,3", "--keep",
    "x, max(x), trace(x)", "--intervals", "20", "--quiet", "--output", "FOLDER/d.nc", "--html", "PAGE"]];

exports.checks = {
    "it says what there is": async ({ page }) => {
        assert.strictEqual(await page.title(), "Decay");
        assert.strictEqual(await page.textContent("#summary"), "15 of 15 runs, 3 failed");
        assert.deepStrictEqual(await page.$$eval("#x option", (all) => all.map((o) => o.textContent)),
            ["k [1/s]", "x0", "x", "max(x)"]);
    },
    "the run behind a point": async ({ page }) => {
        const [x, y] = await page.evaluate(() => SweepPage.placeOf(4)); // k = 2, x0 = 2
        await page.click("#scatter", { position: { x, y } });
        assert.strictEqual(await page.textContent("#run-title"), "Run 5");
        const cells = await page.$$eval("#values td", (all) => all.map((c) => c.textContent));
        assert.deepStrictEqual(cells.slice(0, 2), ["2", "2"]);
        assert.ok(Math.abs(cells[2] - 2 * Math.exp(-2)) < 1e-6, cells[2]);
        assert.match(await page.textContent("#command"), /tarn simulate .*--set k=2 --set x0=2 --stop-time 1/);
    },
    "keys go from run to run, and a failure is told": async ({ page }) => {
        await page.focus("#scatter");
        await page.keyboard.press("ArrowRight");
        assert.strictEqual(await page.textContent("#run-title"), "Run 1");
        await page.keyboard.press("ArrowLeft");
        assert.strictEqual(await page.textContent("#run-title"), "Run 15");
        assert.match(await page.textContent("#failure"), /too <fast>/);
    },
    "bands are quantiles": async ({ page }) => {
        const at = await page.evaluate(() => SweepPage.bands[0].rows.map((row) => row[20]));
        const ends = [];
        for (const k of [1, 2, 3, 4]) for (const x0 of [1, 2, 3]) ends.push(x0 * Math.exp(-k));
        ends.sort((a, b) => a - b);
        assert.ok(Math.abs(at[0] - ends[0]) < 1e-6 && Math.abs(at[6] - ends[11]) < 1e-6);
        assert.ok(Math.abs(at[3] - (ends[5] + ends[6]) / 2) < 1e-6, String(at));
    },
    "an axis keeps some of them": async ({ page }) => {
        await page.locator("#parallel").scrollIntoViewIfNeeded();
        const box = await page.locator("#parallel").boundingBox();
        await page.mouse.move(box.x + 40, box.y + box.height - 22);
        await page.mouse.down();
        await page.mouse.move(box.x + 40, box.y + box.height - 22 - 0.3 * (box.height - 56), { steps: 3 });
        await page.mouse.up();
        assert.strictEqual(await page.textContent("#summary"), "6 of 15 runs, 3 failed"); // k = 1, 2
        await page.click("#all");
        assert.strictEqual(await page.textContent("#summary"), "15 of 15 runs, 3 failed");
    },
    "other columns can be chosen": async ({ page }) => {
        await page.selectOption("#x", "1");
        await page.selectOption("#y", "3");
        await page.selectOption("#colour", "0");
        const [x, y] = await page.evaluate(() => SweepPage.placeOf(2));
        await page.click("#scatter", { position: { x, y } });
        assert.match(await page.textContent("#run-title"), /Run (3|6|9|12)$/); // all begin at 3
        await page.click("#theme");
    },
};
