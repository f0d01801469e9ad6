"""Runs: one life of a model, step by step."""

from __future__ import annotations

import ctypes
from _thread import allocate_lock, get_ident
from math import isfinite
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Union

from . import _library as c
from ._errors import Interrupted, ModelError, SimulationError, Listener, fail, hear
from ._inputs import Inputs, table_of
from ._library import Owned, lib
from ._result import Result, Statistics
from ._variables import Value, Variable, unknown
from ._watch import PACE, Progress, Watch, look, ShownProgress

if TYPE_CHECKING:
    import numpy
    from ._model import Model

    Matrix = numpy.ndarray[Any, numpy.dtype[numpy.float64]]


class Linearization:
    """``der(x) = A x + B u, y = C x + D u`` for small changes around a point.

    Exact where the model has its derivatives in closed form; what it has not comes from differences
    of fourth order.
    """

    __slots__ = ("A", "B", "C", "D", "states", "inputs", "outputs", "time")

    def __init__(self, A: Matrix, B: Matrix, C: Matrix, D: Matrix, states: list[str],
                 inputs: list[str], outputs: list[str], time: float) -> None:
        self.A, self.B, self.C, self.D = A, B, C, D
        self.states, self.inputs, self.outputs = states, inputs, outputs
        self.time = time

    def __repr__(self) -> str:
        return (f"<linear system at {self.time:g} s: states {self.states}, inputs {self.inputs}, "
                f"outputs {self.outputs}>")


class Engine:
    """A run of the library with its ears; it knows no model, so that a model may keep some."""

    __slots__ = ("owned", "listener", "watch", "_lock", "_caller")

    def __init__(self, model: Owned, experiment: c.Experiment) -> None:
        handle = ctypes.c_void_p()
        result = lib.run_open(model.pointer, ctypes.byref(experiment), ctypes.byref(handle))
        if result == c.NO_MEMORY:
            raise MemoryError("out of memory")
        if result != c.OK:
            raise ModelError("the run cannot be opened: " + _mistake(experiment))
        self.owned = Owned(handle.value, lib.run_close)
        self.listener, self.watch = Listener(), Watch()
        self._lock, self._caller = allocate_lock(), 0
        lib.run_on_diagnostic(handle, hear, self.listener.number)
        lib.run_set_pace(handle, PACE)
        lib.run_on_progress(handle, look, self.watch.number)

    def __enter__(self) -> Optional[int]:
        """The library has one caller at a time; a second one would be the end of the process."""
        if not self._lock.acquire(False):
            raise ModelError("a run is used by one thread at a time, and not by its own progress "
                             "function: another call is under way")
        self._caller = get_ident()
        return self.owned.pointer

    def __exit__(self, *error: Any) -> None:
        self._caller = 0
        self._lock.release()

    def ask(self, function: Callable[..., Any]) -> Any:
        """What may be looked at while the run works: by its progress function."""
        if self._caller == get_ident():
            return function(self.owned.pointer)
        with self as pointer:
            return function(pointer)


