// The tree of variables: the hierarchy of the model, searched by words, walked by keys.
"use strict";
const ResultTree = (function () {
    const MOST_ROWS = 1500; // in the document at once; more than that is to be searched

    const box = document.getElementById("tree");
    const search = document.getElementById("search");
    const found = document.getElementById("found");

    // "a.b[2].'x.y'" has the parts a, b, [2], 'x.y'; "der(a.b)" the parts a, der(b).
    function partsOf(name) {
        const der = /^((?:der\()+)(.*?)(\)+)$/.exec(name);
        if (der) {
            const parts = partsOf(der[2]);
            parts.push(der[1] + parts.pop() + der[3]);
            return parts;
        }
        const parts = [];
        let part = "", depth = 0, quoted = false;
        for (let i = 0; i < name.length; i++) {
            const c = name[i];
            if (c === "'" && name[i - 1] !== "\\") quoted = !quoted;
            if (!quoted && c === "[" && depth++ === 0 && part) {
                parts.push(part);
                part = "";
            }
            if (!quoted && c === "]") depth--;
            if (!quoted && depth === 0 && c === ".") {
                parts.push(part);
                part = "";
            } else {
                part += c;
            }
        }
        parts.push(part);
        return parts.filter((p) => p);
    }

    const root = { children: new Map(), level: 0, open: true, path: "" };

    function addVariable(variable) {
        let node = root;
        for (const label of partsOf(variable.name)) {
            let child = node.children.get(label);
            if (!child) {
                const path = node.path + (node.path && label[0] !== "[" ? "." : "") + label;
                child = { label, path, parent: node, children: new Map(), level: node.level + 1,
                    open: false, variable: null };
                node.children.set(label, child);
            }
            node = child;
        }
        node.variable = variable;
        variable.node = node;
    }

    // ---- search: every word is in the name or in the description; * stands for anything

    let matched = null; // nodes to show; null: all
    let closed = new Set(); // of the nodes found, which are open unless the reader closes them
    let pattern = null; // to mark in names

    function escapeWord(word) {
        return word.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*?");
    }

    function runSearch() {
        const words = search.value.trim().split(/\s+/).filter((word) => word);
        matched = null;
        closed = new Set();
        pattern = null;
        found.textContent = "";
        if (words.length) {
            const tests = words.map((word) => new RegExp(escapeWord(word), "i"));
            pattern = new RegExp(words.map(escapeWord).join("|"), "gi");
            matched = new Set();
            let n = 0;
            for (const variable of ResultData.variables) {
                const text = variable.name + "\n" + variable.description;
                if (!tests.every((test) => test.test(text))) continue;
                n++;
                for (let node = variable.node; node !== root && !matched.has(node);
                    node = node.parent) matched.add(node);
            }
            found.textContent = n === 0 ? "nothing found" : n === 1 ? "1 variable" :
                n + " variables";
        }
        draw();
    }

    // ---- rows

    let rows = []; // nodes, as shown
    let current = null;

    const isOpen = (node) => matched ? !closed.has(node) : node.open;

    function collect(node) {
        for (const child of node.children.values()) {
            if (matched && !matched.has(child)) continue;
            rows.push(child);
            if (rows.length > MOST_ROWS) return;
            if (isOpen(child)) collect(child);
        }
    }

    function marked(label) {
        const span = document.createElement("span");
        span.className = "label";
        let at = 0;
        for (const hit of pattern ? label.matchAll(pattern) : []) {
            if (!hit[0]) continue;
            span.append(label.slice(at, hit.index));
            const mark = document.createElement("mark");
            mark.textContent = hit[0];
            span.append(mark);
            at = hit.index + hit[0].length;
        }
        span.append(label.slice(at));
        return span;
    }

    function faint(className, content) {
        const span = document.createElement("span");
        span.className = className + " faint";
        span.textContent = content;
        return span;
    }

    function constantText(variable) {
        const values = ResultData.runs.filter((run) => variable.places[run.index])
            .map((run) => ResultData.valueText(variable, ResultData.constant(variable, run)));
        return "= " + [...new Set(values)].join(", ");
    }

    function rowOf(node) {
        const row = document.createElement("div");
        const { variable } = node, inner = node.children.size > 0;
        row.className = "row";
        row.setAttribute("role", "treeitem");
        row.setAttribute("aria-level", node.level);
        row.style.setProperty("--level", node.level - 1);
        row.tabIndex = node === current ? 0 : -1;
        row.dataset.path = node.path;
        if (inner) row.setAttribute("aria-expanded", String(isOpen(node)));
        const sign = document.createElement("span");
        sign.className = inner ? "twist" : "swatch";
        sign.setAttribute("aria-hidden", "true");
        row.append(sign, marked(node.label));
        if (variable) {
            const plotted = ResultPlot.colorOf(variable);
            row.setAttribute("aria-selected", String(plotted !== null));
            if (plotted !== null) row.style.setProperty("--color", `var(--c${plotted})`);
            if (variable.isConstant) row.append(faint("value", constantText(variable)));
            if (variable.unit) row.append(faint("unit", variable.unit));
            if (variable.description) row.append(faint("description", variable.description));
            row.title = variable.name + (variable.description ? "\n" + variable.description : "");
        } else {
            row.append(faint("unit", String(node.children.size)));
        }
        return row;
    }

    function draw() {
        rows = [];
        collect(root);
        const cut = rows.length > MOST_ROWS;
        if (cut) rows.length = MOST_ROWS;
        if (!rows.includes(current)) current = rows[0] || null;
        const hadFocus = box.contains(document.activeElement);
        box.replaceChildren(...rows.map(rowOf));
        if (cut) box.append(faint("more", "… and more: search for what you want"));
        if (hadFocus && current) focusCurrent();
    }

    function focusCurrent() {
        const row = box.children[rows.indexOf(current)];
        if (!row) return;
        for (const other of box.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
        row.tabIndex = 0;
        row.focus();
    }

    // ---- what the reader does

    function act(node) {
        current = node;
        if (node.children.size) {
            setOpen(node, !isOpen(node));
        } else if (node.variable) {
            ResultPlot.toggle(node.variable);
        }
    }

    function moveTo(node) {
        if (!node || node === root) return;
        current = node;
        focusCurrent();
    }

    function setOpen(node, open) {
        if (!matched) node.open = open;
        else if (open) closed.delete(node);
        else closed.add(node);
        draw();
    }

    const keys = {
        ArrowDown: () => moveTo(rows[rows.indexOf(current) + 1]),
        ArrowUp: () => {
            if (rows.indexOf(current) === 0) search.focus();
            else moveTo(rows[rows.indexOf(current) - 1]);
        },
        Home: () => moveTo(rows[0]),
        End: () => moveTo(rows[rows.length - 1]),
        ArrowRight: () => {
            if (!current.children.size) return;
            if (!isOpen(current)) setOpen(current, true);
            else moveTo(rows[rows.indexOf(current) + 1]);
        },
        ArrowLeft: () => {
            if (current.children.size && isOpen(current)) setOpen(current, false);
            else moveTo(current.parent);
        },
        Enter: () => act(current),
        " ": () => act(current),
    };

    box.addEventListener("keydown", (event) => {
        const action = keys[event.key];
        if (!action || !current || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
    });
    box.addEventListener("click", (event) => {
        const row = event.target.closest(".row");
        if (row) act(rows[[...box.children].indexOf(row)]);
    });
    search.addEventListener("input", runSearch);
    search.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown" || event.key === "Enter") {
            event.preventDefault();
            moveTo(event.key === "Enter" ? rows.find((node) => node.variable) : rows[0]);
        }
    });
    document.addEventListener("plotchange", draw);

    // A branch alone is opened, and so on down.
    function start() {
        ResultData.variables.forEach(addVariable);
        for (let node = root; node.children.size === 1;) {
            node = [...node.children.values()][0];
            node.open = true;
        }
        draw();
    }

    return { start };
})();
