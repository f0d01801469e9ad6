"""Models: compiled classes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Union

from . import _library as c
from ._errors import Diagnostic, ModelError
from ._inputs import Inputs
from ._library import Owned, lib
from ._run import Engine, Patterns, Run, expression_of
from ._source import Source
from ._variables import Value, Variables
from ._watch import Progress

if TYPE_CHECKING:
    from ._explain import Explanation
    from ._result import Result
    from ._sweep import Sweep

MOST_IDLE = 8  # runs that a model keeps for the next call


class Experiment:
    """How a model is run unless a call says otherwise: its annotation, then what is usual."""

    __slots__ = ("start", "stop", "tolerance", "intervals")

    def __init__(self, e: c.Experiment) -> None:
        self.start: float = e.start_time
        self.stop: float = e.stop_time
        self.tolerance: float = e.tolerance
        self.intervals: int = e.intervals

    def __repr__(self) -> str:
        return (f"<experiment {self.start:g} s to {self.stop:g} s, tolerance {self.tolerance:g}, "
                f"{self.intervals} intervals>")


class Model:
    """A compiled class. Nothing changes it, and any number of threads may use it.

    >>> m = tarn.compile("examples/bouncing_ball.mo")
    >>> m.name, list(m.states)
    ('BouncingBall', ['h', 'v'])
    >>> m.simulate(stop=1, set={"e": 0.7})["h"][-1] > 0
    True

    A pickled model carries its source and options; it is compiled once in each process.
    """

    def __init__(self, source: Source) -> None:
        session = source.open()
        self._source = source
        self._owned: Owned = session.compile()
        self._idle: list[Engine] = []
        #: warnings of the compilation
        self.diagnostics: list[Diagnostic] = session.diagnostics()
        self.name: str = c.words(lib.model_name(self._owned.pointer))
        where = f"'{self.name}'"
        self.variables = Variables(self._owned, lambda v: True, where)
        self.parameters = Variables(self._owned, lambda v: v.variability == "parameter",
                                    "among its parameters " + where)
        self.inputs = Variables(self._owned, lambda v: v.causality == "input",
                                "among its inputs " + where)
        self.outputs = Variables(self._owned, lambda v: v.causality == "output",
                                 "among its outputs " + where)
        self.states = Variables(self._owned, lambda v: v.is_state, "among its states " + where)

    @property
    def experiment(self) -> Experiment:
        return Experiment(lib.model_experiment(self._owned.pointer))

    def modified(self, modifiers: Mapping[str, Any]) -> "Model":
        """The model compiled anew with further modifiers, also of what its structure depends on."""
        return Model(self._source.changed(modifiers))

    # ---- Running ---------------------------------------------------------------------------

    def _experiment(self, start: Optional[float], stop: Optional[float],
                    tolerance: Optional[float], method: Optional[str], intervals: Optional[int],
                    interval: Optional[float], step: Optional[float], max_step: Optional[float],
                    record: Optional[Patterns]) -> c.Experiment:
        model = self._owned.pointer
        e: c.Experiment = lib.model_experiment(model)
        if start is not None or stop is not None:
            e = lib.model_experiment_between(model, e.start_time if start is None else start,
                                             e.stop_time if stop is None else stop)
        if interval is not None:
            e.intervals, e.interval = _grid(e.stop_time - e.start_time, interval)
        elif intervals is not None:
            e.intervals, e.interval = intervals, 0.0
        if tolerance is not None:
            e.tolerance = tolerance
        if method is not None:
            e.method = method.encode()
        if step is not None:
            e.step = step
        if max_step is not None:
            e.max_step = max_step
        e.variables = expression_of(record)
        return e

    def start(self, stop: Optional[float] = None, *, start: Optional[float] = None,
              tolerance: Optional[float] = None, method: Optional[str] = None,
              set: Optional[Mapping[str, Any]] = None, inputs: Optional[Inputs] = None,
              hold: bool = False, intervals: Optional[int] = None,
              interval: Optional[float] = None, step: Optional[float] = None,
              max_step: Optional[float] = None, record: Optional[Patterns] = None,
              keep_rows: bool = True) -> Run:
        """A run to be stepped by hand; the arguments are those of `simulate`."""
        e = self._experiment(start, stop, tolerance, method, intervals, interval, step, max_step,
                             record)
        e.records = int(keep_rows)
        run = Run(self, e)
        run.set(set or {})
        if inputs is not None:
            run.follow(inputs, hold)
        return run

    def simulate(self, stop: Optional[float] = None, *, start: Optional[float] = None,
                 tolerance: Optional[float] = None, method: Optional[str] = None,
                 set: Optional[Mapping[str, Any]] = None, inputs: Optional[Inputs] = None,
                 hold: bool = False, intervals: Optional[int] = None,
                 interval: Optional[float] = None, step: Optional[float] = None,
                 max_step: Optional[float] = None, record: Optional[Patterns] = None,
                 progress: Progress = False) -> "Result":
        """Runs the model from start to stop.

        ``set``       parameters and start values of this run
        ``inputs``    over time: {"time": [...], "u": [...]} or a data frame (straight lines
                      between the rows, with ``hold`` the value of the row before; a time that is
                      there twice is a jump), or a function of time, {"u": math.sin}, which is asked
                      at the times of the result's rows
        ``record``    patterns of the variables to keep, ``*`` stands for any text; all without it
        ``interval``  between two rows of the result (or ``intervals``: how many there are)
        ``method``    as ``tarn methods`` lists them; chosen for the model without it
        ``progress``  True shows it; a function is called with the time, and may end the run

        Raises `SimulationError` where the simulation cannot go on and `Interrupted` at Ctrl-C;
        both have what was computed as ``result``.
        """
        e = self._experiment(start, stop, tolerance, method, intervals, interval, step, max_step,
                             record)
        return self._simulate_as(e, set or {}, inputs, hold, progress, None)

    def _simulate(self, settings: Mapping[str, Any], experiment: Mapping[str, Any],
                  stop: Callable[[], bool]) -> "Result":
        """A run of a sweep, which `stop` ends early."""
        names = ("start", "stop", "tolerance", "method", "intervals", "interval", "step",
                 "max_step", "record")
        for name in experiment:
            if name not in (*names, "inputs", "hold"):
                raise TypeError(f"a sweep has no argument '{name}'")
        e = self._experiment(*(experiment.get(name) for name in names))
        return self._simulate_as(e, settings, experiment.get("inputs"),
                                 bool(experiment.get("hold")), False, stop)

    def _simulate_as(self, e: c.Experiment, settings: Mapping[str, Any],
                     inputs: Optional[Inputs], hold: bool, progress: Progress,
                     stop: Optional[Callable[[], bool]]) -> "Result":
        run = self._take_run(e)
        run.set(settings)
        given = {*settings, *run.follow(inputs, hold)} if inputs is not None else settings
        missing = [name for name in self.inputs
                   if name not in given and name.partition("[")[0] not in given]
        if missing:
            _warn_of_inputs(missing)
        result = run.simulate(progress, stop)
        self._give_back(run, inputs is not None)
        return result

    def _take_run(self, experiment: c.Experiment) -> Run:
        try:
            engine = self._idle.pop()
        except IndexError:
            return Run(self, experiment)
        if lib.run_reset(engine.owned.pointer, experiment) != c.OK:
            engine = Engine(self._owned, experiment)  # says what is wrong
        return Run(self, experiment, engine)

    def _give_back(self, run: Run, had_inputs: bool) -> None:
        engine = run._engine
        pointer = engine.owned.pointer
        lib.run_forget(pointer)
        if len(self._idle) < MOST_IDLE and lib.run_reset(pointer, None) == c.OK:
            if had_inputs:
                lib.run_set_inputs(pointer, None)
            self._idle.append(engine)

    def sweep(self, values: Mapping[str, Iterable[Any]], *, pairs: bool = False,
              threads: Optional[int] = None, **experiment: Any) -> "Sweep":
        """Runs the model for every combination of the values (``pairs``: first with first, second
        with second), on as many threads as there are processors.

        >>> s = m.sweep({"e": [0.6, 0.7, 0.8]}, stop=1)
        >>> [round(h, 3) for h in s.final("h")]
        [0.01, 0.225, 0.468]
        """
        from ._sweep import Sweep, cases_of
        return Sweep(self, cases_of(values, pairs), threads, experiment)

    # ---- Looking at it ---------------------------------------------------------------------

    def explain(self) -> "Explanation":
        """What the structural analysis found: as words, as objects, as a page."""
        from ._explain import Explanation
        return Explanation(self._source)

    def flat(self) -> str:
        """All equations of the model, as Modelica."""
        return self._source.open().show(c.FLAT)

    def __repr__(self) -> str:
        n = lib.model_variable_count(self._owned.pointer)
        return (f"<model {self.name}: {n} variables, "
                f"{lib.model_state_count(self._owned.pointer)} states>")

    def __reduce__(self) -> tuple[Any, ...]:
        return _compiled_here, (self._source.key(),)


def _warn_of_inputs(names: list[str]) -> None:
    from warnings import warn
    warn(f"{'an input' if len(names) == 1 else 'inputs'} without values: {', '.join(names)} "
         f"stay{'s' if len(names) == 1 else ''} at the start value; inputs= gives values over time, "
         "set= one that stays", stacklevel=4)


def _grid(duration: float, interval: float) -> tuple[int, float]:
    """Intervals of a length; where the run is no multiple of it, the last one is shorter."""
    if not interval > 0:
        raise ValueError("the interval is not positive")
    n = duration / interval
    whole = round(n)
    if abs(n - whole) <= 1e-6 * n:
        return max(whole, 1), 0.0
    return int(n) + 1, interval if interval < duration else 0.0


# ---- One compilation per process -----------------------------------------------------------------

MOST_KEPT = 16
_kept: dict[tuple[Any, ...], Model] = {}
_lock: Any = None


def _compiled_here(key: tuple[Any, ...]) -> Model:
    """The model of a pickle: compiled when this process meets it for the first time."""
    global _lock
    if _lock is None:
        import threading
        _lock = threading.Lock()
    with _lock:
        model = _kept.pop(key, None) or Model(Source.of_key(key))
        _kept[key] = model
        while len(_kept) > MOST_KEPT:
            del _kept[next(iter(_kept))]
    return model


# ---- The front door ------------------------------------------------------------------------------

What = Union[str, "os.PathLike[str]"]


def compile(what: What, *, name: Optional[str] = None, path: Iterable[What] = (),
            modifiers: Union[Mapping[str, Any], Iterable[str]] = (), strict: bool = False) -> Model:
    """Compiles a class on the search path, a file, or a text.

    ``name``       the class of a file or text; without it the last model of it
    ``path``       folders with libraries; those of MODELICAPATH come behind them
    ``modifiers``  {"a.b[2].R": 2.5} or ["a.b[2].R = 2*x"]; also of what the structure depends on
    ``strict``     rules of the language that libraries in daily use break are errors

    >>> tarn.compile("model Decay Real x(start=1, fixed=true); equation der(x) = -x; end Decay;")
    <model Decay: 1 variables, 1 states>
    """
    return Model(Source(what, name, path, modifiers, strict))


def check(what: What, *, name: Optional[str] = None, path: Iterable[What] = (),
          modifiers: Union[Mapping[str, Any], Iterable[str]] = (),
          strict: bool = False) -> list[Diagnostic]:
    """What is wrong with a class, a file or a text, as ``tarn check`` says it; an empty list where
    nothing is. Arguments as for `compile`.

    >>> tarn.check("model Fine Real x = time; end Fine;")
    []
    """
    try:
        session = Source(what, name, path, modifiers, strict).open()
    except ModelError as error:
        return error.diagnostics
    result = session.check()
    found = session.diagnostics()
    if result != c.OK and not found:
        raise ModelError(c.words(lib.result_text(result)))
    return found
