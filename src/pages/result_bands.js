// Modes over time as bands above the plots: of variables that decide about the structure of the
// model, and of state machines, which are groups of variables NAME.$active with one description.
"use strict";
const ResultBands = (function () {
    const N_COLORS = 8; // of look.css
    const ENDING = ".$active";
    const LEAST_WIDTH = 1.5; // pixels: what is narrower is drawn together with its neighbours

    const { runs, variables } = ResultData;
    let rows = []; // { band, title, strip }
    let room = { left: 0, right: 14 };

    // ---- data

    // Times with one value: { from, to, value }; where there is no value there is no part.
    function partsOf({ t, y }, end) {
        const parts = [];
        for (let i = 0; i < t.length; i++) {
            const last = parts[parts.length - 1];
            if (last && last.value === y[i]) continue;
            if (last) last.to = t[i];
            parts.push({ from: t[i], to: end, value: y[i] });
        }
        return parts.filter((part) => part.value !== null && part.to >= part.from);
    }

    function bandOfVariable(variable, run) {
        const points = ResultData.curve(variable, run);
        if (!points) return null;
        return { title: variable.name, parts: partsOf(points, run.stop).map((part) =>
            ({ ...part, text: ResultData.valueText(variable, part.value) })) };
    }

    function bandOfMachine(title, states, run) {
        const parts = [];
        for (const variable of states) {
            const points = ResultData.curve(variable, run);
            const full = variable.name.slice(0, -ENDING.length);
            const text = full.slice(full.lastIndexOf(".") + 1);
            for (const part of points ? partsOf(points, run.stop) : [])
                if (part.value === 1) parts.push({ ...part, text, full });
        }
        return { title, parts: parts.sort((a, b) => a.from - b.from) };
    }

    function machines() {
        const found = new Map();
        for (const variable of variables) {
            if (!variable.name.endsWith(ENDING) || variable.kind !== "Boolean") continue;
            const title = variable.description.replace(/^state of /, "") || "state";
            if (!found.has(title)) found.set(title, []);
            found.get(title).push(variable);
        }
        return [...found];
    }

    // A mode that comes again has its colour again.
    function withColors(band) {
        const colors = new Map();
        for (const part of band.parts) {
            if (!colors.has(part.text)) colors.set(part.text, colors.size % N_COLORS);
            part.color = colors.get(part.text);
        }
        return band;
    }

    const known = new Map();
    function bandsOf(run) {
        if (!known.has(run))
            known.set(run, [
                ...variables.filter((v) => v.isMode).map((v) => bandOfVariable(v, run)),
                ...machines().map(([title, states]) => bandOfMachine(title, states, run)),
            ].filter((band) => band && band.parts.length).map(withColors));
        return known.get(run);
    }

    // ---- what is shown: parts that are too narrow to be seen are one part, without a colour

    function visibleParts(band, view, width) {
        const scale = width / (view.max - view.min), shown = [];
        for (const part of band.parts) {
            const from = Math.max(part.from, view.min), to = Math.min(part.to, view.max);
            if (to < from || (to === from && part.to > part.from)) continue;
            const last = shown[shown.length - 1];
            if ((to - from) * scale >= LEAST_WIDTH) {
                shown.push({ ...part, from, to, n: 1 });
            } else if (last && last.n > 0 && last.isNarrow && (from - last.to) * scale < 1) {
                last.to = Math.max(last.to, to);
                last.n++;
            } else {
                shown.push({ ...part, from, to, n: 1, isNarrow: true });
            }
        }
        return shown.map((part) => part.isNarrow && part.n > 1 ?
            { ...part, color: null, full: null, text: `${part.n} changes` } : part);
    }

    function element(name, className, parent) {
        const made = document.createElement(name);
        made.className = className;
        parent.append(made);
        return made;
    }

    function fill({ band, strip }) {
        const view = ResultPlot.view(), span = view.max - view.min;
        strip.style.marginLeft = room.left + "px";
        strip.style.marginRight = room.right + "px";
        const parts = visibleParts(band, view, strip.clientWidth || 300);
        strip.replaceChildren(...parts.map((part) => {
            const made = document.createElement("span");
            made.className = part.color === null ? "part many" : "part";
            made.style.left = 100 * (part.from - view.min) / span + "%";
            made.style.width = 100 * (part.to - part.from) / span + "%";
            if (part.color !== null) made.style.setProperty("--color", `var(--c${part.color})`);
            made.textContent = part.text;
            made.title = `${part.full || part.text}: ${ResultData.numberText(part.from)} s to ` +
                `${ResultData.numberText(part.to)} s`;
            return made;
        }));
    }

    function valueAt(band, time) {
        const { parts } = band;
        for (let i = parts.length; i-- > 0;)
            if (parts[i].from <= time) return time <= parts[i].to ? parts[i].text : "–";
        return "–";
    }

    function showValues(time) {
        for (const { band, value } of rows)
            value.textContent = time === null ? "" : valueAt(band, time);
    }

    // ---- for the plots

    // Of the first run that is shown; bands of many runs would hide the plots.
    function build(box) {
        rows = [];
        const run = runs.find((r) => r.shown);
        const bands = run && !ResultSweep.isActive ? bandsOf(run) : [];
        if (!bands.length) return;
        const all = element("section", "bands", box);
        all.setAttribute("aria-label", "Modes over time");
        for (const band of bands) {
            const heading = element("div", "band-heading", all);
            element("span", "band-title", heading).textContent = band.title +
                (runs.length > 1 ? `, ${run.label}` : "");
            const value = element("span", "cursor-value", heading);
            rows.push({ band, value, strip: element("div", "band", all) });
        }
        rows.forEach(fill);
    }

    function align(left, right) {
        if (left === room.left && right === room.right) return;
        room = { left, right };
        rows.forEach(fill);
    }

    document.addEventListener("viewchange", () => rows.forEach(fill));
    document.addEventListener("cursorchange", (event) => showValues(event.detail));
    addEventListener("resize", () => rows.forEach(fill));

    return { build, align, shown: () => rows.map(({ band }) => band), visibleParts };
})();
