// The page of `tarn explain --html`: texts, lists and the one selection that all parts show.
//
// Equations go by their number in the data; people see the number counted from one. An equation
// appears in many places: each registers its element with show(), and select() marks them all.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const facts = data.explanation;

const equationOf = new Map(facts.equations.map((e) => [e.id, e]));
const originOf = new Map(data.origins.map(([id, place, from, removed, component]) =>
    [id, { place, from, removed: !!removed, component }]));
const MOST_AT_ONCE = 150; // rows of a list before one is asked to show more

function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {}))
        if (name === "class") element.className = value;
        else if (value !== false && value !== undefined) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

const svgMake = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
};

function put(map, key, value) {
    if (map.has(key)) map.get(key).push(value);
    else map.set(key, [value]);
}

// Heads and cells are texts or elements; a head that begins with # stands over numbers.
function table(heads, rows) {
    const kinds = heads.map((head) => head.startsWith("#") ? "number" : "");
    const cells = (tag, list) => make("tr", {}, ...list.map((cell, i) =>
        make(tag, { class: kinds[i] }, cell)));
    return make("div", { class: "wide" }, make("table", {},
        make("thead", {}, cells("th", heads.map((head) => head.replace(/^#/, "")))),
        make("tbody", {}, ...rows.map((row) => cells("td", row)))));
}
const mono = (text) => make("span", { class: "mono" }, text);

const label = (id) => `(${id + 1})`;
const count = (n, one, many) => `${n} ${n === 1 ? one : many || one + "s"}`;

// ---- Written and flat equations ----------------------------------------------------------------

// The equations of the system that come from one flat equation: those of the same place and
// component; where several flat equations share both, one by one if the numbers agree.
function flatEquations() {
    const key = (place, component) => place + "\n" + component;
    const ids = new Map(), rows = new Map();
    for (const [id, o] of originOf) {
        if (o.from >= 0) continue;
        put(ids, key(o.place, o.component), id);
    }
    data.flat.forEach(([places, component], i) => {
        if (places.length === 1) put(rows, key(places[0], component), i);
    });
    return data.flat.map(([places, component, text], i) => {
        const all = places.flatMap((place) => ids.get(key(place, component)) || []);
        const same = places.length === 1 ? rows.get(key(places[0], component)) : [];
        const one = same.length > 1 && same.length === all.length;
        return { text, ids: one ? [all[same.indexOf(i)]] : all };
    });
}
const flat = flatEquations();
const flatOf = new Map();
flat.forEach((f, i) => f.ids.forEach((id) => flatOf.has(id) || flatOf.set(id, i)));

const idsOfPlace = new Map(), derivativeOf = new Map();
for (const [id, o] of originOf) {
    if (o.place >= 0 && o.from < 0) put(idsOfPlace, o.place, id);
    if (o.from >= 0) derivativeOf.set(o.from, id);
}

const textOf = (id) => equationOf.has(id) ? equationOf.get(id).text
    : flatOf.has(id) ? flat[flatOf.get(id)].text.replace(/;$/, "") : "";

function chainOf(id) { // an equation, what it is a derivative of, and its derivatives
    let first = id;
    while (originOf.has(first) && originOf.get(first).from >= 0) first = originOf.get(first).from;
    const chain = [first];
    for (let d = first; (d = derivativeOf.get(d)) !== undefined;) chain.push(d);
    return chain;
}

// ---- The selection -----------------------------------------------------------------------------

let selected = new Set(), related = new Set(); // ids; with derivatives and what they come from
const shownAt = new Map();  // id -> elements
const idsOf = new WeakMap(); // element -> ids
const watchers = [];       // called after every change

// The element shows these equations: a click, Enter or Space on it selects them.
function show(element, ids) {
    for (const id of ids) put(shownAt, id, element);
    idsOf.set(element, ids);
    element.classList.add("equation");
    element.addEventListener("click", (event) => {
        event.stopPropagation();
        if (!String(window.getSelection())) select(ids, element);
    });
    if (!element.hasAttribute("data-item")) // outside lists, where rove() takes the keys
        element.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            select(ids, element);
        });
    mark(element, ids);
    return element;
}

function forget(element) { // it is about to leave the page
    for (const id of idsOf.get(element) || [])
        shownAt.set(id, shownAt.get(id).filter((e) => e !== element));
}

function mark(element, ids) {
    const isMarked = ids.some((id) => selected.has(id));
    element.classList.toggle("marked", isMarked);
    element.classList.toggle("related", !isMarked && ids.some((id) => related.has(id)));
}

function select(ids, from) {
    const before = related;
    selected = new Set(ids);
    related = new Set(ids.flatMap(chainOf));
    const touched = new Set();
    for (const id of [...before, ...related])
        for (const element of shownAt.get(id) || []) touched.add(element);
    for (const element of touched) mark(element, idsOf.get(element));
    tellSelection();
    bringIntoView(from);
    for (const watch of watchers) watch();
}

// In the panels that scroll by themselves, not the whole page under the reader's hand.
function bringIntoView(from) {
    for (const panel of document.querySelectorAll(".scroll")) {
        const target = panel.querySelector(".marked");
        if (!target || panel.contains(from) || panel.scrollHeight <= panel.clientHeight) continue;
        const shift = target.getBoundingClientRect().top - panel.getBoundingClientRect().top;
        if (shift < 20 || shift > panel.clientHeight - 40)
            panel.scrollTop += shift - panel.clientHeight / 3;
    }
}

function tellSelection() {
    const bar = document.getElementById("chosen");
    bar.hidden = !selected.size;
    bar.replaceChildren();
    if (!selected.size) return;
    const [id] = selected, e = equationOf.get(id), o = originOf.get(id);
    const words = [];
    if (e) {
        const block = facts.blocks[e.block];
        words.push(block.equations.length > 1 ? `in the loop that is block ${e.block + 1}`
            : `computes ${block.unknowns[0]} as block ${e.block + 1}`);
        if (e.differentiated)
            words.push(`${count(e.differentiated, "time")} differentiated, from ${label(o.from)}`);
        if (e.origin) words.push(e.origin.replace(/:\d+$/, "").replace(/:(\d+)$/, ", line $1"));
    } else if (o && o.removed) {
        words.push("trivial: gone after the removal of aliases");
    }
    if (selected.size > 1) words.unshift(`and ${selected.size - 1} more from the same place`);
    const clear = make("button", { title: "Escape" }, "Clear");
    clear.addEventListener("click", () => select([]));
    bar.append(make("b", {}, label(id)), make("code", {}, textOf(id)),
        make("span", {}, words.join("; ")), clear);
}

document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && selected.size) select([]);
});

