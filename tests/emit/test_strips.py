"""What loops tally, scalar statements in strips and rows whose accumulators outlive an iteration, against the interpreter."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu.again import stored
from precis.emit.cpu.kept import kept
from precis.emit.cpu.pack import packed
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Access, Instr, Loop, Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment, precision_of
from precis.ir.interpret import interpret
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import At, Cut
from precis.lift import lift
from tests.emit.oracle import loop, needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])
ZERO = Size.of(0)
SUMS = 4  # columns that may be added in another order; the others are maxima and minima


def pendulum(angle, speed, h, n):
    """Every iteration takes what the one before stored."""
    for _ in range(n):
        speed = speed - h * np.sin(angle)
        angle = angle + h * speed
    return angle


def moved(a, source, target):
    """Stores and reads at places that may be the same."""
    for k in range(source.shape[0]):
        a[target[k]] = 0.5 * a[source[k]] + 0.25 * a[target[k]]
        a[source[k]] = 1.5 * a[target[k]] - 0.125 * a[source[k]]
    return a


def searched(a, x):
    """A branch and a while, whose pairs come at their own pace; sentinels."""
    best = np.inf
    for i in range(a.shape[0]):
        y = a[i]
        while y < x:
            y = 1.5 * y + 0.125
        if y < best:
            best = y * 0.75
        else:
            best = best + 0.25 * y
    return best


def cooled(u, rate, room):
    """Rows in every iteration, tallied with factors that are the same for a whole row and differ from row to row."""
    for k in range(rate.shape[0]):
        u = u - rate[k] * (u - room[k])
        u[1:] = 0.5 * u[1:] - rate[k] * u[:-1] * 0.3
    return u


def wetted(warmth, q, rate):
    """A constant that nothing in a loop wants but what is tallied: both sides of the comparison come from before."""
    for k in range(rate.shape[0]):
        taken = np.maximum(np.minimum(np.exp(warmth), 0.4 * 1.5) - q[0], 0.0)
        q = q + 0.01 * taken
        warmth = warmth - rate[k] * taken
    return warmth, q


def cases():
    rng = np.random.default_rng(3)
    places = rng.integers(0, 4, 90), rng.integers(0, 4, 90)
    yield from ((pendulum, (0.3, 0.1, 0.05, n)) for n in (2, 64, 130))
    yield moved, (rng.random(4) + 0.5, *places)
    yield cooled, (rng.random(21) + 0.5, rng.random(9) - 0.5, rng.random(9) + 0.125)
    yield searched, (rng.random(77) + 0.25, 1.5)
    yield wetted, (0.3, 0.1 * rng.random(6), rng.random(5))


@needs_compiler
@pytest.mark.parametrize(("function", "arguments"), cases())
def test_strips_tally_what_the_interpreter_tallies(function, arguments):
    program = lift(function, *(np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments))
    inputs = [a for a in arguments if not isinstance(a, int)]
    sizes = {"n": arguments[-1]} if isinstance(arguments[-1], int) else None
    sweep = adjoint(instrument(program))
    signs = [np.ones(np.shape(y)) for y, v in zip(interpret(program, inputs, sizes), program.body.results) if v.kind == "real"]
    compiled = compile_program(sweep, BINARY64)
    assert compiled.backend == "native"
    native, expected = (f([*inputs, *signs], sizes) for f in (compiled.run, lambda xs, s: interpret(sweep, xs, s)))
    for y, z in zip(native[:-1], expected):
        np.testing.assert_allclose(y, z, rtol=1e-13)
    assert native[-1].shape[-1] == len(TALLY_COLUMNS)
    np.testing.assert_allclose(native[-1][:, 1:SUMS], expected[-1][:, 1:SUMS], rtol=1e-12)
    np.testing.assert_allclose(native[-1][:, 0], expected[-1][:, 0], atol=1e-12 * np.abs(expected[-1][:, 1]).max(initial=1.0))
    np.testing.assert_array_equal(native[-1][:, SUMS:], expected[-1][:, SUMS:])


def test_what_an_iteration_tallies_is_one_statement():
    sweep = adjoint(instrument(lift(pendulum, 0.3, 0.1, 0.05, 130)))
    made = packed(plan(sweep, BINARY64))
    tallying = [s for t in walk(made.statements) if isinstance(t, Loop) for s in t.body if isinstance(s, Nest) and s.reductions]
    assert len(tallying) == 1 and tallying == list(kept(made))
    assert len(tallying[0].reductions) > 5


def test_accumulators_of_rows_in_loops_are_added_to_their_rows_once():
    sweep = adjoint(instrument(lift(cooled, np.ones(5), np.ones(3), np.ones(3))))
    lines = compile_program(sweep, BINARY64).source.splitlines()
    added = [line for line in lines if ".add_to(" in line]
    assert added and all(len(line) - len(line.lstrip()) == 4 for line in added if "kept" in line)
    assert any(line.lstrip().startswith("kept") and "pr::Shares" not in line and ".add(" in line for line in lines)


def _overwriting(b, a, g):
    """What an iteration overwrites is tallied behind the store."""
    rows = b.update(b.broadcast(b.const(0.0), shape=(Size.of(1), Size.of(len(TALLY_COLUMNS)))), b.const(np.inf), at=(Cut(ZERO, Size.of(1)), At(
        Size.of(TALLY_COLUMNS.index("smallest")))))

    def step(c, i, a, rows):
        old, weight = c.slice(a, at=(At(i),)), c.slice(g, at=(At(i),))
        changed = c.update(a, weight, at=(At(i),))
        return changed, c.call("tally", rows, weight, old, row=ZERO)
    return loop(b, "N", (a, rows), step)


@needs_compiler
def test_what_is_tallied_is_read_before_it_is_overwritten():
    made = program({"N": 70}, {"a": ("N",), "g": ("N",)}, _overwriting)
    a, g = np.random.default_rng(1).random((2, 70))
    _, rows = compile_program(made, BINARY64).run([a, g], {"N": 70})
    expected = [g @ a, g @ a, (g * a) @ (g * a), g.sum(), a.max(), a.min(), precision_of(a)]
    np.testing.assert_allclose(rows[0], expected, rtol=1e-13)


def test_what_follows_from_what_is_kept_is_not_kept():
    """a, b and c are loaded; a b, -(a b) - c and 2 a are wanted with a and b, so c is kept in place of what is made of it."""
    element = FORMATS["binary64"]
    body = [Instr(x, "load", (), element, Access(x, (), ())) for x in "abc"]
    body += [Instr("two", "const", (), element, value=2.0), Instr("ab", "mul", ("a", "b"), element), Instr("minus", "neg", ("ab",), element),
             Instr("d", "sub", ("minus", "c"), element), Instr("aa", "mul", ("a", "two"), element), Instr("e", "div", ("d", "b"), element),
             Instr("cc", "mul", ("c", "c"), element)]
    assert stored(body, ["a", "b", "ab", "aa", "two"]) == ("a", "b")
    assert stored(body, ["a", "b", "d"]) == ("a", "b", "d")  # one for another gains nothing
    assert stored(body, ["a", "b", "d", "cc"]) == ("a", "b", "c")
    assert stored(body, ["a", "b", "d", "cc", "e"]) == ("a", "b", "c", "e")  # quotients are dear
