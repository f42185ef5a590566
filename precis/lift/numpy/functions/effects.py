"""What shows, times or logs a program: it has no effect on what is computed. Texts and times are opaque values."""

from __future__ import annotations

import gc
import io
import logging
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import TEXT, TIME, Items

SHOWING = (print, warnings.warn)
LOGGING = tuple(getattr(logging, name) for name in (
    "debug", "info", "warning", "error", "critical", "exception", "log", "basicConfig", "disable"))
CLOCKS = tuple(getattr(time, name) for name in (
    "time", "perf_counter", "process_time", "monotonic", "time_ns", "perf_counter_ns", "process_time_ns", "thread_time"))
PROGRESS = ("tqdm", "trange")


def shows(function: Any) -> bool:
    """Whether a call does nothing but show: print, warnings, logging, streams; its arguments need not be computed."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, (logging.Logger, io.TextIOBase)):
        return True
    try:
        return function in _QUIET
    except TypeError:
        return False


def nothing(lift: Lifting, *args: Any, **kwargs: Any) -> None:
    return None


def set_errors(lift: Lifting, **settings: Any) -> Items:
    """np.seterr: what NumPy says of divisions by zero and the like, and what it said before."""
    if {"raise", "call"} & set(settings.values()):
        lift.refuse("np.seterr makes exceptions of what the data do", "test the result with np.isfinite")
    return lift.new_items(dict, {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"})


def progress(function: Any) -> Callable[..., Any] | None:
    """The handler of a progress bar: what it runs over."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    if module.split(".")[0] != "tqdm" or name not in PROGRESS:
        return None
    return (lambda lift, *a, **options: lift.call(range, list(a), {})) if name == "trange" else lambda lift, x, **options: x


def filtered(lift: Lifting, action: Any, *args: Any, **kwargs: Any) -> None:
    """warnings.simplefilter and filterwarnings: what is shown, unless warnings become exceptions."""
    if action in ("ignore", "default", "always", "all", "module", "once"):
        return
    lift.refuse("warnings that become exceptions cannot be lifted", "test the result with np.isfinite")


def of_testing(function: Any) -> Callable[..., Any] | None:
    """The handler of a function of np.testing: what it asserts of the data is assumed, as of an `assert`. By name, since NumPy loads it,
    and unittest with it, only when it is asked for."""
    name = getattr(function, "__name__", "")
    if not (getattr(function, "__module__", None) or "").startswith("numpy.testing") or name not in _ASSERTING:
        return None
    return lambda lift, *args, **kwargs: lift.assume(f"`np.testing.{name}`")


_ASSERTING = ("assert_allclose", "assert_almost_equal", "assert_approx_equal", "assert_array_almost_equal", "assert_array_equal",
              "assert_array_less", "assert_equal")
_TEXTS = (np.array2string, np.array_repr, np.array_str, np.base_repr, np.binary_repr, np.format_float_positional,
          np.format_float_scientific)
_QUIET = frozenset((*SHOWING, *LOGGING, sys.stdout.flush, sys.stdout.write, gc.collect, time.sleep, np.set_printoptions))
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **dict.fromkeys(_QUIET, nothing), **{clock: lambda lift: TIME for clock in CLOCKS},
    **dict.fromkeys(_TEXTS, lambda lift, *args, **kwargs: TEXT),
    logging.getLogger: lambda lift, name=None: logging.getLogger(name if isinstance(name, str) else None),
    warnings.simplefilter: filtered, warnings.filterwarnings: filtered, np.seterr: set_errors,
}
