// The page of one run: tree, search, plots, zoom, cursor, tables. The numbers of the ball are
// those of its closed form: h = 1 - g/2 t^2 up to the first bounce at sqrt(2/g).
"use strict";
const assert = require("node:assert");

exports.make = [["simulate", "examples/bouncing_ball.mo", "--quiet", "--html", "PAGE"]];

const names = (page) => page.$$eval("#tree .row .label", (all) => all.map((l) => l.textContent));
const legends = (page) => page.$$eval(".entry .name", (all) => all.map((l) => l.textContent));
const view = (page) => page.evaluate(() => ResultPlot.view());

exports.checks = {
    "opens with everything there": async ({ page }) => {
        assert.strictEqual(await page.title(), "BouncingBall");
        assert.deepStrictEqual(await legends(page), ["h", "v"]);
        assert.strictEqual((await page.$$(".plot canvas")).length, 2);
    },
    "the tree has units, descriptions and values of parameters": async ({ page }) => {
        const row = (name) => page.textContent(`.row[data-path="${name}"]`);
        assert.match(await row("g"), /= 9\.81.*m\/s².*acceleration of free fall/);
        assert.match(await row("v"), /m\/s.*velocity/);
    },
    "search narrows the tree by name and by description": async ({ page }) => {
        await page.fill("#search", "height");
        assert.deepStrictEqual(await names(page), ["h0", "h"]);
        assert.strictEqual(await page.textContent("#found"), "2 variables");
        await page.fill("#search", "nonsense");
        assert.deepStrictEqual(await names(page), []);
        await page.fill("#search", "");
        assert.ok((await names(page)).length >= 5);
    },
    "a click plots a variable, another takes it away": async ({ page }) => {
        await page.click("#clear");
        assert.deepStrictEqual(await legends(page), []);
        await page.click('.row[data-path="v"]');
        assert.deepStrictEqual(await legends(page), ["v"]);
        await page.click('.row[data-path="v"]');
        assert.deepStrictEqual(await legends(page), []);
    },
    "the curves are drawn in their colours": async ({ page }) => {
        await page.waitForTimeout(50);
        const pixels = await page.$eval(".plot canvas", (canvas) => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            let n = 0;
            for (let i = 0; i < data.length; i += 4)
                n += data[i] < 40 && Math.abs(data[i + 1] - 0x72) < 25 && data[i + 2] > 150;
            return n;
        });
        assert.ok(pixels > 500, `${pixels} blue pixels`);
    },
    "dragging zooms all panels, a double click shows the whole run": async ({ page }) => {
        const box = await (await page.$(".plot .u-over")).boundingBox();
        await page.mouse.move(box.x + box.width / 3, box.y + 50);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 4 });
        await page.mouse.up();
        const part = await view(page);
        assert.ok(Math.abs(part.min - 1) < 0.01 && Math.abs(part.max - 1.5) < 0.01,
            JSON.stringify(part));
        await page.mouse.dblclick(box.x + 100, box.y + 50);
        assert.deepStrictEqual(await view(page), { min: 0, max: 3 });
    },
    "dragging up and down zooms the values": async ({ page }) => {
        const box = await (await page.$(".plot .u-over")).boundingBox();
        await page.mouse.move(box.x + 200, box.y + 20);
        await page.mouse.down();
        await page.mouse.move(box.x + 220, box.y + box.height / 2, { steps: 4 });
        await page.mouse.up();
        await page.waitForTimeout(50);
        assert.deepStrictEqual(await view(page), { min: 0, max: 3 });
        // Half of the panel, that was 1.1 high.
        const { min, max } = await page.evaluate(() => ResultPlot.ordinate(0));
        assert.ok(Math.abs(max - min - 0.5) < 0.06, `${min} to ${max}`);
        await page.click("#zoom-all");
        await page.waitForTimeout(50);
        assert.ok((await page.evaluate(() => ResultPlot.ordinate(0))).max > 1);
    },
    "the cursor shows values in all panels": async ({ page }) => {
        const box = await (await page.$(".plot .u-over")).boundingBox();
        await page.mouse.move(box.x + 0.1 * box.width, box.y + 50);
        const t = await page.evaluate(() => ResultPlot.cursorTime());
        const [h, v] = await page.$$eval(".entry .number", (all) =>
            all.map((n) => Number(n.textContent.replace("−", "-"))));
        assert.ok(Math.abs(t - 0.3) < 0.01);
        assert.ok(Math.abs(h - (1 - 9.81 / 2 * t * t)) < 1e-4, `h = ${h} at ${t}`);
        assert.ok(Math.abs(v + 9.81 * t) < 1e-4, `v = ${v} at ${t}`);
    },
    "all of it works with the keyboard alone": async ({ page }) => {
        await page.keyboard.press("/");
        await page.keyboard.type("flight height start");
        await page.fill("#search", "");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter"); // g, a parameter
        assert.deepStrictEqual(await legends(page), ["h", "v", "g"]);
        await page.focus(".plot");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Shift+ArrowRight");
        assert.ok(await page.evaluate(() => ResultPlot.cursorTime()) > 0.1);
        await page.keyboard.press("+");
        const part = await view(page);
        assert.ok(part.max - part.min < 1.6);
        await page.keyboard.press("0");
        assert.deepStrictEqual(await view(page), { min: 0, max: 3 });
        await page.keyboard.press("?");
        assert.ok(await page.isVisible("#help"));
        await page.keyboard.press("Enter");
        assert.ok(!await page.isVisible("#help"));
        await page.focus("#tab-plots");
        await page.keyboard.press("ArrowRight");
        assert.ok(await page.isVisible("#parameters table"));
    },
    "one variable against another": async ({ page }) => {
        await page.selectOption("#abscissa", "h");
        await page.waitForTimeout(50);
        assert.match(await page.textContent(".panel:last-child .caption"), /^h \(m\)$/);
    },
    "logarithmic ordinates leave out what has no logarithm": async ({ page }) => {
        await page.check("#log");
        await page.waitForTimeout(50);
        const { min, max } = await page.evaluate(() => ResultPlot.ordinate(1));
        assert.ok(min > 0 && max > 3 && max < 10, `${min} to ${max}`);
    },
    "parameters and statistics are shown": async ({ page }) => {
        await page.click("#tab-parameters");
        assert.match(await page.textContent("#parameters"), /speed after a bounce/);
        await page.click("#tab-statistics");
        assert.match(await page.textContent("#statistics"), /state events\s*\d+/);
        assert.match(await page.textContent("#statistics"), /method\s*(bdf|radau5)/);
    },
    "fits a phone without scrolling sideways": async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.waitForTimeout(100);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
        assert.ok(!await page.isVisible("#tree"));
        await page.click("#drawer");
        assert.ok(await page.isVisible("#tree"));
    },
    "the dark theme reaches the curves": async ({ page }) => {
        await page.click("#theme");
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.strictEqual(paper, "rgb(20, 24, 29)");
    },
};
