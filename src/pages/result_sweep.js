// Many runs: lines are coloured by a parameter in which the runs differ, on a scale that people of
// all kinds of colour vision can read; dashes tell variables apart then.
"use strict";
const ResultSweep = (function () {
    const FEWEST_RUNS = 5;
    // Five points of "cividis", dark to light; in the dark theme its dark end would vanish.
    const LIGHT = [[0, 34, 78], [62, 78, 111], [124, 123, 120], [180, 166, 105], [222, 194, 40]];
    const DARK = [[72, 112, 196], [108, 140, 184], [150, 156, 150], [204, 186, 112], [254, 232, 56]];
    const { runs, variables } = ResultData;
    const isActive = runs.length >= FEWEST_RUNS;

    // ---- parameters in which the runs differ, the one with most values first

    function valuesOf(variable) {
        return runs.map((run) => ResultData.constant(variable, run));
    }

    function differing() {
        const found = [];
        for (const variable of variables) {
            if (!isActive || !variable.isConstant || variable.kind === "Boolean") continue;
            const values = valuesOf(variable);
            if (!values.every((v) => Number.isFinite(v))) continue;
            const different = new Set(values).size;
            if (different > 1) found.push({ variable, different });
        }
        const depth = (name) => name.split(".").length;
        found.sort((a, b) => b.different - a.different ||
            depth(a.variable.name) - depth(b.variable.name));
        return found.map((entry) => entry.variable);
    }
    const parameters = differing();
    let parameter = parameters[0] || null; // null: the order of the runs

    // ---- colours

    let low = 0, high = 1, values = [];
    function rescale() {
        values = parameter ? valuesOf(parameter) : runs.map((_, index) => index + 1);
        low = Math.min(...values);
        high = Math.max(...values);
        runs.forEach((run, i) => { run.swept = values[i]; });
    }
    if (isActive) rescale();

    function colorAt(part) {
        const palette = document.documentElement.dataset.theme === "dark" ? DARK : LIGHT;
        const at = Math.min(Math.max(part, 0), 1) * (palette.length - 1);
        const i = Math.min(Math.floor(at), palette.length - 2), rest = at - i;
        return "#" + palette[i].map((c, k) => Math.round(c + (palette[i + 1][k] - c) * rest)
            .toString(16).padStart(2, "0")).join("");
    }

    function colorOf(run) {
        return colorAt(high > low ? (values[run.index] - low) / (high - low) : 0.5);
    }

    function nameOf(run) {
        return parameter ? `${parameter.name} = ${ResultData.valueText(parameter, run.swept)}` :
            run.label;
    }

    function rangeText() {
        if (!parameter) return "";
        const unit = parameter.unit ? " " + parameter.unit : "";
        return `${parameter.name} from ${ResultData.numberText(low)} to ` +
            `${ResultData.numberText(high)}${unit}`;
    }

    // ---- the scale, and the list of runs behind it

    function makeScale(box, changed) {
        box.insertAdjacentHTML("beforeend", `<div class="scale"><label class="faint">Colour
            <select aria-label="Colour by"></select></label><span class="low"></span>
            <span class="ramp" role="img"></span><span class="high"></span></div>
            <details class="all-runs"><summary></summary><div></div></details>`);
        const select = box.querySelector("select"), ramp = box.querySelector(".ramp");
        select.replaceChildren(...parameters.map((v) => new Option(v.name)),
            new Option("order of the runs", ""));
        select.value = parameter ? parameter.name : "";
        const draw = () => {
            const steps = Array.from({ length: 9 }, (_, i) => colorAt(i / 8));
            ramp.style.background = `linear-gradient(to right, ${steps.join(", ")})`;
            ramp.setAttribute("aria-label", rangeText() || "first run to last run");
            box.querySelector(".low").textContent = ResultData.numberText(low);
            box.querySelector(".high").textContent = ResultData.numberText(high) +
                (parameter && parameter.unit ? " " + parameter.unit : "");
        };
        select.addEventListener("change", () => {
            choose(select.value);
            draw();
            changed();
        });
        document.addEventListener("themechange", draw);
        draw();
        return { list: box.querySelector("details div"), title: box.querySelector("summary"), draw };
    }

    function choose(name) {
        parameter = parameters.find((v) => v.name === name) || null;
        rescale();
    }

    // For pictures: what stands at its ends, and colours from one to the other.
    function scale() {
        const unit = parameter && parameter.unit ? " " + parameter.unit : "";
        const name = parameter ? parameter.name + " = " : "run ";
        return { low: name + ResultData.numberText(low), high: ResultData.numberText(high) + unit,
            colors: Array.from({ length: 9 }, (_, i) => colorAt(i / 8)) };
    }

    return { isActive, scale, colorOf, nameOf, rangeText, makeScale, choose,
        chosen: () => parameter ? parameter.name : "" };
})();
