"""Models that leave and come as FMUs.

>>> tarn.fmu.export(m, "ball.fmu")
>>> f = tarn.fmu.load("ball.fmu")
>>> f.name, f.version, "e" in f.variables
('BouncingBall', '3.0', True)
>>> round(f.simulate(stop=1).at(0.4)["h"], 4)
0.2152
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Mapping, Optional, Union

from . import _library as c
from ._errors import ModelError, SimulationError, fail
from ._library import Owned, lib
from ._model import Model
from ._result import Result
from ._source import Session, literal

__all__ = ["Fmu", "FmuVariable", "export", "load"]


def export(model: Model, path: Union[str, "os.PathLike[str]"], *, version: int = 3) -> None:
    """Writes a model as an FMU of FMI 2.0 or 3.0, for model exchange and co-simulation."""
    model._source.open().export(version, os.fspath(path))


class FmuVariable:
    """A variable as the description of the FMU has it."""

    __slots__ = ("name", "type", "causality", "variability", "start", "unit", "description")

    def __init__(self, name: str, type: str, attributes: Mapping[str, str],
                 typed: Mapping[str, str]) -> None:
        self.name, self.type = name, type
        self.causality = attributes.get("causality", "local")
        self.variability = attributes.get("variability", "continuous")
        self.start: Optional[str] = typed.get("start")
        self.unit: Optional[str] = typed.get("unit")
        self.description: Optional[str] = attributes.get("description")

    def __repr__(self) -> str:
        return f"<{self.type} {self.name}, {self.causality}>"


class Fmu:
    """An FMU, of this or another tool, that is run."""

    def __init__(self, path: str) -> None:
        import zipfile
        from xml.etree import ElementTree
        self.path = os.path.abspath(path)
        try:
            with zipfile.ZipFile(self.path) as archive:
                root = ElementTree.fromstring(archive.read("modelDescription.xml"))
        except (OSError, KeyError, zipfile.BadZipFile, ElementTree.ParseError) as error:
            raise ModelError(f"'{path}' is no FMU: {error}") from error
        self.name: str = root.get("modelName", "")
        self.version: str = root.get("fmiVersion", "")
        self.description: str = root.get("description", "")
        self.variables: dict[str, FmuVariable] = {}
        for variable in root.iterfind("ModelVariables/*"):
            self._add(variable)

    def _add(self, variable: Any) -> None:
        """FMI 2.0 has the type in an element inside, FMI 3.0 as the element itself."""
        inside = next(iter(variable), None)
        typed = inside if variable.tag == "ScalarVariable" and inside is not None else variable
        name = variable.get("name", "")
        self.variables[name] = FmuVariable(name, typed.tag, variable.attrib, typed.attrib)

    def simulate(self, stop: Optional[float] = None, *, start: Optional[float] = None,
                 tolerance: Optional[float] = None, method: Optional[str] = None,
                 set: Optional[Mapping[str, Any]] = None, intervals: Optional[int] = None,
                 by_its_own_steps: bool = False) -> Result:
        """Runs the FMU: with our steps (model exchange) where it offers that, else with its own."""
        nan = float("nan")
        settings = c.texts([f"{name}={literal(value)}" for name, value in (set or {}).items()])
        run = c.FmuRun(nan if start is None else start, nan if stop is None else stop,
                       nan if tolerance is None else tolerance, intervals or 0,
                       method.encode() if method else None, settings, int(by_its_own_steps))
        session, handle = Session(None), ctypes.c_void_p()
        result = lib.simulate_fmu(session.pointer, os.fsencode(self.path), ctypes.byref(run),
                                  ctypes.byref(handle))
        found = session.diagnostics()
        kept = (Result(Owned(handle.value, lib.trajectory_close), None, found, self.name)
                if handle.value else None)
        if result == c.OK and kept:
            return kept
        error = fail(result, found)
        if isinstance(error, SimulationError):
            error.result = kept
        raise error

    def __repr__(self) -> str:
        return f"<FMU {self.name}: FMI {self.version}, {len(self.variables)} variables>"


def load(path: Union[str, "os.PathLike[str]"]) -> Fmu:
    """Opens an FMU."""
    return Fmu(os.fspath(path))
