// What is shown, as files: a picture (SVG, PNG), its numbers (CSV), or the address of this view.
"use strict";
const ResultExport = (function () {
    const WIDTH = 900, HEIGHT = 300, GAP = 26, LEFT = 78, RIGHT = 16, TOP = 14, LINE = 18,
        BAND = 18;

    const escape = (text) => String(text).replace(/[&<>"]/g, (c) =>
        ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
    const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

    // ---- SVG

    function textAt(x, y, text, { anchor = "start", size = 12, weight = 400, fill } = {}) {
        return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" ` +
            `font-size="${size}" font-weight="${weight}" fill="${fill}">${escape(text)}</text>`;
    }

    // The points that can be told apart in a picture of this width: of each column of pixels the
    // first, least, greatest and last.
    function pathOf(xs, ys, toX, toY, stepped) {
        let path = "", down = false, lastY = 0, column = null;
        const put = (x, y) => {
            path += (down ? (stepped ? `H${x.toFixed(1)}V` : `L${x.toFixed(1)} `) :
                `M${x.toFixed(1)} `) + y.toFixed(1);
            down = true;
            lastY = y;
        };
        const flush = () => {
            if (!column) return;
            for (const [x, y] of column.points()) put(x, y);
            column = null;
        };
        const newColumn = (pixel, x, y) => {
            const all = { pixel, first: [x, y], low: [x, y], high: [x, y], last: [x, y] };
            all.points = () => [...new Set([all.first, all.low[0] < all.high[0] ? all.low : all.high,
                all.low[0] < all.high[0] ? all.high : all.low, all.last])];
            return all;
        };
        for (let i = 0; i < xs.length; i++) {
            const y = ys[i] === null || xs[i] === null ? NaN : toY(ys[i]);
            if (!Number.isFinite(y)) {
                flush();
                down = false;
                continue;
            }
            const x = toX(xs[i]), pixel = Math.round(x * 2);
            if (!column || column.pixel !== pixel || stepped) {
                flush();
                column = newColumn(pixel, x, y);
                continue;
            }
            if (y < column.low[1]) column.low = [x, y];
            if (y > column.high[1]) column.high = [x, y];
            column.last = [x, y];
        }
        flush();
        return lastY === null ? "" : path;
    }

    function scaleOf(min, max, low, high, isLog) {
        const f = isLog ? Math.log10 : (v) => v;
        return (v) => low + (f(v) - f(min)) / (f(max) - f(min)) * (high - low);
    }

    function panelSvg(panel, top, isLast) {
        const { x, y } = panel.u.scales, isLog = y.distr === 3, parts = [];
        const left = LEFT, right = WIDTH - RIGHT, bottom = top + HEIGHT;
        const toX = scaleOf(x.min, x.max, left, right, false);
        const toY = scaleOf(y.min, y.max, bottom, top, isLog);
        const faint = css("--faint"), ink = css("--ink");
        const texts = ResultPlot.axisTexts(panel), lanes = ResultPlot.hasLanes(panel);
        const ticks = lanes ? [] : isLog ? PlotAxes.logSplits(y.min, y.max) :
            PlotAxes.evenSplits(y.min, y.max, 6);
        const literals = ResultPlot.literalsOf(panel), power = { power: 0 };
        const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
        const labels = literals ? ticks.map((v) => literals[v - 1] || "") : isLog ?
            PlotAxes.logLabelsOf(ticks) : PlotAxes.labelsOf(ticks, step, power);
        ticks.forEach((v, i) => {
            parts.push(`<path d="M${left} ${toY(v).toFixed(1)}H${right}" stroke="${css("--grid")}"/>`,
                textAt(left - 8, toY(v) + 4, labels[i], { anchor: "end", fill: faint, size: 11 }));
        });
        const times = PlotAxes.evenSplits(x.min, x.max, 9), timePower = { power: 0 };
        const timeStep = times.length > 1 ? times[1] - times[0] : 1;
        const timeLabels = PlotAxes.labelsOf(times, timeStep, timePower);
        times.forEach((v, i) => {
            parts.push(`<path d="M${toX(v).toFixed(1)} ${top}V${bottom}" stroke="${css("--grid")}"/>`);
            if (isLast) parts.push(textAt(toX(v), bottom + 16, timeLabels[i],
                { anchor: "middle", fill: faint, size: 11 }));
        });
        parts.push(`<path d="M${left} ${bottom}H${right}" stroke="${css("--axis")}"/>`);
        parts.push(textAt(left - 8, top - 6, PlotAxes.axisText(texts.y.label, texts.y.unit,
            power.power), { anchor: "end", fill: faint, size: 11 }));
        if (isLast) parts.push(textAt((left + right) / 2, bottom + 34,
            PlotAxes.axisText(texts.x.label, texts.x.unit, timePower.power),
            { anchor: "middle", fill: faint }));
        const clip = `c${Math.round(top)}`;
        parts.push(`<clipPath id="${clip}"><rect x="${left}" y="${top - 2}" ` +
            `width="${right - left}" height="${HEIGHT + 4}"/></clipPath><g clip-path="url(#${clip})">`);
        for (const curve of panel.curves) {
            const { points } = curve, style = ResultPlot.styleOf(curve);
            const path = pathOf(panel.against ? points.x : points.t, points.y, toX, toY,
                !panel.against && curve.variable.kind !== "Real");
            parts.push(`<path d="${path}" fill="none" stroke="${style.stroke}" ` +
                `stroke-width="${style.width}" stroke-dasharray="${style.dash.join(" ")}">` +
                `<title>${escape(curve.variable.name)}</title></path>`);
        }
        parts.push("</g>");
        let at = left;
        panel.entries.forEach((entry, index) => {
            if (entry.legend === "") return;
            const name = entry.legend || entry.variable.name;
            const curve = panel.curves.find((c) => c.index === index);
            if (!curve) return;
            const style = ResultPlot.styleOf(curve);
            const stroke = ResultSweep.isActive ? ink : style.stroke;
            parts.push(`<path d="M${at} ${top - 10}h20" stroke="${stroke}" stroke-width="2.4" ` +
                `stroke-dasharray="${ResultSweep.isActive ? style.dash.join(" ") : ""}"/>`,
            textAt(at + 26, top - 6, name, { fill: ink, weight: 600 }));
            at += 44 + 7.2 * name.length;
        });
        return parts.join("\n");
    }

    // The colours of a sweep, between the least and the greatest value.
    function scaleSvg() {
        const { low, high, colors } = ResultSweep.scale(), width = 140, left = WIDTH - RIGHT - 320;
        const stops = colors.map((color, i) => `<stop offset="${i / (colors.length - 1)}" ` +
            `stop-color="${color}"/>`).join("");
        const fill = css("--faint");
        return `<linearGradient id="swept">${stops}</linearGradient>` +
            `<rect x="${left}" y="${TOP - 2}" width="${width}" height="13" fill="url(#swept)"/>` +
            textAt(left - 8, TOP + 9, low, { anchor: "end", fill }) +
            textAt(left + width + 8, TOP + 9, high, { fill });
    }

    // The bands of modes, one above the other; returns their height.
    function bandsSvg(top, parts) {
        const left = LEFT, right = WIDTH - RIGHT, view = ResultPlot.view();
        const toX = scaleOf(view.min, view.max, left, right, false);
        ResultBands.shown().forEach((band, i) => {
            const y = top + i * (BAND + 8);
            parts.push(textAt(left - 8, y + BAND - 5, band.title,
                { anchor: "end", fill: css("--faint"), size: 11 }));
            for (const part of ResultBands.visibleParts(band, view, right - left)) {
                const x = toX(part.from), width = toX(part.to) - x;
                const color = css(part.color === null ? "--axis" : "--c" + part.color);
                parts.push(`<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" ` +
                    `height="${BAND}" fill="${color}" fill-opacity="0.24"/>`);
                if (7 * part.text.length + 8 < width)
                    parts.push(textAt(x + 5, y + BAND - 5, part.text,
                        { fill: css("--ink"), size: 11 }));
            }
        });
        return ResultBands.shown().length * (BAND + 8);
    }

    function svg() {
        const panels = ResultPlot.panels().filter((panel) => panel.u);
        const figure = ResultPlot.figure();
        const title = figure ? figure.title : document.querySelector("h1").textContent;
        const parts = [];
        let top = TOP + 2 * LINE + 8;
        if (ResultSweep.isActive) parts.push(scaleSvg());
        top += bandsSvg(top - LINE, parts);
        panels.forEach((panel, i) => {
            const next = panels[i + 1], isLast = !next || next.against !== panel.against;
            if (panel.plot && panel.plot.title) {
                parts.push(textAt(LEFT, top - 8, panel.plot.title, { fill: css("--faint"), weight: 600 }));
                top += LINE;
            }
            parts.push(panelSvg(panel, top, isLast));
            top += HEIGHT + GAP + (isLast ? 26 : 0);
        });
        return inXml(`<svg width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}" ` +
            'font-family="system-ui, sans-serif">\n' +
            `<rect width="${WIDTH}" height="${top}" fill="${css("--paper")}"/>\n` +
            textAt(LEFT, TOP + 10, title, { size: 15, weight: 600, fill: css("--ink") }) +
            "\n" + parts.join("\n") + "\n</svg>");
    }

    // As a document of its own, with its name space.
    function inXml(source) {
        const template = document.createElement("template");
        template.innerHTML = source;
        return new XMLSerializer().serializeToString(template.content.firstChild) + "\n";
    }

    function png() {
        const source = svg(), image = new Image();
        const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(source).map(Number);
        return new Promise((resolve, reject) => {
            image.onerror = () => reject(new Error("the picture cannot be drawn"));
            image.onload = () => {
                const canvas = document.createElement("canvas");
                canvas.width = 2 * width;
                canvas.height = 2 * height;
                const context = canvas.getContext("2d");
                context.scale(2, 2);
                context.drawImage(image, 0, 0, width, height);
                canvas.toBlob(resolve, "image/png");
            };
            image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(source);
        });
    }

    // ---- CSV

    // All curves that are shown, at all their times in the part that is shown, in the units shown.
    function csv() {
        const { min, max } = ResultPlot.view(), runs = ResultData.runs.filter((run) => run.shown);
        const list = [];
        for (const variable of ResultPlot.chosen())
            for (const run of runs) {
                const points = ResultData.curve(variable, run);
                if (points) list.push({ variable, run, points });
            }
        const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
        const name = ({ variable, run }) => variable.name + (runs.length > 1 ? `, ${run.label}` : "") +
            (variable.unit ? ` [${variable.unit}]` : "");
        const lines = [["time", ...list.map(name)].map(quoted).join(",")];
        const [times, ...columns] = list.length ? PlotAxes.align(list.map((c) => c.points)) : [[]];
        for (let i = 0; i < times.length; i++)
            if (times[i] >= min && times[i] <= max)
                lines.push([times[i], ...columns.map((c) => c[i] ?? "")].join(","));
        return lines.join("\n") + "\n";
    }

    // ---- saving

    function save(ending, blob) {
        const link = document.createElement("a");
        const name = document.querySelector("h1").textContent.replace(/[^\w.-]+/g, "_");
        link.href = URL.createObjectURL(blob);
        link.download = `${name || "result"}.${ending}`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }

    async function copyLink() {
        try {
            await navigator.clipboard.writeText(location.href);
            return "The link is copied.";
        } catch {
            return "The link is the address of this page.";
        }
    }

    const makers = {
        svg: () => save("svg", new Blob([svg()], { type: "image/svg+xml" })),
        png: async () => save("png", await png()),
        csv: () => save("csv", new Blob([csv()], { type: "text/csv" })),
        link: copyLink,
    };

    return { run: (kind) => makers[kind]() };
})();
