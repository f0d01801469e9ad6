// Positions of bodies in the scene against the result, and their pixels against their colours.
"use strict";
const assert = require("node:assert");

exports.make = [["simulate", "tests/pages/space.mo", "--class", "Space.Arm", "--quiet", "--html",
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
        return { elbow: point("elbow"), hand: point("hand"), shoulder: [0, 0.5, 0], bodies };
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
    "the links of the arm are where its joints are": async ({ page }) => {
        await page.click("#tab-scene");
        for (const time of [0, 1.1, 3.7, 6]) {
            const { bodies, shoulder, elbow, hand } = await lookAt(page, time);
            const named = Object.fromEntries(bodies.map((b) => [b.name, b]));
            const end = ({ origin, axes, size }) => plus(origin, axes[0], size[0]);
            assert.ok(near(named.upper.origin, shoulder, 1e-6));
            assert.ok(near(end(named.upper), elbow, 1e-4));
            assert.ok(near(end(named.lower), hand, 1e-4));
            assert.ok(near(named.grip.origin, hand, 1e-4));
            assert.ok(near(end(named.base), shoulder, 1e-6));
            const length = 0.3 + 0.1 * Math.sin(8 * time);
            assert.ok(near(end(named.coil), plus(hand, [0, -1, 0], length), 2e-2)); // between rows
        }
    },
    "every kind of shape is drawn": async ({ page }) => {
        await page.click("#tab-scene");
        const { bodies } = await lookAt(page, 1.1);
        assert.deepStrictEqual(bodies.map((b) => b.type),
            ["cone", "gearwheel", "beam", "pipe", "box", "spring"]);
        const upper = bodies[2], middle = plus(upper.origin, upper.axes[0], upper.size[0] / 2);
        const [red, green, blue] = await pixelAt(page, middle);
        assert.ok(red > green && green > blue, `${red} ${green} ${blue}`);
    },
    "either axis can be up": async ({ page }) => {
        await page.click("#tab-scene");
        await page.click(".player .up");
        assert.strictEqual(await page.textContent(".player .up"), "up: z");
        const [high, low] = await page.evaluate(() =>
            [ResultScene.project([0, 0, 1]), ResultScene.project([0, 0, 0])]);
        assert.ok(high[1] < low[1]);
    },
};
