// The page of a sweep: what is chosen, and the pictures that follow from it.
"use strict";
const SweepPage = (function () {
    const { n, columns, traces, times, failures } = SweepData;
    const find = (id) => document.getElementById(id);
    const scatter = find("scatter"), parallel = find("parallel");
    const NEAR = 14; // pixels
    const chosen = { x: 0, y: 0, colour: 0, run: null };
    const brushes = columns.map(() => null); // [low, high] by column
    let places = null; // of the scatter
    const bands = [];

    // ---- what stays

    function passes(run) {
        return brushes.every((b, i) => !b || (columns[i].values[run] >= b[0] &&
            columns[i].values[run] <= b[1]));
    }

    function staying() {
        const runs = [];
        for (let run = 0; run < n; run++) if (passes(run)) runs.push(run);
        return runs;
    }

    function colorOf(run) {
        const c = columns[chosen.colour];
        return SweepDraw.colorAt((c.values[run] - c.range[0]) / (c.range[1] - c.range[0]));
    }

    // ---- pictures

    function drawScatter(runs) {
        const canvas = SweepDraw.begin(scatter), g = canvas.g;
        const cx = columns[chosen.x], cy = columns[chosen.y];
        places = SweepDraw.frame(canvas, cx.range, cy.range, SweepData.label(cx), SweepData.label(cy));
        const size = n > 20000 ? 1.5 : n > 2000 ? 2.5 : 4;
        for (const run of runs) {
            const x = places.x(cx.values[run]), y = places.y(cy.values[run]);
            if (Number.isNaN(x) || Number.isNaN(y)) continue;
            g.fillStyle = colorOf(run);
            g.beginPath(); g.arc(x, y, size, 0, 7); g.fill();
        }
        if (chosen.run === null) return;
        g.strokeStyle = SweepDraw.color("red");
        g.lineWidth = 2;
        g.beginPath();
        g.arc(places.x(cx.values[chosen.run]), places.y(cy.values[chosen.run]), size + 4, 0, 7);
        g.stroke();
    }

    const axisAt = (width, i) => 40 + i * (width - 80) / Math.max(columns.length - 1, 1);
    const PARALLEL_TOP = 34;

    function heightOf(canvas, i, value) {
        const [low, high] = columns[i].range, bottom = canvas.height - 22;
        return bottom - (value - low) / (high - low) * (bottom - PARALLEL_TOP);
    }

    function drawLine(canvas, run) {
        const g = canvas.g;
        let isOpen = false;
        g.beginPath();
        columns.forEach((c, i) => {
            if (Number.isNaN(c.values[run])) { isOpen = false; return; }
            const x = axisAt(canvas.width, i), y = heightOf(canvas, i, c.values[run]);
            if (isOpen) g.lineTo(x, y); else g.moveTo(x, y);
            isOpen = true;
        });
        g.stroke();
    }

    function drawParallel(runs) {
        const canvas = SweepDraw.begin(parallel), g = canvas.g;
        const every = Math.max(1, Math.ceil(runs.length / 5000)); // more lines are one colour
        g.globalAlpha = runs.length > 200 ? 0.3 : 0.7;
        for (let k = 0; k < runs.length; k += every) {
            g.strokeStyle = colorOf(runs[k]);
            drawLine(canvas, runs[k]);
        }
        g.globalAlpha = 1;
        columns.forEach((c, i) => {
            const x = axisAt(canvas.width, i);
            g.strokeStyle = SweepDraw.color("axis");
            g.beginPath(); g.moveTo(x, PARALLEL_TOP); g.lineTo(x, canvas.height - 22); g.stroke();
            g.fillStyle = SweepDraw.color("ink");
            g.textAlign = "center";
            g.fillText(SweepData.label(c), x, 14);
            g.fillStyle = SweepDraw.color("faint");
            g.fillText(SweepData.number(c.range[1]), x, 29);
            g.fillText(SweepData.number(c.range[0]), x, canvas.height - 6);
            if (!brushes[i]) return;
            g.strokeStyle = SweepDraw.color("accent");
            g.lineWidth = 6;
            g.beginPath();
            g.moveTo(x, heightOf(canvas, i, brushes[i][0]));
            g.lineTo(x, heightOf(canvas, i, brushes[i][1]));
            g.stroke();
            g.lineWidth = 1;
        });
        if (chosen.run === null) return;
        g.strokeStyle = SweepDraw.color("red");
        g.lineWidth = 2;
        drawLine(canvas, chosen.run);
    }

    const PARTS = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];

    function drawBand(entry, runs) {
        const canvas = SweepDraw.begin(entry.canvas), g = canvas.g, trace = entry.trace;
        const at = SweepDraw.frame(canvas, [times[0], times[times.length - 1]], trace.range,
            "time [s]", SweepData.label(trace));
        const rows = entry.rows = SweepData.quantiles(trace, runs, PARTS);
        g.fillStyle = SweepDraw.color("c0");
        for (let k = 0; k < 3; k++) {
            g.globalAlpha = 0.18;
            g.beginPath();
            for (let i = 0; i < times.length; i++) g.lineTo(at.x(times[i]), at.y(rows[k][i]));
            for (let i = times.length; i-- > 0;) g.lineTo(at.x(times[i]), at.y(rows[6 - k][i]));
            g.fill();
        }
        g.globalAlpha = 1;
        const lines = [[rows[3], "c0"]];
        const own = chosen.run === null ? null : SweepData.traceOf(trace, chosen.run);
        if (own) lines.push([own, "red"]);
        g.lineWidth = 2;
        for (const [row, name] of lines) {
            g.strokeStyle = SweepDraw.color(name);
            g.beginPath();
            for (let i = 0; i < times.length; i++) g.lineTo(at.x(times[i]), at.y(row[i]));
            g.stroke();
        }
    }

    // ---- the run behind a point

    function showRun() {
        const run = chosen.run;
        find("none").hidden = run !== null;
        find("run-title").textContent = run === null ? "The run behind a point" : `Run ${run + 1}`;
        const rows = run === null ? [] : columns.map((c) => {
            const row = document.createElement("tr");
            const name = document.createElement("th"), value = document.createElement("td");
            name.textContent = SweepData.label(c);
            value.textContent = SweepData.number(c.values[run]);
            value.className = "number";
            row.append(name, value);
            return row;
        });
        find("values").replaceChildren(...rows);
        find("failure").textContent = run !== null && failures.get(run) || "";
        find("command").textContent = run === null ? "" : SweepData.command(run);
    }

    function draw() {
        const runs = staying();
        find("summary").textContent = `${runs.length} of ${n} runs` +
            (failures.size ? `, ${failures.size} failed` : "") +
            (SweepData.stride > 1 ? `; bands of every ${SweepData.stride}th` : "");
        drawScatter(runs);
        drawParallel(runs);
        for (const entry of bands) drawBand(entry, runs);
        showRun();
    }

    function choose(run) {
        chosen.run = run;
        draw();
    }

    // ---- what the reader does

    function nearest(event) {
        const box = scatter.getBoundingClientRect();
        const px = event.clientX - box.left, py = event.clientY - box.top;
        let best = null, least = NEAR * NEAR;
        for (const run of staying()) {
            const dx = places.x(columns[chosen.x].values[run]) - px;
            const dy = places.y(columns[chosen.y].values[run]) - py;
            if (dx * dx + dy * dy < least) { least = dx * dx + dy * dy; best = run; }
        }
        return best;
    }

    function listenToScatter() {
        scatter.addEventListener("click", (event) => choose(nearest(event)));
        scatter.addEventListener("keydown", (event) => {
            const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (!by) return;
            event.preventDefault();
            choose(chosen.run === null ? 0 : (chosen.run + by + n) % n);
        });
    }

    function listenToParallel() {
        let drag = null;
        const valueAt = (i, event) => {
            const box = parallel.getBoundingClientRect(), bottom = box.height - 22;
            const part = (bottom - (event.clientY - box.top)) / (bottom - PARALLEL_TOP);
            const [low, high] = columns[i].range;
            return low + Math.min(Math.max(part, 0), 1) * (high - low);
        };
        parallel.addEventListener("pointerdown", (event) => {
            const box = parallel.getBoundingClientRect(), px = event.clientX - box.left;
            const i = columns.findIndex((_, k) => Math.abs(axisAt(box.width, k) - px) < NEAR);
            if (i < 0) return;
            parallel.setPointerCapture(event.pointerId);
            drag = { i, from: valueAt(i, event) };
        });
        parallel.addEventListener("pointermove", (event) => {
            if (!drag) return;
            const to = valueAt(drag.i, event);
            brushes[drag.i] = [Math.min(drag.from, to), Math.max(drag.from, to)];
            draw();
        });
        parallel.addEventListener("pointerup", (event) => {
            if (drag && valueAt(drag.i, event) === drag.from) brushes[drag.i] = null; // a click
            drag = null;
            draw();
        });
    }

    function fillChoices() {
        const kept = columns.findIndex((c) => !c.isVaried);
        chosen.y = Math.max(kept, 0);
        chosen.colour = columns.length > 1 && columns[1].isVaried ? 1 : chosen.y;
        for (const id of ["x", "y", "colour"]) {
            const select = find(id);
            columns.forEach((c, i) => select.add(new Option(SweepData.label(c), i)));
            select.value = chosen[id];
            select.addEventListener("change", () => {
                chosen[id] = Number(select.value);
                draw();
            });
        }
    }

    function open() {
        fillChoices();
        for (const trace of traces) {
            const canvas = document.createElement("canvas");
            canvas.setAttribute("role", "img");
            canvas.setAttribute("aria-label", `Quantiles of ${trace.name} over time`);
            find("bands").append(canvas);
            bands.push({ trace, canvas });
        }
        find("bands").hidden = !traces.length;
        find("all").addEventListener("click", () => {
            brushes.fill(null);
            choose(null);
        });
        listenToScatter();
        listenToParallel();
        window.addEventListener("resize", draw);
        document.addEventListener("themechange", draw);
        draw();
    }
    open();

    return { choose, staying, bands, placeOf: (run) => [places.x(columns[chosen.x].values[run]),
        places.y(columns[chosen.y].values[run])] };
})();
