// Seed case S11 on the page: the constraint hidden in a loop, seven differentiated equations, the
// poor choice of the lecture and the step back, two tearing variables.
"use strict";
const assert = require("node:assert");

exports.make = [["explain", "--no-alias", "--states", "growing", "--html", "PAGE",
    "examples/seeds/S11_constraint_in_loop.mo"]];

const go = async (page, step) => {
    await page.locator('#digraph input[type="range"]').fill(String(step));
};
const stepOf = (page, test) => page.evaluate(`facts.steps.findIndex(${test})`);
const drawing = () => ({
    numbers: [...document.querySelectorAll("#digraph g[data-equation]")].map((g) =>
        [g.dataset.equation, g.dataset.number]),
    red: [...document.querySelectorAll("#digraph svg line.red")].map((line) =>
        [line.dataset.equation, line.dataset.unknown]),
});

exports.checks = {
    "states that grow are told one at a time": async ({ page }) => {
        const told = await page.locator("#states ol.growth li").allTextContents();
        assert.match(told[0], /unknown at first.*10 equations, 12 unknowns/);
        assert.match(told[1], /^iL is added to the states/);
        assert.match(told[2], /^uC is no state/);
        assert.equal(told.filter((text) => /is differentiated/.test(text)).length, 7);
        assert.match(told[told.length - 2], /17 equations, 17 unknowns/);
    },
    "six equations for five unknowns hide a constraint": async ({ page }) => {
        await go(page, await stepOf(page, (s) => s.action === "constraint"));
        assert.match(await page.textContent("#sentence"),
            /are 6 for 5 unknowns: a constraint is hidden/);
        assert.equal(await page.locator("#digraph g.corner[data-equation]").count(), 6);
        assert.equal(await page.getAttribute("#digraph g.corner[data-unknown]", "data-unknown"),
            "iC");
    },
    "the derivatives of seven equations appear": async ({ page }) => {
        await go(page, await stepOf(page, (s) => s.action === "release"));
        assert.equal(await page.locator("#digraph g.fresh[data-equation]").count(), 7);
        assert.match(await page.textContent("#sentence"), /uC is integrated no longer/);
        await page.getByLabel("One step forward (right arrow)").click();
        assert.equal(await page.locator("#digraph g[data-equation]").count(), 17);
        assert.equal(await page.locator("#digraph g[data-unknown]").count(), 17);
    },
    "eleven equations stall, der(iL) is a poor choice, der(i1) a good one": async ({ page }) => {
        await go(page, await stepOf(page, (s) => s.action === "stall"));
        assert.equal(await page.locator("#digraph g.loop[data-equation]").count(), 11);
        const corner = await stepOf(page, (s) => s.action === "backtrack");
        await go(page, corner);
        assert.match(await page.textContent("#sentence"), /choice of der\(iL\)/);
        await page.getByLabel("One step forward (right arrow)").click();
        assert.match(await page.textContent("#sentence"), /With der\(i1\) assumed known 5 more/);
    },
    "the last drawing: numbers and colours": async ({ page }) => {
        await page.getByLabel("To the end (End)").click();
        const { numbers, red } = await page.evaluate(drawing);
        const order = numbers.sort((a, b) => a[1] - b[1]).map(([id]) => Number(id) + 1);
        assert.deepEqual(order, [1, 12, 18, 13, 15, 2, 6, 8, 3, 10, 17, 4, 14, 16, 5, 7, 9]);
        const unknownOf = Object.fromEntries(red);
        assert.deepEqual(order.map((id) => unknownOf[id - 1]),
            ["u0", "der(u0)", "der(i1)", "der(u1)", "der(uL)", "u1",
            "uL", "u2", "i2", "i1", "der(u2)", "der(iL)", "der(i2)", "der(uC)", "iC", "uC", "i0"]);
        assert.deepEqual(await page.locator('#digraph g[data-torn="yes"]').evaluateAll((all) =>
            all.map((g) => g.dataset.unknown).sort()), ["der(i1)", "u1"]);
        assert.match(await page.textContent("#sentence"),
            /sizes here: 5, 5\..*2 tearing variables, as many/);
    },
    "an equation shows its derivative": async ({ page }) => {
        await page.getByText("i1 = i2 + iL", { exact: true }).first().click();
        const related = await page.locator("#blocks .related .text").allTextContents();
        assert.deepEqual(related, ["der(i1) = der(i2) + der(iL)"]);
    },
    "the levels of differentiation": async ({ page }) => {
        const boxes = (part) => page.locator(`#levels g.box${part} title`).allTextContents();
        assert.deepEqual(await boxes(":not(.variable)"), [
            "(1) u0 = 10.0", "(12) der(u0) = 0.0",
            "(2) u1 = R1*i1", "(13) der(u1) = R1*der(i1)",
            "(3) u2 = R2*i2", "(14) der(u2) = R2*der(i2)",
            "(6) u0 = u1 + uL", "(15) der(u0) = der(u1) + der(uL)",
            "(7) uC = u1 + u2", "(16) der(uC) = der(u1) + der(u2)",
            "(8) uL = u2", "(17) der(uL) = der(u2)",
            "(10) i1 = i2 + iL", "(18) der(i1) = der(i2) + der(iL)"]);
        assert.deepEqual(await boxes(".state"), ["iL"]);
        await page.locator("#levels g.box").nth(1).click();
        assert.equal(await page.locator("#levels g.marked title").textContent(),
            "(12) der(u0) = 0.0");
        assert.equal(await page.locator("#levels g.related title").textContent(), "(1) u0 = 10.0");
    },
    "the states and why": async ({ page }) => {
        const rows = await page.locator("#states tbody tr").allTextContents();
        assert.equal(rows.length, 2);
        assert.match(rows[0], /^iLstate/);
        assert.match(rows[1], /^uCgiven up/);
    },
};
