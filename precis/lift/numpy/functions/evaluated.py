"""Functions of NumPy, SciPy and math that are not lifted, of arguments that are all known: their results are constants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.lift.numpy.numbers import array_constant, is_number, known
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Int

MODULES = ("numpy.polynomial", "numpy.lib", "numpy", "scipy.special", "scipy.signal", "scipy.constants", "math")


def evaluated(lift: Lifting, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """What the function returns; MISSING where an argument is not known, or the result is no array or number."""
    module = getattr(function, "__module__", None) or ""
    if "random" in module or not any(module == m or module.startswith(m + ".") for m in MODULES) or not (args or kwargs):
        return MISSING
    given, named = [_plain(lift, a) for a in args], {k: _plain(lift, v) for k, v in kwargs.items()}
    if any(x is MISSING for x in (*given, *named.values())):
        return MISSING
    try:
        return _constant(lift, function(*given, **named))
    except (TypeError, ValueError) as problem:
        lift.wrong(f"{function.__name__}: {problem}")


def _plain(lift: Lifting, x: Any) -> Any:
    if isinstance(x, tuple):
        parts = tuple(_plain(lift, i) for i in x)
        return MISSING if any(p is MISSING for p in parts) else parts
    if isinstance(x, Int) and lift.sizes.resolve(x.size).constant is None:
        return MISSING
    if x is None or isinstance(x, bool):
        return x
    number = known(lift, x) if is_number(x) else None
    return MISSING if number is None else number


def _constant(lift: Lifting, found: Any) -> Any:
    if isinstance(found, tuple):
        parts = tuple(_constant(lift, f) for f in found)
        return MISSING if any(p is MISSING for p in parts) else parts
    if isinstance(found, np.ndarray) and found.dtype.kind in "biufc":
        return lift.new_array(array_constant(lift, found.copy()), found.dtype)
    return wrap(lift, found, "result") if isinstance(found, (bool, int, float, complex, np.number)) else MISSING
