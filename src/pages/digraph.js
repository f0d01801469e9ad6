// The structure digraph, coloured step by step, with a player. The steps come from the compiler;
// here they are only replayed and drawn.
"use strict";

const ROW = 25, TOP = 22; // heights in the drawing

// ---- The state after a number of steps ---------------------------------------------------------

const lineKey = (id, unknown) => id + " " + unknown;

function freshDrawing(step) {
    return {
        equations: [...step.equations], unknowns: [...step.unknowns], known: step.known || [],
        color: new Map(step.lines.map(([id, name]) => [lineKey(id, name), "black"])),
        lines: step.lines, number: new Map(), unknownOf: new Map(),
        torn: new Set(), residual: new Set(),
        fresh: new Set(), corner: new Set(), loop: new Set(), now: new Set(), spot: new Set(),
    };
}

function copyDrawing(d) {
    return { ...d, color: new Map(d.color),
        number: new Map(d.number), unknownOf: new Map(d.unknownOf),
        torn: new Set(d.torn), residual: new Set(d.residual) };
}

function applyColor(d, step) {
    d.color.set(lineKey(step.equation, step.unknown), "red");
    d.number.set(step.equation, step.number);
    d.unknownOf.set(step.equation, step.unknown);
    for (const [id, name] of step.blue) d.color.set(lineKey(id, name), "blue");
    if (step.action !== "tear") return;
    d.torn.add(step.unknown);
    d.residual.add(step.equation);
}

// New equations stand below the one they come from, new unknowns at the end; their lines come
// with the next drawing.
function applyDerivative(d, step) {
    const at = d.equations.indexOf(step.equation);
    d.equations = [...d.equations];
    d.equations.splice(at + 1, 0, step.derivative);
    d.unknowns = [...d.unknowns, ...step.unknowns || []];
    d.fresh = new Set([...d.fresh, step.derivative, ...step.unknowns || []]);
}

function applyRelease(d, step) {
    d.unknowns = [...d.unknowns, step.unknown];
    d.fresh = new Set([...d.fresh, step.unknown]);
    d.known = d.known.filter((name) => name !== step.unknown);
}

// What the last step points at.
function pointAt(d, step) {
    if (step.equation !== undefined) d.spot.add(step.equation);
    if (step.unknown !== undefined) d.spot.add(step.unknown);
    if (step.number !== undefined)
        for (const [id, name] of [[step.equation, step.unknown], ...step.blue])
            d.now.add(lineKey(id, name));
    const members = [...step.equations || [], ...step.unknowns || []];
    if (step.action === "stall") members.forEach((m) => d.loop.add(m));
    if (step.action === "constraint" || step.action === "backtrack")
        members.forEach((m) => d.corner.add(m));
}

function drawingAt(steps, last) {
    let begin = last;
    while (steps[begin].action !== "digraph") begin--;
    let d = freshDrawing(steps[begin]);
    const before = new Map(); // tearing step -> drawing before it
    for (let k = begin + 1; k <= last; k++) {
        const step = steps[k];
        if (step.action === "tear") before.set(k, copyDrawing(d));
        if (step.number !== undefined) applyColor(d, step);
        else if (step.action === "differentiate") applyDerivative(d, step);
        else if (step.action === "release") applyRelease(d, step);
        else if (step.action === "backtrack" && k < last) d = copyDrawing(before.get(step.back_to));
    }
    pointAt(d, steps[last]);
    return d;
}

// ---- The picture -------------------------------------------------------------------------------

const pen = document.createElement("canvas").getContext("2d");
function fitText(text, width) {
    pen.font = "12.5px " + getComputedStyle(document.documentElement).getPropertyValue("--mono");
    if (pen.measureText(text).width <= width) return text;
    let n = text.length;
    while (n > 1 && pen.measureText(text.slice(0, n) + "\u2026").width > width) n--;
    return text.slice(0, n) + "\u2026";
}
function widest(texts) {
    pen.font = "12.5px " + getComputedStyle(document.documentElement).getPropertyValue("--mono");
    return Math.max(0, ...texts.map((t) => pen.measureText(t).width));
}

function nodeClass(d, name, isOpen) {
    return "node" + (d.spot.has(name) ? " spot" : "") + (d.loop.has(name) ? " loop" : "")
        + (d.corner.has(name) ? " corner" : "") + (d.fresh.has(name) ? " fresh" : "")
        + (isOpen ? " open" : "");
}

function equationNode(d, id, y, width) {
    const number = d.number.get(id), g = svgMake("g", {
        class: nodeClass(d, id, number === undefined), "data-equation": id,
        "data-number": number || "",
        "data-residual": d.residual.has(id) ? "yes" : "no" });
    const text = `${label(id)} ${textOf(id)}`;
    g.append(svgMake("title", {}, text + (number ? `, number ${number}` : "")),
        svgMake("rect", { x: 1, y: y - ROW / 2 + 1, width: width - 2, height: ROW - 2 }),
        svgMake("text", { x: 26, y: y + 4, "text-anchor": "end", class: "number" },
            number || (d.fresh.has(id) ? "+" : "?")),
        svgMake("text", { x: 34, y: y + 4 }, fitText(text, width - 40)));
    item(g, false);
    return show(g, [id]);
}

