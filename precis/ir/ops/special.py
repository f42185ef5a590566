"""Special functions that libraries compute: Bessel functions, integrals of exponentials, incomplete gamma and beta functions, ...

One operation, `special`, with the function's name. Orders and parameters that have no derivative stand first (the front end admits only
known ones and integers there); the others have the derivatives of the tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from precis.ir.dense import wide
from precis.ir.ops.record import Op, Type
from precis.ir.ops.routine import routine
from precis.ir.ops.special_bessel import BESSEL
from precis.ir.ops.special_elliptic import ELLIPTIC
from precis.ir.ops.special_formula import Formula, Special
from precis.ir.ops.special_gamma import GAMMA
from precis.ir.ops.special_integrals import INTEGRALS
from precis.ir.shapes import broadcast
from precis.ir.types import Attrs, Value

DIGITS = 40  # of wide arithmetics that are narrower than mpmath's own
FUNCTIONS: dict[str, Special] = BESSEL | INTEGRALS | GAMMA | ELLIPTIC


def _infer(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if attrs["function"] not in FUNCTIONS:
        raise ValueError(f"no special function is called {attrs['function']}")
    arity = FUNCTIONS[attrs["function"]].arity
    if len(inputs) != arity or any(v.kind != "real" for v in inputs):
        raise ValueError(f"{attrs['function']} takes {arity} real operands")
    return broadcast([v.shape for v in inputs]), "real"


def special(*xs: np.ndarray, function: str) -> np.ndarray:
    record = FUNCTIONS[function]
    if not wide(*xs):
        import scipy.special  # loads slowly
        return np.asarray(record.scipy(scipy.special, *xs))
    if all(x.dtype != object for x in xs):
        return _in_mpmath(record, xs)
    context = next(v.context for x in xs for v in x.ravel()[:1] if hasattr(v, "context"))
    return np.asarray(np.frompyfunc(lambda *v: record.mpmath(context, *v).real, len(xs), 1)(*xs), dtype=object)


def _in_mpmath(record: Special, xs: tuple[np.ndarray, ...]) -> np.ndarray:
    """In the long double of the machine, by way of mpmath."""
    import mpmath  # loads slowly
    mp = mpmath.mp.clone()
    mp.dps = DIGITS

    def one(*v: Any) -> Any:
        found = record.mpmath(mp, *(mp.mpf(float(x)) + float(x - np.longdouble(float(x))) for x in v)).real
        return np.longdouble(float(found)) + np.longdouble(float(found - float(found)))
    return np.asarray(np.frompyfunc(one, len(xs), 1)(*xs)).astype(np.longdouble)


def _d_special(b: Any, n: Any, g: Value) -> tuple[Value | None, ...]:
    xs, y = [Formula(b, v) for v in n.inputs], Formula(b, n.output)
    return tuple(None if slope is None else b.mul(g, slope(xs, y).v) for slope in FUNCTIONS[n.attrs["function"]].derivatives)


OPS: tuple[Op, ...] = (routine("special", _infer, special, _d_special, 60, ("function",)),)
