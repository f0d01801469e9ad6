// A model that cannot be sorted: equations and unknowns of its over- and underdetermined parts as a
// graph, what belongs together joined by a strong line, and the search that ends nowhere. The form
// of the JSON is described in docs/schemas/explain.json.
"use strict";
(function () {
    const read = (id) => JSON.parse(document.getElementById(id).textContent);
    const { broken, messages } = read("data"), files = read("sources");
    const SVG = document.createElement("template");
    const ROW = 30, TOP = 22, LEFT = 420, RIGHT = 560, WIDTH = 900, LONGEST = 52, MOST_ROWS = 200;

    const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
    document.getElementById("summary").textContent = `Of ${plural(broken.equations, "equation")} and ` +
        `${plural(broken.unknowns, "unknown")}, ${broken.matched} belong together.`;

    // ---- choosing: a member, its place in the text and its line in the list

    function choose(part, kind, index) {
        for (const old of document.querySelectorAll(".chosen")) old.classList.remove("chosen");
        const member = broken.parts[part][kind][index];
        for (const mark of document.querySelectorAll(
            `[data-part="${part}"][data-kind="${kind}"][data-index="${index}"]`))
            mark.classList.add("chosen");
        const line = [...document.querySelectorAll(".line")].find((l) =>
            l.dataset.file === member.file && Number(l.dataset.line) === member.line);
        if (line) {
            line.classList.add("chosen");
            line.scrollIntoView({ block: "nearest" });
        }
    }

    function watch(element, part, kind, index) {
        Object.assign(element.dataset, { part, kind, index });
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.addEventListener("click", () => choose(part, kind, index));
        element.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            choose(part, kind, index);
        });
    }

    // ---- the graph

    function svg(text) {
        SVG.innerHTML = `<svg>${text}</svg>`;
        return SVG.content.firstChild.firstChild;
    }
    const escape = (text) => text.replace(/[&<>"]/g, (c) =>
        ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
    const short = (text) => escape(text.length > LONGEST ? text.slice(0, LONGEST - 1) + "…" : text);
    const heightOf = (row) => TOP + ROW * row;

    // Unknowns stand beside the equations that determine them.
    function places(part) {
        const of = new Map(), free = [];
        part.unknowns.forEach((unknown, i) => {
            if (unknown.equation === null) free.push(i);
            else of.set(i, unknown.equation);
        });
        const taken = new Set(of.values());
        let row = 0;
        for (const i of free) {
            while (taken.has(row)) row++;
            of.set(i, row++);
        }
        return of;
    }

    function edge(part, [e, u], rows) {
        const matched = part.equations[e].unknown === u;
        const searched = part.search.some((s) => s.equation === e && s.unknown === u);
        const kind = matched ? "edge matched" : searched ? "edge searched" : "edge";
        return svg(`<path class="${kind}" d="M${LEFT + 6} ${heightOf(e)}L${RIGHT - 6} ` +
            `${heightOf(rows.get(u))}"/>`);
    }

    function node(text, x, row, anchor, alone) {
        const width = LEFT - 10, left = anchor === "end" ? x - width : x;
        return svg(`<g class="node${alone ? " alone" : ""}"><rect x="${left}" y="${heightOf(row) - 13}" ` +
            `width="${anchor === "end" ? width : WIDTH - RIGHT}" height="26" rx="4"/>` +
            `<text x="${x}" y="${heightOf(row) + 4}" text-anchor="${anchor}">${short(text)}</text></g>`);
    }

    function graph(part, number) {
        const rows = places(part), n = Math.max(part.equations.length, ...rows.values()) + 1;
        const picture = svg(`<svg class="graph" viewBox="0 0 ${WIDTH} ${TOP + ROW * n}" role="group" ` +
            'aria-label="equations at the left, unknowns at the right"></svg>');
        const strength = (e) => part.equations[e[0]].unknown === e[1] ? 1 : 0;
        for (const e of [...part.incidence].sort((a, b) => strength(a) - strength(b)))
            picture.append(edge(part, e, rows));
        part.equations.forEach((equation, i) => {
            const made = node(`(${equation.number}) ${equation.text}`, LEFT, i, "end",
                equation.unknown === null);
            watch(made, number, "equations", i);
            picture.append(made);
        });
        part.unknowns.forEach((unknown, i) => {
            const made = node(unknown.name, RIGHT, rows.get(i), "start", unknown.equation === null);
            watch(made, number, "unknowns", i);
            picture.append(made);
        });
        return picture;
    }

    // ---- words

    function stepText(part, { equation, unknown, next }) {
        const number = part.equations[equation].number, { name } = part.unknowns[unknown];
        if (part.kind === "over")
            return `(${number}) has ${name}, which belongs to (${part.equations[next].number})`;
        const other = next === null ? "nothing" : part.unknowns[next].name;
        return `${name} is in (${number}), which is needed for ${other}`;
    }

    function element(name, className, text, parent) {
        const made = document.createElement(name);
        made.className = className;
        made.textContent = text;
        if (parent) parent.append(made);
        return made;
    }

    for (const { code, message, file, line } of messages) {
        const item = element("p", "message", message + " ", document.getElementById("parts"));
        element("span", "code", code + (file ? `, ${file}:${line}` : ""), item);
    }

    broken.parts.forEach((part, number) => {
        const section = element("section", `part ${part.kind}`, "", document.getElementById("parts"));
        element("h2", "", (part.kind === "over" ? "Too many: " : "Too few: ") +
            `${plural(part.equations.length, "equation")} for ` +
            plural(part.unknowns.length, "unknown"), section);
        element("p", "faint", part.kind === "over" ?
            "Any one of these equations may be the one too many; the marked one is left over." :
            "Any one of these unknowns may lack its equation; the marked one is left over.", section);
        if (part.equations.length + part.unknowns.length <= MOST_ROWS)
            section.append(graph(part, number));
        if (!part.search.length) return;
        element("p", "", part.kind === "over" ? "The search for an unknown ends nowhere:" :
            "The search for an equation ends nowhere:", section);
        const list = element("ol", "search", "", section);
        for (const step of part.search) {
            const item = element("li", "", stepText(part, step), list);
            watch(item, number, "equations", step.equation);
        }
    });

    // ---- the text

    for (const { file, lines } of files) {
        const box = element("div", "file", "", document.getElementById("source"));
        element("h3", "", file, box);
        for (const [number, text] of lines) {
            const line = element("div", "line", "", box);
            element("span", "number", String(number), line);
            element("span", "", text, line);
            Object.assign(line.dataset, { file, line: number });
            broken.parts.forEach((part, p) => {
                for (const kind of ["equations", "unknowns"])
                    part[kind].forEach((member, i) => {
                        if (member.file !== file || member.line !== number ||
                            line.classList.contains("member")) return;
                        line.classList.add("member");
                        line.addEventListener("click", () => choose(p, kind, i));
                    });
            });
        }
    }
})();
