// Ticks, their labels and the air around curves, by the rules of src/results/plot_axis.c; curves at
// common times.
"use strict";
const PlotAxes = (function () {
    const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    function powerText(power) {
        return "10" + (power < 0 ? "⁻" : "") +
            [...String(Math.abs(power))].map((digit) => RAISED[digit]).join("");
    }

    // Labels between 0.01 and 100 000; what is smaller or larger gets a power of ten.
    function labelsOf(splits, step, axis) {
        const largest = Math.max(...splits.map(Math.abs));
        axis.power = largest >= 1e5 || (largest < 1e-2 && largest > 0) ?
            3 * Math.floor(Math.log10(largest) / 3 + 1e-9) : 0;
        const scale = Math.pow(10, -axis.power);
        const decimals = Math.max(0, Math.ceil(-Math.log10(step * scale) - 1e-6));
        return splits.map((v) => (v * scale).toFixed(Math.min(decimals, 15))
            .replace(/^-(?=[0.]*$)/, "").replace("-", "−"));
    }

    // About `n` even steps of 1, 2 or 5 times a power of ten.
    function evenSplits(min, max, n) {
        const rough = (max - min) / n, power = Math.pow(10, Math.floor(Math.log10(rough)));
        const step = power * [1, 2, 5, 10].find((digit) => digit * power >= rough * 0.99);
        const splits = [];
        for (let i = Math.ceil(min / step - 1e-9); i * step <= max + 1e-9 * step; i++)
            splits.push(i * step);
        return splits;
    }

    // Powers of ten; 1, 2, 5 times them over a few decades; even steps over less than one.
    function logSplits(min, max) {
        const decades = Math.log10(max / min), ticks = [];
        if (decades < 1) return evenSplits(min, max, 5);
        const digits = decades < 3 ? [1, 2, 5] : [1], stride = Math.ceil(decades / 8);
        const first = Math.floor(Math.log10(min) / stride) * stride;
        for (let power = first; power <= Math.log10(max); power += stride)
            for (const digit of digits) {
                const value = digit * Math.pow(10, power);
                if (value >= min && value <= max) ticks.push(value);
            }
        return ticks;
    }

    function logLabelsOf(splits) {
        return splits.map((v) => {
            const power = Math.round(Math.log10(v));
            const isPower = Math.abs(v / Math.pow(10, power) - 1) < 1e-9;
            return isPower && (power > 4 || power < -3) ? powerText(power) :
                ResultData.numberText(v);
        });
    }

    function axisText(name, unit, power) {
        const parts = [power ? powerText(power) : "", unit].filter((part) => part).join(" ");
        return name && parts ? `${name} (${parts})` : name || parts;
    }

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

    function withAir(min, max) {
        if (min === null || !Number.isFinite(min)) return [0, 1];
        const span = max - min, size = Math.max(Math.abs(min), Math.abs(max));
        if (span <= 1e-7 * size || span === 0) { // at the level of what is kept of the numbers
            const air = size > 0 ? 0.1 * size : 1;
            return [min - air, max + air];
        }
        return [min - 0.05 * span, max + 0.05 * span];
    }

    function withLogAir(min, max) {
        if (!(min > 0)) return [1, 10];
        const air = max / min < 1.0001 ? 1.3 : Math.pow(max / min, 0.05);
        return [min / air, max * air];
    }

    return { align, labelsOf, evenSplits, logSplits, logLabelsOf, axisText, withAir, withLogAir };
})();
