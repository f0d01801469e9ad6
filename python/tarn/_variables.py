"""The variables of a model: what it says about them, found by name."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Optional, Union

from . import _library as c
from ._errors import ModelError
from ._library import Owned, lib

Value = Union[float, int, bool, str]


class UnknownVariable(ModelError, KeyError):
    """There is no variable of this name."""

    def __str__(self) -> str:
        return self.message


def unknown(name: str, names: Iterator[str], where: str) -> UnknownVariable:
    from difflib import get_close_matches
    known = list(names)
    # Of many names those with the same begin: looking for slips takes its time.
    near = get_close_matches(name, known if len(known) < 5000 else
                             [n for n in known if n[:2] == name[:2]][:5000], 3)
    hint = f"; did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
    return UnknownVariable(f"{where} has no variable '{name}'{hint}")


def _number(value: float) -> Optional[float]:
    return None if value != value else value


class Variable:
    """A scalar of a model; of an array there is one for each element.

    What nobody has said is None. ``value`` of a parameter is what the model is compiled with, of
    another variable its start value.
    """

    __slots__ = ("index", "name", "unit", "display_unit", "description", "type", "variability",
                 "causality", "value", "min", "max", "nominal", "dimensions", "literals",
                 "is_state", "is_alias", "is_protected", "is_settable")

    def __init__(self, index: int, v: Any) -> None:
        self.index: int = index
        self.name: str = c.words(v.name)
        self.unit: Optional[str] = c.text(v.unit)
        self.display_unit: Optional[str] = c.text(v.display_unit)
        self.description: Optional[str] = c.text(v.description)
        self.type: str = c.TYPES[v.type]
        self.variability: str = c.VARIABILITIES[v.variability]
        self.causality: str = c.CAUSALITIES[v.causality]
        self.min: Optional[float] = _number(v.min)
        self.max: Optional[float] = _number(v.max)
        self.nominal: Optional[float] = _number(v.nominal)
        self.dimensions: tuple[int, ...] = tuple(v.dimensions[i] for i in range(v.n_dimensions))
        self.literals: tuple[str, ...] = tuple(
            c.words(v.literals[i]) for i in range(v.n_literals))
        self.is_state: bool = bool(v.is_state)
        self.is_alias: bool = bool(v.is_alias)
        self.is_protected: bool = bool(v.is_protected)
        self.is_settable: bool = bool(v.is_settable)
        self.value: Optional[Value] = self.shown(v.start)

    def shown(self, number: float) -> Optional[Value]:
        """The number as a value of the type."""
        if number != number:
            return None
        if self.type == "Boolean":
            return number != 0
        if self.type == "Integer":
            return int(number)
        if self.type == "enumeration" and 1 <= number <= len(self.literals):
            return self.literals[int(number) - 1]
        return number

    def number(self, value: Any) -> float:
        """The value as a number; the name of a literal counts as its place."""
        if isinstance(value, str):
            if value in self.literals:
                return 1.0 + self.literals.index(value)
            raise ModelError(f"'{value}' is no value of '{self.name}', which is of type "
                             f"{self.type}" + (f": {', '.join(self.literals)}" if self.literals
                                               else ""))
        return float(value)

    def __repr__(self) -> str:
        value = "" if self.value is None else f" = {self.value}"
        unit = f" {self.unit}" if self.unit else ""
        about = f'  "{self.description}"' if self.description else ""
        return f"<{self.type} {self.name}{value}{unit}{about}>"


class Variables(Mapping[str, Variable]):
    """Variables of a model by name, in the order of the model.

    >>> m.parameters["e"].value
    0.8
    """

    def __init__(self, model: Owned, belongs: Callable[[Variable], bool], what: str) -> None:
        self._model = model
        self._belongs = belongs
        self._what = what
        self._all: Optional[dict[str, Variable]] = None

    def _every(self) -> dict[str, Variable]:
        if self._all is None:
            n = lib.model_variable_count(self._model.pointer)
            every = (self._at(i) for i in range(n))
            self._all = {v.name: v for v in every if self._belongs(v)}
        return self._all

    def _at(self, index: int) -> Variable:
        return Variable(index, lib.model_variable(self._model.pointer, index).contents)

    def find(self, name: str) -> Optional[Variable]:
        if self._all is not None:
            return self._all.get(name)
        index = lib.model_find(self._model.pointer, name.encode())
        found = self._at(index) if index >= 0 else None
        return found if found and self._belongs(found) else None

    def __getitem__(self, name: str) -> Variable:
        found = self.find(name)
        if found is None:
            raise unknown(name, iter(self), self._what)
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._every())

    def __len__(self) -> int:
        return len(self._every())

    def __repr__(self) -> str:
        names = list(self)
        more = ", ..." if len(names) > 8 else ""
        return f"<{len(names)} variables: {', '.join(names[:8])}{more}>"
