"""Shares by iteration: they sum up, and say when an error was made."""

import math

import numpy as np
import pytest

import precis
from precis.ad import adjoint, probe_keys
from precis.bitwidth import attribution
from precis.bitwidth.iterations import BINS, ELSEWHERE, SIGNED, LoopShares, by_iteration, with_history
from precis.bitwidth.measure import measure
from precis.bitwidth.pairs import pair
from precis.bitwidth.runs import prepare
from precis.formats import Assignment
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.verify import verify

WIDE = Assignment.uniform("binary64")


def roots(x):
    total = 0.0
    for k in range(x.shape[0]):
        root = np.sqrt(x[k])
        total = total + root
    return total


def backwards(x):
    total = 0.0
    for k in range(x.shape[0] - 2, -1, -2):
        root = np.sqrt(x[k])
        total = total + root
    return total


def by_rows(x):
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            root = np.sqrt(x[i, j])
            total = total + root
    return total


def until(x, most):
    total, k = 0.0, 0
    while total < most:
        root = np.sqrt(x[k])
        total = total + root
        k = k + 1
    return total


def damped(u, limit):
    size = 1.0
    while size > limit:
        size = size * 0.8
        u[:] = u + size * np.sin(u)
    return u


def stepped(u, steps):
    for t in range(3, 3 + 2 * steps, 2):
        u[1:-1] = 0.9 * np.sin(u[1:-1]) + 0.05 * t / (t + 1.0) * (u[2:] + u[:-2])
    return u


def blur_and_settle(u, steps, limit):
    for _ in range(steps):
        for k in range(1, u.shape[0] - 1):
            u[k] = 0.7 * u[k] + 0.1 * u[k - 1] + 0.2 * u[k + 1]
    size = 1.0
    while size > limit:
        size = size / 3.0
        u[:] = u + size * np.sin(u)
    return u * 1.1


def in_branches(x, flag):
    total = 0.0
    if flag > 0.5:
        for k in range(x.shape[0]):
            root = np.sqrt(x[k])
            total = total + root
    elif flag > 0.0:
        most = 50.0
        k = 0
        while total < most:
            root = np.sqrt(x[k])
            total = total + root
            k = k + 1
    return total


def of_the_loop(m):
    ((line, found),) = ((k, v) for k, v in m.by_iteration.items() if k != ELSEWHERE)
    assert line.startswith("test_iterations.py:")
    return found


def summed(found):
    return sum(math.fsum(x.shares) for x in found.values())


def squares_but(shape, at):
    """Numbers whose root is exact, but for one."""
    x = np.full(shape, 4.0)
    x[at] = 2.0
    return x


CASES = [(roots, 80, 27, (), 27, 80), (roots, 3000, 1999, (), 1999, 3000), (backwards, 40, 4, (), 17, 20),
         (by_rows, (9, 5), (6, 2), (), 6, 9), (until, 80, 11, (50.0,), 11, 26)]  # fmt: skip


@pytest.mark.parametrize(("function", "shape", "at", "more", "iteration", "trips"), CASES)
def test_the_iteration_that_made_the_error_has_it(function, shape, at, more, iteration, trips):
    args = squares_but(shape, at), *more
    m = measure(precis.lift(function, *args), WIDE.with_storage(root="binary32"), args)
    found = of_the_loop(m)
    assert (found.trips, found.width, len(found.shares)) == (trips, 1, trips)
    assert found.shares[iteration] == pytest.approx(m.combined, rel=1e-6)
    assert np.abs(np.delete(found.shares, iteration)).max() < 1e-6 * m.combined
    assert abs(m.by_iteration[ELSEWHERE].shares[0]) < 1e-6 * m.combined


@pytest.fixture(scope="module")
def branching():
    """Sweeps with histories of `in_branches`, and compiled."""
    program = precis.lift(in_branches, squares_but(80, 11), 1.0)
    swept, lines = with_history(adjoint(pair(emulate(program, WIDE.with_storage(root="binary32"))), in_order=False))
    verify(swept)
    return swept, lines, prepare(swept)


@pytest.mark.parametrize(("flag", "taken", "trips"), [(1.0, 0, 80), (0.25, 1, 26), (0.0, None, 0)])
def test_loops_in_branches_have_their_iterations(branching, flag, taken, trips):
    """The loop of a branch that is not taken has none."""
    swept, lines, compiled = branching
    given = squares_but(80, 11), np.asarray(flag), np.ones(()), np.ones(())
    *_, tally, first, second = ran = interpret(swept, given, {"N": 80})
    total = tally[:, SIGNED].sum()
    found = by_iteration([first, second], lines, np.ones(len(tally)), total)
    loops = [found[line] for line in lines]
    assert [x.trips for x in loops] == [trips * (k == taken) for k in range(2)]
    assert bool(total) == (taken is not None) and found[ELSEWHERE].shares[0] == 0.0
    if taken is not None:
        assert loops[taken].shares[11] == total and np.count_nonzero(loops[taken].shares) == 1
    assert all(np.array_equal(a, b) for a, b in zip(compiled.run(given, {"N": 80})[-3:], ran[-3:], strict=True))


