"""What a function returns and what it changes, as arrays, and how far two outcomes are apart."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.formats import format_of_dtype

# Outcomes agree where their relative 2-norm difference is at most this power of the spacing of their dtype: sums in another order and
# elementary functions of another library differ by many units in the last place, wrong programs by far more.
POWER = 2.0 / 3.0


def fresh(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """A copy of the arguments, since programs may change them."""
    return tuple(a.copy() if isinstance(a, np.ndarray) else copy.deepcopy(a) for a in arguments)


def arrays_of(tree: Any) -> list[np.ndarray]:
    """Arrays and numbers of nested tuples, lists and mappings, in order."""
    if isinstance(tree, Mapping):
        return [a for key in sorted(tree, key=str) for a in arrays_of(tree[key])]
    if isinstance(tree, (tuple, list)):
        return [a for item in tree for a in arrays_of(item)]
    return [] if tree is None or isinstance(tree, str) or callable(tree) else [np.asarray(tree)]


def outcome(run: Callable[..., Any], arguments: Sequence[Any]) -> list[np.ndarray]:
    """Everything that `run` returns, then every array argument as it is afterwards. The arguments given stay as they are."""
    mine = fresh(arguments)
    returned = run(*mine)
    return arrays_of(returned) + [a for a in arrays_of(mine) if a.ndim]


def difference(expected: np.ndarray, found: np.ndarray) -> float:
    """Relative 2-norm of found - expected; inf where shapes, integers, or places of NaN and infinity differ."""
    if expected.shape != found.shape:
        return np.inf
    if expected.dtype.kind not in "fc":
        return 0.0 if np.array_equal(expected, found) else np.inf
    e, f = (x.astype(np.clongdouble) for x in (expected, found))
    finite = np.isfinite(e)
    if not np.array_equal(e[~finite], f[~finite], equal_nan=True) or not np.all(np.isfinite(f[finite])):
        return np.inf
    gap = float(np.linalg.norm((e - f)[finite].ravel()))
    size = float(np.linalg.norm(e[finite].ravel()))
    return gap / size if size else np.inf if gap else 0.0


def tolerance(expected: np.ndarray) -> float:
    fmt = format_of_dtype(expected.dtype)
    return 2.0 ** ((1 - fmt.precision) * POWER) if fmt is not None else 0.0


def disagreement(expected: Sequence[np.ndarray], found: Sequence[np.ndarray]) -> str:
    """"" where two outcomes agree, else what differs."""
    if len(expected) != len(found):
        return f"{len(found)} results, not {len(expected)}"
    for k, (e, f) in enumerate(zip(expected, found)):
        if e.dtype != f.dtype or e.shape != f.shape:
            return f"result {k + 1} is {f.dtype}{list(f.shape)}, not {e.dtype}{list(e.shape)}"
        if not difference(e, f) <= tolerance(e):
            return f"result {k + 1} differs by {difference(e, f):.2g}"
    return ""