// ---- Lists -------------------------------------------------------------------------------------

// One stop of the tab key for a whole list; arrows, Home and End move inside it.
function rove(container) {
    const items = () => [...container.querySelectorAll("[data-item]")];
    container.addEventListener("focusin", (event) => {
        const item = event.target.closest("[data-item]");
        if (!item) return;
        for (const other of items()) other.tabIndex = other === item ? 0 : -1;
    });
    container.addEventListener("keydown", (event) => {
        const item = event.target.closest("[data-item]");
        if (!item) return;
        const all = items(), at = all.indexOf(item);
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
        if (to !== undefined) {
            event.preventDefault();
            event.stopPropagation();
            if (all[to]) all[to].focus();
        } else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            event.stopPropagation();
            item.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
    });
}

const item = (element, isFirst) => {
    element.setAttribute("data-item", "");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", isFirst ? "0" : "-1");
    return element;
};

// Fills a container with the rows of many things, some at once.
function fill(container, things, row) {
    let shown = 0;
    const more = make("button", { class: "more screen-only" });
    const go = (n) => {
        const part = document.createDocumentFragment();
        for (const end = Math.min(things.length, shown + n); shown < end; shown++)
            part.append(row(things[shown], shown));
        more.remove();
        container.append(part);
        more.textContent = `Show ${Math.min(1000, things.length - shown)} more of ${things.length}`;
        if (shown < things.length) container.append(more);
    };
    more.addEventListener("click", () => go(1000));
    container.replaceChildren();
    go(MOST_AT_ONCE);
}

// The same with a field to search in it when there are many.
function fillSearchable(container, things, text, row) {
    const list = make("div", { "data-roving": "" });
    rove(list);
    if (things.length > 30) {
        const field = make("input", { type: "search", class: "filter screen-only",
            placeholder: "Search", "aria-label": "Search" });
        field.addEventListener("input", () => {
            const words = field.value.toLowerCase().split(/\s+/);
            const fits = (thing) => words.every((w) => text(thing).toLowerCase().includes(w));
            fill(list, things.filter(fits), row);
        });
        container.append(field);
    }
    fill(list, things, row);
    container.append(list);
}

function equationLine(id, text, isFirst, tag) {
    const line = make("div", { class: "line", "data-eq": id },
        make("span", { class: "id" }, label(id)), make("span", { class: "text" }, text),
        tag ? make("span", { class: "tag" }, tag) : null);
    return show(item(line, isFirst), [id]);
}
const textLine = (text) => make("div", { class: "line" }, make("span", { class: "text" }, text));

// ---- Parts -------------------------------------------------------------------------------------

