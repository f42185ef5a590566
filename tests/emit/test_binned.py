"""Loops over bins: each element is added to its own, with the bits that looking through all elements for each bin gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import precis
from precis.emit.engine import default_assignment
from tests.emit.oracle import agrees, needs_compiler


def rings(a: np.ndarray, r: np.ndarray, edges: np.ndarray, good: np.ndarray) -> tuple[np.ndarray, ...]:
    """Moments need the mean of their bin; means of others are taken where there are enough elements."""
    n = len(edges) - 1
    mean, var, top = np.zeros(n), np.zeros(n), np.full(n, -1.0)
    for k in range(n):
        m = (r >= edges[k]) & (r < edges[k + 1])
        v = a[m]
        if v.size > 1:
            mean[k] = v.mean()
            var[k] = ((v - mean[k]) ** 2).sum() / (v.size - 1)
            top[k] = v.max()
    some = np.zeros(n)
    for k in range(1, n):
        middle = 0.5 * (edges[k - 1] + edges[k])
        m = (r > middle - 0.2) & good & (r <= middle + 0.2)
        some[k] = (a[m] * edges[k]).sum() + 100.0 * np.any(a[m] > 0.5) + np.prod(a[m])
    return mean, var, top, some


def labelled(x: np.ndarray, labels: np.ndarray, ids: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, ...]:
    """Labels are numbers of bins, or names that rise."""
    count, spread = np.zeros(len(ids), dtype=np.int64), np.zeros(len(ids))
    for k in range(len(ids)):
        count[k] = np.count_nonzero(labels == k + 1)
        spread[k] = x[:, 0][labels == ids[k]].std()
    while c[0, 0] < 2.0:
        c += 1.5
        for j in range(c.shape[0]):
            members = x[labels == j]
            if len(members) > 0:
                c[j] = c[j] + members.mean(axis=0)
    return count, spread


def changed(a: np.ndarray, r: np.ndarray, edges: np.ndarray, good: np.ndarray) -> np.ndarray:
    """What one bin writes the next one reads."""
    out = np.zeros(len(edges))
    for k in range(len(edges)):
        m = a > edges[k] - 0.2
        a[m & (a < edges[k])] *= 0.5
        out[k] = a[m].sum()
    return out


def below(a: np.ndarray, r: np.ndarray, edges: np.ndarray, good: np.ndarray) -> np.ndarray:
    """Elements that count for all bins behind theirs."""
    return np.array([a[r < edges[k]].sum() for k in range(len(edges))])


def inputs(edges: list[float]) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(len(edges))
    a, r = rng.standard_normal((2, 9, 41))
    a[3, 3:5], a[4], r[2, :4], r[5, 5] = np.nan, -0.0, edges[1], np.nan
    return a, r, np.array(edges), rng.random((9, 41)) < 0.7


EDGES = {"rising": [-1.0, -0.5, 0.0, 0.4, 0.41, 2.0, 3.0], "equal ends": [-1.0, 0.0, 0.0, 0.5, 0.5, 9.0], "falling": [2.0, 1.0, 0.5, 0.0, -1.0],
         "up and down": [-1.0, 1.0, 0.0, 2.0, 3.0, 1.5], "NaN": [-1.0, 0.0, np.nan, 0.5, 1.0], "infinite": [-np.inf, 0.0, 0.1, 0.3, np.inf], "few": [-1.0, 0.0, 1.0]}


def labels() -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(0)
    return rng.random((70, 3)), rng.integers(-1, 9, 70), np.array([1, 2, 3, 5, 8, 70]), np.ones((6, 3))


def _compared(program: Callable[..., Any], examples: list[tuple[np.ndarray, ...]]) -> None:
    """Native code with the interpreter over the emulated program, bit for bit, and with NumPy, which adds up in another order."""
    lifted = precis.lift(program, *(x.copy() for x in examples[0]))
    names, run = [name for name, _ in lifted.sizes], precis.compile(lifted)
    for given in examples:
        lengths = [x.shape for x in (given[0], given[2], *given[3:] * (program is labelled))]
        agrees(lifted, given, default_assignment(lifted), dict(zip(names, [n for shape in lengths for n in shape])))
        mine, theirs = [x.copy() for x in given], [x.copy() for x in given]
        with np.errstate(all="ignore"):
            found, wanted = run(*mine), program(*theirs)
        for x, y in zip((*found, *mine), (*wanted, *theirs)):
            np.testing.assert_allclose(x, y, rtol=1e-13, atol=1e-13)


@needs_compiler
@pytest.mark.filterwarnings("ignore")
def test_sums_in_bins_have_their_bits_whatever_the_edges() -> None:
    """Of edges that do not rise, too, and with elements in no bin, NaN among them; bins with few elements and none."""
    _compared(rings, [inputs(edges) for edges in EDGES.values()])


@needs_compiler
def test_sums_by_label_have_their_bits() -> None:
    x, names, ids, c = labels()
    _compared(labelled, [(x, names, ids, c), (x, names, ids[::-1].copy(), c), (x, names, ids[:3], c[:5])])


@pytest.mark.parametrize(("program", "example", "sums"), [(rings, inputs(EDGES["rising"]), 8), (labelled, labels(), 6),
                                                          (changed, inputs(EDGES["rising"]), 0), (below, inputs(EDGES["rising"]), 0)])
def test_loops_go_through_bins_where_elements_belong_to_one(program: Callable[..., Any], example: tuple[np.ndarray, ...], sums: int) -> None:
    text = precis.emit(precis.lift(program, *example), None).files[f"{program.__name__}_run.cpp"]
    assert text.count("pr::Binned<") == sums
