// Puts the page together. Anything that is shown twice would be a mistake of the data.
"use strict";
showSummary();
showSource();
showFlat();
showAliases();
showLevels();
showDigraph();
showMatrices();
showBlocks();
showStates();
showRun();
showInitial();
window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
});
