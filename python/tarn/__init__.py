"""Tarn: compile Modelica models and simulate them.

>>> import tarn
>>> m = tarn.compile("examples/bouncing_ball.mo")
>>> r = m.simulate(stop=1)
>>> round(r.at(0.4)["h"], 4)
0.2152
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import Diagnostic, Interrupted, ModelError, SimulationError
from ._model import Experiment, Model, check, compile
from ._result import Event, Point, Result, Statistics, read
from ._run import Linearization, Run
from ._variables import UnknownVariable, Variable, Variables

if TYPE_CHECKING:
    from . import fmu
    from ._compare import compare
    from ._environment import Environment, VectorEnvironment

    __version__: str

__all__ = ["Diagnostic", "Environment", "Event", "Experiment", "Interrupted", "Linearization",
           "Model", "ModelError", "Point", "Result", "Run", "SimulationError", "Statistics",
           "UnknownVariable", "Variable", "Variables", "VectorEnvironment", "check", "compare",
           "compile", "fmu", "read"]


def __getattr__(name: str) -> Any:
    """What few programs need is loaded when it is asked for."""
    if name == "__version__":
        from ._library import lib
        return lib.version().decode()
    if name == "compare":
        from ._compare import compare
        return compare
    if name in ("Environment", "VectorEnvironment"):
        from . import _environment
        return getattr(_environment, name)
    if name == "fmu":
        from importlib import import_module
        return import_module(".fmu", __name__)
    raise AttributeError(f"module 'tarn' has no attribute '{name}'")
