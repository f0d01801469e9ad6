"""Comparing results: does every point lie in the tube around the reference?"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Iterable, Optional, Union

from . import _library as c
from ._library import lib
from ._result import Result, read
from ._run import expression_of


class Signal:
    """One variable of a comparison."""

    __slots__ = ("name", "is_missing", "points", "outside", "half_height", "first_time",
                 "first_value", "low", "high", "worst_time", "worst_distance")

    def __init__(self, s: Any) -> None:
        self.name: str = c.words(s.name)
        self.is_missing: bool = bool(s.is_missing)
        self.points: int = s.n_points
        self.outside: int = s.n_outside
        self.half_height: float = s.half_height
        self.first_time: float = s.first_time
        self.first_value: float = s.first_value
        self.low: float = s.low
        self.high: float = s.high
        self.worst_time: float = s.worst_time
        self.worst_distance: float = s.worst_distance

    def __repr__(self) -> str:
        if self.is_missing:
            return f"<{self.name}: missing in the result>"
        if not self.outside:
            return f"<{self.name}: inside>"
        return (f"<{self.name}: {self.outside} of {self.points} points outside, first at "
                f"{self.first_time:g} s: {self.first_value:g} is not in "
                f"[{self.low:g}, {self.high:g}]>")


class Comparison:
    """The answer of `compare`; it is true where every point lies inside."""

    __slots__ = ("holds", "ends_early", "tolerance", "half_width", "signals")

    def __init__(self, answer: c.Comparison, signals: list[Signal]) -> None:
        self.holds: bool = bool(answer.holds)
        self.ends_early: bool = bool(answer.ends_early)
        self.tolerance: float = answer.tolerance
        self.half_width: float = answer.half_width
        self.signals = signals

    def __bool__(self) -> bool:
        return self.holds

    @property
    def differing(self) -> list[Signal]:
        return [s for s in self.signals if s.is_missing or s.outside]

    def __repr__(self) -> str:
        bad = self.differing
        return (f"<{len(self.signals) - len(bad)} of {len(self.signals)} signals inside the tube "
                f"(tolerance {self.tolerance:g}){': ' if bad else ''}"
                f"{', '.join(s.name for s in bad)}>")


Comparable = Union[Result, str, "os.PathLike[str]"]


def compare(result: Comparable, reference: Comparable, *, tolerance: Optional[float] = None,
            variables: Optional[Union[str, Iterable[str]]] = None,
            only_both: bool = False) -> Comparison:
    """Compares a result with a reference, both results or files, as ``tarn compare`` does.

    ``variables``  patterns of those to compare; all of the reference without them
    ``only_both``  variables that the result has not got are left out

    >>> bool(tarn.compare(r, r)), bool(tarn.compare(m.simulate(stop=1, set={"e": 0.7}), r))
    (True, False)
    """
    left, right = (x if isinstance(x, Result) else read(x) for x in (result, reference))
    signals: list[Signal] = []

    def take(client: Any, signal: Any) -> None:
        signals.append(Signal(signal.contents))

    function = c.SignalFn(take)
    answer = c.Comparison(tolerance or 0.0, expression_of(variables), int(only_both), function)
    left._call(lambda: lib.trajectory_compare(left._owned.pointer, right._owned.pointer,
                                              ctypes.byref(answer)))
    return Comparison(answer, signals)
