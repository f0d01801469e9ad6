// A long result: thinned for the page, extrema kept. The greatest speed of the ball, just before
// the first bounce and just behind it, are in one row each of 400 000: sqrt(2 g) and 0.8 of it.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const { fileURLToPath } = require("node:url");

exports.make = [["simulate", "examples/bouncing_ball.mo", "--quiet", "--intervals", "400000",
    "--html", "PAGE"]];

exports.checks = {
    "extrema survive, the page stays small": async ({ page }) => {
        const { size } = fs.statSync(fileURLToPath(page.url().replace(/#.*/, "")));
        assert.ok(size < 5e6, `${size} bytes`);
        const { least, greatest, n, rows } = await page.evaluate(() => {
            const [run] = ResultData.runs;
            const { y } = ResultData.curve(ResultData.variableOfName.get("v"), run);
            let low = Infinity, high = -Infinity;
            for (const v of y) {
                low = Math.min(low, v);
                high = Math.max(high, v);
            }
            return { least: low, greatest: high, n: y.length, rows: run.rows };
        });
        assert.ok(rows > 400000 && n <= 100000, `${n} of ${rows}`);
        assert.ok(Math.abs(least + Math.sqrt(2 * 9.81)) < 1e-5, String(least));
        assert.ok(Math.abs(greatest - 0.8 * Math.sqrt(2 * 9.81)) < 1e-5, String(greatest));
    },
};
