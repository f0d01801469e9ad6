"""What the structural analysis found."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Optional

from . import _library as c
from ._source import Source


def _objects(data: Any) -> Any:
    if isinstance(data, dict):
        return SimpleNamespace(**{key: _objects(value) for key, value in data.items()})
    if isinstance(data, list):
        return [_objects(value) for value in data]
    return data


class Explanation:
    """The analysis of a model: ``str`` is the text of ``tarn explain``, ``data`` has everything
    as objects, ``page()`` the interactive page, which a notebook shows.

    >>> e = m.explain()
    >>> e.data.index, e.data.states
    (0, ['h', 'v'])
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._data: Optional[Any] = None

    @property
    def data(self) -> Any:
        if self._data is None:
            import json
            self._data = _objects(json.loads(self._source.open().show(c.EXPLAIN_JSON)))
        return self._data

    def page(self) -> str:
        return self._source.open().show(c.EXPLAIN_PAGE)

    def __str__(self) -> str:
        return self._source.open().show(c.EXPLAIN)

    def _repr_html_(self) -> str:
        from html import escape
        return ('<iframe style="width: 100%; height: 44em; border: 0" '
                f'srcdoc="{escape(self.page(), quote=True)}"></iframe>')
