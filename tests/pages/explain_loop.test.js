// Seed case S6 on the page: the colouring and the numbers of the lecture (algebraic loops, example
// VII), the player by mouse and by keyboard, one selection everywhere.
"use strict";
const assert = require("node:assert");

exports.make = [["explain", "--no-alias", "--html", "PAGE", "examples/seeds/S6_algebraic_loop.mo"]];

const press = async (page, key, times) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
};
const drawing = () => ({
    numbers: Object.fromEntries([...document.querySelectorAll("#digraph g[data-equation]")]
        .map((g) => [Number(g.dataset.equation) + 1, Number(g.dataset.number)])),
    lines: [...document.querySelectorAll("#digraph svg line[data-equation]")].map((line) =>
        ({ equation: Number(line.dataset.equation) + 1, unknown: line.dataset.unknown,
            color: line.classList[0] })),
});

exports.checks = {
    "it opens": async ({ page }) => {
        assert.equal(await page.title(), "S6_algebraic_loop, explained");
    },
    "the first drawing is black": async ({ page }) => {
        const { lines } = await page.evaluate(drawing);
        assert.equal(lines.length, 22);
        assert.ok(lines.every((line) => line.color === "black"));
    },
    "it stalls with six equations": async ({ page }) => {
        await press(page, "ArrowRight", 5);
        assert.match(await page.textContent("#sentence"), /6 equations .* algebraic loop/);
        assert.equal(await page.locator("#digraph g.loop[data-equation]").count(), 6);
        const { numbers } = await page.evaluate(drawing);
        assert.deepEqual(numbers, { 1: 1, 2: 0, 3: 0, 4: 0, 5: 10, 6: 9, 7: 0, 8: 0, 9: 0, 10: 8 });
    },
    "the last drawing has the colours and numbers of the lecture": async ({ page }) => {
        await page.getByLabel("To the end (End)").click();
        const { numbers, lines } = await page.evaluate(drawing);
        assert.deepEqual(numbers, { 1: 1, 2: 3, 3: 6, 4: 7, 5: 10, 6: 9, 7: 2, 8: 4, 9: 5, 10: 8 });
        const red = lines.filter((line) => line.color === "red");
        assert.deepEqual(Object.fromEntries(red.map((line) => [line.equation, line.unknown])), {
            1: "u0", 2: "u1", 3: "i2", 4: "i3", 5: "der(iL)", 6: "i0", 7: "i1", 8: "u3", 9: "u2",
                10: "uL" });
        assert.equal(lines.filter((line) => line.color === "blue").length, 12);
        assert.equal(await page.getAttribute('#digraph g[data-unknown="i1"]', "data-torn"), "yes");
        assert.equal(await page.getAttribute('#digraph g[data-equation="6"]', "data-residual"),
            "yes");
        const sorted = await page.locator("#digraph .sorted .line .text").allTextContents();
        assert.deepEqual(sorted, ["u0 = 10.0", "i1 = i2 + i3", "u1 = R1*i1", "u0 = u1 + u3",
            "u3 = u2",
            "u2 = R2*i2", "u3 = R3*i3", "uL = u1 + u2", "i0 = i1 + iL", "uL = L*der(iL)"]);
    },
    "play runs to the end and can be paused": async ({ page }) => {
        await page.selectOption("#digraph select", "fast");
        await page.getByLabel("Play or pause (space)").click();
        await page.waitForFunction(() =>
            Number(document.querySelector("#digraph .body").dataset.step) >= 2);
        await page.getByLabel("Play or pause (space)").click();
        const paused = await page.getAttribute("#digraph .body", "data-step");
        await page.waitForTimeout(600);
        assert.equal(await page.getAttribute("#digraph .body", "data-step"), paused);
        await page.getByLabel("Play or pause (space)").click();
        await page.waitForFunction(() =>
            Number(document.querySelector("#digraph .body").dataset.step) === 12);
        assert.equal(await page.textContent("#digraph .player button:nth-child(3)"), "Play");
    },
    "back undoes forward": async ({ page }) => {
        const before = await page.evaluate(drawing);
        await press(page, "ArrowRight", 9);
        await press(page, "ArrowLeft", 9);
        assert.deepEqual(await page.evaluate(drawing), before);
    },
    "an equation clicked in the source is marked everywhere": async ({ page }) => {
        await page.getByText("i1 = i2 + i3", { exact: true }).first().click();
        assert.equal(await page.locator("#source .marked").textContent(), "i1 = i2 + i3");
        assert.equal(await page.locator("#flat .marked .text").textContent(), "i1 = i2 + i3;");
        assert.equal(await page.getAttribute("#digraph g.marked", "data-equation"), "6");
        assert.equal(await page.locator("#blocks .line.marked .text").textContent(),
            "i1 = i2 + i3");
        assert.match(await page.textContent("#chosen"), /\(7\).*loop that is block 2.*line \d+/);
        const band = await page.evaluate(() => {
            const canvas = document.querySelector('canvas[data-order="written"]'),
                m = canvas.matrix;
            const ratio = canvas.width / canvas.clientWidth;
            // The left end of row 7, before its first mark.
            return [...canvas.getContext("2d").getImageData((m.left + 2) * ratio,
                m.screenY(6.5) * ratio, 1, 1).data];
        });
        assert.deepEqual(band.slice(0, 3), [255, 233, 168]);
        await page.keyboard.press("Escape");
        assert.equal(await page.locator(".marked").count(), 0);
    },
    "a click in the digraph, the blocks and the matrix selects, too": async ({ page }) => {
        await page.locator('#digraph g[data-equation="3"]').click();
        assert.equal(await page.locator("#source .marked").textContent(), "u3 = R3*i3");
        await page.locator("#blocks .line").last().click();
        assert.equal(await page.locator("#source .marked").textContent(), "i0 = i1 + iL");
        const place = await page.evaluate(() => {
            const m = document.querySelector('canvas[data-order="sorted"]').matrix;
            return { x: m.screenX(2.5), y: m.screenY(0.5) };
        });
        await page.locator('canvas[data-order="sorted"]').click({ position: place });
        assert.equal(await page.locator("#source .marked").textContent(), "u0 = 10");
    },
    "the keyboard alone reaches and selects an equation": async ({ page }) => {
        for (let i = 0; i < 30; i++) {
            await page.keyboard.press("Tab");
            if (await page.evaluate(() => !!document.activeElement.closest("#source"))) break;
        }
        await press(page, "ArrowDown", 2);
        await page.keyboard.press("Enter");
        assert.equal(await page.locator("#source .marked").textContent(), "u2 = R2*i2");
        await page.locator('canvas[data-order="sorted"]').focus();
        await page.keyboard.press("ArrowDown");
        assert.equal(await page.locator("#source .marked").textContent(), "u3 = R3*i3");
        await press(page, "+", 2);
        assert.ok(await page.evaluate(() =>
            document.querySelector('canvas[data-order="sorted"]').matrix.zoom) >= 1);
    },
    "nothing is wider than a phone": async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.waitForTimeout(100);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    },
    "dark and light differ, and paper is light": async ({ page }) => {
        const paper = () => getComputedStyle(document.body).backgroundColor;
        const light = await page.evaluate(paper);
        await page.locator("#theme").click();
        assert.notEqual(await page.evaluate(paper), light);
        await page.pdf(); // prints without an error
    },
};