function unknownNode(d, name, y, left, width) {
    const torn = d.torn.has(name), owner = [...d.unknownOf].find(([, n]) => n === name);
    const g = svgMake("g", { class: nodeClass(d, name), "data-unknown": name,
        "data-torn": torn ? "yes" : "no" });
    g.append(svgMake("title", {}, name + (torn ? ", tearing variable" : "")),
        svgMake("rect", { x: left + 1, y: y - ROW / 2 + 1, width: width - 2, height: ROW - 2 }),
        svgMake("text", { x: left + 8, y: y + 4 },
            fitText((torn ? "\u2702 " : "") + name, width - 12)));
    g.addEventListener("click", () => owner && select([owner[0]], g));
    return g;
}

function drawLines(svg, d, x1, x2, yOf) {
    const rank = { black: 0, blue: 1, red: 2 };
    const lines = d.lines.map(([id, name]) =>
        ({ id, name, color: d.color.get(lineKey(id, name)) }));
    lines.sort((a, b) => rank[a.color] - rank[b.color]);
    for (const { id, name, color } of lines) {
        const isTorn = color === "red" && d.residual.has(id);
        svg.append(svgMake("line", {
            x1, x2, y1: yOf.get(id), y2: yOf.get(name), "data-equation": id, "data-unknown": name,
            class: color + (isTorn ? " torn" : "")
                + (d.now.has(lineKey(id, name)) ? " now" : "") }));
    }
}

function drawDigraph(box, d) {
    const width = Math.max(320, box.clientWidth);
    const named = Math.min(widest(d.unknowns) + 30, width * 0.32);
    const texts = Math.min(widest(d.equations.map((id) => `${label(id)} ${textOf(id)}`)) + 46,
        width - named - Math.min(190, width * 0.28));
    const rows = Math.max(d.equations.length, d.unknowns.length), height = TOP + rows * ROW + 6;
    const svg = svgMake("svg", { viewBox: `0 0 ${width} ${height}`, role: "group",
        "aria-label": "Structure digraph: equations on the left, unknowns on the right" });
    const yOf = new Map(), right = width - named;
    const place = (list) => list.forEach((m, i) =>
        yOf.set(m, TOP + ((i + 0.5) * rows * ROW) / list.length));
    place(d.equations);
    place(d.unknowns);
    svg.append(svgMake("text", { x: 34, y: 13, class: "small" }, "Equations"),
        svgMake("text", { x: right + 8, y: 13, class: "small" }, "Unknowns"));
    drawLines(svg, d, texts, right, yOf);
    d.equations.forEach((id) => svg.append(equationNode(d, id, yOf.get(id), texts)));
    d.unknowns.forEach((name) => svg.append(unknownNode(d, name, yOf.get(name), right, named)));
    const items = svg.querySelectorAll("[data-item]");
    if (items.length) items[0].setAttribute("tabindex", "0");
    box.replaceChildren(svg);
}

// ---- Beside the picture ------------------------------------------------------------------------

function sortedList(d) {
    const n = d.equations.length, byNumber = new Map([...d.number].map(([id, k]) => [k, id]));
    const list = make("div", {});
    for (let k = 1; k <= n; k++) {
        const id = byNumber.get(k);
        if (id === undefined) {
            if (!list.lastChild || !list.lastChild.classList.contains("gap"))
                list.append(make("div", { class: "line gap" },
                    make("span", { class: "id" }, "\u22ee")));
            continue;
        }
        const tag = d.residual.has(id) ? `residual, for ${d.unknownOf.get(id)}`
            : d.unknownOf.get(id);
        const line = make("div", { class: "line", "data-sorted": k, "data-eq": id },
            make("span", { class: "id" }, `${k}:`), make("span", { class: "text" }, textOf(id)),
            make("span", { class: "tag" }, tag));
        list.append(show(item(line, !list.querySelector("[data-item]")), [id]));
    }
    const parts = [make("h3", {}, "Sorted so far"), list];
    if (d.known.length)
        parts.push(make("p", { class: "hint" },
            `Known, because integrated: ${d.known.join(", ")}`));
    return parts;
}

function choiceTable(step) {
    const isTaken = (c) => c.equation === step.equation && c.unknown === step.unknown;
    const rows = step.choices.slice(0, 8).map((c) =>
        [label(c.equation), c.unknown, String(c.gain), isTaken(c) ? "\u2190 taken" : ""]);
    return make("details", { open: "" }, make("summary", {}, "What was weighed"),
        table(["Residual", "Tearing variable", "#becomes causal", ""], rows));
}

function legend() {
    const entry = (kind, words) => {
        const svg = svgMake("svg", { viewBox: "0 0 34 10", "aria-hidden": "true" });
        svg.append(svgMake("line", { x1: 1, x2: 33, y1: 5, y2: 5, class: kind }));
        return make("span", {}, svg, words);
    };
    return make("div", { class: "legend" }, entry("", "occurs, nothing decided (black)"),
        entry("red", "determines the unknown (red)"), entry("blue", "known from elsewhere (blue)"),
        entry("red torn", "residual and tearing variable"));
}

