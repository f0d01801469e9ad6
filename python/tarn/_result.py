"""Results: what a run recorded or a file has, as views of the library's own memory."""

from __future__ import annotations

import ctypes
import os
from _thread import allocate_lock
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Optional, Union

from . import _library as c
from ._errors import Diagnostic, Listener, ModelError, fail, hear
from ._library import Owned, lib
from ._source import given_text
from ._variables import UnknownVariable, unknown

if TYPE_CHECKING:
    import numpy
    import pandas
    import xarray

    Array = numpy.ndarray[Any, numpy.dtype[numpy.float64]]


class Statistics:
    """What a run did: the method and why it was chosen, and how often things happened."""

    __slots__ = ("method", "reason", "steps", "rejected", "evaluations", "jacobians", "iterations",
                 "state_events", "time_events")

    def __init__(self, s: Any) -> None:
        self.method: str = c.words(s.method)
        self.reason: str = c.words(s.reason)
        self.steps: int = s.steps
        self.rejected: int = s.rejected
        self.evaluations: int = s.evaluations
        self.jacobians: int = s.jacobians
        self.iterations: int = s.iterations
        self.state_events: int = s.state_events
        self.time_events: int = s.time_events

    @property
    def events(self) -> int:
        return self.state_events + self.time_events

    def __repr__(self) -> str:
        return f"<{self.method}: {self.steps} steps, {self.events} events>"


class Column:
    """A variable of a result: what is known of it, and where its values lie."""

    __slots__ = ("name", "unit", "display_unit", "description", "type", "is_constant",
                 "is_negated", "is_hidden", "address")

    def __init__(self, k: c.Column) -> None:
        self.name: str = c.words(k.name)
        self.unit: Optional[str] = c.text(k.unit)
        self.display_unit: Optional[str] = c.text(k.display_unit)
        self.description: Optional[str] = c.text(k.description)
        self.type: str = c.TYPES[k.type]
        self.is_constant: bool = bool(k.is_constant)
        self.is_negated: bool = bool(k.is_negated)
        self.is_hidden: bool = bool(k.is_hidden)
        self.address: Optional[int] = k.values

    def number(self, row: int) -> float:
        place = (self.address or 0) + (0 if self.is_constant else 8 * row)
        kept = ctypes.c_double.from_address(place).value
        if not self.is_negated:
            return kept
        return 1 - kept if self.type == "Boolean" else 0 - kept

    def __repr__(self) -> str:
        return f"<{self.type} {self.name}{' ' + self.unit if self.unit else ''}>"


class _Memory:
    """Numbers of the library for numpy; they live as long as the array that shows them."""

    __slots__ = ("owner", "__array_interface__")

    def __init__(self, owner: Owned, address: int, n: int, stride: int) -> None:
        self.owner = owner
        self.__array_interface__ = {"version": 3, "typestr": "<f8", "data": (address, True),
                                    "shape": (n,), "strides": (stride,)}


class Point(Mapping[str, float]):
    """The values of all variables at one time.

    >>> p = r.at(0.25)
    >>> p.time, round(p["v"], 4)
    (0.25, -2.4525)
    """

    def __init__(self, result: "Result", time: float, row: int, weight: float = 0.0) -> None:
        self.time = time
        self._result = result
        self._row = row
        self._weight = weight

    def __getitem__(self, name: str) -> float:
        column = self._result._column(name)
        left = column.number(self._row)
        if not self._weight or column.is_constant or column.type != "Real":
            return left
        right = column.number(self._row + 1)
        return left + self._weight * (right - left)

    def __iter__(self) -> Iterator[str]:
        return iter(self._result)

    def __len__(self) -> int:
        return len(self._result)

    def __repr__(self) -> str:
        return f"<values at {self.time:g} s>"


class Event:
    """An instant at which values may jump; ``before`` and ``after`` it."""

    __slots__ = ("time", "before", "after")

    def __init__(self, result: "Result", row: int, last: int) -> None:
        self.time: float = result._time_at(row)
        self.before = Point(result, self.time, row)
        self.after = Point(result, self.time, last)

    def __repr__(self) -> str:
        return f"<event at {self.time:g} s>"


