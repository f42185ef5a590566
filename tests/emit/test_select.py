"""Branches that become selections, and those that must not."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(0)


def bottleneck(c):
    """Raises entries to the narrower of two others, in place; its branches are selections."""
    n = c.shape[0]
    where = -1
    for k in range(n):
        for j in range(n):
            t = min(c[k, j], c[j, k])
            if t > c[k, k]:
                c[k, k] = t
                where = j
            else:
                c[k, k] = c[k, k] - t
    return where


def shifted(x, limit):
    """Reads behind the end where its condition does not hold."""
    total = 0.0
    for k in range(x.shape[0]):
        if k + 3 < x.shape[0]:
            total = total + x[k + 3]
        if x[k] > limit:
            x[k] = 0.0
    return total


def costly(x):
    total = 0.0
    for k in range(x.shape[0]):
        if x[k] > 0.5:
            total = total + np.exp(x[k])
    return total


def settled(x, c):
    """What an element becomes waits for the element before it, by a root or a quotient."""
    for k in range(1, x.shape[0]):
        if x[k - 1] > 0.5:
            t = np.sqrt(x[k - 1]) * c[k]
        else:
            t = c[k] / (1.0 + x[k - 1] * x[k - 1])
        x[k] = min(x[k], t)
    return x[-1]


def settled_backwards(x, c):
    for k in range(x.shape[0] - 2, -1, -1):
        t = np.sqrt(abs(x[k + 1])) * c[k]
        if t < x[k]:
            x[k] = t
    return x[0]


def settled_in_order(x, c):
    """Places come from an array, the extreme settles on what is new of two equal ones, and something lies before the store."""
    order = np.argsort(c)
    most = 0.0
    for k in range(1, x.shape[0]):
        i = order[k]
        t = np.sqrt(abs(x[order[k - 1]])) * c[k]
        new = min(t, x[i])
        most = max(most, x[i] - new)
        x[i] = new
    return most


def settled_at_zeros(x, c):
    """Zeros of both signs meet: each is stored."""
    for k in range(1, x.shape[0]):
        x[k] = min(np.sqrt(abs(x[k - 1])) * -c[k] * 0.0, x[k])
    return x[-1]


def moved_on(x, c):
    """The place is another one when the store comes."""
    i = 0
    for k in range(1, x.shape[0] - 1):
        t = np.sqrt(abs(x[i])) * c[k]
        new = min(t, x[i])
        if c[k] > 1.0:
            i = k
        x[i] = new
    return x[0]


def by_themselves(x, c):
    """No element waits for another."""
    for k in range(x.shape[0]):
        for _ in range(1):
            x[k] = min(x[k], np.sqrt(c[k]) + abs(x[k]))
    return x[0]


def quickly(x, c):
    for k in range(1, x.shape[0]):
        x[k] = min(x[k], x[k - 1] + c[k])
    return x[0]


def run(function, *args):
    compiled = compile(lift(function, *args), quick=True)
    assert compiled.backend == "native"
    mine, theirs = [a.copy() if isinstance(a, np.ndarray) else a for a in args], [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    found, expected = compiled(*mine), function(*theirs)
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    for m, t in zip(mine, theirs):
        np.testing.assert_array_equal(m, t)
        np.testing.assert_array_equal(np.signbit(m) & (m == 0.0), np.signbit(t) & (t == 0.0))
    return compiled.source


@pytest.mark.parametrize("spoil", [None, np.nan, np.inf, -0.0])
def test_cheap_branches_are_selections(spoil):
    c = RNG.normal(size=(9, 9))
    if spoil is not None:
        c[2, 3:5] = spoil
    assert "if (" not in run(bottleneck, c).replace("#if", "")


def outcomes(x, limit):
    """One of three: what a branch chooses inside the side of another."""
    found = np.zeros(x.size, dtype=np.int64)
    for k in range(x.size):
        if x[k] > 2.0 * limit:
            status = 1
        else:
            status = 2 if x[k] > limit else 0
        found[k] = status
    return found


def test_what_is_chosen_may_be_chosen_again():
    assert "if (" not in run(outcomes, RNG.uniform(0.0, 3.0, size=50), 1.0)


def test_what_may_not_be_read_is_read_in_the_branch():
    text = run(shifted, RNG.normal(size=50), 0.3)
    assert text.count("if (") == 1 and " ? " in text


def test_costly_sides_stay_branches():
    assert "if (" in run(costly, RNG.uniform(size=50))


def walk(start, noise):
    """Whether a step is taken depends on an exponential of where the last one led."""
    x = start
    for k in range(noise.shape[0]):
        y = x + noise[k, 0]
        if noise[k, 1] < np.exp(x * x - y * y):
            x = y
    return x


def counted(x):
    """The exponential needs nothing of the branch."""
    total = 0.0
    for k in range(x.shape[0]):
        if np.exp(x[k]) > 1.5:
            total = total + x[k]
    return total


def test_branches_whose_test_is_waited_for_are_guessed():
    assert run(walk, 0.3, RNG.uniform(-0.5, 1.0, size=(60, 2))).count("PR_GUESSED;") == 1
    assert "PR_GUESSED;" not in run(counted, RNG.uniform(size=50))


@pytest.mark.parametrize("function, guessed", [
    (settled, True), (settled_backwards, True), (settled_in_order, True), (settled_at_zeros, True), (moved_on, False),
    (by_themselves, False), (quickly, False)])
def test_elements_that_stay_are_not_stored_where_others_wait_for_them(function, guessed):
    x, c = RNG.uniform(0.1, 2.0, 40), RNG.uniform(0.1, 2.0, 40)
    x[7], x[11], c[11], x[20], x[21], c[30] = np.nan, 0.0, -0.0, -0.0, np.inf, np.nan
    assert ("PR_GUESSED" in run(function, x, c)) == guessed


def least(x):
    """The place of the least element, and of the last that is no more than half of those before."""
    low, half = 0, 0
    for k in range(1, x.shape[0]):
        if x[k] < x[low]:
            low = k
        if not 2.0 * x[k] > x[half]:
            half = k
    return low * 1000 + half


def least_behind(x):
    """Positions that count from the end."""
    n, low, k = x.shape[0], -1, -2
    while k >= -n:
        if x[k] < x[low]:
            low = k
        k -= 1
    return low


def halved(x, wanted):
    """The next place follows from the one before."""
    total = 0
    for k in range(wanted.shape[0]):
        low, high = 0, x.shape[0]
        while low < high:
            mid = (low + high) // 2
            if x[mid] < wanted[k]:
                low = mid + 1
            else:
                high = mid
        total += low
    return total


def descended(key, left, right, wanted):
    node = 0
    for k in range(wanted.shape[0]):
        if key[node] < wanted[k]:
            node = right[node]
        else:
            node = left[node]
    return node


@pytest.mark.parametrize("spoil", [None, np.nan, -np.inf, -0.0])
@pytest.mark.parametrize("n", [1, 2, 3, 40])
def test_places_of_extremes_are_guessed_to_stay(n, spoil):
    x = RNG.integers(-4, 9, n) * 0.5
    if spoil is not None:
        x[[0, n // 2]] = spoil
    for function, places in ((least, 2), (least_behind, 1)):
        text = run(function, x)
        assert n < 3 or text.count("PR_GUESSED;") == places  # of fewer, iterations are written out


def test_places_that_follow_from_the_place_before_are_chosen():
    x, wanted = np.sort(RNG.uniform(size=33)), RNG.uniform(size=20)
    assert "PR_GUESSED;" not in run(halved, x, wanted)
    left, right = RNG.integers(0, 33, (2, 33))
    assert "PR_GUESSED;" not in run(descended, x, left, right, wanted)
