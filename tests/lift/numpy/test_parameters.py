"""Parameters that are given by position stand where NumPy and SciPy have them."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any

from precis.lift.numpy.functions.scientific import SCIPY, of_scipy
from precis.lift.numpy.table import FUNCTIONS

BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
MODULES = ("linalg", "integrate", "interpolate", "optimize", "signal", "special", "stats", "sparse", "sparse.linalg", "sparse.csgraph", "ndimage",
           "fft", "spatial", "spatial.distance")
OVERLOADED = ("arange", "clip", "einsum", "einsum_path")  # whose first arguments mean what their number says


def _positional(function: Callable[..., Any]) -> list[str]:
    try:
        return [p.name for p in inspect.signature(function).parameters.values() if p.kind in BY_POSITION]
    except (TypeError, ValueError):  # written in C, without a signature
        return []


def _definition(handler: Any) -> Any:
    """The definition that a handler inlines, else the handler itself."""
    cells = [c.cell_contents for c in getattr(handler, "__closure__", None) or ()]
    return next((c for c in cells if inspect.isfunction(c) and c.__module__.startswith("precis.lift.numpy.library.")), handler)


def _lifted() -> dict[Callable[..., Any], Any]:
    found = {f: h for f, h in FUNCTIONS.items() if callable(f)}
    for name in MODULES:
        module = importlib.import_module(f"scipy.{name}")
        there = [getattr(module, n) for n in dir(module) if not n.startswith("_")]
        found |= {f: of_scipy(f) for f in there if inspect.isfunction(f) and of_scipy(f)}
    return found


def test_arguments_by_position_mean_what_they_mean_to_the_library() -> None:
    lifted = _lifted()
    assert len(lifted) > len(SCIPY)
    wrong = {}
    for function, handler in lifted.items():
        theirs, ours = _positional(function), _positional(_definition(handler))
        ours = ours[1:] if ours[:1] in (["lift"], ["self"]) else ours
        misplaced = [n for k, n in enumerate(theirs) if n in ours and ours.index(n) != k]
        misplaced += [n for k, n in enumerate(ours[:len(theirs)]) if k > 0 and n not in theirs and theirs[k] in ("out", "dtype", "axis")]
        if misplaced and getattr(function, "__name__", "") not in OVERLOADED:
            wrong[f"{function.__module__}.{function.__name__}"] = (theirs, ours)
    assert not wrong
