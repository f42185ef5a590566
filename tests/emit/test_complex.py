"""Programs of complex values against the interpreter: bitwise for sums and moves, to a few ulps for the rest."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan.kernels import Contract
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.size import Size
from precis.ir.types import At, Cut, Pick
from precis.lift import lift
from tests.emit.oracle import loop, native, needs_compiler, program, reference

pytestmark = needs_compiler
N, M, T = Size.of("N"), Size.of("M"), Size.of("T")


def normal(*shape, seed=0):
    rng = np.random.default_rng((seed, *shape))
    return rng.normal(size=shape) + 1j * rng.normal(size=shape)


def check(made, inputs, name="binary64", ulps=8.0):
    assignment = Assignment.uniform(FORMATS[name])
    found = native(made, assignment).run(inputs)
    for k, (f, e) in enumerate(zip(found, reference(made, assignment, inputs), strict=True)):
        assert f.shape == e.shape and f.dtype.kind == e.dtype.kind, k
        tolerance = ulps * FORMATS[name].u
        np.testing.assert_allclose(f, e, rtol=tolerance, atol=tolerance * float(np.max(np.abs(e), initial=0.0)), err_msg=str(k))


@pytest.mark.parametrize("name", ("binary64", "binary32", "bfloat16", "binary80"))
def test_every_operation_on_complex_numbers(name):
    two = ("add", "sub", "mul", "div", "eq", "ne")
    one = ("neg", "conj", "re", "im", "magnitude", "exp", "log", "sqrt", "sin", "cos", "isnan", "isinf", "isfinite")

    def define(b, z, w, x, p, c):
        square, cube = (b.convert(b.const(k), kind="complex") for k in (2.0, -3.0))
        return [*(b.call(op, z, v) for op in two for v in (w, c)), *(b.call(op, z) for op in one), b.complex(x, b.neg(x)), b.select(p, z, w),
                b.convert(x, kind="complex"), b.convert(z, kind="complex"), b.pow(z, square), b.pow(z, cube), b.pow(z, w),
                b.mul(z, b.const(1.5 - 0.25j))]
    made = program({"N": 7}, {"z": (("N",), "complex"), "w": (("N",), "complex"), "x": ("N",), "p": (("N",), "bool"), "c": ((), "complex")}, define)
    z, w = normal(7), normal(7, seed=1)
    check(made, (z, w, z.real, z.imag > 0, w[0]), name)


def turning(x, dt):
    return np.exp(-0.5j * dt * x), np.exp(1j * x[:, None])


def test_turns_take_no_exponential():
    """The real part is 0, or NaN where an angle is infinite; zeros keep their signs."""
    x = np.array([0.3, -0.0, 0.0, -4.0, 7e8, np.inf, -np.inf, np.nan])
    with np.errstate(all="ignore"):
        run, expected = compile_program(lift(turning, x, 0.25)), turning(x, 0.25)
    assert "pr::exp(" not in run.source and "pr::cos(" in run.source
    for found, e in zip(run(x, 0.25), expected, strict=True):
        np.testing.assert_allclose(found.view(float), e.view(float), rtol=1e-15)
        assert np.all((np.signbit(found.imag) == np.signbit(e.imag)) | np.isnan(e.imag))


def test_zeros_divide_and_are_raised_as_numpy_does_it():
    def at_zero(z, w):
        return z / w, np.power(z, w)
    numbers = np.array([0j, 1, -2, 1j, 0.5 - 2j, -1 - 1j, 2, -3, np.inf, complex(0, -np.inf), np.nan])
    z, w = (x.ravel() for x in np.meshgrid(numbers, numbers))
    finite = np.isfinite(z) & np.isfinite(w)
    with np.errstate(all="ignore"):
        (quotients, powers), expected = compile_program(lift(at_zero, z, w), quick=True)(z, w), at_zero(z, w)
    for part in (np.real, np.imag):
        np.testing.assert_allclose(part(quotients), part(expected[0]), rtol=1e-15)
        np.testing.assert_allclose(part(powers)[finite], part(expected[1])[finite], rtol=1e-13, atol=1e-13)


def test_views_updates_sums_and_products():
    def define(b, z, a, i):
        inside = (Cut(Size.of(1), N - 2),)
        moved = b.update(z, b.mul(b.slice(z, at=(Cut(Size(), N - 2),)), b.const(2j)), at=inside)
        added = b.update_add(moved, b.slice(z, at=(Cut(Size.of(2), N - 2),)), at=inside)
        picked = b.update_add(z, b.slice(z, i, at=(Pick(0),)), i, at=(Pick(0),))
        table = b.einsum(a, a, spec="ij,kj->ik")
        return (moved, added, picked, b.sum(z, axes=(0,)), b.sum(a, axes=(0,)), b.sum(a, axes=(1,)), b.cumsum(a, axis=1), table,
                b.einsum(z, z, spec="i,i->"), b.transpose(a, perm=(1, 0)), b.reshape(a, shape=(N * M,)), b.concatenate(z, z, axis=0),
                b.slice(a, at=(At(Size.of(1)),)))
    made = program({"N": 6, "M": 40}, {"z": (("N",), "complex"), "a": (("N", "M"), "complex"), "i": (("N",), "int64")}, define)
    check(made, (normal(6), normal(6, 40), np.array([0, 2, 2, 5, 0, 1])))


def mandelbrot(b, c):
    def step(d, t, z, count):
        inside = d.le(d.magnitude(z), d.const(2.0))
        z = d.select(inside, d.add(d.mul(z, z), c), z)
        return z, d.add(count, d.convert(inside, kind="int64"))
    return loop(b, T, (b.broadcast(b.const(0j), shape=(N,)), b.broadcast(b.const(0), shape=(N,))), step)


def test_loops_with_complex_carries_and_mutated_arguments():
    made = program({"N": 50, "T": 20}, {"c": (("N",), "complex")}, mandelbrot)
    c = normal(50) * 0.7
    check(made, (c,), ulps=1e6)
    z = np.zeros(50, complex)
    count = np.zeros(50, int)
    for _ in range(20):
        inside = np.abs(z) <= 2.0
        z = np.where(inside, z * z + c, z)
        count += inside
    found = native(made, Assignment.uniform(FORMATS["binary64"]))(c, 50, 20)
    np.testing.assert_array_equal(found[1], count)

    def define(b, u):
        return loop(b, T, (u,), lambda d, t, v: (d.call("update", v, d.mul(v, d.const(0.5j)), at=(Cut(Size(), N),), container="u"),))
    run = native(program({"N": 3, "T": 2}, {"u": (("N",), "complex")}, define, mutated=("u",)), Assignment.uniform(FORMATS["binary64"]))
    u = normal(3)
    expected = u * 0.5j * 0.5j
    run(u, 3, 2)
    np.testing.assert_array_equal(u, expected)


def shifted(a, b):
    a[:] = np.conj(a[::-1]) * b[0]
    b[1:] = a[:-1]


def turned(a, b):
    a[:, :] = a.T - 1j * b
    return a, a[0]


def exchanged(a, b):
    kept = a.copy()
    a[:] = b
    b[:] = kept
    return kept.real, a.imag


def halves(a, b):
    a.real[:] = b.imag
    a *= 2.0
    return b


def stepped(a, b):
    for k in range(3):
        a[1:-1] = a[1:-1] + 0.1j * (a[2:] - 2.0 * a[1:-1] + a[:-2])
        b += a * b[k]


@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
@pytest.mark.parametrize("function", [shifted, turned, exchanged, halves, stepped])
def test_arguments_that_change_lie_where_numpy_has_them(function, dtype):
    """Both parts of an element are read before either is written."""
    def arguments(seed):
        return normal(5, 5, seed=seed).astype(dtype), normal(5, 5, seed=seed + 1).astype(dtype)
    compiled = compile_program(lift(function, *arguments(0)))
    assert compiled.backend == "native", compiled.reason
    for seed in (0, 2, 4):  # later calls take another way
        mine, theirs = arguments(seed), arguments(seed)
        found, expected = compiled(*mine), function(*theirs)
        pairs = zip(found, expected) if isinstance(expected, tuple) else [] if expected is None else [(found, expected)]
        for f, e in (*pairs, *zip(mine, theirs)):
            assert f.dtype == e.dtype and f.shape == e.shape
            np.testing.assert_allclose(f, e, rtol=100 * np.finfo(dtype).eps, atol=100 * np.finfo(dtype).eps)


def of_what_was_computed(a, b):
    c = a * a
    c[0] = 1.0
    return c @ b


PRODUCTS = {  # name -> (function of a and b, shapes, whether it is a library's)
    "matrices": (lambda a, b: a @ b, (30, 25), (25, 40), True),
    "adjoint": (lambda a, b: np.conj(a).T @ b, (25, 30), (25, 40), True),
    "transposed": (lambda a, b: a.T @ b.T, (25, 30), (40, 25), True),
    "row": (lambda a, b: a @ b, (200,), (200, 60), True),
    "column": (lambda a, b: a @ b, (60, 200), (200,), True),
    "column of a transpose": (lambda a, b: a.T @ b, (200, 70), (200,), True),
    "parts that lie apart": (of_what_was_computed, (60, 200), (200,), False),
    "row by row": (lambda a, b: np.einsum("ij,ij->i", a, b), (20, 30), (20, 30), False),
    "stacks": (lambda a, b: a @ b, (3, 24, 25), (3, 25, 26), True),
    "blocks": (lambda a, b: a[1:, 2:] @ b[3:] + b[0, 0], (31, 27), (28, 40), True),
    "with reals": (lambda a, b: a.real @ b + a @ b.imag, (30, 25), (25, 40), True),
    "three axes": (lambda a, b: np.einsum("ijk,kl->ijl", a, b), (8, 9, 20), (20, 30), True),
    "small": (lambda a, b: a @ b @ a, (3, 3), (3, 3), True),
    "inner": (lambda a, b: np.vdot(a, b) + a @ b, (300,), (300,), False),
    "empty": (lambda a, b: a @ b, (3, 0), (0, 4), True),
}


@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
@pytest.mark.parametrize("name", PRODUCTS)
def test_products_of_complex_matrices(name, dtype):
    function, *shapes, library = PRODUCTS[name]
    args = [normal(*shape, seed=k).astype(dtype) for k, shape in enumerate(shapes)]
    compiled = compile_program(lift(function, *args), quick=True)
    assert compiled.plan is not None and any(isinstance(s, Contract) and s.parts == 2 for s in walk(compiled.plan.statements)) == library
    found, expected = compiled(*args), function(*args)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    bound = (max(shapes[0]) + 8) * np.finfo(dtype).eps * float(np.max(np.abs(expected), initial=0.0))
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=bound)
