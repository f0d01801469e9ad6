"""A model as an environment for control and learning, in the manner of Gymnasium, without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence

from ._errors import SimulationError
from ._run import Run

if TYPE_CHECKING:
    import numpy
    from ._model import Model

    Array = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

Reward = Callable[[Mapping[str, Any]], float]


class Environment:
    """Actions are written to inputs, then a step of time passes, then observations are read.

    ``actions``       names of inputs
    ``observations``  names of variables
    ``step``          seconds between two actions
    ``horizon``       seconds after which an episode is cut off; the stop time of the model
    ``reward``        of the observations, by name; 0 without it
    ``terminates``    says of the observations whether the episode has ended
    ``reset``         gives what is set when an episode begins, from a random generator

    >>> env = tarn.Environment(cart, actions=["u"], observations=["x", "v"], step=0.1,
    ...                        reward=lambda o: -o["x"]**2)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step([1.0])
    """

    def __init__(self, model: "Model", actions: Sequence[str], observations: Sequence[str],
                 step: float, *, horizon: Optional[float] = None, reward: Optional[Reward] = None,
                 terminates: Optional[Callable[[Mapping[str, Any]], bool]] = None,
                 reset: Optional[Callable[["numpy.random.Generator"], Mapping[str, Any]]] = None,
                 **experiment: Any) -> None:
        self.model = model
        self.actions, self.observations = list(actions), list(observations)
        for name in [*self.actions, *self.observations]:
            model.variables[name]  # says what is wrong
        self._step = step
        self._reward, self._terminates, self._reset = reward, terminates, reset
        self._run: Run = model.start(horizon, keep_rows=False, **experiment)
        self._start = self._run.time
        self._count = 0
        self._random: Any = None

    @property
    def time(self) -> float:
        return self._run.time

    def _observe(self) -> dict[str, float]:
        return {name: self._run.number(name) for name in self.observations}

    def _array(self, values: Mapping[str, float]) -> "Array":
        import numpy
        return numpy.array([values[name] for name in self.observations])

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Mapping[str, Any]] = None) -> tuple["Array", dict[str, Any]]:
        """Begins an episode; ``options`` are set, too."""
        import numpy
        from ._library import lib
        if seed is not None or self._random is None:
            self._random = numpy.random.default_rng(seed)
        with self._run._engine as pointer:
            lib.run_forget(pointer)
        self._run.reset()
        self._run.set({**(self._reset(self._random) if self._reset else {}), **(options or {})})
        self._run.initialize()
        self._count = 0
        return self._array(self._observe()), {"time": self.time}

    def step(self, action: Any) -> tuple["Array", float, bool, bool, dict[str, Any]]:
        """Observations, reward, whether the episode has ended by itself, whether it was cut off,
        and more about it."""
        values = action if hasattr(action, "__len__") else [action]
        if len(values) != len(self.actions):
            raise ValueError(f"an action has {len(self.actions)} values: {self.actions}")
        info: dict[str, Any] = {}
        ended = False
        try:
            self._run.set({n: float(v) for n, v in zip(self.actions, values)})
            self._count += 1
            self._run.advance(self._start + self._count * self._step)
        except SimulationError as error:
            ended, info["error"] = True, error
        seen = self._observe()
        info["time"] = self.time
        cut_off = self._run.is_over and not ended
        ended = ended or bool(self._terminates and self._terminates(seen))
        return (self._array(seen), float(self._reward(seen)) if self._reward else 0.0, ended,
                cut_off, info)

    def close(self) -> None:
        """Nothing is to be done; environments of others have it."""


class VectorEnvironment:
    """Lanes of one environment side by side, on as many threads as there are processors.

    ``reset`` and ``step`` work on arrays with a row for each lane. A lane whose episode has ended
    begins the next one at once; what it saw last is in ``info["final_observation"]``.
    """

    def __init__(self, model: "Model", lanes: int, *arguments: Any, threads: Optional[int] = None,
                 **named: Any) -> None:
        import os
        from concurrent.futures import ThreadPoolExecutor
        self.lanes = [Environment(model, *arguments, **named) for _ in range(lanes)]
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Mapping[str, Any]] = None) -> tuple["Array", dict[str, Any]]:
        import numpy
        numbers = [None if seed is None else seed + i for i in range(len(self.lanes))]
        def begin(lane: Environment, number: Optional[int]) -> tuple["Array", dict[str, Any]]:
            return lane.reset(seed=number, options=options)

        found = list(self._pool.map(begin, self.lanes, numbers))
        return numpy.array([o for o, _ in found]), {"time": numpy.array([i["time"]
                                                                         for _, i in found])}

    def step(self, actions: Any) -> tuple["Array", "Array", "Array", "Array", dict[str, Any]]:
        import numpy
        found = list(self._pool.map(_step_lane, self.lanes, actions))
        columns = [numpy.array([row[k] for row in found]) for k in range(4)]
        info = {"time": numpy.array([row[4]["time"] for row in found]),
                "final_observation": [row[4].get("final_observation") for row in found]}
        return columns[0], columns[1], columns[2], columns[3], info

    def close(self) -> None:
        self._pool.shutdown()


def _step_lane(lane: Environment, action: Any) -> Any:
    seen, reward, ended, cut_off, info = lane.step(action)
    if ended or cut_off:
        info["final_observation"] = seen
        seen, _ = lane.reset()
    return seen, reward, ended, cut_off, info
