"""The runtime's own elementary functions against mpmath, and at the ends of their domains against NumPy."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from precis.bitwidth.bound.ulps import ulps_of
from precis.emit import engine
from precis.emit.cpu.build import FLAGS
from precis.formats import FORMATS, Assignment
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from tests.emit.oracle import native, needs_compiler, program, same

pytestmark = needs_compiler
FUNCTIONS = ("exp", "log", "tanh", "sin", "cos", "arcsin", "arccos", "arctan", "log1p", "expm1", "exp2", "sinh", "cosh", "log2", "log10",
             "tan", "arcsinh", "arccosh", "arctanh", "cbrt", "erf", "erfc")
RANGED = ("sin", "cos", "tan")
EXACT = {"log2": lambda x: mpmath.log(x, 2), "arcsinh": mpmath.asinh, "arccosh": mpmath.acosh, "arctanh": mpmath.atanh,
         "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), "arcsin": mpmath.asin, "arccos": mpmath.acos, "arctan": mpmath.atan, "exp2": lambda x: mpmath.mpf(2) ** x, "arctan2": mpmath.atan2}
RANGES = {"exp": ((-86.0, 88.0), (-1.0, 1.0)), "log": ((1e-30, 1.0), (0.5, 2.0), (0.999, 1.001)),
          "tanh": ((-20.0, 20.0), (-1.0, 1.0), (-1e-3, 1e-3)), "sin": ((-3.2, 3.2), (-1e6, 1e6), (-1e-3, 1e-3), (1e6, 1e15)),
          "cos": ((-3.2, 3.2), (-1e6, 1e6), (-1e-3, 1e-3), (1e6, 1e15)),
          "arcsin": ((-1.0, 1.0), (-1e-3, 1e-3), (0.97, 1.0), (0.49, 0.51)), "arccos": ((-1.0, 1.0), (0.97, 1.0), (-1.0, -0.97), (0.49, 0.51)),
          "arctan": ((-3.0, 3.0), (-1e-3, 1e-3), (-100.0, 100.0), (1e5, 1e15)), "log1p": ((-0.9, 3.0), (-1e-3, 1e-3), (-2e-7, 2e-7), (-1e-2, 1e-2), (1e2, 1e9), (-0.999, -0.9)),
          "expm1": ((-1.0, 1.0), (-1e-3, 1e-3), (-30.0, 80.0), (0.3, 0.4), (-2.0, 2.0)), "exp2": ((-1.0, 1.0), (-120.0, 120.0)),
          "sinh": ((-1.0, 1.0), (-1e-3, 1e-3), (-80.0, 80.0), (1.0, 1.5)), "cosh": ((-1.0, 1.0), (-80.0, 80.0)),
          "log2": ((1e-30, 1.0), (0.5, 2.0), (0.999, 1.001)), "log10": ((1e-30, 1.0), (0.5, 2.0), (0.999, 1.001)),
          "tan": ((-3.2, 3.2), (0.72, 0.84), (-1e6, 1e6), (-1e-3, 1e-3), (1e6, 1e15)), "arcsinh": ((-3.0, 3.0), (-1e-3, 1e-3), (0.3, 0.4), (1e8, 2e9), (1e20, 1e30)),
          "arccosh": ((1.0, 3.0), (1.0, 1.001), (1.05, 1.07), (1e8, 2e9), (1e20, 1e30)), "arctanh": ((-1.0, 1.0), (-1e-3, 1e-3), (0.16, 0.19), (0.999, 1.0)),
          "cbrt": ((-8.0, 8.0), (0.5, 4.0), (-1e-30, 1e-30), (1e30, 1e33)), "erf": ((-6.0, 6.0), (-1.0, 1.0), (0.9, 1.1), (-1e-3, 1e-3)),
          "erfc": ((-6.0, 0.5), (0.2, 0.6), (0.5, 2.0), (2.0, 9.0))}
ULPS = {"exp": 0.9, "log": 0.8, "tanh": 1.4, "sin": 0.9, "cos": 0.9, "arcsin": 1.0, "arccos": 1.0, "arctan": 1.0, "log1p": 1.2, "expm1": 1.3,
        "exp2": 1.0, "sinh": 1.65, "cosh": 1.3, "arctan2": 1.6, "hypot": 1.3, "log2": 0.6, "log10": 0.6, "pow": 0.7,
        "tan": 1.0, "arcsinh": 0.9, "arccosh": 0.9, "arctanh": 0.9, "cbrt": 0.51, "erf": 1.3, "erfc": 3.5}
ENDS = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1.0 - 2.0**-24, 1.0 + 2.0**-23, 2.0**30, 2.0**-27, 1e308, 5e-324, -5e-324, 1e-310, 1e-40, 710.0, 709.7, 710.475860073943863426, 710.47586007394398, -745.0,
                 -746.0, 88.8, -103.5])


def _numpy(f):
    return np.vectorize(getattr(math, f)) if f in ("erf", "erfc") else getattr(np, f)


def compiled(name):
    made = program({"N": 9}, {"x": ("N",)}, lambda b, x: [b.call(f, x) for f in FUNCTIONS])
    return native(made, Assignment.uniform(FORMATS[name]))


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_errors_stay_within_the_stated_ulps(name):
    run, fmt, rng = compiled(name), FORMATS[name], np.random.default_rng(1)
    real = np.float64 if name == "binary64" else np.float32
    with mpmath.workprec(120):
        for k, f in enumerate(FUNCTIONS):
            assert ULPS[f] <= ulps_of(f, fmt)[0], f  # what bounds rest on
            for ends in RANGES[f]:
                x = rng.uniform(*ends, 700).astype(real).astype(float)
                for a, y in zip(x.tolist(), run.run((x,), {"N": 700})[k].tolist()):
                    exact = (EXACT.get(f) or getattr(mpmath, f))(a)
                    ulp = mpmath.ldexp(1, int(mpmath.frexp(exact)[1]) - fmt.precision)
                    assert abs(y - exact) <= ULPS[f] * ulp, (f, a)


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_ends_of_the_domains(name):
    real = np.float64 if name == "binary64" else np.float32
    with np.errstate(all="ignore"):
        x = ENDS.astype(real)
        for f, y in zip(FUNCTIONS, compiled(name).run((x,), {"N": len(x)})):
            expected = _numpy(f)(x).astype(float)
            close = np.isfinite(expected) & (expected != 0)
            np.testing.assert_allclose(y[close], expected[close], rtol=8 * FORMATS[name].u, atol=float(FORMATS[name].min_subnormal))
            same(y[~close], expected[~close], f)


@pytest.mark.parametrize(("name", "ends"), (("binary64", (-745.5, -707.0)), ("binary32", (-104.5, -86.5))))
def test_subnormal_exponentials_round_once(name, ends):
    """Through the whole range of subnormal numbers and past both ends: half of the least of them off, and the 1 ulp of the function."""
    least, real = FORMATS[name].min_subnormal, np.float64 if name == "binary64" else np.float32
    x = np.random.default_rng(6).uniform(*ends, 1000).astype(real)
    with mpmath.workprec(120):
        for a, y in zip(x.tolist(), compiled(name).run((x,), {"N": len(x)})[FUNCTIONS.index("exp")].tolist()):
            exact = mpmath.exp(a)
            assert abs(mpmath.mpf(y) - exact) <= 0.5 * mpmath.mpf(least) + 2 * FORMATS[name].u * exact, a


def of_two(name):
    made = program({"N": 9}, {"x": ("N",), "y": ("N",)}, lambda b, x, y: [b.call(f, x, y) for f in ("arctan2", "hypot")])
    return native(made, Assignment.uniform(FORMATS[name]))


@pytest.mark.parametrize("size", (1.0, 1e-3, 1e200, 1e-200, 1e-300))
def test_functions_of_two_arguments(size):
    rng, run = np.random.default_rng(4), of_two("binary64")
    x, y = rng.uniform(-size, size, 700), rng.uniform(-size, size, 700) * 10.0 ** rng.uniform(-3, 3, 700)
    with mpmath.workprec(120):
        for f, found in zip(("arctan2", "hypot"), run.run((x, y), {"N": 700})):
            for a, b, c in zip(x.tolist(), y.tolist(), found.tolist()):
                exact = (EXACT.get(f) or getattr(mpmath, f))(a, b)
                assert abs(c - exact) <= ULPS[f] * mpmath.ldexp(1, int(mpmath.frexp(exact)[1]) - 53), (f, a, b)


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_functions_of_two_arguments_at_the_ends(name):
    real = np.float64 if name == "binary64" else np.float32
    with np.errstate(all="ignore"):
        x, y = (a.ravel().astype(real) for a in np.meshgrid(ENDS, ENDS))
        for f, found in zip(("arctan2", "hypot"), of_two(name).run((x, y), {"N": len(x)})):
            expected = getattr(np, f)(x, y).astype(float)
            close = np.isfinite(expected) & (expected != 0)
            np.testing.assert_allclose(found[close], expected[close], rtol=8 * FORMATS[name].u, atol=float(FORMATS[name].min_subnormal))
            same(found[~close], expected[~close], f)


def test_vectors_and_single_elements_agree():
    run = compiled("binary64")
    x = np.random.default_rng(2).uniform(0.1, 5.0, 37)  # some beyond the domains of arcsin and arccos
    together = run.run((x,), {"N": 37})
    for k in range(37):
        for found, expected in zip(run.run((x[k:k + 1],), {"N": 1}), together):
            np.testing.assert_array_equal(found[0], expected[k])


def test_results_do_not_depend_on_fused_operations():
    """Without them products that are rounded are taken apart: the same bits, also of the only element."""
    exact = ("tan", "log1p", "arcsinh", "arccosh", "arctanh", "cbrt", "erf", "erfc", "sinh", "cosh")
    made = program({"N": 9}, {"x": ("N",)}, lambda b, x: [b.call(f, x) for f in exact])
    fused, plain = (engine.compile_all([made], flags, Assignment.uniform(FORMATS["binary64"]))[0] for flags in (FLAGS, (*FLAGS, "-U__FP_FAST_FMA")))
    x = np.random.default_rng(8).uniform(-1.0, 1.0, 500) * np.repeat([1.0, 1e-3, 30.0, 1e10, 1e-300], 100)
    for f, a, b in zip(exact, fused.run((x,), {"N": 500}), plain.run((x,), {"N": 500})):
        np.testing.assert_array_equal(a, b, f)


def powers(name):
    made = program({"N": 9}, {"x": ("N",), "y": ("N",)}, lambda b, x, y: [b.call("pow", x, y)])
    return native(made, Assignment.uniform(FORMATS[name]))


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_powers_of_numbers(name):
    run, fmt, rng = powers(name), FORMATS[name], np.random.default_rng(5)
    wide = 300.0 if name == "binary64" else 30.0
    with mpmath.workprec(160):
        for near, exponent in ((0.0, 8.0), (0.0, 0.9), (3.0, 30.0), (wide, 1.0)):
            x = (10.0 ** rng.uniform(-near, near, 700) * rng.uniform(0.5, 2.0, 700)).astype(np.float32 if name == "binary32" else float)
            y = rng.uniform(-exponent, exponent, 700).astype(np.float32)
            for a, b, found in zip(x.tolist(), y.tolist(), run.run((x, y), {"N": 700})[0].tolist()):
                exact = mpmath.mpf(a) ** mpmath.mpf(b)
                if float(fmt.min_normal) < exact < float(np.finfo(x.dtype).max):
                    assert abs(found - exact) <= ULPS["pow"] * mpmath.ldexp(1, int(mpmath.frexp(exact)[1]) - fmt.precision), (a, b)


def test_powers_that_are_numbers_of_the_format_are_exact():
    x, y = (a.ravel() for a in np.meshgrid(np.concatenate([np.arange(-12.0, 13.0), [0.5, -0.25, 1.5]]), np.arange(0.0, 14.0)))
    np.testing.assert_array_equal(powers("binary64").run((x, y), {"N": len(x)})[0], [float(Fraction(a) ** int(b)) for a, b in zip(x, y)])


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_powers_at_the_ends(name):
    real = np.float64 if name == "binary64" else np.float32
    with np.errstate(all="ignore"):
        more = np.concatenate([ENDS, [2.0, 3.0, -2.0, -3.0, 0.5, -0.5, 1.5, -1e300, 2.0**53 + 2, 0.999, -0.75]])
        x, y = (a.ravel().astype(real) for a in np.meshgrid(more, more))
        expected, found = np.power(x, y).astype(float), powers(name).run((x, y), {"N": len(x)})[0]
    normal = np.isfinite(expected) & (np.abs(expected) >= float(FORMATS[name].min_normal))
    np.testing.assert_allclose(found[normal], expected[normal], rtol=4 * FORMATS[name].u)
    tiny = ~normal & np.isfinite(expected) & (expected != 0)
    np.testing.assert_allclose(found[tiny], expected[tiny], atol=2 * float(FORMATS[name].min_subnormal), rtol=0)
    same(found[~normal & ~tiny], expected[~normal & ~tiny], "pow")


SMALL = (-12.0, -6.0, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.5, 4.5,
         5.0, 6.0, 7.0, 12.0, 16.0)


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_powers_with_constant_exponents(name):
    fmt, real = FORMATS[name], np.float64 if name == "binary64" else np.float32
    run = native(program({"N": 9}, {"x": ("N",)}, lambda b, x: [b.call("pow", x, b.const(n)) for n in SMALL]), Assignment.uniform(fmt))
    assert "pow(" not in run.source
    x = (np.random.default_rng(6).uniform(0.01, 30.0, 2000)).astype(real).astype(float)
    with mpmath.workprec(160):
        for n, y in zip(SMALL, run.run((x,), {"N": len(x)})):
            exact = [mpmath.mpf(a) ** mpmath.mpf(n) for a in x.tolist()]
            assert max(abs(b - e) / mpmath.ldexp(1, int(mpmath.frexp(e)[1]) - fmt.precision) for b, e in zip(y.tolist(), exact)) < 0.51, n
    with np.errstate(all="ignore"):
        ends = np.concatenate([ENDS, [1e100, -1e103, 1e-103, 4e61, 1e-70]]).astype(real)
        for n, y in zip(SMALL, run.run((ends,), {"N": len(ends)})):
            expected = np.power(ends, np.full_like(ends, n)).astype(float)  # of a number 0.5, NumPy takes roots
            close = np.isfinite(expected) & (expected != 0)
            np.testing.assert_allclose(y[close], expected[close], rtol=4 * fmt.u, atol=2 * float(fmt.min_subnormal))
            same(y[~close], expected[~close], f"pow {n}")


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_small_powers_are_rounded_once(name):
    """Against exact integers; and as NumPy at the ends."""
    fmt, real = FORMATS[name], np.float64 if name == "binary64" else np.float32
    made = program({"N": 9}, {"x": ("N",)}, lambda b, x: [b.call("pow", x, b.const(3.0)), b.call("pow", x, b.const(4.0))])
    run = native(made, Assignment.uniform(fmt))
    assert "pr::cube" in run.source and "pr::fourth" in run.source
    x = np.random.default_rng(3).uniform(-3.0, 3.0, 3000).astype(real).astype(float)
    for n, y in zip((3, 4), run.run((x,), {"N": len(x)})):
        exact = [real(mpmath.mpf(a) ** n) if name == "binary32" else float(Fraction(a) ** n) for a in x.tolist()]
        assert np.count_nonzero(y != np.array(exact, dtype=float)) <= (0 if name == "binary64" else 1)
    with np.errstate(all="ignore"):
        ends = np.concatenate([ENDS, [1e100, -1e103, 1e-103, 1e-108, 4e102, 1e77, -2e77]]).astype(real)
        for n, y in zip((3.0, 4.0), run.run((ends,), {"N": len(ends)})):
            expected = np.power(ends, real(n)).astype(float)
            close = np.isfinite(expected) & (expected != 0)
            np.testing.assert_allclose(y[close], expected[close], rtol=4 * fmt.u, atol=float(fmt.min_subnormal))
            same(y[~close], expected[~close], f"pow {n}")


@pytest.mark.parametrize("name", ("binary64", "binary32"))
def test_sines_near_multiples_of_half_pi_keep_all_digits(name):
    """Where the argument cancels most: the numbers nearest to k pi/2."""
    run = compiled(name)
    with mpmath.workprec(200):
        x = np.array([float(mpmath.pi / 2 * k) for k in (*range(-60, 61), 1000, 4097, 99991, 636618)])
        x = x.astype(np.float32).astype(float) if name == "binary32" else x
        found = run.run((x,), {"N": len(x)})
        for f in RANGED:
            y, exact = found[FUNCTIONS.index(f)], [getattr(mpmath, f)(a) for a in x.tolist()]
            assert max(abs(float((b - e) / e)) if e else abs(b) for b, e in zip(y.tolist(), exact)) < 2.25 * FORMATS[name].u, f


def test_an_argument_far_away_changes_no_neighbour():
    """One element beyond the moderate range sends a loop to the library's reduction, and leaves the others as they were."""
    run = compiled("binary64")
    x = np.random.default_rng(4).uniform(0.1, 5.0, 37)
    calm = run.run((x,), {"N": 37})
    for beyond in (1e6 + 1.0, 1e300, np.inf, np.nan):
        y = x.copy()
        y[11] = beyond
        with np.errstate(invalid="ignore"):
            expected = [getattr(np, f)(beyond) for f in RANGED]
        found = run.run((y,), {"N": 37})
        for f, e in zip(RANGED, expected):
            before, after = (results[FUNCTIONS.index(f)] for results in (calm, found))
            np.testing.assert_array_equal(np.delete(after, 11), np.delete(before, 11))
            np.testing.assert_allclose(after[11], e, rtol=1e-15)


