"""libtarn by ctypes: the structures and functions of tarn.h, and nothing else.

Names and order are those of the header. A function releases the interpreter lock while it works.
"""

from __future__ import annotations

import ctypes as c
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_long, c_longlong, c_size_t, c_uint, c_void_p
from typing import Any, Callable, Optional

OK, WRONG_MODEL, WRONG_USE, STOPPED, CANCELLED, NO_MEMORY = range(6)
SEVERITIES = ("note", "warning", "error")
TYPES = ("Real", "Integer", "Boolean", "enumeration", "String")
VARIABILITIES = ("constant", "parameter", "discrete", "continuous")
CAUSALITIES = ("local", "input", "output")
FLAT, EXPLAIN, EXPLAIN_JSON, EXPLAIN_PAGE = range(4)


class Diagnostic(c.Structure):
    _fields_ = [("severity", c_int), ("code", c_char_p), ("message", c_char_p), ("label", c_char_p),
                ("file", c_char_p), ("line", c_uint), ("column", c_uint), ("end_line", c_uint),
                ("end_column", c_uint), ("replacement", c_char_p), ("text", c_char_p)]


class Experiment(c.Structure):
    _fields_ = [("start_time", c_double), ("stop_time", c_double), ("tolerance", c_double),
                ("intervals", c_long), ("interval", c_double), ("step", c_double),
                ("max_step", c_double), ("method", c_char_p), ("records", c_int),
                ("variables", c_char_p)]


class FmuRun(c.Structure):
    _fields_ = [("start_time", c_double), ("stop_time", c_double), ("tolerance", c_double),
                ("intervals", c_long), ("method", c_char_p), ("settings", POINTER(c_char_p)),
                ("is_simulated", c_int)]


class Variable(c.Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("display_unit", c_char_p),
                ("description", c_char_p), ("type", c_int), ("variability", c_int),
                ("causality", c_int), ("start", c_double), ("min", c_double), ("max", c_double),
                ("nominal", c_double), ("n_dimensions", c_int), ("dimensions", POINTER(c_int)),
                ("n_literals", c_int), ("literals", POINTER(c_char_p)), ("is_state", c_int),
                ("is_alias", c_int), ("is_protected", c_int), ("is_settable", c_int)]


class Inputs(c.Structure):
    _fields_ = [("n", c_int), ("variables", POINTER(c_int)), ("rows", c_size_t),
                ("times", c_void_p), ("values", c_void_p), ("is_held", c_int)]


class Linearization(c.Structure):
    _fields_ = [("n_inputs", c_int), ("n_outputs", c_int), ("inputs", POINTER(c_int)),
                ("outputs", POINTER(c_int)), ("a", c_void_p), ("b", c_void_p), ("c", c_void_p),
                ("d", c_void_p)]


class Statistics(c.Structure):
    _fields_ = [("method", c_char_p), ("reason", c_char_p), ("steps", c_longlong),
                ("rejected", c_longlong), ("evaluations", c_longlong), ("jacobians", c_longlong),
                ("iterations", c_longlong), ("state_events", c_longlong),
                ("time_events", c_longlong)]


class Column(c.Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("display_unit", c_char_p),
                ("description", c_char_p), ("type", c_int), ("values", c_void_p),
                ("is_constant", c_int), ("is_negated", c_int), ("is_hidden", c_int)]


class Signal(c.Structure):
    _fields_ = [("name", c_char_p), ("is_missing", c_int), ("n_points", c_size_t),
                ("n_outside", c_size_t), ("half_height", c_double), ("first_time", c_double),
                ("first_value", c_double), ("low", c_double), ("high", c_double),
                ("worst_time", c_double), ("worst_distance", c_double)]


DiagnosticFn = c.CFUNCTYPE(None, c_void_p, POINTER(Diagnostic))
ProgressFn = c.CFUNCTYPE(c_int, c_void_p, c_double)
TextFn = c.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)
SignalFn = c.CFUNCTYPE(None, c_void_p, POINTER(Signal))
nobody: Any = c.cast(0, DiagnosticFn)  # NULL
Texts = POINTER(c_char_p)
Handle = POINTER(c_void_p)


class Comparison(c.Structure):
    _fields_ = [("tolerance", c_double), ("variables", c_char_p), ("only_both", c_int),
                ("take", SignalFn), ("client", c_void_p), ("holds", c_int), ("ends_early", c_int),
                ("half_width", c_double), ("result_end", c_double), ("reference_end", c_double)]


