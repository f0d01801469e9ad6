// The parameters and the statistics of the runs, side by side.
"use strict";
const ResultTables = (function () {
    const MOST_ROWS = 1000; // shown before the reader asks for more
    const { runs } = ResultData;

    function cell(row, kind, content, className) {
        const made = document.createElement(kind);
        if (className) made.className = className;
        made.append(content);
        row.append(made);
        return made;
    }

    function headed(table, titles) {
        const row = table.createTHead().insertRow();
        for (const [title, className] of titles) cell(row, "th", title, className);
        return table.createTBody();
    }

    const runTitles = () => runs.map((run) => [runs.length > 1 ? run.label : "value", "number"]);

    // ---- parameters

    function differs(variable) {
        const values = runs.map((run) => ResultData.constant(variable, run));
        return values.some((value) => !Object.is(value, values[0]));
    }

    function parameterRow(body, variable) {
        const row = body.insertRow();
        if (runs.length > 1 && differs(variable)) row.className = "differs";
        cell(row, "td", variable.name, "name");
        for (const run of runs) {
            const value = ResultData.constant(variable, run);
            const text = value === undefined ? "" : ResultData.valueText(variable, value);
            cell(row, "td", text, "number");
        }
        cell(row, "td", variable.unit);
        cell(row, "td", variable.description, "description faint");
    }

    function makeParameters(section) {
        const all = ResultData.variables.filter((variable) => variable.isConstant);
        section.innerHTML = `<div class="filter screen-only"><input type="search"
            aria-label="Search parameters" placeholder="Search parameters" autocomplete="off"
            spellcheck="false"> <label hidden><input type="checkbox"> only differences</label>
            </div><p class="faint" role="status"></p><div class="wide"><table></table></div>`;
        const [search, box] = section.querySelectorAll("input");
        box.parentElement.hidden = runs.length < 2;
        const draw = () => {
            const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
            const rows = all.filter((variable) => {
                const text = (variable.name + "\n" + variable.description).toLowerCase();
                return words.every((word) => text.includes(word)) &&
                    (!box.checked || differs(variable));
            });
            const table = section.querySelector("table");
            table.replaceChildren();
            const body = headed(table, [["name"], ...runTitles(), ["unit"], ["description"]]);
            for (const variable of rows.slice(0, MOST_ROWS)) parameterRow(body, variable);
            section.querySelector("p").textContent = `${rows.length} of ${all.length} values that ` +
                "stay the same" + (rows.length > MOST_ROWS ? `; the first ${MOST_ROWS}` : "");
        };
        search.addEventListener("input", draw);
        box.addEventListener("change", draw);
        draw();
    }

    // ---- statistics

    const countText = (value) => typeof value === "number" ?
        value.toLocaleString("en").replaceAll(",", "\u202f") : String(value ?? "–");
    const loopsText = (sizes) => {
        if (!sizes || !sizes.length) return "none";
        const counts = new Map();
        for (const size of sizes) counts.set(size, (counts.get(size) || 0) + 1);
        return [...counts].sort((a, b) => b[0] - a[0])
            .map(([size, n]) => n > 1 ? `${n} × ${size}` : `${size}`).join(", ");
    };

    // title, where it is in the statistics, how it is written
    const ROWS = [
        ["Run"],
        ["status", (s) => s.status],
        ["method", (s) => s.solver?.method],
        ["steps", (s) => countText(s.solver?.steps)],
        ["steps rejected", (s) => countText(s.solver?.rejected)],
        ["evaluations of the right-hand side", (s) => countText(s.solver?.rhs_evaluations)],
        ["evaluations of the Jacobian", (s) => countText(s.solver?.jacobian_evaluations)],
        ["Newton iterations", (s) => countText(s.solver?.newton_iterations)],
        ["state events", (s) => countText(s.solver?.state_events)],
        ["time events", (s) => countText(s.solver?.time_events)],
        ["Model"],
        ["equations", (s) => countText(s.sizes?.equations)],
        ["unknowns", (s) => countText(s.sizes?.unknowns)],
        ["states", (s) => countText(s.sizes?.states)],
        ["linear loops", (s) => loopsText(s.sizes?.linear_before)],
        ["linear loops after tearing", (s) => loopsText(s.sizes?.linear_after)],
        ["nonlinear loops", (s) => loopsText(s.sizes?.nonlinear_before)],
        ["nonlinear loops after tearing", (s) => loopsText(s.sizes?.nonlinear_after)],
        ["peak memory", (s) => s.peak_rss_bytes ?
            (s.peak_rss_bytes / 1048576).toFixed(0) + " MB" : "–"],
    ];

    function addTimes(body, known) {
        const names = [...new Set(known.flatMap((run) => Object.keys(run.statistics.phases || {})))];
        if (!names.length) return;
        const total = (run) => names.reduce((sum, name) =>
            sum + (run.statistics.phases[name] || 0), 0);
        const longest = Math.max(1e-9, ...known.flatMap((run) =>
            names.map((name) => run.statistics.phases[name] || 0)));
        groupRow(body, "Time", known.length);
        for (const name of names) {
            const row = body.insertRow();
            cell(row, "td", name);
            for (const run of known) timeCell(row, run.statistics.phases[name] || 0, longest);
        }
        const row = body.insertRow();
        cell(row, "td", "all");
        for (const run of known) cell(row, "td", total(run).toFixed(1) + " ms", "number");
    }

    function timeCell(row, milliseconds, longest) {
        const made = cell(row, "td", milliseconds.toFixed(1) + " ms", "number time");
        made.style.setProperty("--part", milliseconds / longest);
    }

    function groupRow(body, title, n) {
        const row = body.insertRow();
        cell(row, "th", title).colSpan = n + 1;
    }

    function makeStatistics(section) {
        const known = runs.filter((run) => run.statistics);
        if (!known.length) {
            const hint = document.createElement("p");
            hint.className = "faint";
            hint.textContent = "There are no statistics of these runs; `tarn simulate --html` " +
                "has them, and `tarn plot --html` takes them with --stats.";
            section.append(hint);
            return;
        }
        const wide = document.createElement("div"), table = document.createElement("table");
        wide.className = "wide";
        table.className = "statistics";
        const body = headed(table, [[""], ...known.map((run) => [run.label, "number"])]);
        for (const [title, value] of ROWS) {
            if (!value) {
                groupRow(body, title, known.length);
                continue;
            }
            const row = body.insertRow();
            cell(row, "td", title);
            for (const run of known) cell(row, "td", value(run.statistics) ?? "–", "number");
        }
        addTimes(body, known);
        wide.append(table);
        section.append(wide);
    }

    return { makeParameters, makeStatistics };
})();
