"""Additions to boxes of an array, one behind the other, are one pass over its memory and one along its rim."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu.build import QUICK
from precis.emit.engine import compile as compile_program
from precis.emit.engine import compile_all
from precis.emit.plan import plan
from precis.emit.plan.kernels import INOUT, RESULT, Nest
from precis.emit.plan.walking import accesses, walk
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import At, Cut, Range
from precis.lift import lift
from tests.emit.oracle import needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])
SHIFTS = ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2))


def _summed(rim: bool):
    """Three times: y += x / 3 at five shifts of a box; if `rim`, plus what y held in its first row."""
    def define(b, x, y):
        inner = b.child()
        now = inner.value("y", y.shape, y.kind, "y")
        added = inner.slice(x, at=(Cut(Size.of(1), Size.of("N") - 2), Cut(Size.of(1), Size.of("M") - 2)))
        added = inner.div(added, inner.const(3.0))
        total = now
        for i, j in SHIFTS:
            value = inner.add(added, inner.slice(now, at=(At(Size()), Cut(Size.of(1), Size.of("M") - 2)))) if rim else added
            total = inner.update_add(total, value, at=(Cut(Size.of(i), Size.of("N") - 2), Cut(Size.of(j), Size.of("M") - 2)))
        return b.loop(Range(Size(), Size.of(3)), (y,), inner.block((now,), (total,)), "t")
    return program({"N": 40, "M": 50}, {"x": ("N", "M"), "y": ("N", "M")}, define, name="gathered")


@needs_compiler
@pytest.mark.parametrize("rim", [False, True])
@pytest.mark.parametrize("shape", [(40, 50), (3, 7), (4, 3)])
def test_gathered_additions_are_those_of_the_interpreter(rim, shape):
    made, rng = _summed(rim), np.random.default_rng(4)
    inputs, binding = [rng.normal(size=shape), rng.normal(size=shape)], dict(zip("NM", shape))
    for found, expected in zip(compile_program(made, BINARY64).run(inputs, binding), interpret(made, inputs, binding), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_one_pass_adds_all():
    made = plan(_summed(False), BINARY64)
    large = {name for name, b in made.buffers.items() if b.role in (RESULT, INOUT) and b.shape}
    loops = [s for s in walk(made.statements) if isinstance(s, Nest) and accesses(s)[1] & large and accesses(s)[0] & large]
    assert sorted(bool(n.hole) for n in loops) == [False, True]


def _box(rng, sizes):
    """(start, length) per dimension, of which a few elements at each end are left out."""
    ends = [(int(low), int(high)) for low, high in rng.integers(0, 3, size=(len(sizes), 2))]
    return tuple((low, Size.of(n) - low - high) for n, (low, high) in zip(sizes, ends))


def _random_updates(seed):
    """(program, the same in NumPy): two to four boxes of one shape each, with values from rows of the array as it was, or as it is by
    then, forwards or backwards."""
    rng = np.random.default_rng(seed)
    sizes = ("N", "M")[:1 + seed % 2]
    steps = [(_box(rng, sizes), rng.random() < 0.75, rng.random() < 0.75, -1 if rng.random() < 0.25 else 1, rng.random() < 0.5)
             for _ in range(2 + seed % 3)]

    def define(b, x):
        now = x
        for box, add, old, step, square in steps:
            at = tuple(Cut(Size.of(low), length) for low, length in box)
            taken = tuple(Cut(c.start if step > 0 else c.start + c.length - 1, c.length, step) for c in at)
            value = b.slice(x if old else now, at=taken)
            value = b.mul(value, value if square else b.const(3.0))
            now = (b.update_add if add else b.update)(now, value, at=at)
        return (now,)

    def compute(x):
        now = x.copy()
        for box, add, old, step, square in steps:
            at = tuple(slice(low, low + length.value(dict(zip(sizes, x.shape)))) for low, length in box)
            value = (x if old else now)[at][(slice(None, None, step),) * x.ndim].copy()
            value = value * (value if square else 3.0)
            now[at] = now[at] + value if add else value
        return now
    return program(dict.fromkeys(sizes, 40), {"x": sizes}, define, name=f"updates{seed}", mutated=("x",)), compute


@needs_compiler
def test_values_are_of_the_array_as_it_was_along_the_rim_too():
    made, computed = zip(*(_random_updates(seed) for seed in range(15)))
    for seed, (compiled, compute) in enumerate(zip(compile_all(made, QUICK), computed, strict=True)):
        x = np.random.default_rng(seed).uniform(size=(9, 11)[:1 + seed % 2])
        expected = compute(x)
        compiled(x, *x.shape)
        np.testing.assert_array_equal(x, expected, err_msg=f"updates{seed}")


def test_additions_to_what_they_read_stay_in_place():
    """Values that read the array as the addition before left it need no other memory."""
    def define(b, x):
        for low in (0, 1, 2):
            at = (Cut(Size.of(low), Size.of("N") - 2),)
            x = b.update_add(x, b.mul(b.slice(x, at=at), b.const(3.0)), at=at)
        return (x,)
    made = plan(program({"N": 40}, {"x": ("N",)}, define, name="following", mutated=("x",)), BINARY64)
    assert [b.role for b in made.buffers.values() if b.shape] == [INOUT]


def _pairs(x):
    """x (4, n): differences of neighbours times sums of others."""
    return (x[:, 2:] - x[:, 1:-1]) * (x[:, :-2] + x[:, 1:-1])


@needs_compiler
@pytest.mark.parametrize("n", [100, 3, 4])
def test_short_axes_are_gathered_where_blocks_tally(n):
    """Over four rows of a hundred, whose number is known: in a sweep, one pass and one along the rim; a plain adjoint goes row by row."""
    x = np.random.default_rng(2).normal(size=(4, n))
    program_ = lift(_pairs, np.ones((4, 100)))
    made = {"plain": adjoint(program_), "sweep": adjoint(instrument(program_))}
    ready = {name: compile_program(p, BINARY64) for name, p in made.items()}
    holes = {name: sum(isinstance(s, Nest) and bool(s.hole) for s in walk(c.plan.statements)) for name, c in ready.items() if c.plan}
    assert holes == {"plain": 0, "sweep": 1}
    inputs = [x, np.random.default_rng(3).normal(size=(4, n - 2))]
    for name, p in made.items():
        _, binding = bind(program_, [x])
        for found, expected in zip(ready[name].run(inputs, binding), interpret(p, inputs, binding), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def _handed_over(e, h, c, steps):
    for _ in range(steps):
        moved = np.where(h[1:] > h[:-1], np.minimum(e[1:], c[0, 1:]), 0.0)
        e[1:] -= moved
        c[0, 1:] -= moved
        e[:-1] += moved
        c[1, :-1] += moved


@needs_compiler
def test_what_boxes_share_with_another_array_is_kept_so_that_that_one_changes_in_place():
    """Nothing tallies here, so what the boxes write need not be computed again, from a copy of the other array as it was."""
    rng = np.random.default_rng(6)
    e, h, c = rng.uniform(size=(40, 30)), rng.uniform(size=(40, 30)), rng.uniform(size=(3, 40, 30))
    made = lift(_handed_over, e.copy(), h, c.copy(), 4)
    assert not [b for b in plan(made, made.original).buffers.values() if len(b.shape) == 3 and b.role not in (INOUT, RESULT)]
    compiled = compile_program(made)
    for n in (40, 3, 2):
        expected, found = ([x[..., :n, :].copy() for x in (e, h, c)] for _ in range(2))
        _handed_over(*expected, 4)
        compiled(*found, 4)
        for x, y in zip(found, expected, strict=True):
            np.testing.assert_array_equal(x, y)
