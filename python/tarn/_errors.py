"""What can go wrong: diagnostics, and the exceptions that carry them."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Optional

from . import _library as c
from ._library import lib

if TYPE_CHECKING:
    from ._result import Result


class Diagnostic:
    """A note, a warning or an error about a model; ``str`` is the text that the terminal shows.

    >>> found = tarn.check("model Slip Real x = y; end Slip;")
    >>> found[0].severity, found[0].code, found[0].line, found[0].column
    ('error', 'E0200', 1, 21)
    """

    __slots__ = ("severity", "code", "message", "label", "file", "line", "column", "end_line",
                 "end_column", "replacement", "text")

    severity: str  #: "note", "warning" or "error"
    code: str  #: "E0204"; docs/diagnostics.md explains it
    message: str  #: a sentence in the names of the model
    label: Optional[str]  #: words beside the place
    file: Optional[str]
    line: int  #: from 1, as the column; 0: of no place in a text
    column: int
    end_line: int
    end_column: int
    replacement: Optional[str]  #: a repair: instead of what stands there
    text: str  #: all of it, notes included

    def __init__(self, **fields: Any) -> None:
        for name in self.__slots__:
            setattr(self, name, fields[name])

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return f"<{place}{self.severity}[{self.code}]: {self.message}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_diagnostic, tuple(getattr(self, name) for name in self.__slots__)


def _rebuild_diagnostic(*values: Any) -> Diagnostic:
    return Diagnostic(**dict(zip(Diagnostic.__slots__, values)))


class ModelError(Exception):
    """A text or a model is wrong, or cannot be used so; ``diagnostics`` say where and why."""

    def __init__(self, message: str, diagnostics: Optional[list[Diagnostic]] = None) -> None:
        self.diagnostics = list(diagnostics or [])
        shown = [str(d) for d in self.diagnostics]
        # What the terminal prints is the whole story where there is one.
        super().__init__("\n".join(shown) if any(d.severity == "error" for d in self.diagnostics)
                         else "\n".join([message, *shown]))
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.diagnostics)


class SimulationError(ModelError):
    """The simulation cannot go on. ``result`` has what was computed before, or is None."""

    result: Optional[Result] = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C (or a progress function that said so) ended a run; ``result`` has what was computed."""

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result = result  #: a Result, or the Sweep


# ---- Hearing of diagnostics --------------------------------------------------------------------
# One function hears for all handles; the number that it is given tells whose list is meant, so no
# handle holds on to a Python object.

_heard: dict[int, list[Diagnostic]] = {}
_numbers = count(1)


def _hear(client: int, pointer: Any) -> None:
    d = pointer.contents
    listener = _heard.get(client)
    if listener is not None:
        listener.append(Diagnostic(
            severity=c.SEVERITIES[d.severity], code=c.words(d.code), message=c.words(d.message),
            label=c.text(d.label), file=c.text(d.file), line=d.line, column=d.column,
            end_line=d.end_line, end_column=d.end_column, replacement=c.text(d.replacement),
            text=c.words(d.text)))


hear = c.DiagnosticFn(_hear)


class Listener:
    """A list of diagnostics and the number under which the library reports to it."""

    __slots__ = ("number", "found")

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.found: list[Diagnostic] = []
        _heard[self.number] = self.found

    def __del__(self) -> None:
        _heard.pop(self.number, None)

    def take(self) -> list[Diagnostic]:
        """What was heard since the last time."""
        found = self.found[:]
        del self.found[:]
        return found


def fail(result: int, diagnostics: list[Diagnostic]) -> ModelError:
    """The exception for a call that failed."""
    if result == c.NO_MEMORY:
        raise MemoryError("\n".join(str(d) for d in diagnostics) or "out of memory")
    kind = SimulationError if result == c.STOPPED else ModelError
    return kind(c.words(lib.result_text(result)), diagnostics)