# name: (result, arguments)
_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "result_text": (c_char_p, [c_int]),
    "session_open": (c_int, [Handle, DiagnosticFn, c_void_p]),
    "session_close": (None, [c_void_p]),
    "session_add_folder": (c_int, [c_void_p, c_char_p]),
    "session_set_cache": (c_int, [c_void_p, c_char_p]),
    "session_be_strict": (c_int, [c_void_p]),
    "session_load_file": (c_int, [c_void_p, c_char_p]),
    "session_load_text": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "check": (c_int, [c_void_p, c_char_p, Texts]),
    "show": (c_int, [c_void_p, c_char_p, Texts, c_int, TextFn, c_void_p]),
    "export_fmu": (c_int, [c_void_p, c_char_p, Texts, c_int, c_char_p]),
    "simulate_fmu": (c_int, [c_void_p, c_char_p, POINTER(FmuRun), Handle]),
    "compile": (c_int, [c_void_p, c_char_p, Texts, Handle]),
    "model_close": (None, [c_void_p]),
    "model_name": (c_char_p, [c_void_p]),
    "model_experiment": (Experiment, [c_void_p]),
    "model_experiment_between": (Experiment, [c_void_p, c_double, c_double]),
    "model_variable_count": (c_int, [c_void_p]),
    "model_variable": (POINTER(Variable), [c_void_p, c_int]),
    "model_find": (c_int, [c_void_p, c_char_p]),
    "model_state_count": (c_int, [c_void_p]),
    "model_state": (c_int, [c_void_p, c_int]),
    "run_open": (c_int, [c_void_p, POINTER(Experiment), Handle]),
    "run_close": (None, [c_void_p]),
    "run_on_diagnostic": (None, [c_void_p, DiagnosticFn, c_void_p]),
    "run_on_progress": (None, [c_void_p, ProgressFn, c_void_p]),
    "run_set_pace": (None, [c_void_p, c_double]),
    "run_set": (c_int, [c_void_p, c_int, c_double]),
    "run_set_text": (c_int, [c_void_p, c_int, c_char_p]),
    "run_forget": (None, [c_void_p]),
    "run_set_inputs": (c_int, [c_void_p, POINTER(Inputs)]),
    "run_initialize": (c_int, [c_void_p]),
    "run_reset": (c_int, [c_void_p, POINTER(Experiment)]),
    "run_simulate": (c_int, [c_void_p]),
    "run_advance": (c_int, [c_void_p, c_double, c_int]),
    "run_step": (c_int, [c_void_p, c_double]),
    "run_time": (c_double, [c_void_p]),
    "run_is_at_event": (c_int, [c_void_p]),
    "run_is_over": (c_int, [c_void_p]),
    "run_get": (c_int, [c_void_p, c_int, POINTER(c_double)]),
    "run_get_text": (c_int, [c_void_p, c_int, POINTER(c_char_p)]),
    "run_states": (c_int, [c_void_p, c_void_p, c_void_p]),
    "run_linearize": (c_int, [c_void_p, POINTER(Linearization)]),
    "run_save": (c_int, [c_void_p, Handle, POINTER(c_size_t)]),
    "run_restore": (c_int, [c_void_p, c_char_p, c_size_t]),
    "run_statistics": (Statistics, [c_void_p]),
    "run_trajectory": (c_int, [c_void_p, Handle]),
    "trajectory_read": (c_int, [c_char_p, DiagnosticFn, c_void_p, Handle]),
    "trajectory_close": (None, [c_void_p]),
    "trajectory_on_diagnostic": (None, [c_void_p, DiagnosticFn, c_void_p]),
    "trajectory_row_count": (c_size_t, [c_void_p]),
    "trajectory_times": (c_void_p, [c_void_p]),
    "trajectory_column_count": (c_int, [c_void_p]),
    "trajectory_column": (c_int, [c_void_p, c_int, POINTER(Column)]),
    "trajectory_find": (c_int, [c_void_p, c_char_p]),
    "trajectory_write": (c_int, [c_void_p, c_char_p, c_char_p]),
    "trajectory_page": (c_int, [c_void_p, Texts, TextFn, c_void_p]),
    "trajectory_compare": (c_int, [c_void_p, c_void_p, POINTER(Comparison)]),
}


def _places() -> list[str]:
    """Where the library may lie: as told, beside this file (wheel), in the tree, on the system."""
    told = os.environ.get("TARN_LIBRARY")
    if told:
        return [told]
    here = os.path.dirname(os.path.abspath(__file__))
    tree = os.path.join(here, "..", "..", "build", "release", "exports", "libtarn.so")
    return [os.path.join(here, "libtarn.so"), tree, "libtarn.so.0"]


def _load() -> c.CDLL:
    wrong = []
    for place in _places():
        if os.sep in place and not os.path.exists(place):
            wrong.append(f"{place}: no such file")
            continue
        try:
            return c.CDLL(place)
        except OSError as error:
            wrong.append(f"{place}: {error}")
    raise ImportError("the library of tarn was not found (TARN_LIBRARY says where it is)\n    "
                      + "\n    ".join(wrong))


class _Functions:
    """The functions of tarn.h without their prefix; the library is loaded with the first of them."""

    _library: Optional[c.CDLL] = None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in _PROTOTYPES:
            raise AttributeError(name)
        if self._library is None:
            self._library = _load()
        function = self._library["tarn_" + name]
        function.restype, function.argtypes = _PROTOTYPES[name]
        setattr(self, name, function)
        return function


lib = _Functions()


class Owned:
    """A handle that is closed when nobody uses it any more."""

    __slots__ = ("pointer", "_close")

    def __init__(self, pointer: Optional[int], close: Callable[[Optional[int]], None]) -> None:
        self.pointer = pointer
        self._close = close

    def __del__(self) -> None:
        self._close(self.pointer)


def text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")


def words(value: Optional[bytes]) -> str:
    return "" if value is None else value.decode("utf-8", "replace")


def texts(values: list[str]) -> Any:
    """A list that ends with NULL, as the header wants it."""
    return (c_char_p * (len(values) + 1))(*[v.encode() for v in values], None)
