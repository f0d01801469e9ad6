// Ticks, their labels and the air around curves; the rules of src/results/plot_axis.c.
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

    // Powers of ten; 1, 2, 5 times them over a few decades; even steps over less than one.
    function logSplits(min, max) {
        const decades = Math.log10(max / min), ticks = [];
        if (decades < 1) {
            const rough = (max - min) / 5, power = Math.pow(10, Math.floor(Math.log10(rough)));
            const step = power * [1, 2, 5, 10].find((digit) => digit * power >= rough * 0.99);
            for (let i = Math.ceil(min / step); i * step <= max; i++) ticks.push(i * step);
            return ticks;
        }
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

    return { labelsOf, logSplits, logLabelsOf, axisText, withAir, withLogAir };
})();