// ---- The player --------------------------------------------------------------------------------

const MILLISECONDS = { slow: 2600, normal: 1300, fast: 450 };

class DigraphPlayer {
    constructor(box, steps) {
        Object.assign(this, { box, steps, at: 0, timer: null, width: 0 });
        const button = (words, title, act) => {
            const b = make("button", { title, "aria-label": title }, words);
            b.addEventListener("click", act);
            return b;
        };
        const last = steps.length - 1;
        this.first = button("\u21e4", "To the begin (Home)", () => this.jump(0));
        this.back = button("\u2190", "One step back (left arrow)", () => this.jump(this.at - 1));
        this.play = button("Play", "Play or pause (space)", () => this.toggle());
        this.next = button("\u2192", "One step forward (right arrow)",
            () => this.jump(this.at + 1));
        this.end = button("\u21e5", "To the end (End)", () => this.jump(last));
        this.slider = make("input", { type: "range", min: 0, max: last, value: 0,
            "aria-label": "Step" });
        this.where = make("span", { class: "count" });
        const option = (s) => make("option", { selected: s === "normal" ? "" : false }, s);
        this.speed = make("select", { "aria-label": "Speed" },
            ...Object.keys(MILLISECONDS).map(option));
        this.sentence = make("p", { id: "sentence", "aria-live": "polite" });
        this.choices = make("div", { class: "choices" });
        this.picture = make("div", { class: "picture" });
        this.sorted = make("div", { class: "sorted" });
        this.place();
        this.listen();
        this.go(0);
    }

    place() {
        this.box.append(
            make("p", { class: "hint" }, "How the equations are brought into an order, as one does "
                + "it on paper. Play it, or step with the arrow keys."),
            make("div", { class: "player" }, this.first, this.back, this.play, this.next, this.end,
                this.slider, this.where, this.speed),
            this.sentence, this.choices, legend(),
            make("div", { class: "drawing" }, this.picture, this.sorted));
    }

    listen() {
        this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
        this.speed.addEventListener("change", () => {
            if (!this.timer) return;
            this.stop();
            this.toggle();
        });
        document.addEventListener("keydown", (event) => this.key(event));
        window.addEventListener("beforeprint", () => this.jump(this.steps.length - 1));
        new ResizeObserver(() => {
            if (this.picture.clientWidth !== this.width) this.go(this.at);
            this.width = this.picture.clientWidth;
        }).observe(this.picture);
        rove(this.picture);
        rove(this.sorted);
    }

    // Arrows work anywhere on the page, unless the key means something where the reader is; the
    // other keys only in here.
    key(event) {
        const inside = this.box.contains(event.target);
        const busy = event.target.closest(
            "input, select, textarea, canvas, summary, a, button, [data-item]");
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (busy && (!inside || event.target.matches("input, select"))) return;
        const anywhere = {
            ArrowLeft: () => this.jump(this.at - 1),
            ArrowRight: () => this.jump(this.at + 1),
        };
        const here = { Home: () => this.jump(0), End: () => this.jump(this.steps.length - 1) };
        if (!busy) here[" "] = () => this.toggle();
        const act = anywhere[event.key] || (inside && here[event.key]);
        if (!act) return;
        event.preventDefault();
        act();
    }

    jump(to) {
        this.stop();
        this.go(to);
    }

    go(to) {
        const last = this.steps.length - 1;
        this.at = Math.max(0, Math.min(last, to));
        const step = this.steps[this.at], d = drawingAt(this.steps, this.at);
        for (const old of this.box.querySelectorAll(".drawing [data-item]")) forget(old);
        this.slider.value = this.at;
        this.where.textContent = `${this.at + 1} of ${this.steps.length}`;
        this.sentence.textContent = step.text;
        this.sentence.className = step.action;
        drawDigraph(this.picture, d);
        this.sorted.replaceChildren(...sortedList(d));
        this.choices.replaceChildren(...step.choices ? [choiceTable(step)] : []);
        this.first.disabled = this.back.disabled = this.at === 0;
        this.next.disabled = this.end.disabled = this.at === last;
        if (this.at === last) this.stop();
        this.box.dataset.step = this.at;
    }

    stop() {
        clearInterval(this.timer);
        this.timer = null;
        this.play.textContent = "Play";
        this.play.setAttribute("aria-pressed", "false");
    }

    toggle() {
        if (this.timer) return void this.stop();
        if (this.at === this.steps.length - 1) this.go(0);
        this.play.textContent = "Pause";
        this.play.setAttribute("aria-pressed", "true");
        this.timer = setInterval(() => this.go(this.at + 1), MILLISECONDS[this.speed.value]);
    }
}

function showDigraph() {
    const box = document.querySelector("#digraph .body");
    if (facts.steps.length) new DigraphPlayer(box, facts.steps);
    else
        box.append(make("p", { class: "hint" },
            `Drawn for systems of up to ${data.largest_digraph} equations; `
            + `this one has ${facts.equations.length}. Its matrix is below.`));
}
