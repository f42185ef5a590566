"""Reductions beside truth values and bytes have the bits of the interpreter, whatever their terms are computed with."""

from itertools import product

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
LENGTHS = (2, 31, 32, 33, 256, 257, 289, 520)  # of rows: around the lanes and around what waits for them


def whole(x, alive, grey):
    x, alive, grey = x[:, 1:], alive[:, 1:], grey[:, 1:]  # rows apart in memory
    inside = (x > 0.2) & alive
    return inside, inside.any(), np.where(alive, x, 0.0).sum(), alive.sum(), np.where(alive, x, -9.0).max(), (grey * x).sum()


def by_rows(x, alive, grey):
    close = x > 0.2
    return close, (close & alive).all(axis=1), close.sum(axis=1), np.where(alive, x, 0.5).prod(axis=1), (grey * x).sum(axis=1)


def angles(x, alive, grey):
    wave = np.sin(x)
    return wave, (wave * grey).sum(axis=1), (np.cos(x) * x).sum(axis=1), np.where(alive, np.cos(wave), 2.0).max(axis=1)


@pytest.mark.parametrize("name", ["binary32", "binary64"])
def test_sines_beside_sums_of_rows_wait_in_two_versions(name):
    """The one for moderate arguments, and the library's for a row that has another one."""
    program, formats = lift(angles, np.ones((3, 4)), np.ones((3, 4), bool), np.ones((3, 4), np.uint8)), Assignment.uniform(FORMATS[name])
    native, emulated = compile_native(program, formats), emulate(program, formats)
    assert "pr::is_far(" in native.source and "pr::Waiting<" in native.source and "pr::staged(" in native.source
    rng, last = np.random.default_rng(7), {"binary32": 1e-6, "binary64": 1e-14}[name]
    for length, far in product((1, *LENGTHS), (0.5, 3e17, -np.inf, np.nan)):
        x = rng.normal(size=(3, length)).astype(np.float32)
        x[1, -1] = far
        grey = rng.integers(0, 4, (3, length)).astype(np.uint8)
        arguments, binding = (x, x > 0, grey), dict(zip((s for s, _ in emulated.sizes), x.shape))
        with np.errstate(invalid="ignore"):
            expected = interpret(emulated, [*arguments], binding)
        for found, e in zip(native.run(arguments, binding), expected, strict=True):
            np.testing.assert_allclose(np.asarray(found, float), np.asarray(e, float), rtol=last, atol=last * length)


@pytest.fixture(scope="module")
def compiled():
    made = {}
    for function in (whole, by_rows):
        program = lift(function, np.ones((3, 4)), np.ones((3, 4), bool), np.ones((3, 4), np.uint8))
        for name in ("binary64", "bfloat16")[:1 if function is whole else 2]:
            formats = Assignment.uniform(FORMATS[name])
            made[function, name] = compile_native(program, formats), emulate(program, formats)
    return made


@pytest.mark.parametrize("length", LENGTHS)
def test_terms_computed_first_have_the_bits_of_the_interpreter(compiled, length):
    rng = np.random.default_rng(length)
    x = rng.normal(size=(3, length))
    arguments = x, rng.random((3, length)) < 0.7, rng.integers(0, 256, (3, length)).astype(np.uint8)
    for native, emulated in compiled.values():
        assert "pr::Waiting<" in native.source
        binding = dict(zip((s for s, _ in emulated.sizes), x.shape))
        for found, expected in zip(native.run(arguments, binding), interpret(emulated, [*arguments], binding), strict=True):
            np.testing.assert_array_equal(found, expected)
