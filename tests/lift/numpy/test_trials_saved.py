"""Work that lifting saves without finding anything else: proofs that cannot succeed, trials of loops that end written out, long searches."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import precis
from precis.ir.size import Size, largest, smallest
from precis.lift.numpy import counted_loops, doubtful, elementwise, sizes_proved
from precis.lift.numpy.chosen import is_same_option, union
from precis.lift.numpy.facts import Facts
from precis.lift.numpy.journal import Journal
from precis.lift.numpy.sizes import Sizes

SYMBOLS = ("n", "m", "i", "a", "b", "c")  # two sizes, a loop index, three run-time counts


N, I, A, B = map(Size.of, ("n", "i", "a", "b"))


def terms(symbols: tuple[str, ...]) -> st.SearchStrategy[Size]:
    return st.dictionaries(st.sampled_from(symbols), st.integers(-2, 2), max_size=3).map(
        lambda d: sum((Size.of(s) * k for s, k in d.items()), Size.of(0)))


PLAIN = st.builds(lambda t, k: t + k, terms(SYMBOLS), st.integers(-2, 2))
SIZES = st.one_of(PLAIN, st.builds(lambda a, b, c: a + b * smallest(a, c), PLAIN, terms(("n",)), PLAIN),
                  st.builds(lambda a, b: a - b // 2, PLAIN, PLAIN), st.builds(lambda a, b, c: largest(a, b) + c, PLAIN, PLAIN, PLAIN))
ENDS = st.one_of(terms(("n", "m")), terms(("n", "a")))


def known(facts: list[Size], last: Size) -> Sizes:
    sizes = Sizes(Journal())
    sizes.binding.update(n=7, m=3)
    sizes.ranges["i"] = (Size.of(0), last)
    sizes.facts.extend(facts)
    return sizes


@given(SIZES, st.lists(SIZES, max_size=5), ENDS)
@example(I + A - (I + A) // 2 * 2, [], N)  # a remainder: no count is left of it
@example(A - I, [], A)
@example(N - A, [N - B, B - A], N)
def test_proofs_that_are_not_tried_would_fail(size: Size, facts: list[Size], last: Size) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sizes_proved.Proofs, "_cancelling", lambda self, size, facts: combinations(facts, 2))
        patch.setattr(sizes_proved.Proofs, "_counts", lambda self: lambda symbol: False)
        whole = known(facts, last)
        expected = whole.nonnegative(size), set(whole.guards)
    tried = known(facts, last)
    assert (tried.nonnegative(size), set(tried.guards)) == expected


@given(st.lists(st.one_of(PLAIN, st.integers(0, 3)), max_size=12), PLAIN, st.dictionaries(st.sampled_from(("a", "b")), terms(("n", "c")), max_size=2))
@example([B + 1], N, {"b": N})
@example([A, 0, B], N, {})
def test_facts_are_found_by_their_symbols(steps: list[Size | int], size: Size, solved: dict[str, Size]) -> None:
    facts, plain, states = Facts(), [], {}
    for step in steps:
        if isinstance(step, int):
            facts.cut(min(step, facts.mark()))
            del plain[step:]
        else:
            facts.append(step)
            plain.append(step)
        assert facts.sizes == plain
        assert states.setdefault(tuple(plain), facts.state) == facts.state
    assert len({*states.values()}) == len(states)
    expected = [f.substitute(solved) for f in plain]
    assert facts.about(size, solved) == [f for f in expected if f.symbols() & size.symbols()]


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


THINGS = (None, "a", "b", Colour.RED, Colour.BLUE, len, min, object(), object(), (1,), (1,))


@given(st.lists(st.lists(st.sampled_from(THINGS)), max_size=4))
def test_unions_have_each_thing_once_in_the_order_of_the_first(several: list[list[object]]) -> None:
    expected: list[object] = []
    for x in (x for some in several for x in some):
        expected += [] if any(is_same_option(x, y) for y in expected) else [x]
    found = union(*several)
    assert len(found) == len(expected)
    assert all(map(is_same_option, found, expected))


def blurred(image, taps):
    return sum(0.1 * k * image[k:image.shape[0] - taps + 1 + k] for k in range(taps))


def scales(x, y, levels):
    """Windows of images that are halved: which of them have one length is known of each level alone."""
    total = 0.0
    for s in range(levels):
        a, b = blurred(x, 5), blurred(y, 5)
        total += (a * b).sum() + (a - b).max() + blurred(x * y, 5).mean()
        if s < levels - 1:
            x, y = x[::2] + x[1::2], y[::2] * 0.5
    return total


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    found: list[object] = []
    converge = counted_loops.converge
    monkeypatch.setattr(counted_loops, "converge", lambda lift, key, *rest: found.append(key) or converge(lift, key, *rest))
    return found


def test_short_loops_whose_lengths_only_a_run_compares_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    args = np.linspace(0.0, 1.0, 64), np.cos(np.arange(64.0)), 3
    program = precis.lift(scales, *args)
    assert all(node.op != "loop" for node in program.body.walk())
    for n in (64, 80):
        x, y = np.linspace(0.0, 1.0, n), np.cos(np.arange(float(n)))
        np.testing.assert_allclose(precis.compile(program, quick=True)(x, y, 3), scales(x, y, 3), rtol=1e-13)
    doubts: list[tuple[Size, Size]] = []
    note = doubtful.note_doubt
    monkeypatch.setattr(elementwise, "note_doubt", lambda lift, a, b: doubts.append((a, b)) or note(lift, a, b))
    precis.lift(scales, *args)
    assert len(doubts) < 8 * doubtful.MANY


@dataclass
class Cycle:
    visits: int

    def __call__(self, u, depth):
        if depth == 0:
            return u * 0.5
        for _ in range(self.visits):
            u = self(np.sin(u), depth - 1)
        return u + 1.0


def in_depth(x, steps):
    cycle = Cycle(1)
    for _ in range(steps):
        x = cycle(x, 6)
    return x


def test_a_loop_of_one_iteration_is_no_loop(trials: list[object]) -> None:
    x = np.linspace(0.1, 1.0, 5)
    program = precis.lift(in_depth, x, 4)
    assert len(trials) <= 2  # of the loop over the steps
    np.testing.assert_allclose(precis.compile(program, quick=True)(x, 9), in_depth(x, 9), rtol=1e-13)
