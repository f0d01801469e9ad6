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
    : seconds >= 1e-3 ? `${(seconds * 1e3).toPrecision(3)} ms`
        : `${(seconds * 1e6).toPrecision(3)} \u00b5s`;

// The block of the explanation that iterates on the same unknowns; loops of the start have none.
function blockOfUnknowns(unknowns) {
    const key = unknowns.join("\n");
    return facts.blocks.find((b) => b.tearing.join("\n") === key);
}

function wordsOfLoop(block, unknowns) {
    const what = block ? `block ${block.id + 1}, loop of ${block.equations.length}`
        : "a loop of the start";
    const names = unknowns.slice(0, 4).join(", ") + (unknowns.length > 4 ? ", \u2026" : "");
    return `${what}, iterating on ${names}`;
}

function spentParts(run) {
    const parts = run.parts.filter(([, calls]) => calls).map(([name, calls, seconds]) =>
        ({ words: partWords[name], calls, seconds }));
    for (const b of run.blocks) {
        if (!b.solves) continue;
        const block = blockOfUnknowns(b.unknowns);
        parts.push({ words: wordsOfLoop(block, b.unknowns), calls: b.solves, seconds: b.seconds,
            ids: block ? block.equations : null });
    }
    const counted = parts.reduce((sum, part) => sum + part.seconds, 0);
    parts.push({ words: "integrator, event handling and the rest", calls: run.steps, unit: "steps",
        seconds: Math.max(0, run.seconds - counted) });
    return parts.sort((a, b) => b.seconds - a.seconds);
}

function bar(share) {
    const element = make("span", { class: "bar" });
    element.style.width = `${Math.max(1, 90 * share)}px`;
    return element;
}

function spentTable(run) {
    const rows = spentParts(run).slice(0, 40).map((part) => {
        const share = part.seconds / run.seconds;
        const words = make("span", part.ids ? { tabindex: "0", role: "button" } : {}, part.words);
        if (part.ids) show(words, part.ids);
        return [words, `${part.calls} ${part.unit || "\u00d7"}`, inUnits(part.seconds),
            `${(100 * share).toFixed(1)} %`, bar(share)];
    });
    return table(["Part", "#Times", "#Took", "#Share", ""], rows);
}

// States of dynamic sets have no names of their own: the candidates say which they are.
function stateWords() {
    const hidden = facts.states.filter((name) => name.startsWith("$")), words = new Map();
    for (const set of facts.dynamic_state_sets)
        for (let k = 0; k < set.states; k++)
            words.set(hidden.shift(), `${set.candidates.join(" or ")}, by turns`);
    return (name) => words.get(name) || name;
}

function limitTable(run) {
    const shown = stateWords(), limits = [...run.limits].sort((a, b) => b[1] - a[1]);
    const all = limits.reduce((sum, [, n]) => sum + n, 0);
    return table(["State", "#Steps", ""], limits.slice(0, 20).map(([name, n]) =>
        [mono(shown(name)), String(n), bar(n / all)]));
}

function showRun() {
    const run = JSON.parse(document.getElementById("run-data").textContent);
    if (!run) return;
    document.getElementById("run").hidden = document.getElementById("run-link").hidden = false;
    const box = document.querySelector("#run .body");
    const early = run.status === "done" ? "" : ", where it stopped early";
    box.append(
        make("p", {}, `Simulated to ${run.stop_time} s with ${run.method}${early}: `
            + `${inUnits(run.seconds)}, ${count(run.steps, "step")}, ${run.rejected} rejected, `
            + `${count(run.evaluations, "evaluation")}, ${count(run.events, "event")}.`),
        spentTable(run),
        make("p", { class: "hint" }, "Loops that are solved by a formula are among the "
            + "assignments. Measuring itself costs some tens of nanoseconds for each time."));
    if (!run.limits.length) return;
    box.append(make("h3", {}, "What limits the step"),
        make("p", { class: "hint" }, "The state with the largest estimated error in each step; it "
            + "decides how long the next step may be."),
        limitTable(run));
}