def test_long_loops_are_told_in_bins():
    n, at = 3 * BINS + 5, 2 * BINS + 1
    x = squares_but(n, at)
    m = measure(precis.lift(roots, x), WIDE.with_storage(root="binary32"), (x,))
    found = of_the_loop(m)
    assert (found.trips, found.width, len(found.shares)) == (n, 4, -(-n // 4))
    assert found.shares[at // 4] == pytest.approx(m.combined, rel=1e-6)
    assert np.abs(np.delete(found.shares, at // 4)).max() < 1e-6 * m.combined


@pytest.mark.parametrize("steps", [0, 1, 3, 50])
def test_all_iterations_add_up_to_what_containers_and_sites_do(steps):
    args = np.linspace(0.0, 1.0, 12) ** 2, steps, 1e-3
    m = measure(precis.lift(blur_and_settle, args[0], 2, 1e-3), Assignment.uniform("binary32"), args)
    assert len(m.by_iteration) == 3 and m.by_iteration[ELSEWHERE].shares[0]
    total = sum(m.by_container.values()) + sum(m.by_site.values())
    assert summed(m.by_iteration) == pytest.approx(total, rel=1e-9)
    blur, settle = (m.by_iteration[line] for line in sorted(line for line in m.by_iteration if line))
    assert (blur.trips, len(blur.shares)) == (steps, steps) and all(blur.shares)
    assert (settle.trips, len(settle.shares)) == (7, 7) and all(settle.shares)


@pytest.mark.parametrize(("function", "more", "trips"), [(damped, 1e-4, 42), (stepped, 90, 90)])
def test_loops_that_are_reversed_in_segments_have_the_same_shares(function, more, trips, monkeypatch):
    args = np.linspace(0.0, 1.0, 4000), more
    program = precis.lift(function, *args)
    plain = measure(program, Assignment.uniform("binary32"), args)
    swept = []

    def in_segments(program, **asked):
        swept.append(adjoint(program, memory=2**21, **asked))
        return swept[-1]

    monkeypatch.setattr(attribution, "adjoint", in_segments)
    cut = measure(program, Assignment.uniform("binary32"), args)
    assert any(n.op == "loop" and n.attrs["index"].startswith("segment") for n in swept[0].nodes())
    verify(with_history(swept[0])[0])
    assert of_the_loop(cut).trips == of_the_loop(plain).trips == trips == len(of_the_loop(cut).shares)
    assert of_the_loop(cut).shares == pytest.approx(of_the_loop(plain).shares, rel=1e-6, abs=1e-12 * cut.combined)


def test_each_cause_adds_up_by_itself():
    """What iterations add to the row of a cause in the tally is all of it, but for what stands outside of loops."""
    args = np.linspace(0.1, 1.0, 12) ** 2, 6, 1e-3
    paired = pair(emulate(precis.lift(blur_and_settle, *args), Assignment.uniform("binary32")))
    program, lines = with_history(adjoint(paired))
    verify(program)
    bars = [np.ones(12)] * sum(1 for v in paired.body.results if v.kind == "real")
    *_, tally, first, second = interpret(program, [args[0], np.asarray(args[2]), *bars], {"N": 12, "steps": 6})
    inside, last = 0, f":{blur_and_settle.__code__.co_firstlineno + 8}"
    for k, key in enumerate(probe_keys(paired)):
        weights = np.eye(len(tally))[k]
        found = by_iteration([first, second], lines, weights, tally[k, SIGNED])
        assert summed(found) == pytest.approx(tally[k, SIGNED], rel=1e-12)
        if key[0] == "compute" and not key[1].endswith(last):
            inside += 1
            assert abs(found[ELSEWHERE].shares[0]) <= 1e-12 * abs(tally[k, 1]), key
    assert inside >= 4


def test_loops_of_one_line_add_up_iteration_by_iteration():
    short, long = LoopShares(3, 1, (1.0, 2.0, 4.0)), LoopShares(9, 2, (1.0, 1.0, 1.0, 1.0, 0.5))
    assert short.plus(short) == LoopShares(3, 1, (2.0, 4.0, 8.0))
    assert short.plus(long) == long.plus(short) == LoopShares(9, 2, (4.0, 5.0, 1.0, 1.0, 0.5))


def test_without_loops_there_are_no_iterations():
    def wave(x):
        return np.sin(3.0 * x)

    x = np.linspace(1.0, 2.0, 9)
    m = measure(precis.lift(wave, x), Assignment.uniform("binary32"), (x,))
    assert m.explained is not None and m.by_iteration == {ELSEWHERE: LoopShares(0, 1, (m.explained * m.combined,))}
