// Plots of the chosen variables: panels over time with one cursor and one part of the time for
// all, or one variable against another. Colours tell variables apart, dashes tell runs apart.
"use strict";
const ResultPlot = (function () {
    const N_COLORS = 8; // of look.css
    const DASHES = [[], [7, 4], [2, 3.5], [9, 3, 2, 3]];
    const LEAST_PART = 1e-9; // of the run, that can be zoomed into

    const box = document.getElementById("plots");
    const { runs } = ResultData;

    const whole = {
        min: Math.min(...runs.map((run) => run.start)),
        max: Math.max(...runs.map((run) => run.stop)),
    };
    if (whole.max === whole.min) whole.max += 1;
    let view = { ...whole };
    let time = null;        // of the cursor
    let chosen = [];        // { variable, color }
    let panels = [];        // as built
    let panelChoice = "unit";
    let abscissa = null;    // a variable; null: time
    let logarithmic = false; // the ordinates of panels without Booleans
    let leftRoom = 0;       // of the ordinates, the same in all panels
    let heights = new Map(); // by group: the part of the ordinate that was zoomed into

    const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const shownRuns = () => runs.filter((run) => run.shown);
    const dashOf = (run) => DASHES[run.index % DASHES.length];

    // ---- what is chosen

    function colorOf(variable) {
        const entry = chosen.find((e) => e.variable === variable);
        return entry ? entry.color : null;
    }

    function freeColor() {
        const uses = new Array(N_COLORS).fill(0);
        for (const entry of chosen) uses[entry.color]++;
        return uses.indexOf(Math.min(...uses));
    }

    function toggle(variable) {
        const without = chosen.filter((e) => e.variable !== variable);
        if (without.length === chosen.length) chosen.push({ variable, color: freeColor() });
        else chosen = without;
        changed();
    }

    function choose(variables) {
        chosen = [];
        for (const variable of variables) chosen.push({ variable, color: freeColor() });
        changed();
    }

    function changed() {
        build();
        document.dispatchEvent(new Event("plotchange"));
    }

    function groupKey(variable) {
        if (panelChoice === "one") return "";
        if (panelChoice === "each") return variable.name;
        return variable.kind === "Boolean" ? "Boolean" : "in " + variable.unit;
    }

    function groups() {
        const found = new Map();
        for (const entry of chosen) {
            if (entry.variable === abscissa && chosen.length > 1) continue; // against itself
            const key = groupKey(entry.variable);
            if (!found.has(key)) found.set(key, []);
            found.get(key).push(entry);
        }
        return [...found.values()];
    }

    // ---- data

    // All curves at the times of all: between its own points a curve is a straight line, so
    // nothing changes in the picture. A time that one curve has twice (an event) is there twice.
    function align(curves) {
        const first = curves[0];
        if (curves.every((c) => c.t === first.t)) return [first.t, ...curves.map((c) => c.y)];
        const at = curves.map(() => 0), t = [], ys = curves.map(() => []);
        for (;;) {
            let next = Infinity;
            curves.forEach((c, k) => {
                if (at[k] < c.t.length && c.t[at[k]] < next) next = c.t[at[k]];
            });
            if (next === Infinity) return [t, ...ys];
            t.push(next);
            curves.forEach((c, k) => {
                const own = at[k] < c.t.length && c.t[at[k]] === next;
                ys[k].push(own ? c.y[at[k]] : between(c, at[k], next));
                if (own) at[k]++;
            });
        }
    }

    function between({ t, y }, i, time) { // i: the next point
        if (i === 0 || i === t.length) return t[i - 1] === time ? y[i - 1] : null;
        if (t[i - 1] === time) return y[i - 1];
        if (y[i - 1] === null || y[i] === null) return null;
        return y[i - 1] + (y[i] - y[i - 1]) * (time - t[i - 1]) / (t[i] - t[i - 1]);
    }

    // The curve of a variable against the abscissa, at the times of both, in the part shown.
    function inPlane(variable, run) {
        const x = ResultData.curve(abscissa, run), y = ResultData.curve(variable, run);
        if (!x || !y) return null;
        const [t, xs, ys] = align([x, y]);
        const keep = (_, i) => t[i] >= view.min && t[i] <= view.max;
        return { t: Array.from(t).filter(keep), x: Array.from(xs).filter(keep),
            y: Array.from(ys).filter(keep) };
    }

    // Booleans have lanes, one above the other; the first is on top.
    const LANE_HEIGHT = 0.7;
    const hasLanes = (entries) => !abscissa && entries.every((e) => e.variable.kind === "Boolean");

    function inLane({ t, y }, lane) {
        return { t, y: Array.from(y, (v) => v === null ? null : lane + LANE_HEIGHT * v) };
    }

    // What has no logarithm is a gap.
    function positive(points) {
        return { ...points, y: Array.from(points.y, (v) => v > 0 ? v : null) };
    }

    function curvesOf(entries) {
        const list = [], lanes = hasLanes(entries);
        for (const [index, { variable, color }] of entries.entries())
            for (const run of shownRuns()) {
                const points = abscissa ? inPlane(variable, run) : ResultData.curve(variable, run);
                if (!points) continue;
                list.push({ variable, run, color,
                    points: lanes ? inLane(points, entries.length - 1 - index) :
                        logarithmic ? positive(points) : points });
            }
        return list;
    }

    // ---- axes

    function ordinateRange(panel, min, max) {
        if (heights.has(panel.key)) return heights.get(panel.key);
        if (hasLanes(panel.entries)) return [-0.2, panel.entries.length - 1 + LANE_HEIGHT + 0.1];
        return logarithmic ? PlotAxes.withLogAir(min, max) : PlotAxes.withAir(min, max);
    }

    function ordinate(panel) {
        const log = logarithmic && !hasLanes(panel.entries);
        const lanes = hasLanes(panel.entries);
        const whole = panel.entries.every((e) => e.variable.kind !== "Real");
        const laneEnds = panel.entries.flatMap((_, lane) => [lane, lane + LANE_HEIGHT]);
        return {
            axis: {
                stroke: css("--faint"),
                font: "11px " + css("--sans"),
                grid: { stroke: css("--grid"), width: 1 },
                ticks: { show: false },
                gap: 6,
                size: (u, labels) => {
                    const longest = labels ? Math.max(...labels.map((l) => l.length)) : 0;
                    leftRoom = Math.max(leftRoom, 6.6 * longest + 18);
                    return leftRoom;
                },
                space: 34,
                incrs: whole && !log ? [1, 2, 5, 10, 20, 50, 100, 1000, 10000] : undefined,
                splits: lanes ? () => laneEnds :
                    log ? (u, axis, min, max) => PlotAxes.logSplits(min, max) : undefined,
                filter: (u, splits) => splits,
                values: (u, splits, axis, space, step) => lanes ?
                    splits.map((_, i) => i % 2 ? "true" : "false") :
                    log ? PlotAxes.logLabelsOf(splits) :
                        PlotAxes.labelsOf(splits, step, panel.ordinate),
            },
            scale: {
                distr: log ? 3 : 1,
                range: (u, min, max) => ordinateRange(panel, min, max),
            },
        };
    }

    function abscissaAxis(panel, last) {
        return {
            stroke: css("--faint"),
            font: "11px " + css("--sans"),
            grid: { stroke: css("--grid"), width: 1 },
            ticks: { stroke: css("--axis"), width: 1, size: 4 },
            border: { show: true, stroke: css("--axis"), width: 1 },
            gap: 3,
            size: last ? 26 : 10,
            space: 70,
            values: (u, splits, axis, space, step) => {
                const labels = PlotAxes.labelsOf(splits, step, panel.abscissa);
                return last ? labels : splits.map(() => "");
            },
        };
    }

    // ---- drawing besides the curves

    // A short stroke on the abscissa for each event.
    function drawEvents(u) {
        if (abscissa) return;
        const { ctx, bbox } = u, ratio = devicePixelRatio;
        ctx.save();
        ctx.strokeStyle = css("--axis");
        ctx.lineWidth = ratio;
        ctx.beginPath();
        for (const run of shownRuns())
            for (const event of run.events) {
                if (event < view.min || event > view.max) continue;
                const x = Math.round(u.valToPos(event, "x", true)) + 0.5;
                ctx.moveTo(x, bbox.top + bbox.height);
                ctx.lineTo(x, bbox.top + bbox.height - 5 * ratio);
            }
        ctx.stroke();
        ctx.restore();
    }

    // A path in the plane, for uPlot's mode without a common abscissa.
    function planePath(u, index) {
        const [xs, ys] = u.data[index], path = new Path2D();
        let down = false;
        for (let i = 0; i < xs.length; i++) {
            if (xs[i] === null || ys[i] === null) {
                down = false;
                continue;
            }
            const x = u.valToPos(xs[i], "x", true), y = u.valToPos(ys[i], "y", true);
            if (down) path.lineTo(x, y);
            else path.moveTo(x, y);
            down = true;
        }
        return { stroke: path, fill: null, clip: null, flags: 0 };
    }

    // ---- panels

    function element(name, className, parent) {
        const made = document.createElement(name);
        made.className = className;
        if (parent) parent.append(made);
        return made;
    }

    function swatch(color, run) {
        const dash = run ? dashOf(run).join(" ") : "";
        const span = element("span", "line");
        span.innerHTML = `<svg width="22" height="10" aria-hidden="true"><line x1="1" y1="5" ` +
            `x2="21" y2="5" stroke="var(--c${color})" stroke-width="2.4" ` +
            `stroke-dasharray="${dash}"/></svg>`;
        return span;
    }

    function legendEntry(panel, { variable, color }) {
        const entry = element("div", "entry", panel.legend);
        const name = element("button", "name", entry);
        name.setAttribute("aria-label", `Take ${variable.name} away`);
        name.title = (variable.description || variable.name) + "\n(click: take it away)";
        name.addEventListener("click", () => toggle(variable));
        const several = shownRuns().length > 1; // then each value has its line
        if (!several) name.append(swatch(color, null));
        name.append(variable.name);
        for (const run of shownRuns()) {
            if (!variable.places[run.index]) continue;
            const value = element("span", "cursor-value", entry);
            if (several) value.append(swatch(color, run));
            const number = element("span", "number", value);
            panel.values.push({ variable, run, number });
        }
        if (shownRuns().length === 2) {
            const difference = element("span", "cursor-value faint", entry);
            panel.values.push({ variable, run: null, number: difference });
        }
        // One unit stands at the axis, different ones at the names.
        if (variable.unit && panel.entries.some((e) => e.variable.unit !== variable.unit))
            element("span", "unit faint", entry).textContent = variable.unit;
        if (variable.description && panel.entries.length <= 2)
            element("span", "description faint", entry).textContent = variable.description;
    }

    function seriesOf(curve) {
        const plain = {
            stroke: css("--c" + curve.color),
            width: 1.7,
            pxAlign: 0, // curves are not bent to whole pixels
            dash: dashOf(curve.run),
            points: { show: false },
        };
        if (abscissa)
            return { ...plain, paths: planePath,
                facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }] };
        if (curve.variable.kind !== "Real") plain.paths = uPlot.paths.stepped({ align: 1 });
        return plain;
    }

    function optionsOf(panel, last) {
        const y = ordinate(panel);
        const x = abscissa ? { time: false, range: (u, min, max) => PlotAxes.withAir(min, max) } :
            { time: false, range: () => [view.min, view.max] };
        return {
            mode: abscissa ? 2 : 1,
            width: 300,
            height: 200,
            legend: { show: false },
            padding: [8, 14, 0, 0],
            scales: { x, y: y.scale },
            axes: [abscissaAxis(panel, last), y.axis],
            series: [abscissa ? null : {}, ...panel.curves.map(seriesOf)],
            cursor: {
                show: !abscissa,
                y: false,
                points: { show: false },
                drag: { x: !abscissa, y: !abscissa, uni: 40, setScale: false },
                bind: { dblclick: () => () => zoomOut() },
            },
            hooks: {
                drawAxes: [drawEvents],
                draw: [(u) => showUnits(panel, u, last)],
                setCursor: [(u) => cursorMoved(panel, u)],
                setSelect: [(u) => partSelected(panel, u)],
            },
        };
    }

    function dataOf(panel) {
        if (abscissa) return [null, ...panel.curves.map((c) => [c.points.x, c.points.y])];
        return align(panel.curves.map((c) => c.points));
    }

    function showUnits(panel, u, last) {
        panel.section.style.setProperty("--left", u.bbox.left / devicePixelRatio + "px");
        const units = new Set(panel.entries.map((e) => e.variable.unit));
        panel.unit.textContent = PlotAxes.axisText("", units.size === 1 ? [...units][0] : "",
            panel.ordinate.power);
        if (last)
            panel.caption.textContent = abscissa ?
                PlotAxes.axisText(abscissa.name, abscissa.unit, panel.abscissa.power) :
                PlotAxes.axisText("time", "s", panel.abscissa.power);
    }

    // Panels fill the window as long as they stay readable.
    function heightOf(entries, n) {
        if (hasLanes(entries)) return 50 + 46 * entries.length;
        const small = box.clientWidth < 600;
        const room = (box.parentElement.clientHeight - 70) / n - 52; // controls, legends
        return Math.min(Math.max(room, small ? 190 : 220), small ? 320 : 480);
    }

    function buildPanel(entries, index, n) {
        const panel = { entries, key: groupKey(entries[0].variable), values: [],
            ordinate: { power: 0 }, abscissa: { power: 0 } };
        panel.curves = curvesOf(entries);
        panel.section = element("section", "panel", box);
        panel.legend = element("div", "legend", panel.section);
        panel.unit = element("div", "axis-unit faint", panel.section);
        panel.unit.setAttribute("aria-hidden", "true");
        for (const entry of entries) legendEntry(panel, entry);
        panel.plot = element("div", "plot", panel.section);
        panel.plot.tabIndex = 0;
        panel.plot.setAttribute("role", "application");
        panel.plot.setAttribute("aria-roledescription", "plot");
        panel.plot.setAttribute("aria-label",
            entries.map((e) => e.variable.name).join(", ") + " over " +
            (abscissa ? abscissa.name : "time"));
        panel.caption = element("div", "caption faint", panel.section);
        panel.height = heightOf(entries, n);
        if (!panel.curves.length) return panel; // the runs shown have none of the variables
        const options = optionsOf(panel, index === n - 1);
        options.width = box.clientWidth || 300;
        options.height = panel.height;
        panel.u = new uPlot(options, dataOf(panel), panel.plot);
        panel.plot.addEventListener("keydown", plotKey);
        watchPointers(panel);
        return panel;
    }

    function build() {
        for (const panel of panels) if (panel.u) panel.u.destroy();
        box.replaceChildren();
        leftRoom = 0;
        const list = groups();
        panels = list.map((entries, i) => buildPanel(entries, i, list.length));
        if (!list.length) {
            const hint = element("p", "hint faint", box);
            hint.textContent = "Choose variables in the tree; they are plotted here.";
        }
        evenMargins();
        showValues();
    }

    // uPlot draws in a microtask; panels that were drawn before the widest label was known
    // are drawn again behind it.
    function evenMargins() {
        queueMicrotask(() => {
            for (const { u } of panels)
                if (u && u.bbox.left < Math.floor(leftRoom * devicePixelRatio) - 1)
                    u.redraw(false, true);
        });
    }

    // ---- zoom

    function zoomTo(part) {
        const least = LEAST_PART * (whole.max - whole.min);
        const min = Math.max(whole.min, part.min), max = Math.min(whole.max, part.max);
        if (!(max - min > least)) return;
        view = { min, max };
        if (abscissa) {
            build();
            return;
        }
        leftRoom = 0;
        for (const panel of panels) if (panel.u) panel.u.setScale("x", view);
        evenMargins();
        queueMicrotask(() => showCursor(null));
    }

    // Around a time that stays where it is.
    function zoomBy(factor, center) {
        const middle = center !== null && center >= view.min && center <= view.max ? center :
            (view.min + view.max) / 2;
        zoomTo({ min: middle - (middle - view.min) * factor,
            max: middle + (view.max - middle) * factor });
    }

    function moveBy(part) {
        const span = view.max - view.min;
        const min = Math.min(Math.max(view.min + part * span, whole.min), whole.max - span);
        zoomTo({ min, max: min + span });
    }

    function zoomOut() {
        heights = new Map();
        zoomTo(whole);
    }

    // A part that is as high as the panel, or as wide, is a part of the other axis alone.
    function partSelected(panel, u) {
        const { left, width, top, height } = u.select, { over } = u;
        if (width < 3 && height < 3) return;
        const part = width < over.clientWidth && width >= 3 ?
            { min: u.posToVal(left, "x"), max: u.posToVal(left + width, "x") } : view;
        if (height < over.clientHeight && height >= 3)
            heights.set(panel.key, [u.posToVal(top + height, "y"), u.posToVal(top, "y")]);
        u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        zoomTo(part);
    }

    // ---- cursor

    let moving = false; // the cursors of the other panels, from here

    function cursorMoved(panel, u) {
        if (moving || abscissa) return;
        const { left } = u.cursor;
        time = left === undefined || left < 0 ? null : u.posToVal(left, "x");
        showCursor(panel);
    }

    function showCursor(from) {
        moving = true;
        for (const panel of panels) {
            if (panel === from || !panel.u || abscissa) continue;
            const left = time === null ? -10 : panel.u.valToPos(time, "x");
            panel.u.setCursor({ left, top: time === null ? -10 : 10 }, false);
        }
        moving = false;
        showValues();
    }

    function showValues() {
        for (const panel of panels) {
            let numbers = [];
            for (const { variable, run, number } of panel.values) {
                if (run === null) {
                    const [a, b] = numbers;
                    numbers = [];
                    const known = a !== null && b !== null && a !== undefined && b !== undefined;
                    number.textContent = known ? "Δ " + ResultData.numberText(b - a) : "";
                    continue;
                }
                const points = time === null ? null : ResultData.curve(variable, run);
                const value = points ? ResultData.valueAt(points, time) : null;
                numbers.push(value);
                number.textContent = time === null ? "" : ResultData.valueText(variable, value);
            }
        }
        document.dispatchEvent(new CustomEvent("cursorchange", { detail: time }));
    }

    function moveCursor(steps) {
        const span = view.max - view.min;
        const from = time === null ? (steps > 0 ? view.min - span / 200 : view.max + span / 200) :
            time;
        time = Math.min(Math.max(from + steps * span / 200, view.min), view.max);
        showCursor(null);
    }

    const plotKeys = {
        ArrowLeft: (event) => moveCursor(event.shiftKey ? -10 : -1),
        ArrowRight: (event) => moveCursor(event.shiftKey ? 10 : 1),
        Home: () => { time = view.min; showCursor(null); },
        End: () => { time = view.max; showCursor(null); },
        "+": () => zoomBy(0.5, time),
        "=": () => zoomBy(0.5, time),
        "-": () => zoomBy(2, time),
        "0": () => zoomOut(),
        PageUp: () => moveBy(-0.5),
        PageDown: () => moveBy(0.5),
        Escape: () => { time = null; showCursor(null); },
    };

    function plotKey(event) {
        const action = plotKeys[event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action(event);
    }

    // Wheel with Ctrl, and fingers: one moves the cursor, two zoom and shift.
    function watchPointers(panel) {
        const { over } = panel.u, fingers = new Map();
        over.addEventListener("wheel", (event) => {
            if (!event.ctrlKey || abscissa) return;
            event.preventDefault();
            zoomBy(event.deltaY > 0 ? 1.25 : 0.8, panel.u.posToVal(event.offsetX, "x"));
        }, { passive: false });
        const place = (event) => event.clientX - over.getBoundingClientRect().left;
        over.addEventListener("pointerdown", (event) => {
            if (event.pointerType !== "mouse") fingers.set(event.pointerId, place(event));
        });
        for (const end of ["pointerup", "pointercancel", "pointerleave"])
            over.addEventListener(end, (event) => fingers.delete(event.pointerId));
        over.addEventListener("pointermove", (event) => {
            if (!fingers.has(event.pointerId) || abscissa) return;
            const before = [...fingers.values()];
            fingers.set(event.pointerId, place(event));
            const after = [...fingers.values()];
            if (fingers.size === 1) {
                time = panel.u.posToVal(after[0], "x");
                showCursor(null);
            } else if (fingers.size === 2) {
                pinch(panel.u, before, after);
            }
        });
    }

    // The times under both fingers stay under them.
    function pinch(u, before, after) {
        const a = u.posToVal(before[0], "x"), b = u.posToVal(before[1], "x");
        const gap = after[1] - after[0];
        if (Math.abs(gap) < 10) return;
        const scale = (b - a) / gap;
        const min = a - after[0] * scale;
        zoomTo({ min, max: min + scale * u.over.clientWidth });
    }

    // ---- the window

    new ResizeObserver(() => {
        for (const panel of panels) {
            if (!panel.u || !box.clientWidth) continue;
            if (panel.u.width !== box.clientWidth)
                panel.u.setSize({ width: box.clientWidth, height: panel.height });
        }
    }).observe(box);
    document.addEventListener("themechange", build);

    return {
        toggle, choose, colorOf, zoomBy, zoomOut,
        cursorTime: () => time,
        view: () => view,
        ordinate: (index) => panels[index].u.scales.y, // min and max
        chosen: () => chosen.map((e) => e.variable),
        runsChanged: build,
        setPanels(choice) {
            panelChoice = choice;
            heights = new Map();
            build();
        },
        setLogarithmic(wanted) {
            logarithmic = wanted;
            heights = new Map();
            build();
        },
        setAbscissa(variable) {
            abscissa = variable;
            time = null;
            heights = new Map();
            build();
        },
    };
})();
