"""Is the lifted program the user's function? Both run once on the tuning input, and their results are compared.

A program that was read wrongly would be tuned with perfect evidence for the wrong numbers, so this run is never left out.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.bitwidth.runs import compiled
from precis.bitwidth.samples import last_span
from precis.emit.engine import default_assignment
from precis.errors import InputError, PrecisError, UnsupportedProgram
from precis.formats import FORMATS
from precis.ir.refill import attributes_of
from precis.ir.types import Program

EXCESS = 8.0  # unit roundoffs of formats of intermediate values, which XLA may leave out (xla_allow_excess_precision)
ORDER = 4096.0  # unit roundoffs that another order of sums and other elementary functions may make, with room to spare


def check_agreement(fn: Callable[..., Any], program: Program, args: Sequence[Any], kwargs: Mapping[str, Any],
                    rtol: float) -> float:
    """How far results of the lifted program, in its own formats, are from those of `fn`: the largest relative 2-norm per floating output.

    Raises UnsupportedProgram where that is more than `rtol` and more than rounding in another order can explain (mutated arguments
    included; integers and booleans have to be equal). Arguments are not changed. A Program in place of `fn` has no function to be
    compared with."""
    if isinstance(fn, Program):
        return 0.0
    theirs, mine = (copy.deepcopy((tuple(args), dict(kwargs))) for _ in range(2))
    expected = [_called(fn, *theirs), theirs]
    found = [compiled(program, default_assignment(program))(*mine[0], **mine[1]), mine]
    room = max(rtol, _rounding(program))
    worst = 0.0
    for k, (e, f) in enumerate(zip(_leaves(_as_rows(expected, found)), _leaves(found))):
        difference = _difference(e, f) if e.shape == f.shape else float("inf")
        worst = max(worst, difference)
        if difference > room:
            gap = f"by {difference:.2g}" if e.shape == f.shape else f"in shape, {f.shape} for {e.shape}"
            raise UnsupportedProgram(
                f"precis reads {program.name} wrongly: result {k + 1} of one run differs {gap} from the function's own",
                hints=("`precis inspect` shows the program as it was read; please report it", "a larger rtol accepts the difference"))
    return worst


def _called(fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """What the function returns; InputError, at its own last line, where it raises."""
    try:
        return fn(*args, **kwargs)
    except PrecisError:
        raise
    except Exception as problem:
        text = " ".join(str(problem).split())
        raise InputError(f"{getattr(fn, '__name__', 'the function')} raised {type(problem).__name__}{': ' + text if text else ''}",
                         last_span(problem), hints=("the function has to run with these arguments",)) from None  # fmt: skip


def _rounding(program: Program) -> float:
    """How far apart rounding may bring two runs: by the narrowest format that the program itself states for what it stores, and for what it
    computes on the way."""
    stated = program.original
    stored = max((f.u for f in stated.storage.values()), default=0.0) if stated else 0.0
    between = max((f.u for f in (*stated.values.values(), *stated.compute.values())), default=0.0) if stated else 0.0
    return max(ORDER * (stored or FORMATS["binary64"].u), EXCESS * between)


def _as_rows(expected: Any, found: Any) -> Any:
    """What the function returned, with its lists of numbers as the arrays that the program gives back for them."""
    if isinstance(found, np.ndarray) and isinstance(expected, (tuple, list)):
        return np.asarray(expected, found.dtype).reshape(found.shape) if not expected and not found.size else np.asarray(expected)
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return {key: _as_rows(x, found[key]) if key in found else x for key, x in expected.items()}
    if isinstance(expected, (tuple, list)) and isinstance(found, (tuple, list)) and len(expected) == len(found):
        return [_as_rows(x, y) for x, y in zip(expected, found)]
    return expected


def _leaves(tree: Any) -> list[np.ndarray]:
    """Arrays and numbers of nested tuples, lists, mappings and objects, in order."""
    if isinstance(tree, Mapping):
        return [leaf for key in sorted(tree, key=str) for leaf in _leaves(tree[key])]
    if isinstance(tree, (tuple, list)):
        return [leaf for item in tree for leaf in _leaves(item)]
    if tree is None or isinstance(tree, str) or callable(tree):
        return []
    array = np.asarray(tree)
    if array.dtype.kind == "O":
        return _leaves(attributes_of(tree))
    return [array.astype(np.float32) if array.dtype.kind == "V" else array]


def _difference(expected: np.ndarray, found: np.ndarray) -> float:
    if expected.dtype.kind in "biu":
        return 0.0 if np.array_equal(expected, found) else float("inf")
    same_holes = np.array_equal(np.isfinite(expected), np.isfinite(found))
    finite = np.isfinite(expected) & np.isfinite(found)
    with np.errstate(all="ignore"):
        norm = float(np.linalg.norm(np.asarray(expected[finite], complex)))
        gap = float(np.linalg.norm(np.asarray(expected[finite], complex) - np.asarray(found[finite], complex)))
    return (gap / norm if norm else gap) if same_holes else float("inf")
