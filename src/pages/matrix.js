// The structure incidence matrix on a canvas, as written and sorted. Only what is in view is
// drawn, so that ten thousand rows are no burden.
"use strict";

const NAMED = 40;                  // rows up to which rows and columns have room for their names
const LEFT = 40, ABOVE = 74, GAP = 4; // pixels around a matrix with names

// Positions are those of the sorted matrix; an order says which of them comes at which place.
function ordersOf() {
    const n = data.rows.length, sorted = [...Array(n).keys()];
    const rows = [...sorted].sort((a, b) => data.rows[a] - data.rows[b]);
    const columns = [...sorted].sort((a, b) => facts.unknowns[a].id - facts.unknowns[b].id);
    return { written: { rows, columns }, sorted: { rows: sorted, columns: sorted } };
}

function inverse(order) {
    const places = new Int32Array(order.length);
    order.forEach((position, place) => { places[position] = place; });
    return places;
}

class Matrix {
    constructor(canvas, order, isSorted, tell) {
        Object.assign(this, { canvas, isSorted, tell, rows: order.rows, columns: order.columns });
        this.placeOfRow = inverse(order.rows);
        this.placeOfColumn = inverse(order.columns);
        this.n = order.rows.length;
        this.loops = isSorted ? loopSquares() : [];
        this.zoom = 1;
        this.x = this.y = 0; // of the upper left corner, in cells
        this.listen();
        new ResizeObserver(() => this.draw()).observe(canvas);
    }

    get isNamed() { return this.n <= NAMED; }
    get left() { return this.isNamed ? LEFT : GAP; }
    get above() { return this.isNamed ? ABOVE : GAP; }
    get cell() {
        const side = Math.min(this.width - this.left, this.height - this.above) - GAP;
        return side / this.n * this.zoom;
    }

    // ---- drawing

    draw() {
        const canvas = this.canvas, ratio = window.devicePixelRatio || 1;
        this.width = canvas.clientWidth;
        this.height = canvas.clientHeight;
        if (!this.width) return;
        canvas.width = Math.round(this.width * ratio);
        canvas.height = Math.round(this.height * ratio);
        const style = getComputedStyle(document.documentElement);
        this.ink = (name) => style.getPropertyValue("--" + name).trim();
        this.pen = canvas.getContext("2d");
        this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.pen.fillStyle = this.ink("paper");
        this.pen.fillRect(0, 0, this.width, this.height);
        this.pen.save();
        this.pen.beginPath();
        this.pen.rect(this.left, this.above, this.width - this.left, this.height - this.above);
        this.pen.clip();
        this.drawBands();
        this.drawLoops();
        this.drawMarks();
        this.pen.restore();
        if (this.isNamed) this.drawNames();
        canvas.classList.toggle("zoomed", this.zoom > 1);
    }

    screenX(place) { return this.left + (place - this.x) * this.cell; }
    screenY(place) { return this.above + (place - this.y) * this.cell; }

    drawBands() {
        this.pen.fillStyle = this.ink("mark");
        for (const id of selected) {
            const position = positionOf.get(id);
            if (position === undefined) continue;
            const h = Math.max(2, this.cell), long = this.n * this.cell;
            this.pen.fillRect(this.left, this.screenY(this.placeOfRow[position]), long, h);
            if (this.isSorted) this.pen.fillRect(this.screenX(position), this.above, h, long);
        }
    }

    drawLoops() {
        this.pen.strokeStyle = this.ink("blue");
        this.pen.lineWidth = 1.5;
        for (const [first, size] of this.loops) {
            const side = size * this.cell;
            this.pen.strokeRect(this.screenX(first), this.screenY(first), side, side);
        }
    }

    drawMarks() {
        const cell = this.cell, side = Math.max(1, cell * 0.72), shift = (cell - side) / 2;
        const from = Math.max(0, Math.floor(this.y));
        const to = Math.min(this.n, Math.ceil(this.y + this.height / cell));
        const plain = this.ink("ink"), matched = this.ink("red");
        this.pen.fillStyle = plain;
        for (let place = from; place < to; place++) {
            const row = this.rows[place], y = this.screenY(place) + shift;
            for (let k = data.first[row]; k < data.first[row + 1]; k++) {
                const x = this.screenX(this.placeOfColumn[data.columns[k]]) + shift;
                if (x < this.left - cell || x > this.width) continue;
                if (data.columns[k] === row) { // the unknown that this equation determines
                    this.pen.fillStyle = matched;
                    this.pen.fillRect(x, y, side, side);
                    this.pen.fillStyle = plain;
                } else {
                    this.pen.fillRect(x, y, side, side);
                }
            }
        }
    }

