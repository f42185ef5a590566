"""Products and quotients of complex numbers, and reals beside one another, have the bits of NumPy and of the emulated program."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile as compile_program
from precis.emit.engine import default_assignment
from precis.formats import FORMATS, Assignment
from precis.ir.complex_products import product
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import native, needs_compiler, program, reference
from tests.ir.test_complex_products import fusing, normal

pytestmark = needs_compiler
DTYPES = (np.complex64, np.complex128)


def products(z, w):
    return z * w, z[::3] * w[::3], z[:, None] * w[None, :7], z * w[1], 0.25 * z, (0.3 - 0.7j) * z, z * w.real, np.square(z), w**2, 1j * z


def quotients(z, w):
    return z / w, 1.0 / z, z[::2] / w[:1], z / 3.0, (1.5 - 0.5j) / w


def in_place(z, w):
    z *= w
    z[1:] *= w[:-1]
    z[::2] = z[::2] * z[::2] - w[::2]
    return z


def squares(z, w):
    return (z * np.conj(z)).real, (z * np.conj(w)).imag, z.real**2 + z.imag**2


def one_by_one(z, w):
    y = np.zeros_like(z)
    for k in range(z.shape[0]):
        y[k] = z[k] * w[k] + z[k] / w[k]
    return y


def over_itself(z, w):
    for k in range(z.shape[0]):
        z[k] = z[k] * w[k]
    for k in range(1, z.shape[0]):
        z[k] *= z[k - 1]
    return z


def recurrence(z, w):
    s, y = w[0], np.zeros_like(z)
    for k in range(z.shape[0]):
        s = s * w[k] - z[k] * (0.25 + 0.5j)
        s = s / (1.0 + s.real**2)
        y[k] = s
    return y


def horner(z, w):
    y = np.zeros_like(z)
    for k in range(4):
        y = y * z + w[k]
    return y


def of_rows(z, w):
    a = np.outer(z[:9], w[:8])
    for k in range(1, 9):
        a[k] = a[k] - a[k, 0] * a[0]
        a[:, k - 1] *= w[k]
    return a


PROGRAMS = (products, quotients, in_place, squares, one_by_one, over_itself, recurrence, horner, of_rows)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", PROGRAMS)
def test_results_are_those_of_numpy_and_of_emulation(function, dtype):
    """At lengths that fill vectors, and at others."""
    program_ = lift(function, normal(dtype, 64), normal(dtype, 64, seed=1))
    run, emulated = compile_program(program_), emulate(program_, default_assignment(program_))
    for n in (11, 16, 64, 131):
        z, w = normal(dtype, n), normal(dtype, n, seed=1)
        meant = interpret(emulated, (z, w), {**program_.binding, **{name: n for name, size in program_.sizes if size == 64}})
        found = run(z.copy(), w.copy())
        found = found if isinstance(found, tuple) else (found,)
        theirs = function(z.copy(), w.copy())
        theirs = theirs if isinstance(theirs, tuple) else (theirs,)
        for k, (f, m, t) in enumerate(zip(found, meant, theirs)):
            f, m, t = (np.asarray(x) for x in (f, m, t))
            assert f.dtype == t.dtype, k
            np.testing.assert_array_equal(f, m.astype(f.dtype), str(k))
            assert not fusing(dtype) or np.array_equal(f, t), k


FORMATS_OF_SITES = ("binary64", "binary32", "bfloat16", "binary16", "binary80")


@pytest.mark.parametrize("name", FORMATS_OF_SITES)
@pytest.mark.parametrize("shape", [("N",), ()])
def test_native_products_are_emulated_ones_in_every_format(name, shape):
    made = program({"N": 133}, {"z": (shape, "complex"), "w": (shape, "complex")}, lambda b, z, w: (b.mul(z, w), b.div(z, w), b.mul(z, z)))
    assignment = Assignment.uniform(FORMATS[name])
    inputs = [normal(np.complex128, *(133,) * len(shape), seed=k) for k in range(2)]
    for found, expected in zip(native(made, assignment).run(inputs), reference(made, assignment, inputs), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_sites_of_other_formats_do_not_widen_products():
    """A site in binary80 elsewhere in the program."""
    made = program({"N": 40}, {"z": (("N",), "complex"), "x": ("N",)}, lambda b, z, x: (b.mul(z, z), b.add(x, x)))
    assignment = Assignment.uniform(FORMATS["binary32"]).with_storage(x="binary80")
    z = normal(np.complex64, 40)
    found = native(made, assignment).run((z, np.ones(40)))[0]
    np.testing.assert_array_equal(found.astype(np.complex64), product(z, z))


def test_emulated_programs_compile_to_themselves():
    made = program({"N": 40}, {"z": (("N",), "complex"), "w": (("N",), "complex")}, lambda b, z, w: (b.mul(z, w), b.div(z, w)))
    emulated = emulate(made, Assignment.uniform(FORMATS["binary32"]))
    inputs = normal(np.complex128, 40), normal(np.complex128, 40, seed=1)
    for found, expected in zip(native(emulated, Assignment.uniform(FORMATS["binary64"])).run(inputs), interpret(emulated, inputs), strict=True):
        np.testing.assert_array_equal(found, expected)


def beside_sums(x, w):
    y = np.zeros_like(x)
    y[:, 0] = x[:, 0] * w[:, 0] - x[:, 1] * w[:, 1]
    y[:, 1] = x[:, 0] * w[:, 1] + x[:, 1] * w[:, 0]
    return y


def stacked(x, w):
    return np.stack([x[:, 0] * w[:, 0] - w[:, 1], x[:, 1] * w[:, 0] + x[:, 0]], axis=-1)


def halved(x, w):
    y = np.zeros_like(x)
    y[:, 1] = (x[:, 0] * w[:, 0] - w[:, 1]) * 0.5
    y[:, 0] = (w[:, 0] + x[:, 1] * w[:, 1]) * 0.5
    return y


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("function", [beside_sums, stacked, halved])
def test_differences_beside_sums_round_their_products(function, dtype):
    """g++ 12 makes one rounding of each, unless it is kept from it."""
    x, w = np.random.default_rng(0).normal(size=(2, 133, 2)).astype(dtype)
    made = lift(function, x, w)
    np.testing.assert_array_equal(compile_program(made)(x, w), function(x, w))
    assert "pr::product(" in emit(made, target="cpu").text and "pr::product(" in emit(made, target="cuda").text


def test_other_products_are_written_as_they_are():
    def apart(x, w):
        return x[:, 0] * w[:, 0] - x[:, 1], x[:, 0] * w[:, 1] + w[:, 1]
    x, w = np.random.default_rng(0).normal(size=(2, 133, 2))
    assert "pr::product(" not in emit(lift(apart, x, w)).text
