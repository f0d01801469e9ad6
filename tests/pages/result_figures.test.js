// The figures of a model are shown first, and can be saved as pictures, numbers and a link.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");

exports.make = [["simulate", "tests/pages/figures.mo", "--quiet", "--html", "PAGE",
    "--output", "FOLDER/swing.csv"]];

const legends = (page) => page.$$eval(".legend", (all) =>
    all.map((l) => [...l.querySelectorAll(".name")].map((n) => n.textContent)));

async function saved(page, kind) {
    await page.click("#save summary");
    const [download] = await Promise.all([page.waitForEvent("download"),
        page.click(`#save [data-kind="${kind}"]`)]);
    assert.strictEqual(download.suggestedFilename(), `Swing.${kind}`);
    return download.path();
}

exports.checks = {
    "the preferred figure comes first, as it is described": async ({ page }) => {
        assert.strictEqual(await page.textContent(".figure-title"), "Swing with 0.3 1/s");
        assert.deepStrictEqual(await page.$$eval(".plot-title", (all) =>
            all.map((t) => t.textContent)), ["Angle", "Phase plane"]);
        assert.deepStrictEqual(await legends(page), [["angle", "w"], ["orbit"], ["acceleration"]]);
        assert.match(await page.textContent(".figure-caption"),
            /^The angle ends at -?[\d.]+ °; see speed, 100%\.$/);
        assert.match(await page.textContent(".panel >> nth=1 >> .caption"), /^angle \(°\)$/);
    },
    "axes have the bounds and units of the figure": async ({ page }) => {
        const scales = await page.evaluate(() => ResultPlot.panels().map(({ u }) =>
            [u.scales.x.min, u.scales.x.max]));
        assert.deepStrictEqual(scales[1], [-90, 90]);
        const angle = await page.evaluate(() => ResultPlot.panels()[0].curves.map(({ points }) =>
            points.y[0]));
        assert.ok(Math.abs(angle[0] - 180 / Math.PI) < 1e-4 && angle[1] === 0);
    },
    "another figure, of the base class, can be chosen": async ({ page }) => {
        await page.selectOption("#panels", { label: "Energy" });
        assert.deepStrictEqual(await legends(page), [["all of it"]]);
        await page.selectOption("#panels", "unit");
        assert.deepStrictEqual(await legends(page), [["e"]]);
    },
    "plots fill the window": async ({ page }) => {
        await page.selectOption("#panels", { label: "Energy" });
        const room = await page.evaluate(() => {
            const main = document.querySelector("main"), box = document.querySelector("#plots");
            return main.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
        });
        assert.ok(room >= 0 && room < 60, `${room} pixels are left`);
        await page.setViewportSize({ width: 1280, height: 1100 });
        await page.waitForFunction(() => document.querySelector(".plot").offsetHeight > 750);
    },
    "enumerations and Booleans have names": async ({ page }) => {
        await page.click("#clear");
        await page.click('[data-path="side"]');
        await page.focus(".plot");
        await page.keyboard.press("Home");
        assert.strictEqual(await page.textContent(".cursor-value"), "right");
        assert.deepStrictEqual(await page.evaluate(() =>
            ResultPlot.literalsOf(ResultPlot.panels()[0])), ["left", "middle", "right"]);
    },
    "a picture is saved as SVG and opens": async ({ page }) => {
        const file = await saved(page, "svg"), text = fs.readFileSync(file, "utf8");
        assert.match(text, /^<svg xmlns/);
        assert.strictEqual((text.match(/<title>/g) || []).length, 4);
        const copy = file + ".svg";
        fs.copyFileSync(file, copy);
        await page.goto("file://" + copy);
        const box = await page.evaluate(() => {
            const { width, height } = document.documentElement.getBBox();
            return [width, height, document.querySelectorAll("path[fill=none]").length];
        });
        assert.ok(box[0] >= 890 && box[1] > 800 && box[2] === 4, String(box));
    },
    "a picture is saved as PNG and opens": async ({ page }) => {
        const bytes = fs.readFileSync(await saved(page, "png"));
        assert.strictEqual(bytes.toString("latin1", 1, 4), "PNG");
        const colors = await page.evaluate(async (data) => {
            const image = new Image();
            image.src = "data:image/png;base64," + data;
            await image.decode();
            const canvas = document.createElement("canvas");
            canvas.width = image.width;
            canvas.height = image.height;
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
            let blue = 0;
            for (let i = 0; i < pixels.length; i += 4)
                if (pixels[i] < 40 && pixels[i + 2] > 140) blue++;
            return [image.width, blue];
        }, bytes.toString("base64"));
        assert.ok(colors[0] === 1800 && colors[1] > 1000, String(colors)); // curves are there
    },
    "numbers are saved as CSV": async ({ page }) => {
        const lines = fs.readFileSync(await saved(page, "csv"), "utf8").trim().split("\n");
        assert.strictEqual(lines[0], '"time","phi [°]","w [rad/s]","der(w)"');
        const [time, angle, speed] = lines[1].split(",").map(Number);
        assert.ok(time === 0 && Math.abs(angle - 57.29578) < 1e-4 && speed === 0);
        assert.ok(lines.length > 400);
    },
    "a link keeps the view": async ({ page }) => {
        await page.click("#clear");
        await page.click('[data-path="w"]');
        await page.click("#zoom-in");
        await page.selectOption("#panels", "each");
        await page.click("#save summary");
        await page.click('#save [data-kind="link"]');
        const state = () => page.evaluate(() => [ResultPlot.view(),
            ResultPlot.chosen().map((v) => v.name), document.getElementById("panels").value]);
        const before = await state(), url = page.url();
        assert.ok(before[0].max - before[0].min < 5);
        await page.goto("about:blank");
        await page.goto(url);
        assert.deepStrictEqual(await state(), before);
        assert.deepStrictEqual(before[1], ["w"]);
    },
};
