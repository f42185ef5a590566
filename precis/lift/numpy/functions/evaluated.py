"""Functions of NumPy, SciPy and math that are not lifted, of arguments that are all known: their results are constants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.lift.numpy.numbers import array_constant, is_number, known, known_array
from precis.lift.numpy.outside import outside
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Array, Int, Items

MODULES = ("numpy.polynomial", "numpy.lib", "numpy", "scipy.special", "scipy.signal", "scipy.constants", "scipy.linalg", "scipy.fft",
           "scipy.integrate", "scipy.ndimage", "math", "statistics")

PROBABILITIES = ("pdf", "pmf", "logpdf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf", "interval")


def evaluated(lift: Lifting, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """What the function returns; MISSING where an argument is not known, or the result is no array or number."""
    if not evaluable(function) or not (args or kwargs):
        return MISSING
    given, named = [_plain(lift, a) for a in args], {k: _plain(lift, v) for k, v in kwargs.items()}
    if any(x is MISSING for x in (*given, *named.values())):
        return MISSING
    given, named = [_settled(lift, function, x) for x in given], {k: _settled(lift, function, x) for k, x in named.items()}
    try:
        return _constant(lift, function(*given, **named))
    except (TypeError, ValueError) as problem:
        lift.wrong(f"{function.__name__}: {problem}")


def evaluable(function: Any) -> bool:
    """Whether a function is computed while lifting where all its arguments are known."""
    module = getattr(function, "__module__", None) or ("scipy.special" if type(function) is np.ufunc else "")
    if module.startswith("scipy.stats"):  # other methods of distributions draw numbers
        return getattr(function, "__name__", "") in PROBABILITIES
    return "random" not in module and outside(function) is None and any(module == m or module.startswith(m + ".") for m in MODULES)


def _settled(lift: Lifting, function: Callable[..., Any], x: Any) -> Any:
    """A size among the arguments is fixed to the example."""
    if isinstance(x, (tuple, list)):
        return type(x)(_settled(lift, function, i) for i in x)
    return lift.fixed(x.size, f"an argument of {function.__name__}") if isinstance(x, Int) else x


def _plain(lift: Lifting, x: Any) -> Any:
    """What an argument is in Python; sizes as they are, MISSING where it is computed."""
    if isinstance(x, Items) and x.kind is list and isinstance(held := lift.held(x), tuple):
        parts = _plain(lift, held)
        return parts if parts is MISSING else list(parts)
    if isinstance(x, tuple):
        parts = tuple(_plain(lift, i) for i in x)
        return MISSING if any(p is MISSING for p in parts) else parts
    if isinstance(x, Int) and lift.sizes.resolve(x.size).constant is None:
        return x
    if isinstance(x, str):
        return x
    if x is None or isinstance(x, bool):
        return x
    if isinstance(x, Array):
        contents = known_array(lift, x)
        return MISSING if contents is None else contents.copy()
    number = known(lift, x) if is_number(x) else None
    return MISSING if number is None else number


def _constant(lift: Lifting, found: Any) -> Any:
    if isinstance(found, tuple):
        parts = tuple(_constant(lift, f) for f in found)
        return MISSING if any(p is MISSING for p in parts) else parts
    if isinstance(found, np.ndarray) and found.dtype.kind in "biufc":
        return lift.new_array(array_constant(lift, found.copy()), found.dtype)
    return wrap(lift, found, "result") if isinstance(found, (bool, int, float, complex, np.number)) else MISSING
