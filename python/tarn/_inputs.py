"""Inputs over time, in the forms in which people have them."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Mapping, Union

from . import _library as c
from ._errors import ModelError

if TYPE_CHECKING:
    from ._variables import Variables

#: A data frame or mapping with "time" and a column for each input (a data frame may have the time
#: as its index); a mapping of constants and functions of time; or a function of time that gives a
#: mapping of values.
Inputs = Union[Mapping[str, Any], Callable[[float], Mapping[str, Any]]]


class Table:
    """Inputs as the library takes them; the arrays live as long as it."""

    __slots__ = ("names", "struct", "_arrays")

    def __init__(self, names: list[str], numbers: list[int], times: Any, columns: Any,
                 is_held: bool) -> None:
        self.names = names
        variables = (ctypes.c_int * (len(numbers) + 1))(*numbers)
        self._arrays = (variables, times, columns)
        self.struct = c.Inputs(len(numbers), variables, len(times), times.ctypes.data,
                               columns.ctypes.data, int(is_held))


def table_of(inputs: Any, known: "Variables", experiment: c.Experiment, is_held: bool) -> Table:
    """``experiment`` has the times at which functions are asked: those of the output grid."""
    import numpy
    times, columns = _columns(inputs, experiment)
    columns = _elements(columns, known)
    names = list(columns)
    numbers = [known[name].index for name in names]  # says what is no input
    values = numpy.empty((len(names), len(times)))
    for i, name in enumerate(names):
        column = numpy.asarray([known[name].number(v) for v in columns[name]]
                               if _has_texts(columns[name]) else columns[name], dtype=float)
        if column.shape not in ((), times.shape):
            raise ModelError(f"the input '{name}' has {column.size} values for {times.size} times")
        values[i] = column
    return Table(names, numbers, times, values, is_held)


def _elements(columns: dict[str, Any], known: "Variables") -> dict[str, Any]:
    """An array has a column for each element; its name stands for all of them."""
    import numpy
    found: dict[str, Any] = {}
    for name, column in columns.items():
        if known.find(name) is None and numpy.ndim(column) == 2:
            table = numpy.asarray(column)
            found.update({f"{name}[{i + 1}]": table[:, i] for i in range(table.shape[1])})
        else:
            found[name] = column
    return found


def _has_texts(column: Any) -> bool:
    return isinstance(column, (list, tuple)) and any(isinstance(v, str) for v in column)


def _grid(e: c.Experiment) -> Any:
    import numpy
    if e.interval > 0:
        return numpy.append(e.start_time + e.interval * numpy.arange(e.intervals), e.stop_time)
    return numpy.linspace(e.start_time, e.stop_time, e.intervals + 1)


def _columns(inputs: Any, experiment: c.Experiment) -> tuple[Any, dict[str, Any]]:
    import numpy
    if callable(inputs):
        times = _grid(experiment)
        rows = [inputs(float(t)) for t in times]
        return times, {name: [row[name] for row in rows] for name in rows[0]}
    columns = {str(name): inputs[name] for name in inputs.keys()}
    if "time" in columns:
        return numpy.ascontiguousarray(columns.pop("time"), dtype=float), columns
    if hasattr(inputs, "index") and hasattr(inputs, "columns"):  # a data frame
        return numpy.ascontiguousarray(inputs.index, dtype=float), columns
    times = _grid(experiment)
    return times, {name: [value(float(t)) for t in times] if callable(value) else value
                   for name, value in columns.items()}
