"""Where a model comes from: a class on the search path, a file, or a text; and how it is changed."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Iterable, Mapping, Optional, Union

from . import _library as c
from ._errors import Diagnostic, Listener, fail, hear
from ._library import Owned, lib

Setting = Union[bool, int, float, str]


def literal(value: Any) -> str:
    """A value in Modelica. Text is an expression: a String is given with its quotes.

    >>> literal(True), literal(2), literal([1.5, 2]), literal('"x"'), literal("2*a")
    ('true', '2', '{1.5, 2}', '"x"', '2*a')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "tolist"):  # numpy
        return literal(value.tolist())
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(literal(v) for v in value) + "}"
    return repr(value)


def _is_text(what: str) -> bool:
    return "\n" in what or ";" in what


def _is_file(what: str) -> bool:
    return what.endswith(".mo") or os.sep in what


class Source:
    """Everything that a compilation needs; two equal sources give the same model."""

    __slots__ = ("what", "name", "text", "path", "modifiers", "strict")

    def __init__(self, what: Union[str, "os.PathLike[str]"], name: Optional[str],
                 path: Iterable[Union[str, "os.PathLike[str]"]],
                 modifiers: Union[Mapping[str, Any], Iterable[str]], strict: bool) -> None:
        self.what = what if isinstance(what, str) else os.fspath(what)
        self.name = name
        self.text: Optional[str] = None
        if not _is_text(self.what) and _is_file(self.what):
            self.what = os.path.abspath(self.what)
            self.text = _contents(self.what)
        folders = [path] if isinstance(path, (str, os.PathLike)) else path
        told = [os.path.abspath(f) for f in os.environ.get("MODELICAPATH", "").split(":") if f]
        self.path = tuple([os.path.abspath(f) for f in folders]
                          + [f for f in told if os.path.isdir(f)])
        if isinstance(modifiers, Mapping):
            self.modifiers = tuple(f"{k}={literal(v)}" for k, v in modifiers.items())
        else:
            self.modifiers = tuple(modifiers)
        self.strict = strict

    def key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    @staticmethod
    def of_key(key: tuple[Any, ...]) -> "Source":
        source = Source.__new__(Source)
        for name, value in zip(Source.__slots__, key):
            setattr(source, name, value)
        return source

    def changed(self, modifiers: Mapping[str, Any]) -> "Source":
        source = Source.of_key(self.key())
        source.modifiers += tuple(f"{k}={literal(v)}" for k, v in modifiers.items())
        return source

    def open(self) -> "Session":
        return Session(self)


def _contents(path: str) -> Optional[str]:
    """Of a file that stands alone; a package has its folder, which a text cannot replace."""
    if os.path.isdir(path) or os.path.basename(path) == "package.mo":
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None  # the library says what is wrong with it


def cache_folder() -> Optional[str]:
    """Where compiled external functions are kept, as the program does it."""
    cache = os.environ.get("XDG_CACHE_HOME")
    home = os.environ.get("HOME")
    return (os.path.join(cache, "tarn") if cache
            else os.path.join(home, ".cache", "tarn") if home else None)


class Session:
    """A session of the library with a source loaded; a short life in one function."""

    __slots__ = ("_owned", "_listener", "_name", "_modifiers")

    def __init__(self, source: Optional[Source]) -> None:
        handle = ctypes.c_void_p()
        self._listener = Listener()
        self.call(lib.session_open(ctypes.byref(handle), hear, self._listener.number))
        self._owned = Owned(handle.value, lib.session_close)
        folder = cache_folder()
        if folder:
            self.call(lib.session_set_cache(self.pointer, folder.encode()))
        self._name: Optional[bytes] = None
        self._modifiers = c.texts([])
        if source:
            self._load(source)

    def _load(self, source: Source) -> None:
        if source.strict:
            self.call(lib.session_be_strict(self.pointer))
        for folder in source.path:
            self.call(lib.session_add_folder(self.pointer, os.fsencode(folder)))
        self._modifiers = c.texts(list(source.modifiers))
        self._name = source.name.encode() if source.name else None
        if _is_text(source.what):
            self._load_text("text", source.what)
        elif not _is_file(source.what):
            self._name = source.what.encode()
        elif source.text is not None and _contents(source.what) != source.text:
            self._load_text(source.what, source.text)
        else:
            self.call(lib.session_load_file(self.pointer, os.fsencode(source.what)))

    def _load_text(self, name: str, text: str) -> None:
        data = text.encode()
        self.call(lib.session_load_text(self.pointer, name.encode(), data, len(data)))

    @property
    def pointer(self) -> Optional[int]:
        return self._owned.pointer

    def call(self, result: int) -> None:
        if result != c.OK:
            raise fail(result, self._listener.take())

    def diagnostics(self) -> list[Diagnostic]:
        return self._listener.take()

    def compile(self) -> Owned:
        model = ctypes.c_void_p()
        self.call(lib.compile(self.pointer, self._name, self._modifiers, ctypes.byref(model)))
        return Owned(model.value, lib.model_close)

    def check(self) -> int:
        return int(lib.check(self.pointer, self._name, self._modifiers))

    def show(self, form: int) -> str:
        return given_text(lambda take: self.call(
            lib.show(self.pointer, self._name, self._modifiers, form, take, None)))

    def export(self, version: int, path: str) -> None:
        self.call(lib.export_fmu(self.pointer, self._name, self._modifiers, version,
                                 os.fsencode(path)))


def given_text(call: Callable[[Any], None]) -> str:
    """The text that a call hands to its function."""
    parts: list[bytes] = []

    def take(client: Any, address: int, length: int) -> None:
        parts.append(ctypes.string_at(address, length))

    call(c.TextFn(take))
    return b"".join(parts).decode("utf-8", "replace")
