// Positions of bodies in the scene against the result, and their pixels against their colours.
"use strict";
const assert = require("node:assert");

exports.make = [["simulate", "tests/pages/space.mo", "--class", "Space.DoublePendulum", "--quiet", "--html",
    "PAGE", "--intervals", "200"]];

const near = (a, b, tolerance) => a.every((v, i) => Math.abs(v - b[i]) < tolerance);
const plus = (a, b, s) => a.map((v, i) => v + s * b[i]);

function lookAt(page, time) {
    return page.evaluate((t) => {
        ResultScene.setTime(t);
        const value = (name) => ResultData.valueAt(ResultData.curve(
            ResultData.variableOfName.get(name), ResultData.runs[0]), t);
        const point = (name) => [1, 2, 3].map((k) => value(`${name}[${k}]`));
        const bodies = ResultScene.bodiesAt(t);
        return { elbow: point("elbow"), tip: point("tip"), bodies };
    }, time);
}

// The colour of the pixel where a point of the world is.
function pixelAt(page, point) {
    return page.evaluate((p) => {
        const canvas = document.querySelector("#scene canvas"), gl = canvas.getContext("webgl");
        const [x, y] = ResultScene.project(p), ratio = canvas.width / canvas.clientWidth;
        const pixel = new Uint8Array(4);
        gl.readPixels(Math.round(x * ratio), Math.round(canvas.height - y * ratio), 1, 1, gl.RGBA,
            gl.UNSIGNED_BYTE, pixel);
        return [...pixel];
    }, point);
}

exports.checks = {
    "rods end where the result says": async ({ page }) => {
        await page.click("#tab-scene");
        for (const time of [0, 0.73, 2, 4.999]) {
            const { bodies: [upper, lower, ball], elbow, tip } = await lookAt(page, time);
            assert.deepStrictEqual([upper.type, lower.type, ball.type],
                ["cylinder", "cylinder", "sphere"]);
            assert.ok(near(upper.origin, [0, 0, 0], 1e-9));
            assert.ok(near(plus(upper.origin, upper.axes[0], upper.size[0]), elbow, 1e-4));
            assert.ok(near(lower.origin, elbow, 1e-4));
            assert.ok(near(plus(lower.origin, lower.axes[0], lower.size[0]), tip, 1e-4));
            assert.ok(near(plus(ball.origin, ball.axes[0], 0.15), tip, 1e-4));
        }
    },
    "bodies are drawn in their colours": async ({ page }) => {
        await page.click("#tab-scene");
        const { tip, elbow } = await lookAt(page, 0.4);
        const [red, green, blue] = await pixelAt(page, tip);
        assert.ok(red > 1.8 * green && red > 1.8 * blue, `${red} ${green} ${blue}`);
        const rod = await pixelAt(page, elbow.map((v) => v / 2));
        assert.ok(rod[2] > 1.5 * rod[0], String(rod));
        const empty = await pixelAt(page, [-3, 1, 0]);
        assert.ok(empty[0] === 255 && empty[2] === 255, String(empty));
    },
    "the scene turns, comes nearer and stays in the link": async ({ page }) => {
        await page.click("#tab-scene");
        const before = await page.evaluate(() => ResultScene.camera());
        await page.mouse.move(700, 400);
        await page.mouse.down();
        await page.mouse.move(800, 360, { steps: 4 });
        await page.mouse.up();
        await page.mouse.wheel(0, -300);
        await page.waitForFunction((d) => ResultScene.camera().distance < d, before.distance);
        const after = await page.evaluate(() => ResultScene.camera());
        assert.ok(Math.abs(before.turn - after.turn - 0.8) < 1e-6);
        const url = page.url();
        await page.goto("about:blank");
        await page.goto(url);
        assert.strictEqual(await page.getAttribute("#tab-scene", "aria-selected"), "true");
        assert.deepStrictEqual(await page.evaluate(() => ResultScene.camera()), after);
    },
    "it plays at its speed, and pauses": async ({ page }) => {
        await page.click("#tab-scene");
        await page.selectOption(".player select", "5");
        await page.click(".play");
        await page.waitForFunction(() => ResultScene.time() > 0.5);
        await page.click(".play");
        assert.strictEqual(await page.evaluate(() => ResultScene.isPlaying()), false);
        const time = await page.evaluate(() => ResultScene.time());
        assert.strictEqual(await page.evaluate(() => ResultPlot.cursorTime()), time);
        await page.focus("#scene canvas");
        await page.keyboard.press("End");
        assert.strictEqual(await page.textContent(".player output"), "5 s");
    },
    "fingers turn it on a phone": async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.click("#tab-scene");
        const before = await page.evaluate(() => ResultScene.camera());
        await page.evaluate(() => {
            const canvas = document.querySelector("#scene canvas");
            canvas.setPointerCapture = () => {};
            const touch = (kind, id, x, y) => canvas.dispatchEvent(new PointerEvent(kind,
                { pointerId: id, pointerType: "touch", clientX: x, clientY: y, bubbles: true }));
            touch("pointerdown", 1, 100, 300), touch("pointermove", 1, 150, 300);
            touch("pointerdown", 2, 250, 300), touch("pointermove", 2, 350, 300);
            touch("pointerup", 1, 150, 300), touch("pointerup", 2, 350, 300);
        });
        const after = await page.evaluate(() => ResultScene.camera());
        assert.ok(after.turn < before.turn && after.distance < before.distance);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 390, `${width} pixels wide`);
    },
};