function sourceRow(line, state) {
    const code = make("span", {});
    for (let i = 1; i < line.length; i += 2) {
        const ids = idsOfPlace.get(line[i + 1]);
        if (!ids) {
            const begin = line[i].indexOf("//");
            code.append(begin < 0 ? line[i] : line[i].slice(0, begin));
            if (begin >= 0) code.append(make("span", { class: "comment" }, line[i].slice(begin)));
            continue;
        }
        const piece = make("span", { "data-place": line[i + 1] }, line[i]);
        if (!state.seen.has(line[i + 1])) item(piece, !state.seen.size);
        state.seen.add(line[i + 1]);
        code.append(show(piece, ids));
    }
    return make("div", { class: "row" }, make("span", { class: "n" }, String(line[0])), code);
}

function showSource() {
    const box = document.querySelector("#source .scroll"), state = { seen: new Set() };
    for (const file of data.sources) {
        if (data.sources.length > 1) box.append(make("div", { class: "path" }, file.path));
        let last = 0;
        for (const line of file.lines) {
            if (last && line[0] > last + 1) box.append(make("div", { class: "gap" }, "\u22ee"));
            last = line[0];
            box.append(sourceRow(line, state));
        }
    }
    rove(box);
    const first = box.querySelector("[data-item]");
    if (first && box.scrollHeight > box.clientHeight) // past the head comment, to the equations
        box.scrollTop = Math.max(0, first.offsetTop - box.offsetTop - box.clientHeight / 3);
}

function showFlat() {
    const box = document.querySelector("#flat .scroll");
    fillSearchable(box, flat, (f) => f.text, (f, i) => {
        const gone = f.ids.length && f.ids.every((id) => (originOf.get(id) || {}).removed);
        const line = make("div", { class: "line" },
            make("span", { class: "id" }, f.ids.length ? label(f.ids[0]) : ""),
            make("span", { class: "text" }, f.text),
            gone ? make("span", { class: "tag" }, "trivial") : null,
            f.ids.length > 1 ? make("span", { class: "tag" }, `${f.ids.length} scalar`) : null);
        if (f.ids.length) show(item(line, !i), f.ids);
        return line;
    });
}

function showAliases() {
    const box = document.querySelector("#aliases .body");
    const { aliases, settled } = data;
    box.append(make("p", { class: "hint" }, !aliases.length && !settled.length
        ? "None was removed: no equation says only that two unknowns are equal, or --no-alias "
            + "keeps them."
        : "Unknowns that are equal up to the sign are one unknown, and what follows from "
            + "parameters is computed once, before the simulation. Their equations are gone from "
            + "here on."));
    const equal = ([name, sign, root]) => `${name} = ${sign < 0 ? "\u2212" : ""}${root}`;
    const rows = [...aliases.map(equal), ...settled.map(([name, value]) => `${name} := ${value}`)];
    if (!rows.length) return;
    const details = make("details", { open: rows.length <= 12 ? "" : false },
        make("summary", {}, count(aliases.length, "alias", "aliases") + ", "
            + count(settled.length, "constant")));
    fillSearchable(details, rows, (r) => r, textLine);
    box.append(details);
}

const solverWords = {
    assignment: "by an assignment",
    substitution: "by a formula for its tearing variable",
    relaxation: "by symbolic elimination",
    lapack: "as a dense linear system",
    klu: "as a sparse linear system",
    newton: "by Newton's method",
    "newton-klu": "by Newton's method with sparse matrices",
    "least-squares": "by least squares",
};

// Auxiliaries have no names of their own; inside a block they are c1, c2, ...
function withoutHidden(lines) {
    const names = new Map();
    return lines.map((line) => line.replace(/\$auxiliary\d+/g, (name) => {
        if (!names.has(name)) names.set(name, "c" + (names.size + 1));
        return names.get(name);
    }));
}

function loopRow(block) {
    const n = block.equations.length;
    const head = make("div", { class: "head" }, make("b", {}, `${data.alone || block.id + 1}. `),
        `${n === 1 ? "one equation" : `loop of ${n} equations`}, `,
        make("span", { class: "kind " + block.kind }, block.kind),
        ", solved " + solverWords[block.solver]);
    const row = make("div", { class: "block loop" }, head);
    if (block.tearing.length) {
        const residuals = make("span", {});
        block.residuals.forEach((id, i) => residuals.append(i ? ", " : "",
            show(make("span", { class: "mono", tabindex: "0", role: "button" }, label(id)), [id])));
        const s = block.tearing.length > 1 ? "s" : "";
        row.append(make("div", { class: "head" }, `Tearing variable${s} `,
            make("b", { class: "mono" }, block.tearing.join(", ")), `; residual equation${s} `,
            residuals));
    }
    const list = make("div", { "data-roving": "" }), isLong = n > 15;
    rove(list);
    fill(list, block.equations, (id, i) => equationLine(id, textOf(id), !i,
        block.residuals.includes(id) ? "residual" : null));
    row.append(isLong ? make("details", {}, make("summary", {}, "Its equations"), list) : list);
    if (block.formulas.length)
        row.append(make("div", { class: "head" }, "Its solution, as a formula:"),
            make("div", { class: "formulas" }, ...block.formulas.map((f) =>
                textLine(`${f.unknown} := ${f.value}`))));
    const steps = withoutHidden(data.assignments[block.id] || []);
    if (steps.length) {
        const body = make("div", {}, ...steps.map(textLine));
        row.append(make("details", {}, make("summary", {}, "How it is computed"), body));
    }
    return row;
}

