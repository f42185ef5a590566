"""Parts of rows in which a test fails everywhere leave out what only its other side takes, with the bits of the interpreter."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
LENGTHS = (5, 31, 32, 41, 77, 300)  # of rows: around parts and lanes


def cut_off(r, k):
    near = (r < 1.0) & (r > 0.0)
    e = 1.0 / np.sqrt(np.where(near, r, 2.0))
    f = np.where(near, e / (r + 3.0), 0.25)
    r += np.where(r < 1.0, np.sqrt(r) / (e + 1.0), 1.0) * k[:, None]
    return f, (f * r).sum(axis=1), np.where(near, e, -1.0).max(axis=1), np.sum(np.where(r > 2.0, np.sqrt(r) / r, 0.5))


def one_row(r, k):
    gone = np.where(r[0] < 1.0, np.sqrt(r[0]) / k[0], np.nan)
    return np.where(r < 1.0, np.sqrt(r) / (r + 2.0), 0.0).sum(axis=1), gone


@pytest.fixture(scope="module", params=("binary64", "binary32"))
def compiled(request):
    made = {}
    for function in (cut_off, one_row):
        program = lift(function, np.ones((3, 4)), np.ones(3))
        formats = Assignment.uniform(FORMATS[request.param])
        made[function] = compile_native(program, formats), emulate(program, formats)
    return made


def crossed(u, w, alive, meets):
    hit = alive & (meets <= 0.5)
    r = np.where(hit, 1.0 / (u + 2.0), 1.0)
    late = hit & (r > 0.25)
    flux = np.where(late, np.sqrt(np.where(late, r, 1.0)) / np.where(late, w + r, 1.0), 0.0)
    alive &= ~late
    return flux, np.where(hit, meets + 3.0, meets)


@pytest.mark.parametrize("length", (1, 63, 64, 65, 127, 130, 192, 300))
def test_beside_truth_values_in_memory_parts_are_longer(length):
    """Of the tests that leave out the same, the one that asks for more is taken, and what is cheap to test."""
    native = compile_native(lift(crossed, np.ones(200), np.ones(200), np.ones(200, bool), np.ones(200)))
    assert "pr::rarely<64>(" in native.source
    rng = np.random.default_rng(length)
    u, w, meets = 4.0 * rng.random(length), rng.random(length), np.where(np.arange(length) // 64 % 2, 4.0 * rng.random(length), 2.0)
    u[0] = np.nan
    mine, its = rng.random(length) < 0.7, np.empty(length, bool)
    its[:] = mine
    for found, want in zip(native(u, w, mine, meets), crossed(u, w, its, meets), strict=True):
        np.testing.assert_array_equal(found, want)
    np.testing.assert_array_equal(mine, its)


@pytest.mark.parametrize("length", LENGTHS)
def test_parts_without_the_test_have_the_bits_of_the_interpreter(compiled, length):
    rng = np.random.default_rng(length)
    r = 4.0 * rng.random((3, length))
    r[1] = np.where(np.arange(length) // 24 % 2, 0.5, 3.0) + 0.1 * rng.random(length)  # whole parts one way, and the other
    for native, emulated in compiled.values():
        assert "pr::rare_terms<" in native.source
        arguments = r, np.array([0.5, -1.0, 2.0])
        binding = bind(emulated, arguments)[1]
        expected = interpret(emulated, [*arguments], binding)
        for found, want in zip(native.run(arguments, binding), expected, strict=True):
            np.testing.assert_array_equal(found, want)
