// Plots of the chosen variables: panels over time with one cursor and one part of the time for
// all, or one variable against another; or the plots of a figure that the model describes. Colours
// tell variables apart, dashes tell runs apart; the other way round when there are many runs.
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
    let figure = null;      // of ResultData.figures: its plots are the panels
    let abscissa = null;    // a variable; null: time
    let logarithmic = false; // the ordinates of panels without Booleans
    let leftRoom = 0;       // of the ordinates, the same in all panels
    let heights = new Map(); // by group: the part of the ordinate that was zoomed into

    const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const shownRuns = () => runs.filter((run) => run.shown);
    const dashOf = (run) => DASHES[run.index % DASHES.length];

    // ---- what is chosen

    function colorOf(variable) {
        for (const plot of figure ? figure.plots : []) {
            const at = plot.curves.findIndex((c) => c.y === variable);
            if (at >= 0) return at % N_COLORS;
        }
        const entry = (figure ? [] : chosen).find((e) => e.variable === variable);
        return entry ? entry.color : null;
    }

    function freeColor() {
        const uses = new Array(N_COLORS).fill(0);
        for (const entry of chosen) uses[entry.color]++;
        return uses.indexOf(Math.min(...uses));
    }

    // What a figure shows becomes the choice of the reader, who changes it.
    function leaveFigure() {
        if (!figure) return;
        const shown = new Set(figure.plots.flatMap((plot) => plot.curves.map((c) => c.y)));
        figure = null;
        chosen = [];
        for (const variable of shown) chosen.push({ variable, color: freeColor() });
    }

    function toggle(variable) {
        leaveFigure();
        const without = chosen.filter((e) => e.variable !== variable);
        if (without.length === chosen.length) chosen.push({ variable, color: freeColor() });
        else chosen = without;
        changed();
    }

    function choose(variables) {
        figure = null;
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
        if (variable.literals) return "one of " + variable.literals.join(", ");
        return variable.kind === "Boolean" ? "Boolean" : "in " + variable.unit;
    }

    function figureGroups() {
        return figure.plots.map((plot, index) => ({
            key: "plot " + index,
            plot,
            against: plot.curves[0].x,
            entries: plot.curves.filter((c) => c.x === plot.curves[0].x).map((curve, k) =>
                ({ variable: curve.y, color: k % N_COLORS, legend: curve.legend,
                    change: curve.yChange, xChange: curve.xChange })),
        }));
    }

    function groups() {
        if (figure) return figureGroups();
        const found = new Map();
        for (const entry of chosen) {
            if (entry.variable === abscissa && chosen.length > 1) continue; // against itself
            const key = groupKey(entry.variable);
            if (!found.has(key)) found.set(key, []);
            found.get(key).push(entry);
        }
        return [...found].map(([key, entries]) => ({ key, entries, against: abscissa }));
    }

    // ---- data

    // The curve of a variable against the abscissa, at the times of both, in the part shown.
    function inPlane(group, { variable, change, xChange }, run) {
        const x = ResultData.curve(group.against, run, xChange);
        const y = ResultData.curve(variable, run, change);
        if (!x || !y) return null;
        const [t, xs, ys] = PlotAxes.align([x, y]);
        const keep = (_, i) => t[i] >= view.min && t[i] <= view.max;
        return { t: Array.from(t).filter(keep), x: Array.from(xs).filter(keep),
            y: Array.from(ys).filter(keep) };
    }

    // Booleans have lanes, one above the other; the first is on top.
    const LANE_HEIGHT = 0.7;
    const hasLanes = ({ against, entries }) => !against && !ResultSweep.isActive &&
        entries.every((e) => e.variable.kind === "Boolean");

    function inLane({ t, y }, lane) {
        return { t, y: Array.from(y, (v) => v === null ? null : lane + LANE_HEIGHT * v) };
    }

    // What has no logarithm is a gap.
    function positive(points) {
        return { ...points, y: Array.from(points.y, (v) => v > 0 ? v : null) };
    }

    function curvesOf(group) {
        const list = [], lanes = hasLanes(group), { entries } = group;
        for (const [index, entry] of entries.entries())
            for (const run of shownRuns()) {
                const { variable, color, change } = entry;
                const points = group.against ? inPlane(group, entry, run) :
                    ResultData.curve(variable, run, change);
                if (!points) continue;
                list.push({ variable, run, color, index,
                    points: lanes ? inLane(points, entries.length - 1 - index) :
                        logarithmic ? positive(points) : points });
            }
        return list;
    }

    // ---- axes

    function ordinateRange(panel, min, max) {
        if (heights.has(panel.key)) return heights.get(panel.key);
        const bounds = panel.plot ? panel.plot.y : {};
        if (Number.isFinite(bounds.min) && Number.isFinite(bounds.max))
            return [bounds.min, bounds.max];
        if (hasLanes(panel)) return [-0.2, panel.entries.length - 1 + LANE_HEIGHT + 0.1];
        const [low, high] = logarithmic ? PlotAxes.withLogAir(min, max) :
            PlotAxes.withAir(min, max);
        return [bounds.min ?? low, bounds.max ?? high];
    }

    // The literals of an enumeration, when all that is shown is of the same.
    function literalsOf({ entries }) {
        const { literals } = entries[0].variable;
        const text = String(literals);
        return literals && entries.every((e) => String(e.variable.literals) === text) ?
            literals : null;
    }

    function ordinate(panel) {
        const log = logarithmic && !hasLanes(panel);
        const lanes = hasLanes(panel), literals = literalsOf(panel);
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
                    leftRoom = Math.max(leftRoom, Math.min(6.6 * longest + 18, 160));
                    return leftRoom;
                },
                space: 34,
                incrs: whole && !log ? [1, 2, 5, 10, 20, 50, 100, 1000, 10000] : undefined,
                splits: lanes ? () => laneEnds :
                    log ? (u, axis, min, max) => PlotAxes.logSplits(min, max) : undefined,
                filter: (u, splits) => splits,
                values: (u, splits, axis, space, step) => lanes ?
                    splits.map((_, i) => i % 2 ? "true" : "false") :
                    literals ? splits.map((v) => literals[v - 1] || "") : log ? PlotAxes.logLabelsOf(splits) :
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
        const { ctx, bbox } = u, ratio = devicePixelRatio;
        ctx.save();
        ctx.strokeStyle = css("--axis");
        ctx.lineWidth = ratio;
        ctx.beginPath();
        for (const run of ResultSweep.isActive ? [] : shownRuns())
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

    // How a curve is drawn: { stroke, dash, width }.
    function styleOf({ color, index, run }) {
        if (ResultSweep.isActive)
            return { stroke: ResultSweep.colorOf(run), dash: DASHES[index % DASHES.length],
                width: 1.2 };
        return { stroke: css("--c" + color), dash: dashOf(run), width: 1.7 };
    }

    function swatch(color, run, index) {
        const dash = (run ? dashOf(run) : ResultSweep.isActive ? DASHES[index % 4] : []).join(" ");
        const span = element("span", "line");
        const stroke = ResultSweep.isActive ? "currentColor" : `var(--c${color})`;
        span.innerHTML = `<svg width="22" height="10" aria-hidden="true"><line x1="1" y1="5" ` +
            `x2="21" y2="5" stroke="${stroke}" stroke-width="2.4" ` +
            `stroke-dasharray="${dash}"/></svg>`;
        return span;
    }

    function legendEntry(panel, { variable, color, legend, change }, index) {
        if (legend === "") return; // a figure that wants none
        const entry = element("div", "entry", panel.legend);
        const name = element("button", "name", entry);
        name.setAttribute("aria-label", `Take ${variable.name} away`);
        name.title = (variable.description || variable.name) + "\n(click: take it away)";
        name.addEventListener("click", () => toggle(variable));
        const several = shownRuns().length > 1; // then each value has its line
        const swept = ResultSweep.isActive;
        if (!several || swept) name.append(swatch(color, null, index));
        name.append(legend || variable.name);
        if (swept) panel.nearest.set(variable, element("span", "cursor-value number", entry));
        for (const run of swept ? [] : shownRuns()) {
            if (!variable.places[run.index]) continue;
            const value = element("span", "cursor-value", entry);
            if (several) value.append(swatch(color, run));
            const number = element("span", "number", value);
            panel.values.push({ variable, run, number, change });
        }
        if (shownRuns().length === 2 && !swept) {
            const difference = element("span", "cursor-value faint", entry);
            panel.values.push({ variable, run: null, number: difference });
        }
        // One unit stands at the axis, different ones at the names.
        if (variable.unit && !change &&
            panel.entries.some((e) => e.variable.unit !== variable.unit))
            element("span", "unit faint", entry).textContent = variable.unit;
        if (variable.description && panel.entries.length <= 2)
            element("span", "description faint", entry).textContent = variable.description;
    }

    function seriesOf(curve, against) {
        const plain = {
            ...styleOf(curve),
            pxAlign: 0, // curves are not bent to whole pixels
            points: { show: false },
        };
        if (against)
            return { ...plain, paths: planePath,
                facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }] };
        if (curve.variable.kind !== "Real") plain.paths = uPlot.paths.stepped({ align: 1 });
        return plain;
    }

    function optionsOf(panel, last) {
        const y = ordinate(panel), { against } = panel, bounds = panel.plot ? panel.plot.x : {};
        const plane = (u, min, max) => {
            const [low, high] = PlotAxes.withAir(min, max);
            return [bounds.min ?? low, bounds.max ?? high];
        };
        const x = { time: false, range: against ? plane : () => [view.min, view.max] };
        return {
            mode: against ? 2 : 1,
            width: 300,
            height: 200,
            legend: { show: false },
            padding: [8, 14, 0, 0],
            scales: { x, y: y.scale },
            axes: [abscissaAxis(panel, last), y.axis],
            series: [against ? null : {}, ...panel.curves.map((c) => seriesOf(c, against))],
            cursor: {
                show: !against,
                y: false,
                points: { show: false },
                drag: { x: !against, y: !against, uni: 40, setScale: false },
                bind: { dblclick: () => () => zoomOut() },
            },
            hooks: {
                drawAxes: against ? [] : [drawEvents],
                draw: [(u) => showUnits(panel, u, last)],
                setCursor: [(u) => cursorMoved(panel, u)],
                setSelect: [(u) => partSelected(panel, u)],
            },
        };
    }

    function dataOf(panel) {
        if (panel.against) return [null, ...panel.curves.map((c) => [c.points.x, c.points.y])];
        return PlotAxes.align(panel.curves.map((c) => c.points));
    }

    // { label, unit } of the axes, as the figure wants them.
    function axisTexts(panel) {
        const { against, plot } = panel, units = new Set(panel.entries.map((e) => e.variable.unit));
        const x = plot ? plot.x : {}, y = plot ? plot.y : {};
        return {
            x: { label: x.label ?? (against ? against.name : "time"),
                unit: x.unit ?? (against ? against.unit : "s") },
            y: { label: y.label || "", unit: y.unit ?? (units.size === 1 ? [...units][0] : "") },
        };
    }

    function showUnits(panel, u, last) {
        panel.section.style.setProperty("--left", u.bbox.left / devicePixelRatio + "px");
        if (!panel.against) alignBands(u);
        const { x, y } = axisTexts(panel);
        panel.unit.textContent = PlotAxes.axisText(y.label, y.unit, panel.ordinate.power);
        if (last)
            panel.caption.textContent = PlotAxes.axisText(x.label, x.unit, panel.abscissa.power);
    }

    function alignBands(u) {
        const left = u.bbox.left / devicePixelRatio, width = u.bbox.width / devicePixelRatio;
        ResultBands.align(left, box.clientWidth - left - width);
    }

    // Panels fill the window as long as they stay readable; what stands around the plots is
    // measured.
    function layOut() {
        const main = box.parentElement, small = box.clientWidth < 600, least = small ? 190 : 220;
        const isLow = (panel) => hasLanes(panel) || literalsOf(panel) !== null;
        const lanes = panels.filter(isLow), others = panels.filter((p) => !isLow(p));
        for (const panel of lanes)
            panel.height = 50 + (literalsOf(panel) ? 30 * literalsOf(panel).length :
                46 * panel.entries.length);
        const around = panels.reduce((sum, panel) => sum + panel.section.offsetHeight -
            panel.area.offsetHeight + 6, 0);
        const used = box.offsetTop - main.offsetTop + around + 26 +
            [...box.querySelectorAll(".figure-title, .bands")].reduce((s, e) => s + e.offsetHeight + 6, 0) +
            lanes.reduce((sum, panel) => sum + panel.height, 0);
        const room = Math.floor((main.clientHeight - used) / Math.max(others.length, 1));
        for (const panel of others) panel.height = Math.max(room, least);
        for (const panel of panels)
            if (panel.u) panel.u.setSize({ width: box.clientWidth || 300, height: panel.height });
    }

    // The last of the panels that lie over the same abscissa has its labels.
    function buildPanel(group, index, list) {
        const next = list[index + 1], last = !next || next.against !== group.against;
        const { entries } = group;
        const panel = { ...group, values: [], nearest: new Map(), ordinate: { power: 0 },
            abscissa: { power: 0 } };
        panel.curves = curvesOf(panel);
        panel.section = element("section", "panel", box);
        if (panel.plot && panel.plot.title)
            element("h3", "plot-title", panel.section).textContent = panel.plot.title;
        panel.legend = element("div", "legend", panel.section);
        panel.unit = element("div", "axis-unit faint", panel.section);
        panel.unit.setAttribute("aria-hidden", "true");
        entries.forEach((entry, k) => legendEntry(panel, entry, k));
        panel.area = element("div", "plot", panel.section);
        panel.area.tabIndex = 0;
        panel.area.setAttribute("role", "application");
        panel.area.setAttribute("aria-roledescription", "plot");
        panel.area.setAttribute("aria-label",
            entries.map((e) => e.variable.name).join(", ") + " over " +
            (panel.against ? panel.against.name : "time"));
        panel.caption = element("div", "caption faint", panel.section);
        if (!panel.curves.length) return panel; // the runs shown have none of the variables
        if (last) panel.caption.textContent = " "; // room, until it is known
        const options = optionsOf(panel, last);
        options.width = box.clientWidth || 300;
        options.height = 200;
        panel.u = new uPlot(options, dataOf(panel), panel.area);
        panel.area.addEventListener("keydown", plotKey);
        watchPointers(panel);
        return panel;
    }

    function build() {
        for (const panel of panels) if (panel.u) panel.u.destroy();
        box.replaceChildren();
        leftRoom = 0;
        if (figure) {
            element("h2", "figure-title", box).textContent = figure.title;
        }
        const list = groups();
        ResultBands.build(box);
        panels = list.map(buildPanel);
        if (figure && figure.caption)
            element("p", "figure-caption faint", box).textContent = figure.caption;
        if (!list.length) {
            const hint = element("p", "hint faint", box);
            hint.textContent = "Choose variables in the tree; they are plotted here.";
        }
        layOut();
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
        document.dispatchEvent(new Event("viewchange"));
        if (panels.some((panel) => panel.against)) {
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
        if (moving || panel.against) return;
        const { left } = u.cursor;
        time = left === undefined || left < 0 ? null : u.posToVal(left, "x");
        showCursor(panel);
        if (ResultSweep.isActive) showNearest(panel, u);
    }

    function showCursor(from) {
        moving = true;
        for (const panel of panels) {
            if (panel === from || !panel.u || panel.against) continue;
            const left = time === null ? -10 : panel.u.valToPos(time, "x");
            panel.u.setCursor({ left, top: time === null ? -10 : 10 }, false);
        }
        moving = false;
        showValues();
    }

    // Of many runs the values of the one whose curve is next to the pointer.
    function showNearest(panel, u) {
        const at = u.cursor.top >= 0 && time !== null ? u.posToVal(u.cursor.top, "y") : null;
        let best = null, least = Infinity;
        for (const curve of at === null ? [] : panel.curves) {
            const value = ResultData.valueAt(curve.points, time);
            if (value === null || Math.abs(value - at) >= least) continue;
            least = Math.abs(value - at);
            best = { curve, value };
        }
        for (const [variable, number] of panel.nearest) {
            const isIt = best && best.curve.variable === variable;
            number.textContent = isIt ? `${ResultData.valueText(variable, best.value)} ` +
                `(${ResultSweep.nameOf(best.curve.run)})` : "";
            number.style.color = isIt ? ResultSweep.colorOf(best.curve.run) : "";
        }
    }

    function showValues() {
        for (const panel of panels) {
            let numbers = [];
            for (const { variable, run, number, change } of panel.values) {
                if (run === null) {
                    const [a, b] = numbers;
                    numbers = [];
                    const known = a !== null && b !== null && a !== undefined && b !== undefined;
                    number.textContent = known ? "Δ " + ResultData.numberText(b - a) : "";
                    continue;
                }
                const points = time === null ? null : ResultData.curve(variable, run, change);
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
            if (!event.ctrlKey || panel.against) return;
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
            if (!fingers.has(event.pointerId) || panel.against) return;
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

    let size = "";
    const resized = new ResizeObserver(() => {
        const now = `${box.clientWidth} ${box.parentElement.clientHeight}`;
        if (!box.clientWidth || now === size) return;
        size = now;
        layOut();
    });
    resized.observe(box);
    resized.observe(box.parentElement);
    document.addEventListener("themechange", build);

    // ---- what a link keeps

    function state() {
        const all = view.min === whole.min && view.max === whole.max;
        return { names: figure ? undefined : chosen.map((e) => e.variable.name),
            figure: figure ? ResultData.figures.indexOf(figure) : undefined,
            panels: panelChoice === "unit" ? undefined : panelChoice,
            abscissa: abscissa ? abscissa.name : undefined,
            log: logarithmic || undefined,
            part: all ? undefined : [view.min, view.max],
            heights: heights.size ? [...heights] : undefined };
    }

    // What does not fit this page is passed over.
    function restore(saved) {
        const names = Array.isArray(saved.names) ? saved.names : [];
        const known = names.map((name) => ResultData.variableOfName.get(name)).filter((v) => v);
        figure = ResultData.figures[saved.figure] || null;
        panelChoice = ["one", "each"].includes(saved.panels) ? saved.panels : "unit";
        abscissa = ResultData.variableOfName.get(saved.abscissa) || null;
        logarithmic = saved.log === true;
        const [min, max] = Array.isArray(saved.part) ? saved.part : [];
        if (min >= whole.min && max <= whole.max && min < max) view = { min, max };
        heights = new Map(Array.isArray(saved.heights) ? saved.heights : []);
        chosen = [];
        for (const variable of known) chosen.push({ variable, color: freeColor() });
        changed();
    }

    return {
        toggle, choose, colorOf, zoomBy, zoomOut, state, restore, build, styleOf, axisTexts,
        hasLanes, literalsOf,
        cursorTime: () => time,
        setTime(wanted) {
            time = wanted;
            showCursor(null);
        },
        view: () => view,
        panels: () => panels,
        isLogarithmic: () => logarithmic,
        ordinate: (index) => panels[index].u.scales.y, // min and max
        chosen: () => figure ? [...new Set(figure.plots.flatMap((p) => p.curves.map((c) => c.y)))] :
            chosen.map((e) => e.variable),
        figure: () => figure,
        setFigure(wanted) {
            figure = wanted;
            heights = new Map();
            changed();
        },
        runsChanged: build,
        setPanels(choice) {
            leaveFigure();
            panelChoice = choice;
            heights = new Map();
            changed();
        },
        setLogarithmic(wanted) {
            logarithmic = wanted;
            heights = new Map();
            changed();
        },
        setAbscissa(variable) {
            leaveFigure();
            abscissa = variable;
            time = null;
            heights = new Map();
            changed();
        },
    };
})();
