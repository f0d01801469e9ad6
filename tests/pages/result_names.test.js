// Names of all kinds in the tree (quoted identifiers, derivatives, arrays), numbers of all sizes.
"use strict";
const assert = require("node:assert");

exports.make = [["plot", "--html", "PAGE", "tests/results/names.csv"]];

exports.checks = {
    "the tree follows the hierarchy": async ({ page }) => {
        const walk = () => page.$$eval("#tree .row", (rows) => rows.map((row) =>
            row.getAttribute("aria-level") + " " + row.querySelector(".label").textContent));
        assert.deepStrictEqual(await walk(), ["1 'a.b</script>'", "1 m", "1 r", "1 flat"]);
        await page.focus("#tree [tabindex='0']");
        for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "Enter", "End", "ArrowUp",
            "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"])
            await page.keyboard.press(key);
        assert.deepStrictEqual(await walk(), ["1 'a.b</script>'", "2 x", "1 m", "2 der('q.r')",
            "2 'q.r'", "1 r", "2 [1]", "3 y", "4 [2,3]", "2 [2]", "1 flat"]);
    },
    "gaps and numbers of all sizes are plotted": async ({ page }) => {
        await page.click("#clear");
        await page.fill("#search", "r[2]");
        await page.click('.row[aria-level="4"]');
        await page.fill("#search", "flat");
        await page.click(".row");
        await page.fill("#search", "q.r");
        await page.click(".row >> nth=2");
        await page.focus(".plot");
        await page.keyboard.press("End");
        const values = await page.$$eval(".entry", (all) => all.map((entry) =>
            entry.querySelector(".name").textContent + " " +
            entry.querySelector(".number").textContent));
        assert.deepStrictEqual(values, ["r[2].y[2,3] 1e300", "flat 1e20", "m.'q.r' –"]);
    },
};
