// Meshes of visual shapes, one unit long: along x from 0 to 1, y and z (width and height) from
// -1/2 to 1/2. A vertex has nine numbers: its place, how many widths it is moved along x (the round
// ends of a beam), its normal, and two that fill up to a whole row.
"use strict";
const SceneShapes = (function () {
    const SEGMENTS = 32;
    const TAU = 2 * Math.PI;

    class Mesh {
        constructor() {
            this.numbers = [];
            this.corners = [];
        }
        vertex([x, y, z], [nx, ny, nz], moved = 0) {
            this.numbers.push(x, y, z, moved, nx, ny, nz, 0);
            return this.numbers.length / 8 - 1;
        }
        triangle(a, b, c) {
            this.corners.push(a, b, c);
        }
        quad(a, b, c, d) {
            this.triangle(a, b, c);
            this.triangle(a, c, d);
        }
        // A polygon around its first vertex.
        fan(points, normal) {
            const at = points.map(([place, moved]) => this.vertex(place, normal, moved));
            for (let i = 2; i < at.length; i++) this.triangle(at[0], at[i - 1], at[i]);
        }
        made() {
            return { vertices: new Float32Array(this.numbers), corners: new Uint16Array(this.corners) };
        }
    }

    const around = (k, n = SEGMENTS) => [Math.cos(TAU * k / n), Math.sin(TAU * k / n)];

    function box() {
        const mesh = new Mesh();
        const sides = [[[1, 0, 0], 1], [[-1, 0, 0], 0], [[0, 1, 0], 0.5], [[0, -1, 0], -0.5],
            [[0, 0, 1], 0.5], [[0, 0, -1], -0.5]];
        for (const [normal, level] of sides) {
            const axis = normal.findIndex((c) => c !== 0);
            const [u, v] = [0, 1, 2].filter((k) => k !== axis);
            const corner = (a, b) => {
                const place = [0, 0, 0];
                place[axis] = level;
                place[u] = u === 0 ? a : a - 0.5;
                place[v] = v === 0 ? b : b - 0.5;
                return mesh.vertex(place, normal);
            };
            mesh.quad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1));
        }
        return mesh.made();
    }

    function sphere() {
        const mesh = new Mesh(), rows = 18;
        for (let i = 0; i <= rows; i++)
            for (let k = 0; k <= SEGMENTS; k++) {
                const latitude = Math.PI * (i / rows - 0.5), [c, s] = around(k);
                const n = [Math.sin(latitude), Math.cos(latitude) * c, Math.cos(latitude) * s];
                mesh.vertex([0.5 + n[0] / 2, n[1] / 2, n[2] / 2], n);
            }
        for (let i = 0; i < rows; i++)
            for (let k = 0; k < SEGMENTS; k++) {
                const a = i * (SEGMENTS + 1) + k, b = a + SEGMENTS + 1;
                mesh.quad(a, b, b + 1, a + 1);
            }
        return mesh.made();
    }

    // A wall round the axis from radius r0 at x = 0 to r1 at x = 1; side -1 looks inwards.
    function addWall(mesh, r0, r1, side) {
        const slope = r0 - r1, length = Math.hypot(1, slope);
        for (let k = 0; k < SEGMENTS; k++) {
            const at = [k, k + 1].map((i) => around(i));
            const corner = (x, r, [c, s]) => mesh.vertex([x, r * c, r * s],
                [side * slope / length, side * c / length, side * s / length]);
            mesh.quad(corner(0, r0, at[0]), corner(1, r1, at[0]), corner(1, r1, at[1]),
                corner(0, r0, at[1]));
        }
    }

    // A ring that closes an end; inner radius 0: a disk.
    function addRing(mesh, x, inner, outer) {
        const normal = [x > 0 ? 1 : -1, 0, 0];
        for (let k = 0; k < SEGMENTS; k++) {
            const [a, b] = [around(k), around(k + 1)];
            const corner = (r, [c, s]) => mesh.vertex([x, r * c, r * s], normal);
            mesh.quad(corner(inner, a), corner(outer, a), corner(outer, b), corner(inner, b));
        }
    }

    // Between the diameters 1 at x = 0 and `top` at x = 1.
    function cone(top) {
        const mesh = new Mesh();
        addWall(mesh, 0.5, top / 2, 1);
        addRing(mesh, 0, 0, 0.5);
        if (top > 0) addRing(mesh, 1, 0, top / 2);
        return mesh.made();
    }

    // `inner`: its inner diameter, as a part of the outer one.
    function pipe(inner) {
        const mesh = new Mesh(), r = Math.min(Math.max(inner, 0), 0.99) / 2;
        addWall(mesh, 0.5, 0.5, 1);
        if (r > 0) addWall(mesh, r, r, -1);
        for (const x of [0, 1]) addRing(mesh, x, r, 0.5);
        return mesh.made();
    }

    // Flat, with round ends: length is from centre to centre of these.
    function beam() {
        const mesh = new Mesh(), n = SEGMENTS / 2, outline = [];
        for (let k = 0; k <= n; k++) {
            const turn = Math.PI * (k / n - 0.5);
            outline.push([1, Math.sin(turn) / 2, Math.cos(turn) / 2, [Math.cos(turn), Math.sin(turn)]]);
        }
        for (let k = 0; k <= n; k++) {
            const turn = Math.PI * (k / n + 0.5);
            outline.push([0, Math.sin(turn) / 2, Math.cos(turn) / 2, [Math.cos(turn), Math.sin(turn)]]);
        }
        for (const z of [0.5, -0.5])
            mesh.fan(outline.map(([x, y, moved]) => [[x, y, z], moved]), [0, 0, z > 0 ? 1 : -1]);
        outline.forEach(([x, y, moved, [nx, ny]], i) => {
            const [x2, y2, moved2, [mx, my]] = outline[(i + 1) % outline.length];
            mesh.quad(mesh.vertex([x, y, -0.5], [nx, ny, 0], moved),
                mesh.vertex([x2, y2, -0.5], [mx, my, 0], moved2),
                mesh.vertex([x2, y2, 0.5], [mx, my, 0], moved2),
                mesh.vertex([x, y, 0.5], [nx, ny, 0], moved));
        });
        return mesh.made();
    }

    function gearwheel(teeth) {
        const mesh = new Mesh(), n = 4 * Math.max(Math.round(Math.abs(teeth)) || 12, 3);
        const corners = Array.from({ length: n }, (_, k) => {
            const [c, s] = around(k, n), r = k % 4 < 2 ? 0.5 : 0.43;
            return [r * c, r * s];
        });
        for (const x of [0, 1]) {
            const normal = [x ? 1 : -1, 0, 0], middle = mesh.vertex([x, 0, 0], normal);
            const at = corners.map(([y, z]) => mesh.vertex([x, y, z], normal));
            at.forEach((a, k) => mesh.triangle(middle, a, at[(k + 1) % n]));
        }
        corners.forEach(([y, z], k) => {
            const [y2, z2] = corners[(k + 1) % n], size = Math.hypot(z2 - z, y2 - y);
            const normal = [0, (z2 - z) / size, (y - y2) / size];
            mesh.quad(mesh.vertex([0, y, z], normal), mesh.vertex([1, y, z], normal),
                mesh.vertex([1, y2, z2], normal), mesh.vertex([0, y2, z2], normal));
        });
        return mesh.made();
    }

    // In its true size: stretching a unit mesh would stretch the wire.
    function spring(length, width, wire, windings) {
        const mesh = new Mesh(), turns = Math.max(Math.abs(windings) || 5, 1);
        const n = Math.ceil(24 * turns), sides = 8, thick = (wire || width / 10) / 2;
        const r = Math.max(width / 2 - thick, width / 8), pitch = length / turns / TAU;
        for (let i = 0; i <= n; i++) {
            const turn = TAU * turns * i / n, c = Math.cos(turn), s = Math.sin(turn);
            const along = Math.hypot(r, pitch);
            const side = [r / along, pitch * s / along, -pitch * c / along]; // across the wire
            for (let k = 0; k < sides; k++) {
                const [a, b] = around(k, sides);
                const normal = [b * side[0], a * c + b * side[1], a * s + b * side[2]];
                mesh.vertex([length * i / n + thick * normal[0], r * c + thick * normal[1],
                    r * s + thick * normal[2]], normal);
            }
        }
        for (let i = 0; i < n; i++)
            for (let k = 0; k < sides; k++) {
                const a = i * sides + k, b = i * sides + (k + 1) % sides;
                mesh.quad(a, a + sides, b + sides, b);
            }
        return mesh.made();
    }

    const makers = {
        box: () => box(),
        sphere: () => sphere(),
        cylinder: () => cone(1),
        cone: (extra) => cone(Math.min(Math.max(extra, 0), 1)),
        pipe: (extra) => pipe(extra),
        pipecylinder: (extra) => pipe(extra),
        beam: () => beam(),
        gearwheel: (extra) => gearwheel(extra),
    };

    // What is not known (a file) is a box of its size.
    function unitMesh(type, extra) {
        return (makers[type] || makers.box)(extra);
    }

    return { unitMesh, spring, knows: (type) => type in makers || type === "spring" };
})();
