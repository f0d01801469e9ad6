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
        for (const [name, description, unit, factor, offset, kind, sign, place] of run.variables) {
            let variable = variableOfName.get(name);
            if (!variable) {
                variable = {
                    name,
                    description: json.strings[description],
                    unit: json.strings[unit],
                    kind: VARIABLE_KINDS[kind],
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

    // The points of a variable in a run, in the unit shown: { t, y }; null when it has none.
    const curves = new Map();
    function curve(variable, run) {
        const key = run.index + " " + variable.name;
        if (!curves.has(key)) curves.set(key, makeCurve(variable, run));
        return curves.get(key);
    }

    function makeCurve(variable, run) {
        const place = variable.places[run.index];
        if (!place) return null;
        const value = constant(variable, run);
        if (value !== undefined) return { t: [run.start, run.stop], y: [value, value] };
        const column = json.runs[run.index].columns[place.place - 1];
        const kept = column.wide ? new Float64Array(bytesOf(column.wide)) :
            new Float32Array(bytesOf(column.values));
        const offset = column.offset || 0;
        const t = column.times ? new Float64Array(bytesOf(column.times)) : timeOf(run);
        const y = Array.from(kept, (v) => {
            const shown = show(variable, place, v + offset);
            return Number.isFinite(shown) ? shown : null;
        });
        return { t, y };
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
        return numberText(value);
    }

    return { runs, variables, variableOfName, chosen: json.chosen, constant, curve, valueAt,
        numberText, valueText };
})();
