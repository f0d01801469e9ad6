// Drawing on a canvas: its size in pixels of the screen, colours of the theme, axes with numbers.
"use strict";
const SweepDraw = (function () {
    // Five points of "cividis", dark to light; in the dark theme its dark end would vanish.
    const LIGHT = [[0, 34, 78], [62, 78, 111], [124, 123, 120], [180, 166, 105], [222, 194, 40]];
    const DARK = [[72, 112, 196], [108, 140, 184], [150, 156, 150], [204, 186, 112], [254, 232, 56]];

    function color(name) {
        return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    }

    function colorAt(part) {
        const palette = document.documentElement.dataset.theme === "dark" ? DARK : LIGHT;
        const at = Math.min(Math.max(part || 0, 0), 1) * (palette.length - 1);
        const i = Math.min(Math.floor(at), palette.length - 2), rest = at - i;
        return "#" + palette[i].map((c, k) => Math.round(c + (palette[i + 1][k] - c) * rest)
            .toString(16).padStart(2, "0")).join("");
    }

    // A canvas ready to be drawn on, in pixels of the page.
    function begin(canvas) {
        const scale = window.devicePixelRatio || 1;
        const width = canvas.clientWidth, height = canvas.clientHeight;
        canvas.width = Math.round(width * scale);
        canvas.height = Math.round(height * scale);
        const g = canvas.getContext("2d");
        g.scale(scale, scale);
        g.font = "12px system-ui, sans-serif";
        return { g, width, height };
    }

    // Round numbers inside a range.
    function ticks([low, high], about) {
        const raw = (high - low) / about, power = Math.pow(10, Math.floor(Math.log10(raw)));
        const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) || raw;
        const found = [];
        for (let k = Math.ceil(low / step); k * step <= high * (1 + 1e-12); k++) {
            found.push(Number((k * step).toPrecision(12)));
        }
        return found;
    }

    // A frame with grid and numbers; returns how values become places.
    function frame({ g, width, height }, xRange, yRange, xLabel, yLabel) {
        const left = 64, right = width - 12, top = 14, bottom = height - 38;
        const x = (v) => left + (v - xRange[0]) / (xRange[1] - xRange[0]) * (right - left);
        const y = (v) => bottom - (v - yRange[0]) / (yRange[1] - yRange[0]) * (bottom - top);
        g.strokeStyle = color("grid");
        g.fillStyle = color("faint");
        g.textAlign = "center";
        for (const v of ticks(xRange, 7)) {
            g.beginPath(); g.moveTo(x(v), top); g.lineTo(x(v), bottom); g.stroke();
            g.fillText(String(v), x(v), bottom + 15);
        }
        g.textAlign = "right";
        for (const v of ticks(yRange, 5)) {
            g.beginPath(); g.moveTo(left, y(v)); g.lineTo(right, y(v)); g.stroke();
            g.fillText(String(v), left - 6, y(v) + 4);
        }
        g.fillStyle = color("ink");
        g.fillText(xLabel, right, bottom + 32);
        g.textAlign = "left";
        g.fillText(yLabel, left + 4, top + 2);
        return { x, y, left, right, top, bottom };
    }

    return { color, colorAt, begin, frame };
})();
