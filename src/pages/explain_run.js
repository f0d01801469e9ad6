// Where the time of a simulation went, and which states decided the size of the steps.
"use strict";

const partWords = {
    derivatives: "assignments from the states to their derivatives",
    jacobian: "Jacobian of the derivatives by the states",
    outputs: "what is only recorded; crossing functions; asserts",
    events: "passes over all equations at events",
    initial: "initial system and parameters, apart from loops",
};

const inUnits = (seconds) => seconds >= 1 ? `${seconds.toPrecision(3)} s`
    : seconds >= 1e-3 ? `${(seconds * 1e3).toPrecision(3)} ms` : `${(seconds * 1e6).toPrecision(3)} \u00b5s`;

// The block of the explanation that iterates on the same unknowns; loops of the start have none.
function blockOfUnknowns(unknowns) {
    const key = unknowns.join("\n");
    return facts.blocks.find((b) => b.tearing.join("\n") === key);
}

function spentRows(run) {
    const rows = run.parts.filter(([, calls]) => calls).map(([name, calls, seconds]) =>
        ({ words: partWords[name], calls, seconds }));
    for (const b of run.blocks) {
        if (!b.solves) continue;
        const block = blockOfUnknowns(b.unknowns), names = b.unknowns.slice(0, 4).join(", ");
        rows.push({ calls: b.solves, seconds: b.seconds, ids: block ? block.equations : null,
            words: (block ? `block ${block.id + 1}, loop of ${block.equations.length}, iterating on ` : "a loop of the start, iterating on ")
                + names + (b.unknowns.length > 4 ? ", \u2026" : "") });
    }
    const counted = rows.reduce((sum, r) => sum + r.seconds, 0);
    rows.push({ words: "integrator, event handling and the rest", calls: run.steps, unit: "steps",
        seconds: Math.max(0, run.seconds - counted) });
    return rows.sort((a, b) => b.seconds - a.seconds);
}

function spentTable(run) {
    const body = make("tbody", {});
    for (const r of spentRows(run).slice(0, 40)) {
        const share = r.seconds / run.seconds;
        const words = make("td", {}, r.words);
        if (r.ids) words.replaceChildren(show(make("span", { tabindex: "0", role: "button" }, r.words), r.ids));
        const bar = make("span", { class: "bar" });
        bar.style.width = `${Math.max(1, 90 * share)}px`;
        body.append(make("tr", {}, words, make("td", { class: "number" }, `${r.calls} ${r.unit || "\u00d7"}`),
            make("td", { class: "number" }, inUnits(r.seconds)), make("td", { class: "number" }, `${(100 * share).toFixed(1)} %`),
            make("td", {}, bar)));
    }
    return make("div", { class: "wide" }, make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "Part"),
        make("th", { class: "number" }, "Times"), make("th", { class: "number" }, "Took"),
        make("th", { class: "number" }, "Share"), make("th", {}, ""))), body));
}

// States of dynamic sets have no names of their own: the candidates say which they are.
function stateWords() {
    const hidden = facts.states.filter((name) => name.startsWith("$")), words = new Map();
    for (const set of facts.dynamic_state_sets)
        for (let k = 0; k < set.states; k++) words.set(hidden.shift(), `${set.candidates.join(" or ")}, by turns`);
    return (name) => words.get(name) || name;
}

function limitTable(run) {
    const shown = stateWords();
    const limits = [...run.limits].sort((a, b) => b[1] - a[1]), all = limits.reduce((sum, [, n]) => sum + n, 0);
    const body = make("tbody", {}, ...limits.slice(0, 20).map(([name, n]) => {
        const bar = make("span", { class: "bar" });
        bar.style.width = `${Math.max(1, (90 * n) / all)}px`;
        return make("tr", {}, make("td", { class: "mono" }, shown(name)), make("td", { class: "number" }, String(n)), make("td", {}, bar));
    }));
    return make("div", { class: "wide" }, make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "State"),
        make("th", { class: "number" }, "Steps"), make("th", {}, ""))), body));
}

function showRun() {
    const run = JSON.parse(document.getElementById("run-data").textContent);
    if (!run) return;
    document.getElementById("run").hidden = document.getElementById("run-link").hidden = false;
    const box = document.querySelector("#run .body");
    box.append(make("p", {}, `Simulated to ${run.stop_time} s with ${run.method}${run.status === "done" ? "" : ", where it stopped early"}: `
        + `${inUnits(run.seconds)}, ${count(run.steps, "step")}, ${run.rejected} rejected, ${count(run.evaluations, "evaluation")}, `
        + `${count(run.events, "event")}.`), spentTable(run),
    make("p", { class: "hint" }, "Loops that are solved by a formula are among the assignments. "
        + "Measuring itself costs some tens of nanoseconds for each time."));
    if (!run.limits.length) return;
    box.append(make("h3", {}, "What limits the step"), make("p", { class: "hint" }, "The state with the largest estimated error in each step; "
        + "it decides how long the next step may be."), limitTable(run));
}