function blockRow(block, i) {
    if (block.kind !== "explicit") return loopRow(block);
    const id = block.equations[0], [assignment] = data.assignments[block.id] || [];
    const line = make("div", { class: "line", "data-eq": id },
        make("span", { class: "id" }, `${block.id + 1}.`),
        make("span", { class: "text" }, assignment || textOf(id)),
        make("span", { class: "tag" }, `from ${label(id)}`));
    return make("div", { class: "block" }, show(item(line, !i), [id]));
}

function showBlocks() {
    const box = document.querySelector("#blocks .body");
    const loops = facts.blocks.filter((b) => b.kind !== "explicit");
    const loopWords = !loops.length
        ? "There is no algebraic loop: every equation is solved for one unknown."
        : loops.length === 1
            ? "One block cannot be computed one equation after the other: an algebraic loop."
            : `${loops.length} blocks cannot be computed one equation after the other: loops.`;
    box.append(make("p", { class: "hint" }, "Each block computes its unknowns from those before "
        + "it, the states, the parameters and time. " + loopWords));
    fillSearchable(box, facts.blocks, (b) => b.unknowns.join(" ") + " " + b.kind, blockRow);
}

function showStates() {
    document.getElementById("states").hidden = !!data.alone; // they are known there
    const box = document.querySelector("#states .body");
    const index = facts.index;
    box.append(make("p", { class: "hint" }, `The index is ${index}: ` + (index > 1
        ? "constraints tie variables together whose derivatives occur, so not all of them can be "
            + "integrated on their own. The constraints are differentiated, and for each of them "
            + "one integrator is given up."
        : index === 1 ? "no constraint ties the states together."
            : "every unknown is the derivative of a state.")));
    if (!data.selection.length) return void box.append(make("p", {}, "No variable is integrated."));
    const rows = data.selection.slice(0, MOST_AT_ONCE).map((s) => [mono(s.name), s.what, s.why]);
    box.append(table(["Variable", "Role", "Why"], rows));
    if (data.selection.length > MOST_AT_ONCE)
        box.append(make("p", { class: "faint" },
            `and ${data.selection.length - MOST_AT_ONCE} more`));
    showGrowth(box);
}

// Of states that were added one at a time (--states growing).
function showGrowth(box) {
    if (!facts.growth || !facts.growth.length) return;
    const list = make("ol", { class: "growth" });
    for (const step of facts.growth)
        list.append(make("li", { class: step.action }, step.text));
    box.append(make("h3", {}, "One at a time"), list);
}

function loopsInWords(loops) {
    if (!loops.length) return "no algebraic loop";
    const sizes = loops.slice(0, 12).map((b) => b.equations.length).join(", ");
    const torn = loops.reduce((sum, b) => sum + b.tearing.length, 0);
    const one = loops.length === 1;
    return `${loops.length} of them ${one ? "an algebraic loop" : "algebraic loops"} `
        + `(${sizes}${loops.length > 12 ? ", \u2026" : ""} equations, `
        + `${count(torn, "tearing variable")})`;
}

function showSummary() {
    document.getElementById("description").textContent = data.description;
    const derived = facts.equations.filter((e) => e.differentiated).length;
    const aliases = data.aliases.length;
    if (data.alone) {
        const [block] = facts.blocks;
        document.getElementById("summary").textContent = `Block ${data.alone} of the order of `
            + `computation alone, with ${count(block.equations.length, "equation")}: what stands `
            + "before it is known here.";
        return;
    }
    document.getElementById("summary").textContent =
        `${count(data.n_written, "scalar equation")} as written; `
        + (aliases === 1 ? "1 unknown is an alias of another; " : "")
        + (aliases > 1 ? `${aliases} unknowns are aliases of others; ` : "")
        + `${facts.equations.length} to be sorted`
        + (derived ? `, ${derived} of them derivatives of others` : "")
        + `. Index ${facts.index}, ${count(facts.states.length, "state")}. `
        + `${count(facts.blocks.length, "block")}, `
        + `${loopsInWords(facts.blocks.filter((b) => b.kind !== "explicit"))}.`;
}