class Result(Mapping[str, "Array"]):
    """What a run recorded, or a file has: ``r["J1.w"]`` is an array over ``r.time``.

    Arrays show the memory of the library and are read-only: nothing is copied, and they live as
    long as somebody holds them, whatever becomes of result, run and model. Booleans are 0 and 1, an
    enumeration counts from 1. A time that is there twice is an event, the value before it first.

    >>> r = m.simulate(stop=1)
    >>> r["h"].shape == r.time.shape, r["h"].flags.owndata
    (True, False)
    >>> round(r.events[0].time, 6)
    0.451524
    >>> round(r.events[0].after["v"] / r.events[0].before["v"], 6)
    -0.8
    """

    def __init__(self, owned: Owned, stats: Optional[Statistics],
                 diagnostics: list[Diagnostic], name: str) -> None:
        self._owned = owned
        self._lock = allocate_lock()  # the library has one caller at a time
        self._n: int = lib.trajectory_row_count(owned.pointer)
        self._arrays: dict[str, Any] = {}
        self._columns: dict[str, Column] = {}
        #: what the run did; None for a file
        self.stats = stats
        #: warnings of the run
        self.diagnostics = diagnostics
        #: of the model, or of the file
        self.name = name

    # ---- Values ----------------------------------------------------------------------------

    def _at(self, index: int) -> Column:
        column = c.Column()
        lib.trajectory_column(self._owned.pointer, index, ctypes.byref(column))
        return Column(column)

    def _find(self, name: str) -> int:
        with self._lock:
            return int(lib.trajectory_find(self._owned.pointer, name.encode()))

    def _column(self, name: str) -> Column:
        found = self._columns.get(name)
        if found is None:
            index = self._find(name)
            if index < 0 and name.startswith("der("):
                raise UnknownVariable(f"the result has no '{name}': derivatives are kept where "
                                      "they are asked for, record=['*', 'der(*)']")
            if index < 0:
                raise unknown(name, iter(self), "the result")
            found = self._at(index)
            if found.address is None:
                raise ModelError(f"'{name}' was not recorded")
            self._columns[name] = found
        return found

    def _array(self, column: Column) -> Any:
        try:
            import numpy
        except ImportError as missing:
            raise ImportError("arrays need numpy (pip install numpy); at(time)['name'] and "
                              "final['name'] do without it") from missing
        stride = 0 if column.is_constant else 8
        shown = numpy.asarray(_Memory(self._owned, column.address or 0, self._n, stride))
        if not column.is_negated:
            return shown
        turned = (1.0 if column.type == "Boolean" else 0.0) - shown
        turned.flags.writeable = False
        return turned

    def _elements(self, name: str) -> Optional[Any]:
        """An array variable: its elements in a further dimension for each of theirs."""
        import numpy
        places = {}
        for other in self._names(True):
            if other.startswith(name + "[") and other.endswith("]"):
                inside = other[len(name) + 1:-1]
                if inside.replace(",", "").isdigit():
                    places[tuple(int(i) for i in inside.split(","))] = other
        if not places:
            return None
        shape = tuple(max(p[k] for p in places) for k in range(len(next(iter(places)))))
        whole = numpy.full((self._n, *shape), numpy.nan)
        for place, element in places.items():
            whole[(slice(None), *(i - 1 for i in place))] = self._array(self._column(element))
        whole.flags.writeable = False
        return whole

    def __getitem__(self, name: str) -> "Array":
        found = self._arrays.get(name)
        if found is None:
            if self._find(name) < 0:
                found = self._elements(name)
            if found is None:
                found = self._array(self._column(name))
            self._arrays[name] = found
        array: "Array" = found
        return array

    @property
    def time(self) -> "Array":
        """The times of the rows."""
        return self["time"]

    def _names(self, hidden: bool) -> list[str]:
        n = lib.trajectory_column_count(self._owned.pointer)
        columns = (self._at(i) for i in range(n))
        return [k.name for k in columns if k.address and (hidden or not k.is_hidden)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names(False))

    def __len__(self) -> int:
        return len(self._names(False))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) >= 0

    def variable(self, name: str) -> Column:
        """Unit, description and type of a variable."""
        return self._column(name)

    # ---- Points in time --------------------------------------------------------------------

    def _time_at(self, row: int) -> float:
        return ctypes.c_double.from_address(
            lib.trajectory_times(self._owned.pointer) + 8 * row).value

    def at(self, time: float) -> Point:
        """The values at a time: on straight lines between rows, behind the event where there is
        one; discrete variables keep their value until the next row."""
        if not self._n or not self._time_at(0) <= time <= self._time_at(self._n - 1):
            raise ValueError(f"the result has no time {time:g} s")
        low, high = 0, self._n  # the last row that is not later
        while high - low > 1:
            middle = (low + high) // 2
            if self._time_at(middle) <= time:
                low = middle
            else:
                high = middle
        begin = self._time_at(low)
        if begin == time or low + 1 == self._n:
            return Point(self, time, low)
        return Point(self, time, low, (time - begin) / (self._time_at(low + 1) - begin))

    @property
    def final(self) -> Point:
        """The values of the last row."""
        if not self._n:
            raise ValueError("the result has no rows")
        return Point(self, self._time_at(self._n - 1), self._n - 1)

    @property
    def events(self) -> list[Event]:
        """The instants at which values may jump."""
        import numpy
        repeated = numpy.flatnonzero(numpy.diff(self.time) == 0)
        found: list[Event] = []
        begin = 0
        for i, row in enumerate(repeated):  # rows that follow each other are of one instant
            if i + 1 == len(repeated) or repeated[i + 1] > row + 1:
                found.append(Event(self, int(repeated[begin]), int(row) + 1))
                begin = i + 1
        return found

    # ---- Other forms -----------------------------------------------------------------------

    def _chosen(self, names: Iterable[str]) -> list[str]:
        given = [names] if isinstance(names, str) else list(names)
        return given or [n for n in self if n != "time"]

    def to_pandas(self, names: Iterable[str] = ()) -> "pandas.DataFrame":
        """A data frame over time; of all variables unless some are named."""
        import pandas
        return pandas.DataFrame({n: self[n] for n in self._chosen(names)},
                                index=pandas.Index(self.time, name="time"))

    def to_xarray(self, names: Iterable[str] = ()) -> "xarray.Dataset":
        """A dataset over time, with units and descriptions."""
        import xarray
        data = xarray.Dataset({n: ("time", self[n], self._about(n)) for n in self._chosen(names)},
                              coords={"time": ("time", self.time, {"units": "s"})})
        data.attrs["model"] = self.name
        return data

    def _about(self, name: str) -> dict[str, str]:
        column = self._column(name)
        about = {"units": column.unit, "long_name": column.description}
        return {key: value for key, value in about.items() if value}

    def plot(self, *names: str, axes: Any = None) -> Any:
        """Draws variables over time with matplotlib, one panel for each unit; the axes."""
        from ._drawing import draw
        return draw(self, self._chosen(names), axes)

    def page(self, *names: str) -> str:
        """The page on which all variables can be searched and drawn, as HTML; ``names`` are drawn
        at first."""
        chosen = c.texts([self._column(n).name for n in names])
        return given_text(lambda take: self._call(
            lambda: lib.trajectory_page(self._owned.pointer, chosen, take, None)))

    def _repr_html_(self) -> str:
        from html import escape
        return ('<iframe style="width: 100%; height: 36em; border: 0" '
                f'srcdoc="{escape(self.page(), quote=True)}"></iframe>')

    def save(self, path: Union[str, "os.PathLike[str]"],
             variables: Optional[Union[str, Iterable[str]]] = None) -> None:
        """Writes a file whose ending tells its format: .csv, .mat (which Dymola and OpenModelica
        read, too) or .html, the page."""
        from ._run import expression_of
        file = os.fspath(path)
        if file.endswith(".html"):
            with open(file, "w", encoding="utf-8") as out:
                out.write(self.page())
            return
        pattern = expression_of(variables)
        self._call(lambda: lib.trajectory_write(self._owned.pointer, os.fsencode(file), pattern))

    def _call(self, work: Any) -> None:
        listener = Listener()
        with self._lock:
            lib.trajectory_on_diagnostic(self._owned.pointer, hear, listener.number)
            result = work()
            lib.trajectory_on_diagnostic(self._owned.pointer, c.nobody, None)
        if result != c.OK:
            raise fail(result, listener.take())

    def __repr__(self) -> str:
        if not self._n:
            return f"<result of {self.name}: no rows>"
        return (f"<result of {self.name}: {self._n} rows from {self._time_at(0):g} s to "
                f"{self._time_at(self._n - 1):g} s>")

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_bytes, (_as_bytes(self), self.name)


def _as_bytes(result: Result) -> bytes:
    """Of a result that travels to another process: the file with all its variables."""
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "result.mat")
        result.save(file, "*")
        with open(file, "rb") as data:
            return data.read()


def _read_bytes(data: bytes, name: str) -> Result:
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "result.mat")
        with open(file, "wb") as out:
            out.write(data)
        result = read(file)
    result.name = name
    return result


def read(path: Union[str, "os.PathLike[str]"]) -> Result:
    """A result file, CSV or MAT, of this or another tool.

    >>> r.save("ball.csv"); tarn.read("ball.csv")["h"][-1] == r["h"][-1]
    True
    """
    file = os.fspath(path)
    handle = ctypes.c_void_p()
    listener = Listener()
    result = lib.trajectory_read(os.fsencode(file), hear, listener.number, ctypes.byref(handle))
    if result != c.OK:
        raise fail(result, listener.take())
    return Result(Owned(handle.value, lib.trajectory_close), None, listener.take(), file)
