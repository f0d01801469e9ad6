// How the start was looked for: conditions, loops with their guesses, what was tried, the way of a
// homotopy, and what stands in the way where nothing helped.
"use strict";

const size = (x) => x === null ? "no value" : String(Number(x.toPrecision(4)));

function initialLoop(story, block) {
    const place = story.loops.findIndex((l) => l.block === block);
    return place < 0 ? "another loop" : `loop ${place + 1}`;
}

function guessTable(loop, found) {
    const rows = loop.unknowns.slice(0, 60).map((u) =>
        [mono(u.name), size(u.guess), u.at || "nobody has written one",
            found ? size(u.value) : ""]);
    return table(["Unknown", "#Guess", "Written", found ? "#Found" : ""], rows);
}

function attemptTable(story) {
    const rows = [];
    for (const r of story.rungs) {
        const where = r.lambda === null ? r.rung : `${r.rung}, lambda ${size(r.lambda)}`;
        rows.push([make("b", {}, where), "", "", "", r.solved ? "solved" : "not solved"]);
        for (const a of r.attempts)
            rows.push([`${initialLoop(story, a.block)}, ${a.from ? `from ${a.from}, ` : ""}${a.method}`, String(a.iterations),
                size(a.before), size(a.after), a.solved ? "solved" : "not solved"]);
    }
    const shown = rows.length > 200 ? [...rows.slice(0, 100), ["\u2026", "", "", "", ""],
        ...rows.slice(-100)] : rows;
    return table(["Tried", "#Iterations", "#Residual before", "#After", ""], shown);
}

// Lambda over the attempts of one homotopy: filled where it was solved.
function homotopyPicture(story) {
    const steps = story.rungs.filter((r) => r.lambda !== null);
    const width = 520, height = 140, x = (i) => 30 + (width - 50) * i / Math.max(1, steps.length - 1);
    const y = (lambda) => height - 20 - (height - 40) * lambda;
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const add = (name, attributes, words) => {
        const e = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
        if (words) e.textContent = words;
        picture.append(e);
    };
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.setAttribute("class", "homotopy");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", "lambda along the attempts");
    picture.style.maxWidth = `${width}px`;
    for (const level of [0, 1]) {
        add("line", { x1: 30, x2: width - 20, y1: y(level), y2: y(level), stroke: "currentColor",
            "stroke-opacity": 0.3 });
        add("text", { x: 10, y: y(level) + 4, "font-size": 11, fill: "currentColor" }, String(level));
    }
    const solved = steps.map((s, i) => [s, i]).filter(([s]) => s.solved);
    add("polyline", { points: solved.map(([s, i]) => `${x(i)},${y(s.lambda)}`).join(" "),
        fill: "none", stroke: "currentColor" });
    steps.forEach((s, i) => add("circle", { cx: x(i), cy: y(s.lambda), r: 3.5,
        stroke: "currentColor", fill: s.solved ? "currentColor" : "none" }));
    return picture;
}

function showConditions(story, box) {
    box.append(make("p", {}, `${count(story.initial_equations, "initial equation")}, `
        + `${count(story.fixed, "fixed start value")}, ${story.completed.length} completed by start `
        + `values, ${story.redundant.length} redundant.`));
    const listed = [...story.completed.map((c) => [mono(c.text), "completed", c.at || ""]),
        ...story.redundant.map((c) => [mono(c.text), `${size(c.left)} = ${size(c.right)}`,
            c.at || ""])];
    if (listed.length) box.append(table(["Condition", "", "Written"], listed.slice(0, 60)));
}

function showFailure(story, box) {
    const f = story.failure, parts = f.equations.map((e) => [e.size, mono(e.text), size(e.residual)]);
    const first = [...f.unknowns].sort((a, b) => b.influence - a.influence)[0];
    box.append(make("h3", {}, "The smallest part that cannot be solved"),
        make("p", {}, `It is ${initialLoop(story, f.block)}${f.at ? ` (${f.at})` : ""}. The guess that `
            + `matters most: ${first.name} = ${size(first.value)}.`),
        table(["Equation", "#Residual"],
            parts.sort((a, b) => b[0] - a[0]).slice(0, 12).map((p) => p.slice(1))));
}

function showInitial() {
    const story = JSON.parse(document.getElementById("initial-data").textContent);
    if (!story) return;
    document.getElementById("initial").hidden = false;
    document.getElementById("initial-link").hidden = false;
    const box = document.querySelector("#initial .body");
    box.append(make("p", { class: "outcome" }, story.found ? "The start was found."
        : "No start was found."));
    showConditions(story, box);
    if (!story.found && story.failure) showFailure(story, box);
    story.loops.slice(0, 20).forEach((loop, i) => box.append(
        make("h3", {}, `Loop ${i + 1}: ${loop.kind}, ${count(loop.unknowns.length, "unknown")} `
            + `(${loop.before_tearing} before tearing), by ${loop.solver}`),
        guessTable(loop, story.found)));
    if (story.rungs.some((r) => r.lambda !== null))
        box.append(make("h3", {}, "The way of the homotopy"), homotopyPicture(story));
    box.append(make("h3", {}, "What was tried"), attemptTable(story));
}