def test_loops_that_write_what_they_read_look_beforehand():
    made = program({"N": 9}, {"x": ("N",)}, lambda b, x: [b.call("sin", b.call("add", x, b.call("cos", b.call("sin", x))))])
    run = native(made, Assignment.uniform(FORMATS["binary64"]))
    x = np.concatenate([np.linspace(-3.0, 3.0, 50), [2e6]])
    (y,) = run.run((x,), {"N": 51})
    np.testing.assert_allclose(y, np.sin(x + np.cos(np.sin(x))), rtol=1e-14)


def _alone(b, x, y):
    return [b.sum(b.call("sin", x), axes=(1,))]


def _tangents(b, x, y):
    return [b.sum(b.call("tan", x), axes=(1,))]


def _two(b, x, y):
    cosine = b.call("cos", b.mul(x, y))
    return [b.sum(b.mul(cosine, y), axes=(0, 1)), b.sum(b.mul(cosine, cosine), axes=(0, 1)), cosine]


def _tallied(b, x, y):
    rows = b.broadcast(b.const(0.0), shape=(Size.of(1), Size.of(len(TALLY_COLUMNS))))
    return [b.call("tally", rows, b.call("sin", x), b.call("cos", b.mul(x, y)), row=Size())]


@pytest.mark.parametrize("columns", (5, 45))
@pytest.mark.parametrize("define", (_alone, _tangents, _two, _tallied))
def test_sums_of_sines_with_an_argument_far_away(define, columns):
    """In rows, in lanes and in vectors."""
    run = native(program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M")}, define), Assignment.uniform(FORMATS["binary64"]))
    assert {_two: "pr::cos(part", _tangents: "pr::tan(part"}.get(define, "pr::sin(part") in run.source
    x, y = np.random.default_rng(7).normal(size=(2, 3, columns))
    for far in (x[1, 3], 3e17):
        x[1, 3] = far
        sine, cosine = np.sin(x), np.cos(x * y)
        expected = {_alone: [sine.sum(axis=1)], _tangents: [np.tan(x).sum(axis=1)], _two: [(cosine * y).sum(), (cosine * cosine).sum(), cosine],
                    _tallied: [[(sine * cosine).sum(), np.abs(sine * cosine).sum()]]}[define]
        found = run.run((x, y), {"N": 3, "M": columns})
        for a, e in zip([found[0][0, :2]] if define is _tallied else found, expected, strict=True):
            np.testing.assert_allclose(a, e, rtol=1e-12, atol=1e-14)
