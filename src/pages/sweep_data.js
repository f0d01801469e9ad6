// The data of a sweep: columns of numbers by run, trajectories by run, reasons of failures. The form
// of the JSON is described in src/sweep/sweep_page.c.
"use strict";
const SweepData = (function () {
    const text = document.getElementById("data");
    const json = JSON.parse(text.textContent);
    text.remove();

    function numbersOf(base64) {
        const binary = atob(base64);
        const bytes = new Uint8Array(binary.length);
        for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
        return new Float64Array(bytes.buffer);
    }

    function rangeOf(values) {
        let low = Infinity, high = -Infinity;
        for (const v of values) {
            if (v < low) low = v;
            if (v > high) high = v;
        }
        if (!(low <= high)) return [0, 1];
        return low === high ? [low - 0.5, high + 0.5] : [low, high];
    }

    const columns = json.columns.map((c) => {
        const values = numbersOf(c.values);
        return { name: c.name, unit: c.unit, isVaried: c.varied, values, range: rangeOf(values) };
    });
    const times = numbersOf(json.times);
    const traces = json.traces.map((t) => {
        const values = numbersOf(t.values);
        return { name: t.name, unit: t.unit, values, range: rangeOf(values) };
    });
    const failures = new Map(json.failures.map(([run, why]) => [run, why]));

    // The runs that a trace has: all, or every so many.
    function traceOf(trace, run) {
        if (run % json.stride) return null;
        const at = run / json.stride * times.length;
        return trace.values.subarray(at, at + times.length);
    }

    // Quantiles over the given runs at every time: rows of the parts asked for.
    function quantiles(trace, runs, parts) {
        const rows = parts.map(() => new Float64Array(times.length));
        for (let k = 0; k < times.length; k++) {
            const values = [];
            for (const run of runs) {
                const row = traceOf(trace, run);
                if (row && !Number.isNaN(row[k])) values.push(row[k]);
            }
            values.sort((a, b) => a - b);
            parts.forEach((part, i) => {
                const at = part * (values.length - 1), j = Math.floor(at);
                const next = values[Math.min(j + 1, values.length - 1)];
                rows[i][k] = values.length ? values[j] + (next - values[j]) * (at - j) : NaN;
            });
        }
        return rows;
    }

    function label(column) {
        return column.unit ? `${column.name} [${column.unit}]` : column.name;
    }

    function number(value) {
        return Number.isNaN(value) ? "—" : String(Number(value.toPrecision(8)));
    }

    // What makes the run again, alone.
    function command(run) {
        const sets = columns.filter((c) => c.isVaried)
            .map((c) => `--set ${c.name}=${c.values[run]}`);
        return [`tarn simulate ${json.what}`, ...sets, ...json.options].join(" ");
    }

    return { title: json.title, n: json.runs, columns, traces, times, failures, stride: json.stride,
        traceOf, quantiles, label, number, command };
})();
