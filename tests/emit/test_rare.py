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


def regions(x, y):
    """Four ways, of which the last has a cosine, and two have too little to be looked at."""
    s = np.abs(x) + y
    w = np.zeros(x.shape)
    far, middle = s >= 15.0, (s >= 5.5) & (s < 15.0)
    inner = (s < 5.5) & (y >= 0.195 * np.abs(x) - 0.176)
    rest = ~(far | middle | inner)
    w[far] = x[far] / (x[far] * x[far] + 0.5)
    w[middle] = (x[middle] + 1.0) / (x[middle] * x[middle] + y[middle])
    w[inner] = np.exp(-x[inner]) / (1.0 + y[inner] + x[inner] * x[inner])
    w[rest] = np.exp(-y[rest]) * np.cos(x[rest] * 1e5) / (y[rest] + 2.0)
    return w


@pytest.mark.parametrize("length", (1, 8, 23, 64, 301))
def test_several_tests_are_looked_at_in_turn(length):
    """Parts of one kind, of two, and one with an angle that only the library reduces."""
    native = compile_native(lift(regions, np.ones(9), np.ones(9)))
    assert native.source.count("pr::unless(") == 2 and native.source.count("pr::angled(") == 1 and native.source.count("pr::cos(") == 1
    rng = np.random.default_rng(length)
    x = rng.choice([20.0, 8.0, 1.0, 4.0], length // 8 + 1).repeat(8)[:length] + 0.1 * rng.random(length)
    y = np.where(x > 3.0, 0.01, 1.0) * rng.random(length)
    x[:3] = [5.0, 20.0, 0.1][:length]  # some part has several
    y[0], y[length // 2] = 0.1, 0.0
    x[length // 2] = 5.25  # 525000, and the other angle beyond 1e6 in a program of its own
    np.testing.assert_allclose(native(x, y), regions(x, y), rtol=4e-15)
    x[length // 2] = np.nan
    np.testing.assert_allclose(native(x, y), regions(x, y), rtol=4e-15)


def beyond(x):
    return np.where(x > 12.0, np.cos(x * 1e5) / x, x)


def test_parts_with_large_angles_ask_the_library():
    native = compile_native(lift(beyond, np.ones(9)))
    assert native.source.count("pr::angled(") == 1
    x = np.linspace(11.0, 13.0, 40)
    x[-3] = 1e200
    np.testing.assert_allclose(native(x), beyond(x), rtol=4e-15)


def test_angles_on_both_sides_leave_one_version():
    assert "pr::unless(" not in compile_native(lift(lambda x: np.where(x > 12.0, np.exp(x) / x, np.cos(x)), np.ones(9))).source
