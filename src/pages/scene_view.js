// A view of meshes in space, by WebGL: a camera that turns around a centre, two lights, a floor.
"use strict";
const SceneView = (function () {
    const VERTEX = `
        attribute vec4 place; attribute vec3 normal;
        uniform mat4 body, eye; uniform vec3 size;
        varying vec3 facing, at;
        void main() {
            vec3 p = vec3(place.x * size.x + place.w * size.y, place.y * size.y, place.z * size.z);
            vec3 n = normal / max(size, vec3(1e-9));
            vec4 world = body * vec4(p, 1.0);
            facing = mat3(body) * n;
            at = world.xyz;
            gl_Position = eye * world;
        }`;
    const FRAGMENT = `
        precision mediump float;
        uniform vec3 color, camera; uniform float shine, plain;
        varying vec3 facing, at;
        void main() {
            vec3 look = normalize(camera - at), n = normalize(facing);
            if (dot(n, look) < 0.0) n = -n;
            vec3 light = normalize(look + vec3(0.25, 0.6, 0.35));
            float bright = 0.42 + 0.5 * max(dot(n, light), 0.0) + 0.12 * max(dot(n, look), 0.0);
            float spark = pow(max(dot(reflect(-light, n), look), 0.0), 24.0) * 0.35 * shine;
            gl_FragColor = vec4(mix(color * bright + spark, color, plain), 1.0);
        }`;

    function program(gl) {
        const made = gl.createProgram();
        for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
                throw new Error(gl.getShaderInfoLog(shader));
            gl.attachShader(made, shader);
        }
        gl.bindAttribLocation(made, 0, "place");
        gl.linkProgram(made);
        return made;
    }

    // ---- vectors; matrices are by columns

    const minus = (a, b) => a.map((v, i) => v - b[i]);
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0]];
    const unit = (a) => {
        const size = Math.hypot(...a);
        return size > 1e-12 ? a.map((v) => v / size) : [0, 0, 0];
    };
    function times(a, b) {
        const out = new Float32Array(16);
        for (let c = 0; c < 4; c++)
            for (let r = 0; r < 4; r++)
                for (let k = 0; k < 4; k++) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
        return out;
    }

    function open(canvas) {
        const gl = canvas.getContext("webgl", { antialias: true, preserveDrawingBuffer: true });
        if (!gl) return null;
        const shader = program(gl), at = (name) => gl.getUniformLocation(shader, name);
        const places = { body: at("body"), eye: at("eye"), size: at("size"), color: at("color"),
            camera: at("camera"), shine: at("shine"), plain: at("plain") };
        const placeAt = gl.getAttribLocation(shader, "place");
        const normalAt = gl.getAttribLocation(shader, "normal");
        // turn and rise of the camera in radians, its distance from the centre, which axis is up
        const camera = { turn: 0.7, rise: 0.45, distance: 4, center: [0, 0, 0], up: 1 };

        // ---- camera

        const upright = () => [0, 1, 2].map((k) => k === camera.up ? 1 : 0);

        function eyePoint() {
            const up = upright(), side = camera.up === 1 ? [0, 0, 1] : [1, 0, 0];
            const other = cross(up, side), flat = Math.cos(camera.rise);
            return camera.center.map((c, k) => c + camera.distance * (
                flat * Math.cos(camera.turn) * side[k] + flat * Math.sin(camera.turn) * other[k] +
                Math.sin(camera.rise) * up[k]));
        }

        function axes() { // of the picture: right, up, towards the reader
            const back = unit(minus(eyePoint(), camera.center));
            const right = unit(cross(upright(), back));
            return [right, cross(back, right), back];
        }

        function eyeMatrix() {
            const [right, up, back] = axes(), eye = eyePoint();
            const look = new Float32Array([right[0], up[0], back[0], 0, right[1], up[1], back[1], 0,
                right[2], up[2], back[2], 0, -dot(right, eye), -dot(up, eye), -dot(back, eye), 1]);
            const near = camera.distance / 100, far = camera.distance * 100, f = 1 / Math.tan(0.35);
            const ratio = canvas.width / canvas.height;
            const lens = new Float32Array([f / Math.max(ratio, 1e-6), 0, 0, 0, 0, f, 0, 0, 0, 0,
                (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
            return times(lens, look);
        }

        // Where a point of the world is in the picture, in pixels of the page.
        function project([x, y, z]) {
            const m = eyeMatrix(), [cx, cy, , w] = [0, 1, 2, 3].map((r) =>
                m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
            return [(cx / w + 1) / 2 * canvas.clientWidth, (1 - cy / w) / 2 * canvas.clientHeight];
        }

        // ---- meshes

        function load(mesh) {
            const made = { vertices: gl.createBuffer(), corners: gl.createBuffer() };
            fill(made, mesh);
            return made;
        }
        function fill(loaded, { vertices, corners }) {
            gl.bindBuffer(gl.ARRAY_BUFFER, loaded.vertices);
            gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.DYNAMIC_DRAW);
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, loaded.corners);
            gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.DYNAMIC_DRAW);
            loaded.n = corners.length;
        }

        const IDENTITY = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
        let floor = null;
        function setFloor(level, size) {
            const step = Math.pow(10, Math.floor(Math.log10(size / 3))), n = Math.ceil(size / step);
            const numbers = [], corners = [], [u, v] = [0, 1, 2].filter((k) => k !== camera.up);
            const point = (a, b) => {
                const p = [0, 0, 0];
                p[camera.up] = level;
                p[u] = Math.round(camera.center[u] / step) * step + a;
                p[v] = Math.round(camera.center[v] / step) * step + b;
                corners.push(corners.length);
                numbers.push(...p, 0, ...upright(), 0);
            };
            for (let i = -n; i <= n; i++) {
                point(i * step, -n * step), point(i * step, n * step);
                point(-n * step, i * step), point(n * step, i * step);
            }
            const mesh = { vertices: new Float32Array(numbers), corners: new Uint16Array(corners) };
            if (floor) fill(floor, mesh);
            else floor = load(mesh);
        }

        function bind(mesh) {
            gl.bindBuffer(gl.ARRAY_BUFFER, mesh.vertices);
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, mesh.corners);
            gl.enableVertexAttribArray(placeAt);
            gl.vertexAttribPointer(placeAt, 4, gl.FLOAT, false, 32, 0);
            gl.enableVertexAttribArray(normalAt);
            gl.vertexAttribPointer(normalAt, 3, gl.FLOAT, false, 32, 16);
        }

        function drawOne({ mesh, matrix, size, color, shine, isFlat }, mode) {
            bind(mesh);
            gl.uniformMatrix4fv(places.body, false, matrix);
            gl.uniform3fv(places.size, size);
            gl.uniform3fv(places.color, color);
            gl.uniform1f(places.shine, shine);
            gl.uniform1f(places.plain, isFlat ? 1 : 0);
            gl.drawElements(mode, mesh.n, gl.UNSIGNED_SHORT, 0);
        }

        // bodies: { mesh, matrix, size, color, shine }; colours from 0 to 1.
        function draw(bodies, background, line) {
            const ratio = Math.min(devicePixelRatio || 1, 2);
            const width = Math.max(Math.round(canvas.clientWidth * ratio), 1);
            const height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
            if (canvas.width !== width || canvas.height !== height) {
                canvas.width = width;
                canvas.height = height;
            }
            gl.viewport(0, 0, width, height);
            gl.clearColor(...background, 1);
            gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
            gl.enable(gl.DEPTH_TEST);
            gl.useProgram(shader);
            gl.uniformMatrix4fv(places.eye, false, eyeMatrix());
            gl.uniform3fv(places.camera, eyePoint());
            if (floor)
                drawOne({ mesh: floor, matrix: IDENTITY, size: [1, 1, 1], color: line, shine: 0,
                    isFlat: true }, gl.LINES);
            for (const body of bodies) drawOne(body, gl.TRIANGLES);
        }

        // ---- hands

        function turnBy(dx, dy) {
            camera.turn -= 0.008 * dx;
            camera.rise = Math.min(Math.max(camera.rise + 0.008 * dy, -1.55), 1.55);
        }
        function shiftBy(dx, dy) {
            const [right, up] = axes(), scale = 0.75 * camera.distance / canvas.clientHeight;
            camera.center = camera.center.map((c, k) => c - scale * (dx * right[k] - dy * up[k]));
        }
        function zoomBy(factor) {
            camera.distance *= factor;
        }

        function watch(changed) {
            const fingers = new Map();
            canvas.addEventListener("pointerdown", (event) => {
                canvas.setPointerCapture(event.pointerId);
                fingers.set(event.pointerId, [event.clientX, event.clientY]);
            });
            for (const end of ["pointerup", "pointercancel"])
                canvas.addEventListener(end, (event) => {
                    fingers.delete(event.pointerId);
                    document.dispatchEvent(new Event("camerachange"));
                });
            canvas.addEventListener("pointermove", (event) => {
                const before = fingers.get(event.pointerId);
                if (!before) return;
                const now = [event.clientX, event.clientY];
                const [dx, dy] = minus(now, before);
                if (fingers.size === 1) {
                    if (event.shiftKey || event.buttons === 2) shiftBy(dx, dy);
                    else turnBy(dx, dy);
                } else {
                    const [other] = [...fingers].filter(([id]) => id !== event.pointerId)
                        .map(([, place]) => place);
                    const gap = (p) => Math.hypot(...minus(p, other));
                    if (gap(now) > 1) zoomBy(gap(before) / gap(now));
                    shiftBy(dx / 2, dy / 2);
                }
                fingers.set(event.pointerId, now);
                changed();
            });
            canvas.addEventListener("wheel", (event) => {
                event.preventDefault();
                zoomBy(Math.exp(0.0012 * event.deltaY));
                changed();
                document.dispatchEvent(new Event("camerachange"));
            }, { passive: false });
            canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        }

        return { camera, load, fill, draw, setFloor, project, watch, turnBy, zoomBy };
    }

    return { open, unit, cross, dot, minus };
})();
