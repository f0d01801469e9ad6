// The result page: puts tree, plots and tables together with the controls around them.
"use strict";
(function () {
    const MOST_UNASKED = 12, MOST_AT_FIRST = 6;
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

    function makeRuns() {
        if (runs.length < 2) return;
        for (const run of runs) {
            const label = document.createElement("label"), box = document.createElement("input");
            label.className = "run";
            box.type = "checkbox";
            box.checked = true;
            label.append(box);
            label.insertAdjacentHTML("beforeend", '<svg width="26" height="10" aria-hidden="true">' +
                '<line x1="1" y1="5" x2="25" y2="5" stroke="currentColor" stroke-width="2" ' +
                `stroke-dasharray="${["", "7 4", "2 3.5", "9 3 2 3"][run.index % 4]}"/></svg>`);
            label.append(run.label);
            box.addEventListener("change", () => {
                run.shown = box.checked;
                ResultPlot.runsChanged();
            });
            part("runs").append(label);
        }
    }

    // ---- tabs

    const tabs = [...part("tabs").children];
    const made = new Set(["plots"]);
    const makers = { parameters: ResultTables.makeParameters,
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
    }

    for (const tab of tabs) {
        tab.addEventListener("click", () => showTab(tab));
        tab.addEventListener("keydown", (event) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (!step) return;
            const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
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
    part("panels").addEventListener("change", (event) => ResultPlot.setPanels(event.target.value));
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

    // What the address says (a page sent to somebody shows what its sender saw), what the
    // command line said, or the first few of a small model.
    function firstChoice() {
        const known = (names) => names.map((name) => variableOfName.get(name)).filter((v) => v);
        try {
            const saved = known(JSON.parse(decodeURIComponent(location.hash.slice(1) || "[]")));
            if (saved.length) return saved;
        } catch {
            // not written by this page
        }
        if (ResultData.chosen.length) return known(ResultData.chosen);
        const varying = variables.filter((v) => !v.isConstant);
        const plain = varying.filter((v) => !v.name.startsWith("der("));
        return varying.length <= MOST_UNASKED ? plain.slice(0, MOST_AT_FIRST) : [];
    }

    function saveChoice() {
        const names = ResultPlot.chosen().map((v) => v.name);
        history.replaceState(null, "", "#" + encodeURIComponent(JSON.stringify(names)));
        offerAbscissas();
    }

    makeRuns();
    ResultTree.start();
    const first = firstChoice();
    ResultPlot.choose(first);
    offerAbscissas();
    showTime(null);
    if (!first.length) setDrawer(true);
    document.addEventListener("plotchange", saveChoice);
    document.addEventListener("cursorchange", (event) => showTime(event.detail));
})();
