"""Rounding that may leave the domain of a division, a logarithm or a root is announced, with the infinity or NaN that comes of it; what
cannot leave it is not."""

import math

import numpy as np
import pytest

from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import sensitivity
from precis.formats import Assignment
from precis.lift import lift

RNG = np.random.default_rng(11)


def slopes(at, height):
    """Divided differences; two places lie close together."""
    run = at[1:] - at[:-1]
    return (height[1:] - height[:-1]) / run


def spread(x):
    """Standard deviations of rows far from zero, by the formula that cancels."""
    mean = np.mean(x, axis=1)
    return np.sqrt(np.mean(x * x, axis=1) - mean * mean)


def surprise(z):
    """log(1 - p) for a p near 1."""
    p = 1.0 / (1.0 + np.exp(-z))
    return np.log(1.0 - p)


def curvature(u, h):
    """Second differences over the square of a small mesh width."""
    return (u[2:] - 2.0 * u[1:-1] + u[:-2]) / (h * h)


def ratio_that_carries(d, steps):
    """A quantity that shrinks by a cancelling factor, and is divided by in the next step."""
    left = 1.0
    total = 0.0
    for _ in range(steps):
        total = total + d / left
        left = left * (1.0 - d * d)
    return total


def sided(a, b):
    """A selection of differences that guards nothing."""
    side = a > 1.5
    return 1.0 / np.where(side, a - b, a + b)


def entry(b, c):
    """Where rays enter a disc; those that miss it never do."""
    root = b * b - c
    return np.where(root > 0.0, b - np.sqrt(np.maximum(root, 0.0)), np.inf)


def least(cost, gain):
    """The best of all beginnings, from nothing."""
    best = np.full(cost.shape[0] + 1, np.inf)
    best[0] = 0.0
    for k in range(cost.shape[0]):
        best[k + 1] = np.minimum(best[k] + cost[k], best[k + 1]) - gain
    return best


GRAZING = np.linspace(1.0, 2.0, 40)
DISC = GRAZING, GRAZING * GRAZING - RNG.choice((-1e-3, 1e-3), 40) * RNG.uniform(0.1, 1.0, 40)
CLOSE = np.sort(np.r_[RNG.uniform(1.0, 2.0, 12), 1.5, 1.5001])
LEAVE = [
    (slopes, (CLOSE, np.sin(CLOSE)), "binary16"),
    (slopes, (CLOSE, np.sin(CLOSE)), "bfloat16"),
    (spread, (300.0 + RNG.normal(size=(40, 16)),), "bfloat16"),
    (surprise, (np.linspace(-1.0, 9.0, 11),), "binary16"),
    (curvature, (1e-5 * RNG.normal(size=20), 1e-4), "binary16"),
    (ratio_that_carries, (0.97, 3), "e5m2"),
    (sided, (np.array([1.0, 1.7, 1.9]), np.array([0.3, 1.2, 1.8999])), "bfloat16"),
    (entry, DISC, "bfloat16"),
]


@pytest.mark.parametrize(("function", "args", "name"), LEAVE)
def test_what_leaves_the_domain_is_announced(function, args, name):
    program = lift(function, *args)
    s, narrow = sensitivity(program, args), Assignment.uniform(name)
    assert measure(program, narrow, args, attributed=False).error == math.inf
    said = estimate(s, narrow)
    assert said.edges and not said.overflow
    assert all(place[1].startswith("test_edges.py:") for place in said.edges)


@pytest.mark.parametrize(("function", "args", "name"), LEAVE)
def test_what_is_far_from_the_edge_is_not(function, args, name):
    """The same programs in binary32."""
    program = lift(function, *args)
    s, single = sensitivity(program, args), Assignment.uniform("binary32")
    assert measure(program, single, args, attributed=False).error < math.inf
    assert estimate(s, single).edges == ()


def direction(x, y):
    """A difference that cancels; its squares still have no sign to lose."""
    d = x - y
    return d / np.sqrt(np.sum(d * d))


