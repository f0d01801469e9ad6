// The data of a result page: runs, variables, curves. The form of the JSON is described in
// src/results/result_page.c. Numbers are decoded when a curve is asked for.
"use strict";
const ResultData = (function () {
    const text = document.getElementById("data");
    const json = JSON.parse(text.textContent);
    text.remove(); // some megabytes that nobody needs twice

    const VARIABLE_KINDS = ["Real", "Integer", "Boolean", "enumeration"];

    function bytesOf(base64) {
        const binary = atob(base64);
        const bytes = new Uint8Array(binary.length);
        for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
        return bytes.buffer;
    }

    const runs = json.runs.map((run, index) => ({
        index,
        label: run.label,
        model: run.model,
        method: run.method,
        tolerance: run.tolerance,
        rows: run.rows,
        start: run.start,
        stop: run.stop,
        events: run.events,
        statistics: parseStatistics(run.statistics),
        shown: true,
    }));

    // The text comes from a file of the user: what cannot be read is not shown.
    function parseStatistics(source) {
        try {
            return source ? JSON.parse(source) : null;
        } catch {
            return null;
        }
    }

    // One entry for each name, whichever runs have it.
    const variables = [], variableOfName = new Map();
    json.runs.forEach((run, index) => {
        for (const [name, description, unit, factor, offset, kind, sign, place, role,
            literals] of run.variables) {
            let variable = variableOfName.get(name);
            if (!variable) {
                variable = {
                    name,
                    description: json.strings[description],
                    unit: json.strings[unit],
                    kind: VARIABLE_KINDS[kind],
                    isOutput: (role & 1) > 0,
                    isState: (role & 2) > 0,
                    isMode: (role & 4) > 0,
                    literals: literals === undefined ? null : json.strings[literals].split("\n"),
                    places: new Array(runs.length).fill(null),
                };
                variableOfName.set(name, variable);
                variables.push(variable);
            }
            variable.places[index] = { factor, offset, sign, place };
        }
    });
    for (const variable of variables)
        variable.isConstant = runs.every((run) => constant(variable, run) !== undefined ||
            !variable.places[run.index]);

    function show(variable, place, kept) {
        if (kept === null) return NaN;
        const value = place.sign > 0 ? kept : variable.kind === "Boolean" ? 1 - kept : -kept;
        return place.factor * value + place.offset;
    }

    // The value of what stays the same during the run, in the unit shown; undefined for what
    // changes and for what the run has not got.
    function constant(variable, run) {
        const place = variable.places[run.index];
        if (!place) return undefined;
        if (Array.isArray(place.place)) return show(variable, place, place.place[0]);
        const column = json.runs[run.index].columns[place.place - 1];
        return column === null || typeof column === "number" ?
            show(variable, place, column) : undefined;
    }

    const times = new Map();
    function timeOf(run) {
        if (!times.has(run)) times.set(run, new Float64Array(bytesOf(json.runs[run.index].time)));
        return times.get(run);
    }

    // A column as it is kept: { t, y }; a number when it stays the same.
    const columns = new Map();
    function column(run, number) {
        const kept = json.runs[run.index].columns[number - 1];
        if (kept === null || typeof kept === "number") return kept;
        const key = run.index + " " + number;
        if (!columns.has(key)) {
            const values = kept.wide ? new Float64Array(bytesOf(kept.wide)) :
                new Float32Array(bytesOf(kept.values));
            const offset = kept.offset || 0;
            columns.set(key, {
                t: kept.times ? new Float64Array(bytesOf(kept.times)) : timeOf(run),
                y: offset ? Float64Array.from(values, (v) => v + offset) : values,
            });
        }
        return columns.get(key);
    }

    // The points of a variable in a run: { t, y }; null when it has none. In the unit shown, or
    // in that of `change`, { factor, offset }.
    const curves = new Map();
    function curve(variable, run, change) {
        const key = run.index + " " + variable.name + (change ? " " + change.factor : "");
        if (!curves.has(key)) curves.set(key, makeCurve(variable, run, change));
        return curves.get(key);
    }

    function makeCurve(variable, run, change) {
        const own = variable.places[run.index];
        if (!own) return null;
        const place = change ? { ...own, factor: change.factor, offset: change.offset } : own;
        const value = constant(variable, run);
        if (value !== undefined) {
            const shown = place.factor * (value - own.offset) / own.factor + place.offset;
            return { t: [run.start, run.stop], y: [shown, shown] };
        }
        const kept = column(run, place.place);
        const y = Array.from(kept.y, (v) => {
            const shown = show(variable, place, v);
            return Number.isFinite(shown) ? shown : null;
        });
        return { t: kept.t, y };
    }

    // The value at a time, from the curve; behind an event.
    function valueAt(points, time) {
        const { t, y } = points, n = t.length;
        if (!n || time < t[0] || time > t[n - 1]) return null;
        let low = 0, high = n; // t[low] <= time < t[high]
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (t[middle] <= time) low = middle;
            else high = middle;
        }
        if (low === n - 1 || t[low] === time) return y[low];
        if (y[low] === null || y[low + 1] === null) return null;
        return y[low] + (y[low + 1] - y[low]) * (time - t[low]) / (t[low + 1] - t[low]);
    }

    // Seven digits are kept of each number; six are shown.
    function numberText(value) {
        if (value === null || value === undefined || Number.isNaN(value)) return "–";
        if (value === 0) return "0";
        const size = Math.abs(value);
        const digits = size >= 1e6 || size < 1e-4 ? value.toExponential(5) : value.toPrecision(6);
        const [mantissa, exponent] = digits.split("e");
        const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
        return (short + (exponent ? "e" + exponent.replace("+", "") : "")).replace(/-/g, "−");
    }

    function valueText(variable, value) {
        if (variable.kind === "Boolean" && (value === 0 || value === 1))
            return value ? "true" : "false";
        if (variable.literals && variable.literals[value - 1] !== undefined)
            return variable.literals[value - 1];
        return numberText(value);
    }

    const changeOf = (pair) => pair ? { factor: pair[0], offset: pair[1] } : undefined;

    // Figures of the model's annotation, their curves with variables instead of names; the variable
    // `null` is time.
    const figures = json.figures.map((figure) => ({
        ...figure,
        title: figure.title || figure.plots.flatMap((p) => p.curves.map((c) => c.y)).join(", "),
        plots: figure.plots.map((plot) => ({
            ...plot,
            curves: plot.curves.map(({ x, y, legend, xChange, yChange }) => ({ legend,
                xChange: changeOf(xChange), yChange: changeOf(yChange),
                x: x === "time" ? null : variableOfName.get(x), y: variableOfName.get(y) }))
                .filter((c) => c.y && c.x !== undefined),
        })).filter((plot) => plot.curves.length),
    })).filter((figure) => figure.plots.length);

    const shapesOf = (run) => json.runs[run.index].scene || [];

    return { runs, variables, variableOfName, chosen: json.chosen, figures, constant, curve, column,
        shapesOf, valueAt, numberText, valueText };
})();
