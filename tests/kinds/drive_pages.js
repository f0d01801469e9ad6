// node drive_pages.js PROGRAM TEST... -- pages in Chromium, one browser for all tests.
//
// A test is a module, tests/pages/NAME.test.js:
//     exports.make = [["simulate", "examples/bouncing_ball.mo", "--html", "PAGE"]];
//     exports.checks = { "sentence": async ({ page, opened }) => { assert... }, ... };
// The commands are given to PROGRAM, in the root of the repository; PAGE is replaced by the
// path of the page (its name is `exports.file`, or page.html), FOLDER/ by that of its folder
// (`exports.status`: what the commands end with, if not 0). Each check gets the page freshly
// loaded from the disk (`opened`: milliseconds until it was usable) and fails when it throws, when
// the page writes an error to the console, or when it asks for anything that is not on the disk.
//
// The answers, as they come: a line "INDEX passed|failed LENGTH", then LENGTH bytes.
"use strict";
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { execFile } = require("node:child_process");
const { promisify } = require("node:util");
const { pathToFileURL } = require("node:url");

const SECONDS_PER_CHECK = 30, SECONDS_IN_ALL = 300;
// The one without windows takes half of the processor time.
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const WINDOW = { width: 1280, height: 800 };
const root = path.resolve(__dirname, "../..");
const { chromium } = require(path.join(root, "build/npm/playwright-core"));

function report(index, complaints) {
    const text = Buffer.from(complaints.join("\n") + (complaints.length ? "\n" : ""));
    const word = complaints.length ? "failed" : "passed";
    fs.writeSync(1, Buffer.concat([Buffer.from(`${index} ${word} ${text.length}\n`), text]));
}

async function makePage(program, test, folder) {
    const file = path.join(folder, test.file || "page.html");
    for (const words of test.make) {
        const given = words.map((word) =>
            word === "PAGE" ? file : word.replace(/^FOLDER\//, folder + "/"));
        const run = promisify(execFile)(program, given, { cwd: root });
        await (test.status ? run.catch((error) => { // a wrong model that is to be looked at
            if (error.code !== test.status) throw error;
        }) : run);
    }
    return pathToFileURL(file).href;
}

// As new, in the renderer that is there: starting one costs more than most checks.
async function renew(page) {
    page.removeAllListeners();
    await page.goto("about:blank");
    await page.setViewportSize(WINDOW);
    await page.emulateMedia({ media: null, colorScheme: null });
}

async function runCheck(page, url, check) {
    const errors = [];
    await renew(page);
    page.setDefaultTimeout(1000 * SECONDS_PER_CHECK);
    page.setDefaultNavigationTimeout(4000 * SECONDS_PER_CHECK); // a busy machine
    page.on("console", (message) => {
        if (message.type() === "error") errors.push("console: " + message.text());
    });
    page.on("request", (request) => {
        if (!/^(file|data|blob):/.test(request.url())) errors.push("asks for " + request.url());
    });
    page.on("pageerror", (error) => errors.push("page: " + error.stack));
    try {
        const begin = Date.now();
        await page.goto(url);
        await check({ page, opened: Date.now() - begin });
    } catch (error) {
        errors.push(String(error.stack || error));
    }
    return errors;
}

async function runTest(browser, program, file) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tarn-page-"));
    const complaints = [];
    const context = await browser.newContext();
    const page = await context.newPage();
    try {
        const test = require(path.join(root, file));
        const url = await makePage(program, test, folder);
        for (const [sentence, check] of Object.entries(test.checks)) {
            const errors = await runCheck(page, url, check);
            if (errors.length) complaints.push(sentence, ...errors);
        }
    } catch (error) {
        complaints.push(String(error.stack || error), error.stderr || "");
    }
    await context.close();
    fs.rmSync(folder, { recursive: true });
    return complaints;
}

async function main([program, ...tests]) {
    setTimeout(() => process.exit(1), 1000 * SECONDS_IN_ALL).unref();
    // WebGL without a graphics card, and only for WebGL: composing pages with it takes twice the time.
    const args = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing",
        "--disable-dev-shm-usage"];
    if (process.getuid() === 0) args.push("--no-sandbox"); // it does not start for root else
    const executablePath = BROWSERS.find((file) => fs.existsSync(file));
    const browser = await chromium.launch({ executablePath, args });
    for (const [index, file] of tests.entries())
        report(index, await runTest(browser, program, file));
    await browser.close();
}

main(process.argv.slice(2)).catch((error) => {
    console.error(error);
    process.exit(1);
});