    drawNames() {
        this.pen.fillStyle = this.ink("faint");
        this.pen.font = `${Math.min(11, Math.max(8, this.cell * 0.8))}px ${this.ink("mono")}`;
        this.pen.textAlign = "right";
        this.pen.textBaseline = "middle";
        for (let place = 0; place < this.n; place++) {
            const y = this.screenY(place + 0.5), x = this.screenX(place + 0.5);
            if (y > this.above && y < this.height)
                this.pen.fillText(label(data.rows[this.rows[place]]), this.left - 5, y);
            if (x <= this.left || x >= this.width) continue;
            this.pen.save();
            this.pen.translate(x, this.above - 5);
            this.pen.rotate(-Math.PI / 2);
            this.pen.textAlign = "left";
            this.pen.fillText(this.trimmed(facts.unknowns[this.columns[place]].name), 0, 0);
            this.pen.restore();
        }
    }

    trimmed(name) {
        return name.length > 11 ? name.slice(0, 10) + "\u2026" : name;
    }

    // ---- moving about

    bound() {
        const seen = (this.width - this.left) / this.cell,
            deep = (this.height - this.above) / this.cell;
        this.x = Math.max(0, Math.min(this.n - seen + 0.5, this.x));
        this.y = Math.max(0, Math.min(this.n - deep + 0.5, this.y));
        if (this.zoom === 1) this.x = this.y = 0;
    }

    // Around a point of the canvas, which stays where it is.
    zoomBy(factor, px = (this.left + this.width) / 2, py = (this.above + this.height) / 2) {
        const x = this.x + (px - this.left) / this.cell, y = this.y + (py - this.above) / this.cell;
        const most = Math.max(1, this.n / 8);
        this.zoom = Math.max(1, Math.min(most, this.zoom * factor));
        this.x = x - (px - this.left) / this.cell;
        this.y = y - (py - this.above) / this.cell;
        this.bound();
        this.draw();
    }

    moveBy(dx, dy) {
        this.x -= dx / this.cell;
        this.y -= dy / this.cell;
        this.bound();
        this.draw();
    }

    fit() {
        this.zoom = 1;
        this.bound();
        this.draw();
    }

    follow() { // keep the selected row in view
        const [id] = selected, position = positionOf.get(id);
        if (position === undefined || this.zoom === 1) return;
        const place = this.placeOfRow[position], deep = (this.height - this.above) / this.cell;
        const column = this.placeOfColumn[position], seen = (this.width - this.left) / this.cell;
        if (place < this.y || place > this.y + deep - 1) this.y = place - deep / 2;
        if (column < this.x || column > this.x + seen - 1) this.x = column - seen / 2;
        this.bound();
    }

    placeAt(event) {
        const box = this.canvas.getBoundingClientRect();
        const column = Math.floor(this.x + (event.clientX - box.left - this.left) / this.cell);
        const row = Math.floor(this.y + (event.clientY - box.top - this.above) / this.cell);
        const inside = (i) => i >= 0 && i < this.n;
        return {
            row: inside(row) ? this.rows[row] : -1,
            column: inside(column) ? this.columns[column] : -1,
        };
    }

    selectRow(row) {
        if (row >= 0) select([data.rows[row]], this.canvas);
    }

    // ---- hands

    listen() {
        const hands = new Map();
        let moved = 0;
        this.canvas.addEventListener("pointerdown", (e) => {
            hands.set(e.pointerId, e);
            moved = 0;
            this.canvas.setPointerCapture(e.pointerId);
        });
        this.canvas.addEventListener("pointermove", (e) => {
            const before = hands.get(e.pointerId);
            if (!before) return this.hover(e);
            moved += Math.abs(e.clientX - before.clientX) + Math.abs(e.clientY - before.clientY);
            if (hands.size === 2) this.pinch(hands, e);
            else if (this.zoom > 1)
                this.moveBy(e.clientX - before.clientX, e.clientY - before.clientY);
            hands.set(e.pointerId, e);
        });
        this.canvas.addEventListener("pointerup", (e) => {
            if (hands.has(e.pointerId) && moved < 5) this.selectRow(this.placeAt(e).row);
            hands.delete(e.pointerId);
        });
        this.canvas.addEventListener("pointercancel", (e) => hands.delete(e.pointerId));
        this.canvas.addEventListener("pointerleave", () => this.tell(""));
        this.canvas.addEventListener("wheel", (e) => {
            // The page scrolls unless the reader is at work in here.
            if (!e.ctrlKey && !e.metaKey && document.activeElement !== this.canvas) return;
            e.preventDefault();
            const box = this.canvas.getBoundingClientRect();
            this.zoomBy(Math.exp(-e.deltaY / 300), e.clientX - box.left, e.clientY - box.top);
        }, { passive: false });
        this.canvas.addEventListener("keydown", (e) => this.key(e));
    }

