"""Pictures of results with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._result import Result


def draw(result: "Result", names: list[str], axes: Any) -> Any:
    """One panel for each unit, one below the other; the axes, one alone by itself."""
    import matplotlib.pyplot as plt
    panels: dict[str, list[str]] = {}
    for name in names:
        panels.setdefault(result.variable(name).unit or "", []).append(name)
    if axes is None:
        _, axes = plt.subplots(len(panels), 1, sharex=True, squeeze=False,
                               figsize=(8, 1 + 2.2 * len(panels)), constrained_layout=True)
        axes = list(axes[:, 0])
    several = list(axes) if hasattr(axes, "__len__") else [axes] * len(panels)
    for panel, (unit, variables) in zip(several, panels.items()):
        for name in variables:
            panel.plot(result.time, result[name], label=name)
        panel.set_ylabel(f"{variables[0]} [{unit}]" if len(variables) == 1 and unit
                         else unit or (variables[0] if len(variables) == 1 else ""))
        panel.legend(loc="best")
    several[-1].set_xlabel("time [s]")
    return several[0] if len(several) == 1 else several
