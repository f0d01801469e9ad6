// The levels of Pantelides' algorithm as a picture: every equation that was differentiated with its
// derivatives to the right of it, and below them the variables of each level, the states among
// them marked.
"use strict";
const LEVEL_WIDTH = 250, LEVEL_GAP = 44, BOX_HEIGHT = 26, BOX_STEP = 36, LEVEL_TOP = 34;
const LONGEST_IN_BOX = 33, MOST_CHAINS = 40;

const levelWords = ["as written", "differentiated once", "twice", "three times", "four times"];
const shortened = (text) =>
    text.length > LONGEST_IN_BOX ? text.slice(0, LONGEST_IN_BOX - 1) + "\u2026" : text;

// Equations that no other is the derivative of, with what follows from them.
function differentiatedChains() {
    const first = [...derivativeOf.keys()].filter((id) => !(originOf.get(id).from >= 0));
    return first.sort((a, b) => a - b).map(chainOf);
}

const bareName = (name) => name.replace(/^(der\()+/, "").replace(/\)+$/, "");
const orderOf = (name) => (name.match(/^(der\()+/) || [""])[0].length / 4;

// Variables by how often they are differentiated: [name, der(name), ...] for those that occur in
// what was differentiated.
function variableChains(chains) {
    const texts = chains.flat().map((id) => textOf(id) || "").join(" ");
    const orders = new Map();
    for (const name of [...facts.states, ...facts.unknowns.map((u) => u.name)]) {
        const bare = bareName(name);
        orders.set(bare, Math.max(orders.get(bare) || 0, orderOf(name)));
    }
    const occurs = (name) => texts.split(/[^\w.[\]']+/).includes(name);
    return [...orders].filter(([name, order]) => order > 0 && occurs(name))
        .map(([name, order]) => Array.from({ length: order + 1 }, (_, k) =>
            "der(".repeat(k) + name + ")".repeat(k)));
}

function levelBox(svg, column, y, text, className) {
    const group = svgMake("g", { class: "box " + className, tabindex: "0", role: "button" });
    const x = column * (LEVEL_WIDTH + LEVEL_GAP);
    group.append(svgMake("title", {}, text),
        svgMake("rect", { x, y, width: LEVEL_WIDTH, height: BOX_HEIGHT, rx: 4 }),
        svgMake("text", { x: x + 8, y: y + 17 }, shortened(text)));
    if (column) {
        const middle = y + BOX_HEIGHT / 2;
        svg.append(svgMake("path", { class: "arrow",
            d: `M${x - LEVEL_GAP + 4} ${middle}H${x - 6}m-6 -4l6 4l-6 4` }),
            svgMake("text", { class: "per-time", x: x - LEVEL_GAP / 2 - 11, y: middle - 5 }, "d/dt"));
    }
    svg.append(group);
    return group;
}

function showLevels() {
    const chains = differentiatedChains();
    if (!chains.length || data.alone) return;
    document.getElementById("levels").hidden = false;
    document.getElementById("levels-link").hidden = false;
    const shown = chains.slice(0, MOST_CHAINS), variables = variableChains(shown).slice(0, MOST_CHAINS);
    const depth = Math.max(...shown.map((chain) => chain.length), ...variables.map((v) => v.length));
    const width = depth * LEVEL_WIDTH + (depth - 1) * LEVEL_GAP + 2;
    const below = LEVEL_TOP + shown.length * BOX_STEP + 34;
    const height = below + variables.length * BOX_STEP;
    const svg = svgMake("svg", { width, height, viewBox: `-1 0 ${width} ${height}`, role: "img" });
    for (let k = 0; k < depth; k++)
        svg.append(svgMake("text", { class: "level", x: k * (LEVEL_WIDTH + LEVEL_GAP), y: 18 },
            levelWords[k] || `${k} times`));
    shown.forEach((chain, row) => chain.forEach((id, column) =>
        show(levelBox(svg, column, LEVEL_TOP + row * BOX_STEP, `${label(id)} ${textOf(id)}`, ""), [id])));
    if (variables.length) svg.append(svgMake("text", { class: "level", x: 0, y: below - 12 },
        "their variables; those that are integrated are outlined strongly"));
    variables.forEach((chain, row) => chain.forEach((name, column) =>
        levelBox(svg, column, below + row * BOX_STEP, name,
            facts.states.includes(name) ? "variable state" : "variable")));
    document.querySelector("#levels .body").append(
        make("p", { class: "hint" }, `${count(chains.length, "equation")} `
            + "had to be differentiated: the constraints, which relate variables whose derivatives "
            + "occur elsewhere, and what is needed to differentiate these. A constraint and its "
            + "derivatives hold at the same time, so as many integrators are given up."),
        make("div", { class: "wide levels" }, svg),
        chains.length > shown.length
            ? make("p", { class: "faint" }, `and ${chains.length - shown.length} more`) : "");
}
