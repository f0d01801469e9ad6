"""Sweeps: many runs of one model, on many threads."""

from __future__ import annotations

import os
from itertools import product
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence

from ._errors import Interrupted, ModelError, SimulationError
from ._result import Result

if TYPE_CHECKING:
    import numpy
    import pandas
    from ._model import Model

    Array = numpy.ndarray[Any, numpy.dtype[numpy.float64]]


def cases_of(values: Mapping[str, Iterable[Any]], pairs: bool) -> list[dict[str, Any]]:
    """What is set in each run.

    >>> cases_of({"a": [1, 2], "b": [3, 4]}, False)[1]
    {'a': 1, 'b': 4}
    >>> cases_of({"a": [1, 2], "b": [3, 4]}, True)[1]
    {'a': 2, 'b': 4}
    """
    lists = {name: list(several) for name, several in values.items()}
    if pairs and len({len(several) for several in lists.values()}) > 1:
        raise ValueError("pairs need lists of the same length")
    rows = zip(*lists.values()) if pairs else product(*lists.values())
    return [dict(zip(lists, row)) for row in rows]


class Sweep(Sequence[Result]):
    """The results of a sweep in the order of its ``cases``. A run that failed raises its error
    when it is asked for; ``errors`` has them all, by number of the case. After Ctrl-C the sweep is
    the ``result`` of the exception."""

    def __init__(self, model: "Model", cases: list[dict[str, Any]], threads: Optional[int],
                 experiment: Mapping[str, Any]) -> None:
        self.model = model
        self.cases = cases
        self.errors: dict[int, SimulationError] = {}
        self._results: list[Optional[Result]] = [None] * len(cases)
        self._stopped = False
        self._run(threads or os.cpu_count() or 1, dict(experiment))

    def _run(self, threads: int, experiment: dict[str, Any]) -> None:
        always = dict(experiment.pop("set", None) or {})

        def work(case: int) -> None:
            if self._stopped:
                return
            try:
                self._results[case] = self.model._simulate(
                    {**always, **self.cases[case]}, experiment, lambda: self._stopped)
            except SimulationError as error:
                self.errors[case] = error

        try:
            self._work_on(work, threads)
        except KeyboardInterrupt as interrupt:
            raise Interrupted("the sweep was interrupted", self) from interrupt

    def _work_on(self, work: Callable[[int], None], threads: int) -> None:
        if threads == 1:
            for case in range(len(self.cases)):
                work(case)
            return
        from concurrent.futures import ThreadPoolExecutor
        pool = ThreadPoolExecutor(threads)
        done = False
        try:
            for _ in pool.map(work, range(len(self.cases))):
                pass
            done = True
        finally:
            self._stopped = not done  # the others end between two steps
            pool.shutdown()

    def __len__(self) -> int:
        return len(self.cases)

    def __getitem__(self, case: Any) -> Any:
        if isinstance(case, slice):
            return [self[i] for i in range(*case.indices(len(self)))]
        number = range(len(self))[case]
        if number in self.errors:
            raise self.errors[number]
        found = self._results[number]
        if found is None:
            raise ModelError(f"case {number} was not run: the sweep was interrupted")
        return found

    def __iter__(self) -> Iterator[Result]:
        return (self[i] for i in range(len(self)))

    def final(self, name: str) -> "Array":
        """The last value of a variable in each run; NaN where the run failed."""
        import numpy
        return numpy.array([numpy.nan if r is None else r.final[name] for r in self._results])

    def to_pandas(self, names: Iterable[str]) -> "pandas.DataFrame":
        """What was set in each run and the last values of variables."""
        import pandas
        table: dict[str, Any] = {key: [case[key] for case in self.cases]
                                 for key in (self.cases[0] if self.cases else ())}
        table.update({name: self.final(name) for name in names})
        return pandas.DataFrame(table)

    def __repr__(self) -> str:
        failed = f", {len(self.errors)} failed" if self.errors else ""
        return f"<sweep of {self.model.name}: {len(self)} runs{failed}>"
