// The theme of a page, <html data-theme="dark|light">: that of the system until the reader chooses
// another with the button #theme. It stands in the head, so that the first picture has it. Others
// hear of a change through the event "themechange" on document.
"use strict";
(function () {
    const root = document.documentElement;
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    let chosen = null, isPrinting = false;

    function show() {
        const wanted = chosen || (system.matches ? "dark" : "light");
        root.dataset.theme = isPrinting ? "light" : wanted; // paper is white
        document.dispatchEvent(new Event("themechange"));
    }
    function print(now) {
        isPrinting = now;
        show();
    }

    show();
    system.addEventListener("change", show);
    window.addEventListener("beforeprint", () => print(true));
    window.addEventListener("afterprint", () => print(false));
    document.addEventListener("DOMContentLoaded", () => {
        document.getElementById("theme").addEventListener("click", () => {
            chosen = root.dataset.theme === "dark" ? "light" : "dark";
            show();
        });
    });
})();
