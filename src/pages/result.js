// The result page: puts tree, plots and tables together with the controls around them.
"use strict";
(function () {
    const MOST_UNASKED = 12, MOST_AT_FIRST = 6, MOST_BY_ROLE = 8;
    const part = (id) => document.getElementById(id);
    const { runs, variables, variableOfName } = ResultData;

    // ---- heading

    function summary() {
        const words = [];
        const [run] = runs;
        const number = ResultData.numberText;
        words.push(`${number(run.start)} s to ${number(run.stop)} s`);
        if (run.method) words.push(run.method);
        if (run.tolerance) words.push(`tolerance ${number(run.tolerance)}`);
        words.push(variables.length === 1 ? "1 variable" : `${variables.length} variables`);
        if (runs.length > 1) words.push(`${runs.length} runs`);
        if (ResultSweep.isActive && ResultSweep.rangeText()) words.push(ResultSweep.rangeText());
        const early = runs.filter((r) => r.statistics && r.statistics.status !== "done");
        for (const r of early) words.push(`${r.label}: ${r.statistics.status}`);
        return words.join(" · ");
    }

    function showTime(time) {
        part("summary").textContent = time === null ? summary() :
            `time = ${ResultData.numberText(time)} s`;
    }

    // Long names of models break at their dots.
    const title = document.querySelector("h1");
    title.replaceChildren(...title.textContent.split(/(?<=\.)/)
        .flatMap((word) => [word, document.createElement("wbr")]));

    // ---- runs

    function lineOf(run) {
        if (ResultSweep.isActive) return "";
        return '<svg width="26" height="10" aria-hidden="true">' +
            '<line x1="1" y1="5" x2="25" y2="5" stroke="currentColor" stroke-width="2" ' +
            `stroke-dasharray="${["", "7 4", "2 3.5", "9 3 2 3"][run.index % 4]}"/></svg>`;
    }

    const boxes = [];
    function makeRuns() {
        if (runs.length < 2) return;
        const scale = ResultSweep.isActive ?
            ResultSweep.makeScale(part("runs"), () => { ResultPlot.runsChanged(); saveView(); }) :
            null;
        const changed = () => {
            const n = runs.filter((run) => run.shown).length;
            if (scale) scale.title.textContent = `${n} of ${runs.length} runs`;
        };
        for (const run of runs) {
            const label = document.createElement("label"), box = document.createElement("input");
            label.className = "run";
            box.type = "checkbox";
            box.checked = run.shown;
            boxes.push(box);
            label.append(box);
            label.insertAdjacentHTML("beforeend", lineOf(run));
            label.append(run.label);
            box.addEventListener("change", () => {
                run.shown = box.checked;
                changed();
                ResultPlot.runsChanged();
                saveView();
            });
            (scale ? scale.list : part("runs")).append(label);
        }
        changed();
    }

    // ---- tabs

    const tabs = [...part("tabs").children];
    const made = new Set(["plots"]);
    const makers = { scene: ResultScene.make, parameters: ResultTables.makeParameters,
        statistics: ResultTables.makeStatistics };

    function showTab(tab) {
        for (const other of tabs) {
            const chosen = other === tab, name = other.getAttribute("aria-controls");
            other.setAttribute("aria-selected", String(chosen));
            other.tabIndex = chosen ? 0 : -1;
            part(name).hidden = !chosen;
            if (chosen && !made.has(name)) {
                made.add(name);
                makers[name](part(name));
            }
        }
        part("tools").classList.toggle("unused", tab.id !== "tab-plots");
        document.dispatchEvent(new CustomEvent("tabchange", { detail: tab.id }));
        if (tab.id === "tab-plots") ResultPlot.build(); // the window may have changed meanwhile
        saveView();
    }

    for (const tab of tabs) {
        tab.addEventListener("click", () => showTab(tab));
        tab.addEventListener("keydown", (event) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (!step) return;
            const shown = tabs.filter((t) => !t.hidden);
            const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
            showTab(next);
            next.focus();
        });
    }

    // ---- controls

    part("zoom-in").addEventListener("click", () =>
        ResultPlot.zoomBy(0.5, ResultPlot.cursorTime()));
    part("zoom-out").addEventListener("click", () =>
        ResultPlot.zoomBy(2, ResultPlot.cursorTime()));
    part("zoom-all").addEventListener("click", () => ResultPlot.zoomOut());
    part("clear").addEventListener("click", () => ResultPlot.choose([]));
    part("panels").addEventListener("change", ({ target }) => {
        const number = /^figure (\d+)$/.exec(target.value);
        if (number) ResultPlot.setFigure(ResultData.figures[Number(number[1])]);
        else ResultPlot.setPanels(target.value);
    });
    part("save").addEventListener("click", async (event) => {
        const { kind } = event.target.dataset;
        if (!kind) return;
        const said = await ResultExport.run(kind);
        part("save").open = false;
        if (said) part("summary").textContent = said;
    });
    part("log").addEventListener("change", (event) =>
        ResultPlot.setLogarithmic(event.target.checked));
    part("abscissa").addEventListener("change", (event) =>
        ResultPlot.setAbscissa(variableOfName.get(event.target.value) || null));

    // The abscissas to choose from are the plotted variables.
    function offerAbscissas() {
        const select = part("abscissa"), now = select.value;
        const names = ResultPlot.chosen().filter((v) => !v.isConstant).map((v) => v.name);
        if (now && !names.includes(now)) names.push(now);
        select.replaceChildren(new Option("time", ""), ...names.map((name) => new Option(name)));
        select.value = now;
    }

    // The figures of the model stand beside the ways to make panels.
    function offerFigures() {
        if (!ResultData.figures.length) return;
        const group = document.createElement("optgroup");
        group.label = "Figures";
        group.append(...ResultData.figures.map((figure, i) =>
            new Option(figure.title, "figure " + i)));
        part("panels").append(group);
    }

    // Controls follow what is shown.
    function showChoices() {
        const state = ResultPlot.state();
        part("panels").value = state.figure === undefined ? state.panels || "unit" :
            "figure " + state.figure;
        part("log").checked = state.log === true;
        offerAbscissas();
        part("abscissa").value = state.abscissa || "";
    }

    // ---- drawer, help, keys

    function setDrawer(open) {
        document.body.classList.toggle("drawer-open", open);
        part("drawer").setAttribute("aria-expanded", String(open));
    }
    part("drawer").addEventListener("click", () =>
        setDrawer(!document.body.classList.contains("drawer-open")));
    part("keys").addEventListener("click", () => part("help").showModal());

    document.addEventListener("keydown", (event) => {
        if (event.target.matches("input, select") || event.ctrlKey || event.metaKey) return;
        if (event.key === "/") {
            event.preventDefault();
            if (matchMedia("(max-width: 760px)").matches) setDrawer(true);
            part("search").focus();
        } else if (event.key === "?") {
            part("help").showModal();
        }
    });

    // ---- begin

    // The address keeps the view: a page sent to somebody shows what its sender saw.
    function savedView() {
        try {
            const saved = JSON.parse(decodeURIComponent(location.hash.slice(1) || "null"));
            return Array.isArray(saved) ? { names: saved } : saved;
        } catch {
            return null; // not written by this page
        }
    }

    let isReady = false;
    function saveView() {
        if (!isReady) return;
        const tab = tabs.find((t) => t.getAttribute("aria-selected") === "true");
        const hidden = runs.filter((run) => !run.shown).map((run) => run.index);
        const view = { ...ResultPlot.state(),
            tab: tab.id === "tab-plots" ? undefined : tab.id,
            hidden: hidden.length ? hidden : undefined,
            color: ResultSweep.isActive ? ResultSweep.chosen() : undefined,
            camera: ResultScene.camera() };
        history.replaceState(null, "", "#" + encodeURIComponent(JSON.stringify(view)));
    }

    function restoreView(saved) {
        for (const index of Array.isArray(saved.hidden) ? saved.hidden : [])
            if (runs[index]) runs[index].shown = false;
        if (ResultSweep.isActive && typeof saved.color === "string") ResultSweep.choose(saved.color);
        ResultPlot.restore(saved);
        if (saved.camera) ResultScene.setCamera(saved.camera);
    }

    // What the command line said, the figures of the model, its outputs and states, or the first
    // few variables of a small model.
    function showFirst() {
        const known = (names) => names.map((name) => variableOfName.get(name)).filter((v) => v);
        if (ResultData.chosen.length) {
            ResultPlot.choose(known(ResultData.chosen));
            return;
        }
        if (ResultData.figures.length) {
            ResultPlot.setFigure(ResultData.figures[0]);
            return;
        }
        const varying = variables.filter((v) => !v.isConstant);
        const byRole = [...varying.filter((v) => v.isOutput),
            ...varying.filter((v) => v.isState && !v.isOutput)];
        const plain = varying.filter((v) => !v.name.startsWith("der(") &&
            !v.name.endsWith(".$active")); // those have their band
        ResultPlot.choose(byRole.length ? byRole.slice(0, MOST_BY_ROLE) :
            varying.length <= MOST_UNASKED ? plain.slice(0, MOST_AT_FIRST) : []);
    }

    part("tab-scene").hidden = !ResultScene.isThere;
    offerFigures();
    const saved = savedView();
    if (saved) restoreView(saved);
    makeRuns();
    ResultTree.start();
    if (!saved || !ResultPlot.chosen().length) showFirst();
    showChoices();
    showTime(null);
    if (!ResultPlot.chosen().length) setDrawer(true);
    const savedTab = saved && tabs.find((t) => t.id === saved.tab && !t.hidden);
    if (savedTab) showTab(savedTab);
    isReady = true;
    document.addEventListener("plotchange", () => {
        showChoices();
        saveView();
    });
    for (const change of ["viewchange", "camerachange"])
        document.addEventListener(change, saveView);
    document.addEventListener("cursorchange", (event) => showTime(event.detail));
})();
