// The theme of a page: that of the system until the reader chooses another with the button
// #theme. Others hear of a change through the event "themechange" on document.
"use strict";
(function () {
    const root = document.documentElement;
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
    const tell = () => document.dispatchEvent(new Event("themechange"));

    system.addEventListener("change", tell);
    const button = document.getElementById("theme");
    button.addEventListener("click", () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        tell();
    });
    // Paper is white, whatever the screen.
    let chosen = null;
    window.addEventListener("beforeprint", () => {
        chosen = root.dataset.theme || "";
        root.dataset.theme = "light";
        tell();
    });
    window.addEventListener("afterprint", () => {
        if (chosen) root.dataset.theme = chosen;
        else delete root.dataset.theme;
        tell();
    });
})();
