"""Interpolators of SciPy that were made before the program runs, in its module or around it: as objects of the classes that stand for
those that a program makes (library.interpolation), over their tables as constants."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from precis.lift.numpy.library.interpolation import Grid, Polynomials, Table

Parts = tuple[type, dict[str, Any]]


def interpolator(thing: Any) -> Parts | None:
    """(a class, its attributes) of an interpolator of numbers by one number, or of a grid; None for other things."""
    made = sys.modules.get("scipy.interpolate")
    if made is None or not type(thing).__module__.startswith("scipy.interpolate"):
        return None
    if isinstance(thing, made.interp1d):
        return _table(made, thing)
    if isinstance(thing, made.RegularGridInterpolator):
        return _grid(thing)
    if isinstance(thing, made.PPoly):
        return _pieces(thing.c, thing.x, thing.extrapolate)
    if isinstance(thing, made.BSpline):
        return _of_spline(made, thing, thing.extrapolate)
    if isinstance(thing, made.UnivariateSpline) and thing.ext in (0, 1, 3):
        t, c, k = thing._eval_args
        ends = {0: None, 1: (0.0, 0.0), 3: tuple(thing([t[k], t[-k - 1]]))}[thing.ext]
        return _of_spline(made, made.BSpline(t, c, k), ends is None, ends)
    return None


def _pieces(c: np.ndarray, x: np.ndarray, extrapolate: Any, ends: Any = None) -> Parts | None:
    if c.ndim != 2 or c.dtype.kind != "f" or extrapolate not in (True, False):
        return None
    low, high = ends or (np.nan, np.nan)
    return Polynomials, {"c": np.ascontiguousarray(c), "x": x, "extrapolate": bool(extrapolate), "low": float(low), "high": float(high)}


def _of_spline(made: Any, spline: Any, extrapolate: Any, ends: Any = None) -> Parts | None:
    k, n = spline.k, spline.t.size - spline.k - 1
    if spline.c.ndim > 2 or spline.c.size // spline.c.shape[0] != 1:
        return None
    whole = made.PPoly.from_spline((spline.t, np.append(spline.c.reshape(-1)[:n], np.zeros(k + 1)), k))
    within = slice(k, whole.x.size - k)  # at the ends several knots are at one place: pieces without a length
    return _pieces(whole.c[:, k:whole.c.shape[1] - k], whole.x[within], extrapolate, ends)


def _table(made: Any, thing: Any) -> Parts | None:
    if thing.y.ndim != 1 or thing.y.dtype.kind not in "fiu":
        return None
    onwards = bool(thing._extrapolate) or bool(thing.bounds_error)  # outside, SciPy raises: values are never asked for there
    low, high = (None, None) if onwards else (float(np.ravel(v)[0]) for v in (thing._fill_value_below, thing._fill_value_above))
    if thing._kind == "spline":
        return _of_spline(made, thing._spline, onwards, None if onwards else (low, high))
    if thing._kind not in ("linear", "nearest", "previous", "next"):
        return None
    return Table, {"x": thing.x * 1.0, "y": thing.y * 1.0, "kind": thing._kind, "low": low, "high": high}


def _grid(thing: Any) -> Parts | None:
    if thing.method not in ("linear", "nearest") or thing.values.ndim != len(thing.grid) or thing.values.dtype.kind != "f":
        return None
    outside = None if thing.bounds_error or thing.fill_value is None else float(thing.fill_value)
    return Grid, {"points": tuple(thing.grid), "values": thing.values, "method": thing.method, "outside": outside}