class Run:
    """One life of a model: parameters are set, it is initialized, time passes.

    >>> run = m.start(stop=3)
    >>> run.set({"e": 0.7})
    >>> run.advance(3, to_event=True)   # to behind the first event
    >>> round(run.time, 6)
    0.451524
    >>> state = run.save()
    >>> run.advance(1.0); h = run["h"]
    >>> run.load(state); run.advance(1.0); run["h"] == h
    True

    A run is used by one thread at a time; different runs, also of the same model, by as many
    threads as there are.
    """

    def __init__(self, model: "Model", experiment: c.Experiment,
                 engine: Optional[Engine] = None) -> None:
        self.model = model
        self._experiment = experiment
        self._engine = engine or Engine(model._owned, experiment)
        self._listener, self._watch = self._engine.listener, self._engine.watch

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        with self._engine as pointer:
            result = function(pointer, *arguments)
        if result != c.OK:
            raise self._failure(result)

    def _failure(self, result: int) -> ModelError:
        error = fail(result, self._listener.take())
        if isinstance(error, SimulationError):
            error.result = self._partial()
        return error

    def _partial(self) -> Optional[Result]:
        try:
            return self.result()
        except ModelError:
            return None

    def _work(self, function: Callable[..., int], *arguments: Any, progress: Progress = False,
              stop: Optional[Callable[[], bool]] = None) -> None:
        """A call during which time passes."""
        tell = (ShownProgress(self._experiment.start_time, self._experiment.stop_time)
                if progress is True else progress or None)
        try:
            with self._engine as pointer:
                result = self._watch.call(lambda: function(pointer, *arguments), tell, stop)
        except KeyboardInterrupt as interrupt:
            raise Interrupted(f"interrupted at {self.time:g} s", self._partial()) from interrupt
        if result == c.CANCELLED:
            raise Interrupted(f"stopped at {self.time:g} s", self._partial())
        if result != c.OK:
            raise self._failure(result)

    # ---- Values ----------------------------------------------------------------------------

    def _find(self, name: str) -> Variable:
        found = self.model.variables.find(name)
        if found is None:
            raise unknown(name, iter(self.model.variables), f"'{self.model.name}'")
        return found

    def set(self, values: Mapping[str, Any]) -> None:
        """Before initialization: parameters and start values. Afterwards: inputs, states and
        discrete variables, at the present time; what depends on them follows, as in an event.

        An array is given whole or element by element; of an enumeration the name of a literal.
        """
        for name, value in values.items():
            self._set(name, value)

    def _set(self, name: str, value: Any) -> None:
        found = self.model.variables.find(name)
        if found is None and hasattr(value, "__len__") and not isinstance(value, str):
            for i, part in enumerate(value):  # a[1], a[2]; of a matrix a[1,1], a[1,2]
                inner = f"{name[:-1]},{i + 1}]" if name.endswith("]") else f"{name}[{i + 1}]"
                self._set(inner, part)
            return
        if found is None:
            found = self._find(name)
        number = 0.0 if found.type == "String" else found.number(value)
        with self._engine as pointer:
            result = (lib.run_set_text(pointer, found.index, str(value).encode())
                      if found.type == "String" else lib.run_set(pointer, found.index, number))
        if result != c.OK:
            diagnostics = self._listener.take()
            if not found.is_settable and result == c.WRONG_USE:
                raise ModelError(f"'{name}' cannot be set: its value was compiled in, or follows "
                                 f"from others; model.modified({{'{name}': ...}}) compiles the "
                                 "model with another one")
            raise fail(result, diagnostics)

    def follow(self, inputs: Optional[Inputs], hold: bool = False) -> list[str]:
        """Before initialization: inputs over time, as `Model.simulate` has them; None takes them
        away again. The names of those that follow."""
        if inputs is None:
            self._call(lib.run_set_inputs, None)
            return []
        table = table_of(inputs, self.model.inputs, self._experiment, hold)
        self._call(lib.run_set_inputs, ctypes.byref(table.struct))
        return table.names

    def get(self, name: str) -> Optional[Value]:
        """The value at the present time; before initialization what is set."""
        found = self._find(name)
        if found.type == "String":
            text = ctypes.c_char_p()
            self._call(lib.run_get_text, found.index, ctypes.byref(text))
            return c.words(text.value)
        return found.shown(self._number(found))

    def _number(self, variable: Variable) -> float:
        value = ctypes.c_double()
        self._call(lib.run_get, variable.index, ctypes.byref(value))
        return value.value

    def number(self, name: str) -> float:
        """The same as a number: a Boolean is 0 or 1, an enumeration counts from 1."""
        return self._number(self._find(name))

    def __getitem__(self, name: str) -> Optional[Value]:
        return self.get(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self._set(name, value)

    # ---- Time ------------------------------------------------------------------------------

    def initialize(self) -> None:
        """Values that fit together at the start time, its events included."""
        self._work(lib.run_initialize)

    def step(self, limit: Optional[float] = None) -> float:
        """One step of the integrator, at most to ``limit``, with the events behind it; the time
        that was reached."""
        until = float("inf") if limit is None else limit
        self._work(lib.run_step, until)
        return self.time

    def advance(self, time: float, to_event: bool = False, progress: Progress = False) -> None:
        """To ``time``, at most to the stop time; with ``to_event`` to behind the next event."""
        self._work(lib.run_advance, time, int(to_event), progress=progress)

    def simulate(self, progress: Progress = False,
                 stop: Optional[Callable[[], bool]] = None) -> Result:
        """To the stop time. ``progress`` is called with the time now and then, and ends the run
        with what is not false; True shows it on the error stream."""
        self._work(lib.run_simulate, progress=progress, stop=stop)
        return self.result()

    def reset(self) -> None:
        """As it was opened; what was set before initialization stays set."""
        self._call(lib.run_reset, None)

    @property
    def time(self) -> float:
        return float(self._engine.ask(lib.run_time))

    @property
    def is_at_event(self) -> bool:
        """Whether the last step ended with an event."""
        return bool(self._engine.ask(lib.run_is_at_event))

    @property
    def is_over(self) -> bool:
        """The stop time is reached, or the model has ended itself; time passes no more."""
        return bool(self._engine.ask(lib.run_is_over))

    # ---- State -----------------------------------------------------------------------------

    def save(self) -> bytes:
        """The whole state; whoever goes on from it gets the same bits."""
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        self._call(lib.run_save, ctypes.byref(data), ctypes.byref(size))
        return ctypes.string_at(data.value or 0, size.value)

    def load(self, state: bytes) -> None:
        """Goes on from a state that this or another run of the same model has saved."""
        self._call(lib.run_restore, state, len(state))

    def _states(self) -> tuple[list[str], list[float], list[float]]:
        model = self.model._owned.pointer
        n = lib.model_state_count(model)
        numbers = [lib.model_state(model, i) for i in range(n)]
        names = [c.words(lib.model_variable(model, k).contents.name) if k >= 0 else f"state {i + 1}"
                 for i, k in enumerate(numbers)]
        x, slope = (ctypes.c_double * (n + 1))(), (ctypes.c_double * (n + 1))()
        self._call(lib.run_states, x, slope)
        return names, list(x[:n]), list(slope[:n])

    def states(self) -> dict[str, float]:
        """The states that the integrator works on, by name."""
        names, x, _ = self._states()
        return dict(zip(names, x))

    def derivatives(self) -> dict[str, float]:
        """Their derivatives at the present time, by name of the state."""
        names, _, slope = self._states()
        return dict(zip(names, slope))

    def linearize(self, inputs: Optional[Iterable[str]] = None,
                  outputs: Optional[Iterable[str]] = None) -> Linearization:
        """The linear system around the present point; inputs and outputs are those of the model
        that are Real, unless they are named."""
        import numpy
        variables = self.model.variables
        asked = [[variables[n] for n in names] if names is not None else
                 [v for v in own.values() if v.type == "Real"]
                 for names, own in ((inputs, self.model.inputs), (outputs, self.model.outputs))]
        n_u, n_y = len(asked[0]), len(asked[1])
        names, _, _ = self._states()
        n = len(names)
        A, B = numpy.zeros((n, n)), numpy.zeros((n, n_u))
        C, D = numpy.zeros((n_y, n)), numpy.zeros((n_y, n_u))
        numbers = [(ctypes.c_int * (len(a) + 1))(*[v.index for v in a]) for a in asked]
        call = c.Linearization(n_u, n_y, numbers[0], numbers[1], A.ctypes.data, B.ctypes.data,
                               C.ctypes.data, D.ctypes.data)
        self._call(lib.run_linearize, ctypes.byref(call))
        return Linearization(A, B, C, D, names, [v.name for v in asked[0]],
                             [v.name for v in asked[1]], self.time)

    # ---- What was recorded -----------------------------------------------------------------

    def result(self) -> Result:
        """What was recorded so far. Nothing is copied, and it stays whatever the run does next."""
        handle = ctypes.c_void_p()
        with self._engine as pointer:
            found = lib.run_trajectory(pointer, ctypes.byref(handle))
        if found != c.OK:
            raise ModelError("nothing was recorded: the run has not begun, or keeps no rows")
        return Result(Owned(handle.value, lib.trajectory_close), self.stats,
                      self._listener.take(), self.model.name)

    @property
    def stats(self) -> Statistics:
        """What the run did so far."""
        return Statistics(self._engine.ask(lib.run_statistics))

    def __repr__(self) -> str:
        return f"<run of {self.model.name} at {self.time:g} s>"

    def __reduce__(self) -> Any:
        raise TypeError("a run is not pickled: save() gives its state, and the model is pickled")


def _mistake(e: c.Experiment) -> str:
    if not e.tolerance > 0:
        return "the tolerance is not positive"
    if e.intervals < 1:
        return "there is no output interval"
    if not isfinite(e.start_time) or not isfinite(e.stop_time):
        return "start or stop time is not finite"
    if not e.stop_time >= e.start_time:
        return f"the stop time {e.stop_time:g} lies before the start time {e.start_time:g}"
    return "the clocks of the model were compiled for another start time"


Patterns = Union[str, Iterable[str]]


def expression_of(patterns: Optional[Patterns]) -> Optional[bytes]:
    """Patterns, in which ``*`` stands for any text, as the regular expression of the library.

    >>> expression_of(["J1.w", "body.r[*]"])
    b'^(J1\\\\.w|body\\\\.r\\\\[.*\\\\])$'
    """
    if patterns is None:
        return None
    several = [patterns] if isinstance(patterns, str) else list(patterns)
    quoted = ["".join(".*" if k == "*" else "\\" + k if k in ".[](){}+?|^$\\" else k for k in p)
              for p in several]
    return f"^({'|'.join(quoted)})$".encode()
