// The bodies of a result in space, as they move. A body is a group of variables with the members
// of a visual shape (src/results/scene.h): position, orientation, origin, directions, sizes, colour.
"use strict";
const ResultScene = (function () {
    const { unit, cross } = SceneView;
    const run = ResultData.runs.find((r) => ResultData.shapesOf(r).length) || null;
    const isThere = run !== null;
    const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
    let view = null, meshes = new Map(), time = isThere ? run.start : 0, playing = false;
    let asked = null; // of the camera, before the scene was opened
    let speed = 1, parts = {};

    // ---- bodies

    // A number of a shape: a constant, or [column] with the sign of its value.
    function numberOf(kept) {
        if (!Array.isArray(kept)) return () => kept;
        const sign = Math.sign(kept[0]), points = ResultData.column(run, Math.abs(kept[0]));
        if (typeof points === "number" || points === null) return () => sign * points;
        return (t) => sign * ResultData.valueAt(points, t);
    }

    const shapes = !isThere ? [] : ResultData.shapesOf(run).map((shape) => ({
        ...shape,
        read: shape.numbers.map(numberOf),
    }));

    function typeOf(shape, width, height) {
        if (shape.type) return shape.type;
        return Math.abs(width - height) < 1e-9 ? "cylinder" : "box"; // results without texts
    }

    // Where a shape is at a time: origin and axes in the world, sizes, colour.
    function bodyAt(shape, t) {
        const n = shape.read.map((read) => read(t)), three = (i) => [n[i], n[i + 1], n[i + 2]];
        const r = three(0), T = [three(3), three(6), three(9)]; // rows: world seen from the body
        const toWorld = (v) => [0, 1, 2].map((k) => T[0][k] * v[0] + T[1][k] * v[1] + T[2][k] * v[2]);
        const ex = unit(three(15)), side = three(18);
        let ez = unit(cross(ex, side));
        if (!ez.some((v) => v !== 0)) ez = unit(cross(ex, Math.abs(ex[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0]));
        const ey = cross(ez, ex), offset = toWorld(three(12));
        const [length, width, height] = three(21);
        return { name: shape.name, type: typeOf(shape, width, height), extra: shape.extra,
            origin: r.map((v, k) => v + offset[k]),
            axes: [toWorld(ex), toWorld(ey), toWorld(ez)],
            size: [length, width, height],
            color: three(24).map((c) => Math.min(Math.max(c / 255, 0), 1)),
            shine: shape.specular };
    }

    const bodiesAt = (t) => shapes.map((shape) => bodyAt(shape, t))
        .filter((b) => b.size.every((v) => v !== 0) || b.type === "spring");

    // ---- drawing

    function meshOf(body) {
        const { type, extra, size: [length, width, height] } = body;
        const key = type === "spring" ? body.name : `${type} ${extra}`;
        const isTrue = type === "spring"; // in its own size
        if (isTrue) {
            const mesh = SceneShapes.spring(length, Math.abs(width), Math.abs(height), extra);
            if (meshes.has(key)) view.fill(meshes.get(key), mesh);
            else meshes.set(key, view.load(mesh));
        } else if (!meshes.has(key)) {
            meshes.set(key, view.load(SceneShapes.unitMesh(type, extra)));
        }
        return { mesh: meshes.get(key), size: isTrue ? [1, 1, 1] : body.size };
    }

    function drawn(body) {
        const { origin, axes, color, shine } = body;
        const matrix = new Float32Array([...axes[0], 0, ...axes[1], 0, ...axes[2], 0, ...origin, 1]);
        return { ...meshOf(body), matrix, color, shine };
    }

    function cssColor(name) {
        const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
        const digits = /^#(..)(..)(..)$/.exec(text);
        return digits ? digits.slice(1).map((d) => parseInt(d, 16) / 255) : [1, 1, 1];
    }

    function draw() {
        if (!view || !parts.canvas.clientWidth) return;
        view.draw(bodiesAt(time).map(drawn), cssColor("--paper"), cssColor("--grid"));
    }

    // All that is to be seen during the run is in the picture.
    function fit() {
        const low = [Infinity, Infinity, Infinity], high = low.map((v) => -v);
        for (let i = 0; i <= 24; i++)
            for (const { origin, axes, size } of bodiesAt(run.start + (run.stop - run.start) * i / 24))
                for (const along of [0, 1]) {
                    const wide = Math.max(Math.abs(size[1]), Math.abs(size[2])) / 2;
                    origin.forEach((v, k) => {
                        const at = v + along * size[0] * axes[0][k];
                        low[k] = Math.min(low[k], at - wide);
                        high[k] = Math.max(high[k], at + wide);
                    });
                }
        if (!low.every(Number.isFinite)) return;
        const { camera } = view, size = Math.max(...high.map((v, k) => v - low[k]), 1e-6);
        camera.center = low.map((v, k) => (v + high[k]) / 2);
        camera.distance = 1.8 * size;
        view.setFloor(low[camera.up], size);
    }

    // ---- time

    function showTime() {
        parts.slider.value = String((time - run.start) / Math.max(run.stop - run.start, 1e-300));
        parts.clock.textContent = ResultData.numberText(Number(time.toPrecision(4))) + " s";
    }

    // The cursor of the plots goes along.
    function setTime(wanted) {
        time = Math.min(Math.max(wanted, run.start), run.stop);
        showTime();
        draw();
        if (!playing) ResultPlot.setTime(time);
    }

    let before = null;
    function tick(now) {
        if (!playing) return;
        if (before !== null) {
            const next = time + speed * (now - before) / 1000;
            setTime(next > run.stop ? run.start : next);
        }
        before = now;
        requestAnimationFrame(tick);
    }

    function play(wanted) {
        playing = wanted;
        before = null;
        parts.play.textContent = playing ? "⏸" : "▶";
        parts.play.setAttribute("aria-label", playing ? "Pause" : "Play");
        if (playing) requestAnimationFrame(tick);
        else ResultPlot.setTime(time);
    }

    // A run of a few seconds is shown as it is; others take about ten.
    function firstSpeed() {
        const span = run.stop - run.start;
        if (span >= 2 && span <= 30) return 1;
        return SPEEDS.reduce((best, s) => Math.abs(Math.log(span / s / 10)) <
            Math.abs(Math.log(span / best / 10)) ? s : best);
    }

    // ---- the panel

    function make(section) {
        section.innerHTML = `<div class="player screen-only">
            <button class="play" aria-label="Play">▶</button>
            <input type="range" min="0" max="1" step="0.0001" value="0" aria-label="Time">
            <output></output>
            <label class="faint">Speed <select></select></label>
            <button class="fit" title="All bodies">All</button>
            <button class="up" title="Which axis is up">up: y</button></div>`;
        const find = (selector) => section.querySelector(selector);
        const canvas = document.createElement("canvas");
        canvas.tabIndex = 0;
        canvas.setAttribute("role", "img");
        section.prepend(canvas);
        parts = { canvas, play: find(".play"), slider: find("input"),
            clock: find("output"), speed: find("select"), up: find(".up") };
        parts.canvas.setAttribute("aria-label", `${shapes.length} bodies in space`);
        view = SceneView.open(parts.canvas);
        if (!view) {
            section.innerHTML = '<p class="hint faint">This browser shows no WebGL.</p>';
            return;
        }
        speed = firstSpeed();
        parts.speed.replaceChildren(...SPEEDS.map((s) => new Option(`${s}×`, String(s))));
        parts.speed.value = String(speed);
        parts.speed.addEventListener("change", () => { speed = Number(parts.speed.value); });
        parts.play.addEventListener("click", () => play(!playing));
        parts.slider.addEventListener("input", () => {
            if (playing) play(false);
            setTime(run.start + Number(parts.slider.value) * (run.stop - run.start));
        });
        find(".fit").addEventListener("click", () => {
            fit();
            draw();
        });
        parts.up.addEventListener("click", () => {
            setUp(view.camera.up === 1 ? 2 : 1);
            fit();
            draw();
            document.dispatchEvent(new Event("camerachange"));
        });
        parts.canvas.addEventListener("keydown", sceneKey);
        view.watch(draw);
        fit();
        if (asked) applyCamera(asked);
        const cursor = ResultPlot.cursorTime();
        if (cursor !== null) time = Math.min(Math.max(cursor, run.start), run.stop);
        new ResizeObserver(draw).observe(parts.canvas);
        document.addEventListener("themechange", draw);
        document.addEventListener("tabchange", (event) => {
            if (event.detail !== "tab-scene" && playing) play(false);
            else if (event.detail === "tab-scene") draw();
        });
        showTime();
        draw();
    }

    function sceneKey(event) {
        const step = (run.stop - run.start) / 200;
        const keys = { " ": () => play(!playing), ArrowRight: () => setTime(time + step),
            ArrowLeft: () => setTime(time - step), Home: () => setTime(run.start),
            End: () => setTime(run.stop), "0": () => { fit(); draw(); } };
        if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        keys[event.key]();
    }

    // ---- what a link keeps

    function setUp(axis) {
        view.camera.up = axis;
        parts.up.textContent = "up: " + "xyz"[axis];
    }

    function applyCamera({ turn, rise, distance, center, up, time: at }) {
        if ([turn, rise, distance, ...center].every(Number.isFinite))
            Object.assign(view.camera, { turn, rise, distance, center });
        if (up === 1 || up === 2) setUp(up);
        if (Number.isFinite(at)) time = Math.min(Math.max(at, run.start), run.stop);
    }

    function camera() {
        const short = (v) => Number(v.toPrecision(5));
        if (!view) return asked || undefined;
        const { turn, rise, distance, center, up } = view.camera;
        return { turn: short(turn), rise: short(rise), distance: short(distance),
            center: center.map(short), up, time: short(time) };
    }

    return { isThere, make, camera, bodiesAt, setTime,
        setCamera(wanted) {
            if (view) applyCamera(wanted);
            else if (Array.isArray(wanted.center)) asked = wanted;
        },
        project: (point) => view.project(point),
        time: () => time,
        isPlaying: () => playing };
})();
