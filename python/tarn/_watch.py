"""Ctrl-C and progress while the library works.

The library looks in now and then, not after every step: a run of a millisecond never meets Python,
and threads do not wait for each other's interpreter lock.
"""

from __future__ import annotations

import sys
from itertools import count
from typing import Any, Callable, Optional, Union

from . import _library as c

PACE = 0.05  # seconds between two looks: shorter than anyone notices
Progress = Union[bool, Callable[[float], Any]]

_watches: dict[int, "Watch"] = {}
_numbers = count(1)


def _look(client: int, time: float) -> int:
    watch = _watches.get(client)
    return 1 if watch is not None and watch.wants_to_stop(time) else 0


look = c.ProgressFn(_look)


def _signals() -> Any:
    """The module without the enumerations around it: they take 40 microseconds a call."""
    import signal
    return sys.modules.get("_signal", signal)


class Watch:
    """What a run is told while it works, and the number under which it asks."""

    __slots__ = ("number", "_signal", "_tell", "_error", "_stop")

    def __init__(self) -> None:
        self.number = next(_numbers)
        self._signal: Optional[tuple[int, Any]] = None
        self._tell: Optional[Callable[[float], Any]] = None
        self._error: Optional[BaseException] = None
        self._stop: Optional[Callable[[], bool]] = None

    def wants_to_stop(self, time: float) -> bool:
        if self._signal or (self._stop and self._stop()):
            return True
        if self._tell is None:
            return False
        try:
            return bool(self._tell(time))
        except BaseException as error:  # it goes on where Python can raise it
            self._error = error
            return True

    def _hear(self, number: int, frame: Any) -> None:
        self._signal = (number, frame)

    def call(self, work: Callable[[], int], tell: Optional[Callable[[float], Any]] = None,
             stop: Optional[Callable[[], bool]] = None) -> int:
        """Does the work; Ctrl-C ends it between two steps, then its own handler is called."""
        self._tell, self._stop, self._error = tell, stop, None
        _watches[self.number] = self
        try:
            return self._call(work)
        finally:
            del _watches[self.number]
            self._tell = self._stop = self._error = None  # a run may wait long for its next call

    def _call(self, work: Callable[[], int]) -> int:
        signal = _signals()
        before: Any = None
        try:
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                signal.signal(signal.SIGINT, self._hear)
        except ValueError:  # signals reach the main thread alone
            before = None
        while True:
            try:
                result = work()
            finally:
                if callable(before):
                    signal.signal(signal.SIGINT, before)
            if self._error:
                raise self._error
            if not self._signal:
                return result
            number, frame = self._signal
            self._signal = None
            before(number, frame)  # as a rule it raises KeyboardInterrupt
            if result != c.CANCELLED:
                return result
            signal.signal(signal.SIGINT, self._hear)


class ShownProgress:
    """Tells how far the run is, on the error stream."""

    __slots__ = ("_start", "_stop", "_is_shown")

    def __init__(self, start: float, stop: float) -> None:
        self._start, self._stop, self._is_shown = start, stop, False

    def __call__(self, time: float) -> bool:
        part = (time - self._start) / (self._stop - self._start)
        print(f"\r{time:.6g} s of {self._stop:.6g} s ({100 * part:.0f} %)", end="", file=sys.stderr,
              flush=True)
        self._is_shown = True
        return False

    def __del__(self) -> None:
        if self._is_shown:
            print(file=sys.stderr)
