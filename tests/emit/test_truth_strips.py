"""Truth values in memory beside numbers that are added up, in copies of eight bytes: the bits of the interpreter, and where they are made."""

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
LENGTHS = (0, 1, 5, 7, 8, 9, 31, 32, 33, 60, 63, 64, 65, 100, 255, 256, 257, 300)  # of rows: around vectors, lanes and strips


def of_all(m, x, d):
    total = np.sum(np.where(m, x / d[:, None], 0.0))
    core = m & (x < total)
    m |= x > 1.5
    return total, np.count_nonzero(core), core, np.where(m, x * x, -1.0).max()


def of_rows(m, x, d):
    y = np.where(m, x / d[:, None], 1.0)
    return y.sum(axis=1), (m & (x > 0.0)).sum(axis=1), np.where(m[:, 1:] & ~m[:, :-1], x[:, 1:], 0.0).sum(axis=1)


def in_place(m, x, d):
    gone = m & (x > d[:, None])
    m &= ~gone
    return np.sum(np.where(gone, x, 0.0)), np.sum(np.where(m, 0.0, x))


def of_columns(m, x, d):
    return np.sum(np.where(m.T, x.T / d[None, :], 0.0)), m.any()


LEAST = {of_all: 1, of_rows: 2, in_place: 0}  # lengths of rows


def example(rows, length, seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((rows, length))
    x[:, ::7] = np.nan
    x[:, 3::11] = -0.0
    return rng.random((rows, length)) < 0.4, x, rng.uniform(0.5, 2.0, rows)


@pytest.fixture(scope="module", params=("binary64", "binary32"))
def compiled(request):
    made = {}
    for function in LEAST:
        program = lift(function, *example(3, 40, 0))
        formats = Assignment.uniform(FORMATS[request.param])
        made[function] = compile_native(program, formats), emulate(program, formats)
    return request.param, made


@pytest.mark.parametrize("length", LENGTHS)
def test_copies_have_the_bits_of_the_interpreter(compiled, length):
    for function, (native, emulated) in compiled[1].items():
        if length < LEAST[function]:
            continue
        arguments = list(example(4, length, length))
        binding = bind(emulated, arguments)[1]
        expected = interpret(emulated, [a.copy() for a in arguments], binding)
        for found, want in zip(native.run([a.copy() for a in arguments], binding), expected, strict=True):
            np.testing.assert_array_equal(found, want)


@pytest.mark.parametrize("length", LENGTHS[1:])
def test_what_numpy_gives(compiled, length):
    name, made = compiled
    for function, (native, _) in made.items() if name == "binary64" else ():
        if length < LEAST[function]:
            continue
        mine, its = example(4, length, length), example(4, length, length)
        found, want = native(*mine), function(*its)
        for f, w in zip(found if isinstance(found, tuple) else (found,), want if isinstance(want, tuple) else (want,), strict=True):
            np.testing.assert_allclose(f, w, rtol=1e-12)
        np.testing.assert_array_equal(mine[0], its[0])


def test_where_copies_are_made(compiled):
    name, made = compiled
    for function in (of_all, of_rows):
        assert ("pr::widen(" in made[function][0].source) == (name == "binary64")
    assert made[of_all][0].source.count("pr::narrow(") == 2 * (name == "binary64")


def test_truth_values_that_lie_elsewhere_stay():
    assert "pr::widen(" not in compile_native(lift(of_columns, *example(3, 40, 0))).source
