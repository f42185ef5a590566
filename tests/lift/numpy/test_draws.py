"""Random numbers of a generator with a known seed: those of NumPy, in its order, in loops and branches too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.ir.text import parse, show
from precis.lift import lift
from precis.lift.numpy import ziggurats
from precis.lift.numpy.library.random import Generator
from tests.lift.numpy.case import Case, check

WORD = 1 << 64


def sums(n):
    rng = np.random.default_rng(5)
    total = 0.0
    for _ in range(n):
        total += rng.random()
    return total, rng.random()


def before_in_and_behind_a_loop(n):
    rng = np.random.default_rng(5)
    first, out = rng.poisson(3.0, 3), np.zeros((n, 4))
    for k in range(n):
        out[k] = rng.uniform(-1, 1, size=4)
    return first, out, rng.integers(0, 10, 5), rng.normal(size=(2, 2)), rng.standard_normal(n), rng.random((n, 2)), rng.choice([-1, 1], n)


def whole_numbers(n):
    """Draws of 32 bits, of which two are one of 64, between draws of 64."""
    rng = np.random.default_rng(5)
    out = np.zeros(n, dtype=int)
    for k in range(n):
        i, j = rng.integers(0, n, 2)
        out[k] = i * 100 + j * 10 + rng.integers(3) + rng.integers(1, 3, endpoint=True) + rng.integers(1) + rng.integers(3_000_000_000)
        if rng.random() < 0.5:
            out[k] += rng.integers(7)
    return out


def choices(n):
    rng = np.random.Generator(np.random.PCG64(5))
    out = np.zeros(n)
    for k in range(n):
        out[k] = rng.exponential(2.0) + rng.choice([0.5, 1.5, 7.0]) + rng.choice(4) + rng.choice(3, p=[0.2, 0.5, 0.3])
    return out


def orders(n):
    rng = np.random.default_rng(5)
    x, out = np.arange(n) * 1.0, []
    for _ in range(3):
        rng.shuffle(x)
        out.append((x[0], x[rng.permutation(n)][1], rng.permutation(x)[0]))
    return np.array(out), x


class Sampler:
    def __init__(self, n, rng):
        self.rng = rng
        self.x, self.taken = rng.normal(size=n), 0

    def step(self):
        k = self.rng.integers(len(self.x))
        new = self.x[k] + self.rng.uniform(-1, 1)
        if self.rng.random() < np.exp(self.x[k] ** 2 - new**2):
            self.x[k] = new
            self.taken += 1


def metropolis(n, steps):
    sampler = Sampler(n, np.random.default_rng(42))
    for _ in range(steps):
        sampler.step()
    return sampler.x, sampler.taken


def walks(x, spread):
    """Distributions that are arrays, and draws on a condition."""
    rng = np.random.default_rng(np.random.default_rng(7))
    for _ in range(3):
        x = x + (rng.normal(0.0, spread, x.shape) if x.sum() > 1.0 else rng.uniform(x, x + 1.0))
    return rng.normal(x, 0.1)


def constants_behind_draws_of_a_size(x):
    """Distributions that are drawn as constants alone: for the sizes of the example, behind what the program draws."""
    rng = np.random.default_rng(7)
    z = 2.0 * x
    rng.shuffle(z)
    drawn = [rng.normal(x, 0.1), rng.uniform(0, x), rng.choice([1.0, 2.0], size=x.size), rng.permutation(x), rng.exponential(x), z]
    waits, some = rng.poisson(3.0, 3), rng.choice(x, 3, replace=False)
    return drawn, waits, some, rng.random(), rng.normal(size=x.size), rng.poisson(2.0)


CASES = [
    Case(constants_behind_draws_of_a_size, (np.arange(5.0) + 1.0,), more=[(np.arange(5.0) + 2.0,)], close=1e-15),
    Case(sums, (3,), more=[(20,)]), Case(before_in_and_behind_a_loop, (3,), more=[(7,)]), Case(whole_numbers, (4,), more=[(30,)]),
    Case(choices, (4,), more=[(25,)], close=1e-15), Case(orders, (5,), more=[(9,)]), Case(metropolis, (4, 9), more=[(3, 40)], close=1e-14),
    Case(walks, (np.arange(3.0), 0.2), more=[(np.arange(5.0) - 2.0, 0.4)], close=1e-15)]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_draws_are_those_of_numpy(case):
    program = check(case)
    assert parse(show(program)) == replace(program, original=None)


def put(bits: int) -> tuple[Generator, np.random.Generator]:
    """precis' generator and NumPy's, whose next draw is of these 64 bits."""
    theirs = np.random.PCG64(1)
    state = theirs.state
    step = state["state"]["inc"]
    state["state"]["state"] = now = (bits - step) * ziggurats.BACK % ziggurats.WORD
    theirs.state = state
    ours = Generator(*(np.uint64(v) for v in (now // WORD, now % WORD, step // WORD, step % WORD, 0)), False)
    return ours, np.random.Generator(theirs)


@pytest.mark.parametrize("name, layers, word", [
    ("standard_normal", ziggurats.NORMAL, lambda layer, place: layer | place << 9),
    ("standard_exponential", ziggurats.EXPONENTIAL, lambda layer, place: (place << 8 | layer) << 3)])
def test_layers_end_where_those_of_numpy_do(name, layers, word):
    assert np.all(np.diff(layers[1][1:]) > 0) and layers[0][1] == 0
    with np.errstate(over="ignore"):
        for layer in range(256):
            for place in (1, max(int(layers[0][layer]) - 1, 0), int(layers[0][layer])):
                ours, theirs = put(word(layer, place))
                assert getattr(ours, name)() == pytest.approx(getattr(theirs, name)(), rel=1e-15)
                assert ours.random() == theirs.random()


def test_what_loops_cannot_draw_is_said():
    def waits(n):
        rng, total = np.random.default_rng(1), 0
        for _ in range(n):
            total += rng.poisson(2.0)
        return total
    with pytest.raises(UnsupportedProgram, match="poisson draws random numbers in a loop") as caught:
        lift(waits, 3)
    assert "integers" in caught.value.hints[0]


def test_constants_are_not_drawn_behind_a_branch_that_may_draw():
    def halves(x):
        rng = np.random.default_rng(7)
        n = rng.integers(0, 3, x.size).sum()
        if x.sum() > 0:
            n = n + rng.integers(2)  # of a half that a draw has left: the words of state stay what they were
        return n, rng.poisson(3.0)
    with pytest.raises(UnsupportedProgram, match="behind one that does"):
        lift(halves, np.ones(5))


OUTSIDE = np.random.default_rng(1)


def test_a_generator_from_outside_is_refused():
    with pytest.raises(UnsupportedProgram, match="gives others at every call"):
        lift(lambda n: OUTSIDE.random(n), 3)
