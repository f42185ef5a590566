"""Scaled formats in emitted code: bit for bit what emulation gives, in memory, scalars, sums and constants."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.formats import FORMATS, Assignment, format_named
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from tests.bitwidth import programs
from tests.emit.oracle import native, needs_compiler, program

pytestmark = needs_compiler
NAMES = ["binary16*2^20", "binary16*2^-9", "bfloat16*2^200", "e4m3*2^-30", "e5m2*2^110", "e4m3*2^130", "bfloat16*2^-3"]


def values(fmt, n=4000, seed=3):
    """Numbers around the range of the format: subnormals, ties, what overflows, zeros and non-numbers."""
    rng = np.random.default_rng(seed)
    x = np.ldexp(rng.random(n) + 1.0, rng.integers(fmt.emin - fmt.precision - 3, fmt.emax + 3, n)) * rng.choice([-1, 1], n)
    x[::3] = np.ldexp(rng.integers(0, 2 ** (fmt.precision + 1) + 1, x[::3].size), rng.integers(fmt.emin - fmt.precision, fmt.emax - 5, x[::3].size))
    x[:5] = [0.0, -0.0, np.inf, -np.inf, np.nan]
    return x


def same(found, expected):
    for f, e in zip(found, expected, strict=True):
        assert np.array_equal(f, e, equal_nan=True) and np.array_equal(np.signbit(f), np.signbit(e))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("carrier", ["binary64", "binary80"])
def test_rounds_as_the_library_does(name, carrier):
    fmt = format_named(name)
    real = np.longdouble if carrier == "binary80" else np.float64
    made = program({"N": 4000}, {"x": ("N",)}, lambda b, x: [b.round(x, format=fmt)])
    x = values(fmt).astype(real)
    with np.errstate(all="ignore"):
        found = native(made, Assignment.uniform(FORMATS[carrier])).run((x,))
        same(found, interpret(made, (x,), arithmetic=NumpyArithmetic(real)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("compute", ["binary32", "binary64"])
def test_arrays_and_scalars_are_held_scaled(name, compute):
    """y = 3 x; z = sum |y|: x, y and z stored scaled."""
    fmt = format_named(name)

    def define(b, x, s):
        y = b.store(b.mul(b.const(3.0), x), container="y")
        return [y, b.store(b.maximum(b.sum(b.abs(y), axes=(0,)), s), container="z")]

    made = program({"N": 60}, {"x": ("N",), "s": ()}, define)
    x = values(fmt, 60, 8)
    x = np.where(np.isfinite(x) & (np.abs(x) * 200 < float(fmt.max)), x, 0.0)
    for assignment in (
        Assignment.uniform(compute).with_storage(x=fmt, y=fmt),
        Assignment.uniform(compute).with_storage(x=fmt, y=fmt, z=fmt, s=fmt),
    ):
        ready = compile_program(made, assignment)
        assert ready.backend == "native" and "pr::scaled<" in ready.source
        inputs = (x, float(np.abs(x).max() / 2))
        with np.errstate(all="ignore"):
            same(ready.run(inputs), interpret(emulate(made, assignment), inputs))


def test_loops_keep_their_arrays_scaled():
    """Heat in units of 1e-12, which binary16 does not hold at all."""
    made = programs.heat(24, 10)
    args = (1e-12 * (1.0 + np.random.default_rng(2).random(24)), 0.2)
    binding = {"N": 24, "T": 10}
    for name, worst in (("binary16", 1.0), ("binary16*2^54", 3e-3)):
        assignment = Assignment.uniform("binary32").with_storage(u=format_named(name))
        (found,) = compile_program(made, assignment).run(args, binding)
        same([found], interpret(emulate(made, assignment), args, binding))
        (exact,) = interpret(made, args, binding)
        assert np.linalg.norm(found - exact) <= worst * np.linalg.norm(exact)