    pinch(hands, moved) {
        const [a, b] = [...hands.values()], box = this.canvas.getBoundingClientRect();
        const other = a.pointerId === moved.pointerId ? b : a, before = hands.get(moved.pointerId);
        const apart = (p, q) => Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY);
        this.zoomBy(apart(moved, other) / Math.max(1, apart(before, other)),
            (moved.clientX + other.clientX) / 2 - box.left,
            (moved.clientY + other.clientY) / 2 - box.top);
    }

    key(event) {
        const [id] = selected, position = positionOf.get(id);
        const at = position === undefined ? -1 : this.placeOfRow[position];
        const step = 40;
        const acts = {
            "+": () => this.zoomBy(1.6),
            "=": () => this.zoomBy(1.6),
            "-": () => this.zoomBy(1 / 1.6),
            0: () => this.fit(),
            ArrowDown: () => event.shiftKey ? this.moveBy(0, -step)
                : this.selectRow(this.rows[Math.min(this.n - 1, at + 1)]),
            ArrowUp: () => event.shiftKey ? this.moveBy(0, step)
                : this.selectRow(this.rows[Math.max(0, at - 1)]),
            ArrowLeft: () => this.moveBy(step, 0), ArrowRight: () => this.moveBy(-step, 0),
        };
        if (!acts[event.key]) return;
        event.preventDefault();
        acts[event.key]();
    }

    hover(event) {
        const { row, column } = this.placeAt(event);
        if (row < 0 || column < 0) return this.tell("");
        const id = data.rows[row], name = facts.unknowns[column].name;
        let occurs = false;
        for (let k = data.first[row]; k < data.first[row + 1]; k++)
            occurs = occurs || data.columns[k] === column;
        this.tell(`${label(id)} ${textOf(id).slice(0, 120)}   \u00b7   ${name}`
            + (occurs ? "" : " does not occur"));
    }
}

const positionOf = new Map(data.rows.map((id, position) => [id, position]));

function loopSquares() {
    const squares = [];
    let first = 0;
    for (const b of facts.blocks) {
        if (b.equations.length > 1) squares.push([first, b.equations.length]);
        first += b.equations.length;
    }
    return squares;
}

function showMatrices() {
    const box = document.querySelector("#matrix .body"), orders = ordersOf(), all = [];
    if (!data.rows.length) return;
    const pair = make("div", { class: "matrices" });
    box.append(pair);
    for (const [name, words] of [["written", "As written"], ["sorted", "Sorted"]]) {
        const canvas = make("canvas", { tabindex: "0", role: "img", "data-order": name,
            "aria-label": `Incidence matrix, ${words.toLowerCase()}: ${data.rows.length} `
                + `equations, ${data.columns.length} entries. Up and down select an equation, `
                + "plus and minus zoom, 0 fits." });
        const under = make("div", { class: "under" });
        const button = (text, title) =>
            make("button", { class: "screen-only", title, "aria-label": title }, text);
        const closer = button("+", "Closer"), farther = button("\u2212", "Farther"),
            fit = button("Fit", "All of it");
        const caption = make("figcaption", {}, make("b", {}, words), farther, closer, fit);
        pair.append(make("figure", {}, caption, canvas, under));
        const matrix = new Matrix(canvas, orders[name], name === "sorted",
            (text) => { under.textContent = text; });
        closer.addEventListener("click", () => matrix.zoomBy(1.6));
        farther.addEventListener("click", () => matrix.zoomBy(1 / 1.6));
        fit.addEventListener("click", () => matrix.fit());
        all.push(matrix);
        canvas.matrix = matrix; // for whoever wants to look at it from outside
    }
    box.append(make("p", { class: "hint screen-only" },
        "Drag to move, pinch or turn the wheel (after a click, or with Ctrl) to zoom. "
        + "Red marks: the unknown that the equation determines."));
    watchers.push(() => all.forEach((m) => { m.follow(); m.draw(); }));
    document.addEventListener("themechange", () => all.forEach((m) => m.draw()));
}
