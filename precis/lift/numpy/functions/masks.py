"""np.ma, and functions of NumPy that are given its arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance, Method

REDUCING = ("sum", "mean", "std", "var", "max", "min", "count", "compressed")
DEFINED = ("masked_where", "masked_invalid", "masked_greater", "masked_greater_equal", "masked_less", "masked_less_equal", "masked_inside",
           "masked_outside", "masked_equal", "masked_not_equal", "filled", "getmaskarray", "getmask", "is_masked", "isMaskedArray",
           "median")
COMPUTED = (np.add, np.subtract, np.multiply, np.negative, np.absolute, np.exp, np.sin, np.cos, np.square, np.arctan, np.tanh, np.deg2rad)
WITHIN = {np.sqrt: library.masking.sqrt, np.log: library.masking.log, np.log10: library.masking.log10}


def of_masked(function: Any) -> Callable[..., Any] | None:
    """The handler of a function of np.ma."""
    modules = (getattr(function, "__module__", None) or "", type(function).__module__)
    if not any(module.startswith("numpy.ma") for module in modules):
        return None
    name = getattr(function, "__name__", "")
    if name in REDUCING:
        return partial(_method, name)
    made = library.masked.MaskedArray if name in ("MaskedArray", "array") else None
    definition = getattr(library.masking, name) if name in DEFINED else made
    return None if definition is None else lambda lift, *args, **kwargs: lift.call(definition, list(args), kwargs)


def _method(name: str, lift: Lifting, a: Any, *args: Any, **kwargs: Any) -> Any:
    held = a if is_masked(a) else lift.call(library.masked.MaskedArray, [a], {})
    return lift.call(Method(held, name), list(args), kwargs)


def is_masked(x: Any) -> bool:
    return isinstance(x, Instance) and x.cls is library.masked.MaskedArray


def given_masked(lift: Lifting, function: Any, args: Sequence[Any]) -> Callable[..., Any] | None:
    """What a function of NumPy does with masked arrays; None where none is among its arguments."""
    if not any(map(is_masked, args)) or of_masked(function) is not None:
        return None
    if function in (len, abs, isinstance, type):
        return None
    if function in COMPUTED:
        return lambda lift, *args: lift.call(library.masked.computed, [function, *args], {})
    if function in WITHIN:
        return lambda lift, x: lift.call(WITHIN[function], [x], {})
    name = getattr(function, "__name__", "")
    if name in REDUCING and getattr(np, name, None) is function:
        return partial(_method, name)
    lift.refuse(f"{name or 'this function'} of a masked array cannot be lifted", "write it with .filled(), .data and .mask")