def floored(x, y):
    """A difference that may become 0, under a floor that may not."""
    d = np.maximum(x - y, 0.125)
    return x / d


def on_a_grid(at):
    """Differences of numbers that the format holds."""
    return 1.0 / (at[1:] - at[:-1])


def decaying(x):
    """A sum that starts small."""
    total = 0.0
    for k in range(6):
        total = total + x * np.exp(3.0 * k - 12.0)
    return 1.0 / total


def diffusion(v, z):
    """The root of a truncated variance times a step: 0 is no edge of a root."""
    positive = np.maximum(v - 1.5, 0.0)
    return z * np.sqrt(positive * 0.25) + 1.0


def limited(a, b):
    """A harmonic mean where both have one sign: only there the sum is divided by, and it cannot cancel."""
    same = a * b > 0.0
    return np.where(same, 2.0 * a * b / np.where(same, a + b, 1.0), 0.0)


def without_limit(x):
    """A constant that is infinite stands in the difference that is divided by."""
    return x + 1.0 / (x - np.inf * x)


OPPOSED = np.r_[RNG.normal(size=20), 1.0]
NEAR_ONE = 1.0 + RNG.random(16)
STAY = [
    (direction, (NEAR_ONE, NEAR_ONE * (1.0 + 1e-3 * RNG.normal(size=16))), "bfloat16"),
    (floored, (NEAR_ONE, NEAR_ONE * (1.0 + 1e-3 * RNG.normal(size=16))), "bfloat16"),
    (diffusion, (NEAR_ONE, NEAR_ONE), "e5m2"),
    (limited, (OPPOSED, np.r_[RNG.normal(size=20), -1.003]), "bfloat16"),
    (on_a_grid, (np.arange(4.0, 8.0, 0.5),), "e4m3"),
    (decaying, (0.7,), "e4m3"),
    (without_limit, (NEAR_ONE,), "bfloat16"),
]


@pytest.mark.parametrize(("function", "args", "name"), STAY)
def test_what_cannot_leave_the_domain_is_not_announced(function, args, name):
    program = lift(function, *args)
    narrow = Assignment.uniform(name)
    assert measure(program, narrow, args, attributed=False).error < math.inf
    assert estimate(sensitivity(program, args), narrow).edges == ()


def test_containers_are_asked_alone():
    """The places of terms decide, and of what they are products of."""
    program = lift(slopes, CLOSE, np.sin(CLOSE))
    s = sensitivity(program, (CLOSE, np.sin(CLOSE)))
    wide = Assignment.uniform("binary64")
    assert estimate(s, wide.with_storage(at="binary16")).edges
    assert not estimate(s, wide.with_storage(height="binary16")).edges
    hit = sensitivity(lift(entry, *DISC), DISC)
    assert estimate(hit, wide.with_storage(b="bfloat16")).edges and not estimate(hit, wide.with_storage(b="binary32")).edges


def test_two_inputs_together_are_as_near_as_the_nearer():
    apart = np.linspace(1.0, 2.0, 14)
    program = lift(slopes, CLOSE, np.sin(CLOSE))
    far, close = (sensitivity(program, (x, np.sin(x))) for x in (apart, CLOSE))
    half = Assignment.uniform("binary16")
    assert not estimate(far, half).edges
    assert estimate(far.joined(close), half).edges == estimate(close, half).edges


def test_formats_without_infinities_lose_sentinels():
    """e4m3 has none: they become NaN. e5m2 has."""
    args = np.array([1.0, 2.0, 1.5]), 0.25
    program = lift(least, *args)
    s = sensitivity(program, args)
    assert measure(program, Assignment.uniform("e4m3"), args, attributed=False).error == math.inf
    assert "best" in estimate(s, Assignment.uniform("e4m3")).overflow
    assert "best" in estimate(s, Assignment.uniform("binary64").with_storage(best="e4m3")).overflow
    assert measure(program, Assignment.uniform("e5m2"), args, attributed=False).error < math.inf
    assert estimate(s, Assignment.uniform("e5m2")).overflow == ()
