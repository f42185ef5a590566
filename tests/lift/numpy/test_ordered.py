"""Windows whose ends the data tell: what tests and extremes say of them, and what they do not."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def stamped(x, low, high):
    n, total = x.shape[0], 0.0
    for k in range(low.size):
        x0, x1 = max(int(np.floor(low[k])), 0), min(int(np.ceil(high[k])) + 1, n)
        if x0 >= x1:
            continue
        x[x0:x1] += np.arange(x0, x1) * 0.5
        total += (x[x0:x1] * np.arange(x1 - x0)).sum()
    return total


def in_two(x, y, low, high):
    """Both ends by one test."""
    seen = np.zeros((x.shape[0], y.shape[0]))
    for k in range(low.size):
        a, b = max(int(low[k]), 0), min(int(high[k]), x.shape[0])
        c, d = max(int(low[k]) - 3, 0), min(int(high[k]) + 2, y.shape[0])
        if a < b and not d <= c:
            box = seen[a:b, c:d]
            box[np.outer(x[a:b], y[c:d]) > 0.2] += 1.0
    return seen


def left_early(x, low, high):
    out = np.zeros(low.size)
    for k in range(low.size):
        a, b = max(int(low[k]), 0), min(int(high[k]), x.shape[0])
        if b <= a:
            out[k] = -1.0
        else:
            out[k] = x[a:b] @ np.arange(a, b)
    return out


def may_be_empty(x, low, high):
    """No element, where both ends are the same."""
    total = 0.0
    for k in range(low.size):
        a, b = max(int(low[k]), 0), min(int(high[k]), x.shape[0])
        if a > b:
            continue
        part = x[a:b]
        total += part.sum() + (7.0 if part.shape[0] == 0 else part[0])
    return total


SEEN = (stamped, left_early, may_be_empty)


def changed_behind(x, low, high):
    """The test is of what the end was before."""
    total = 0.0
    for k in range(low.size):
        a, b = max(int(low[k]), 0), min(int(high[k]), x.shape[0])
        if a >= b:
            continue
        a -= 2
        total += x[a:b].sum() + a
    return total


def one_end(x, low, high):
    """Of the other end nothing is known."""
    total = 0.0
    for k in range(low.size):
        a, b = int(low[k]), min(int(high[k]), x.shape[0])
        if a < b:
            total += x[a:b].sum() + b
    return total


def other_way(x, low, high):
    total = 0.0
    for k in range(low.size):
        a, b = max(int(low[k]), 0), min(int(high[k]), x.shape[0])
        if a > b:
            total += x[b:a].sum() + x[a:b].sum() + 1.0
    return total


def either(x, low, high):
    """An `or` that holds says nothing of either test."""
    total = 0.0
    for k in range(low.size):
        a, b = max(int(low[k]), 0), min(int(high[k]), x.shape[0])
        if a < b or low[k] > 3.0:
            total += x[a:b].sum() + 1.0
    return total


def beyond(x, low, high):
    """Longer than the array."""
    total = 0.0
    for k in range(low.size):
        a, b = max(int(low[k]), 0), int(high[k])
        if a < b:
            total += x[a:b].sum() + x[a:b + 1].shape[0]
    return total


def narrow_kinds(x, low, high):
    total = 0.0
    for k in range(low.size):
        a, b = np.int32(max(int(low[k]), 0)), np.uint8(max(min(int(high[k]), x.shape[0]), 0))
        if a < b:
            total += x[a:b].sum()
    return total


UNSEEN = (changed_behind, one_end, other_way, either, beyond, narrow_kinds)


def ends(n):
    rng = np.random.default_rng(n)
    low = np.concatenate([rng.uniform(-1.5 * n, 1.5 * n, 60), [0.0, 0.0, n, n, -3.0, n - 1.0, 4.0, 5.0]])
    return low, low + np.concatenate([rng.uniform(-n, n, 60), [n, 0.0, 0.0, 3.0, 2.0, 5.0, 0.0, -1.0]])


@pytest.mark.parametrize("function", SEEN + UNSEEN)
def test_windows_are_those_of_python(function):
    native = compile_native(lift(function, np.ones(20), np.ones(3), np.full(3, 4.0)))
    for n in (1, 2, 7, 20, 55):
        low, high = ends(n)
        ours, theirs = (np.random.default_rng(1).random(n) for _ in range(2))
        np.testing.assert_allclose(native(ours, low, high), function(theirs, low, high), rtol=1e-12)
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("function", SEEN)
def test_lengths_are_known_to_be_the_same(function):
    source = compile_native(lift(function, np.ones(20), np.ones(3), np.full(3, 4.0))).source
    assert "pr::alike" not in source and "pr::within" not in source


def test_one_test_may_be_of_both_axes():
    native = compile_native(lift(in_two, np.ones(20), np.ones(30), np.ones(3), np.full(3, 4.0)))
    assert "pr::alike" not in native.source and "pr::within" not in native.source
    for n in (1, 6, 20):
        low, high = ends(n)
        x, y = np.random.default_rng(2).random(n), np.random.default_rng(3).random(n + 4)
        np.testing.assert_array_equal(native(x, y, low, high), in_two(x, y, low, high))
