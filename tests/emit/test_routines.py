"""Library routines inside native code: the host computes them as the interpreter does, also in loops and branches."""

import subprocess

import numpy as np
import pytest

from precis.emit import engine, libraries, native
from precis.emit.cpu.build import FLAGS, compiler
from precis.emit.engine import compile as compile_program
from precis.emit.engine import emit
from precis.emit.plan import NotEmittable, plan
from precis.formats import FORMATS, Assignment
from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import At
from precis.lift import lift
from tests.emit.oracle import loop, needs_compiler, program, reference
from tests.ir.cases import BINDING, ROUTINES, of_kind
from tests.lift.numpy.programs_library import A, X, newton, spectral_step, transforms
from tests.lift.numpy.programs_library import Z as SIGNAL

pytestmark = needs_compiler
N = Size.of("N")
ELIMINATED = ("lstsq", "solve", "triangular_solve", "det", "slogdet")  # in the runtime header, for small matrices: within a bound
INVERSES, SQUARES = (1, 7), 16  # among what dense, dense_complex return


def _cases(kind):
    return [c for c in of_kind(kind) if c.op in ROUTINES and c.attrs.get("norm", "ortho") == "ortho" and c.attrs.get("axis", 0) == 0]


def every_routine(kind):
    """(a program with one result per case, its inputs)."""
    cases = _cases(kind)
    params, arrays = {}, []
    for k, case in enumerate(cases):
        params |= {f"x{k}_{j}": (s, t) for j, (s, t) in enumerate(zip(case.shapes, case.kinds))}
        arrays += case.arrays(k)

    def define(b: Build, *values):
        rest, found = iter(values), []
        for case in cases:
            found.append(b.call(case.op, *(next(rest) for _ in case.shapes), **case.attrs))
        return found
    return program(BINDING, params, define), arrays


@pytest.mark.parametrize("kind, name", [("real", "binary64"), ("real", "bfloat16"), ("complex", "binary32"), ("complex", "binary80"),
                                        ("int64", "binary64")])
def test_native_code_calls_the_interpreters_routines(kind, name):
    made, arrays = every_routine(kind)
    assignment = Assignment.uniform(FORMATS[name])
    compiled = compile_program(made, assignment, quick=True)
    assert compiled.backend == "native", compiled.reason
    for case, found, expected in zip(_cases(kind), compiled.run(arrays), reference(made, assignment, arrays), strict=True):
        assert found.dtype.kind == expected.dtype.kind
        rtol = max(1e-12, 2.0 * FORMATS[name].u) if case.op in ELIMINATED else 0.0
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol * np.max(np.abs(expected), initial=0.0))


def test_operands_may_be_views_rows_and_expressions():
    def define(b, x):
        turned = b.transpose(x, perm=(1, 0))
        first = b.sort(b.mul(turned, b.const(-1.0)), axis=1)

        def step(c, i, total):
            row = c.slice(x, at=(At(i),))
            return (c.add(total, c.sort(row, axis=0)), c.sum(c.sort(row, axis=0), axes=(0,)))
        total, sums = loop(b, N, (b.zeros((N,)),), step)
        return first, total, sums, b.det(x), b.add(b.det(turned), b.const(1.0)), b.sort(total, axis=0)
    made, x = program({"N": 5}, {"x": (N, N)}, define), np.random.default_rng(0).normal(size=(5, 5))
    for name in ("binary64", "binary32"):
        assignment = Assignment.uniform(FORMATS[name])
        compiled = compile_program(made, assignment, quick=True)
        assert compiled.backend == "native"
        for k, (found, expected) in enumerate(zip(compiled.run([x]), reference(made, assignment, [x]), strict=True)):
            np.testing.assert_allclose(found, expected, rtol=max(4.0 * FORMATS[name].u, 1e-14) if k in (3, 4) else 0.0)


def in_place(a, x, n):
    """Sorts in place, in loops, branches and while loops."""
    for i in range(n):
        if x[i] > 0:
            a[i].sort()
        else:
            a[i] = np.linalg.solve(a[:n] + 3.0 * np.eye(n), a[i])
    k = 0
    while a[0, 0] < 1.0 and k < 20:
        a += 0.1
        a[0] = np.sort(-a[0])
        k += 1
    return np.fft.ifft(np.fft.fft(a, axis=1), axis=1).real, k


@pytest.mark.parametrize("function, args", [(spectral_step, (X, 3)), (newton, (A @ A.T + np.eye(4), X[:4], 3)), (transforms, (X, SIGNAL, A)),
                                            (in_place, (A.copy(), X, 4))], ids=lambda f: getattr(f, "__name__", ""))
def test_lifted_programs_with_routines(function, args):
    made = lift(function, *args)
    compiled = compile_program(made, quick=True)
    assert compiled.backend == "native" and {op for op, _ in compiled.hosted} <= set(ROUTINES)
    compiled(*(x.copy() if isinstance(x, np.ndarray) else x for x in args))  # later calls take another way (precis.emit.caller)
    mine, theirs = [x.copy() if isinstance(x, np.ndarray) else x for x in args], [x.copy() if isinstance(x, np.ndarray) else x for x in args]
    found, expected = compiled(*mine), function(*theirs)
    found, expected = (found, expected) if isinstance(expected, tuple) else ((found,), (expected,))
    for f, e in zip((*found, *mine), (*expected, *theirs), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-11, atol=1e-11)


def test_what_ran_on_the_host_is_listed():
    def modes(a):
        return np.linalg.eigvals(a), np.fft.fft(a)
    compiled = compile_program(lift(modes, A), quick=True)
    ((op, site),) = compiled.hosted
    assert op == "eig" and site.endswith(f"test_routines.py:{modes.__code__.co_firstlineno + 1}")


def test_what_lapack_computes_is_not_left_to_the_host_unless_it_is_missing(monkeypatch):
    compiled = compile_program(lift(newton, A @ A.T, X[:4], 2), quick=True)
    assert compiled.hosted == ()
    monkeypatch.setattr(engine, "address", lambda routine: None)
    ((op, site),) = compiled.hosted
    assert op == "solve" and site.endswith("programs_library.py:" + str(newton.__code__.co_firstlineno + 3))


@pytest.mark.parametrize("source", ["_of_scipy", "missing"])
def test_other_libraries_give_the_same_within_rounding(source, monkeypatch):
    """SciPy's integers have 32 bits; without a library the host computes."""
    other = getattr(libraries, source, lambda routine: None)
    monkeypatch.setattr(native, "address", lambda routine: other(routine.rstrip("_")))
    made, arrays = every_routine("real")
    found = compile_program(made, Assignment.uniform("binary64"), quick=True).run(arrays)
    for f, e in zip(found, reference(made, Assignment.uniform("binary64"), arrays), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-12, atol=1e-12)


def dense(a, b, p):
    return (np.linalg.solve(a, b), np.linalg.inv(a[:12, :12]), np.linalg.cholesky(p), np.linalg.det(a / 9.0), *np.linalg.slogdet(a), *np.linalg.eigh(p),
            *np.linalg.svd(a[:, :5]), *np.linalg.qr(a[:7]), *np.linalg.qr(a[:, :6], mode="complete"), np.linalg.eigvalsh(p),
            np.linalg.lstsq(a[:, :5], b, rcond=None)[0], np.linalg.lstsq(a[:8], b[:8], rcond=1e-3)[0])


def _equal(found, expected, eliminated, n):
    """Bit by bit, but for what small matrices are eliminated for; these have tests of their own (test_eliminations.py, test_least_squares.py)."""
    for k, (f, e) in enumerate(zip(found, expected, strict=True)):
        small = k in eliminated and (n <= 64 or k in INVERSES or k == SQUARES)
        assert f.dtype == e.dtype
        np.testing.assert_allclose(f, e, rtol=1e-11 * small, atol=1e-13 * small)


@pytest.mark.parametrize("n", [9, 70])
def test_lapack_is_called_as_numpy_calls_it(n):
    rng = np.random.default_rng(n)
    a, b = rng.normal(size=(n, n)), rng.normal(size=(n, 3))
    p = a @ a.T + n * np.eye(n)
    compiled = compile_program(lift(dense, a, b, p))
    assert compiled.hosted == ()
    _equal(compiled(a, b, p), dense(a, b, p), (0, 1, 3, 4, 5, SQUARES), n)


def dense_complex(a, b, p):
    return (np.linalg.solve(a, b), np.linalg.inv(a[:12, :12]), np.linalg.cholesky(p), *np.linalg.eigh(p), np.linalg.eigvalsh(p),
            np.linalg.solve(np.conj(a).T, b[:, 0]), np.linalg.inv(np.stack((a, p))[:, :12, :12]))


@pytest.mark.parametrize("n, wide", [(1, True), (9, True), (9, False), (70, True)])
def test_lapack_is_called_for_complex_matrices_as_numpy_calls_it(n, wide):
    rng = np.random.default_rng(n)
    a, b = (rng.normal(size=(n, m)) + 1j * rng.normal(size=(n, m)) for m in (n, 3))
    args = [x if wide else x.astype(np.complex64) for x in (a, b, a @ a.conj().T + n * np.eye(n))]
    compiled = compile_program(lift(dense_complex, *args), quick=True)
    assert compiled.hosted == ()
    if wide:
        _equal(compiled(*args), dense_complex(*args), (0, 1, 6, 7), n)
        return
    for found, expected in zip(compiled(*args), dense_complex(*args), strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_matrices_without_a_result_alone_are_nan():
    def stacks(a):
        return np.linalg.solve(a, a[:, :, :1]), np.linalg.cholesky(a), np.linalg.det(a)
    z = np.stack([np.eye(3), np.zeros((3, 3)), 2j * np.eye(3)])

    def inverses(z):
        return np.linalg.inv(z)
    x = compile_program(lift(inverses, z), quick=True)(z)
    assert np.isnan(x[1]).all() and not np.isnan(x[::2]).any()
    a = np.stack([np.eye(3), np.zeros((3, 3)), 2.0 * np.eye(3)])
    x, low, size = compile_program(lift(stacks, a), quick=True)(a)
    assert np.isnan(x[1]).all() and np.isnan(low[1]).all() and not np.isnan(x[::2]).any() and not np.isnan(low[::2]).any()
    np.testing.assert_allclose(size, [1.0, 0.0, np.linalg.det(a[2])], rtol=1e-14)


@pytest.mark.parametrize("n", [1, 2, 100, 191, 192, 1000, 70000])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int32, np.int8, np.uint16, bool])
def test_sorts_are_stable_and_put_nan_last(n, dtype):
    rng = np.random.default_rng(n)
    x = np.round(rng.normal(size=(2, n)) * 50)  # many are equal
    x = x * 1e-3 if np.dtype(dtype).kind == "f" else x
    x = np.asarray(x > 0 if dtype is bool else x.astype(np.int64).astype(dtype) if np.dtype(dtype).kind in "iu" else x, dtype)
    if np.dtype(dtype).kind == "f" and n > 2:
        x[1, [0, n // 2, n - 1]] = -0.0, np.nan, np.inf
        x[1, n // 3] = -np.inf

    def sorts(x):
        return np.sort(x, axis=1), np.argsort(x, axis=1, kind="stable"), np.sort(x.T, axis=0)
    found = compile_program(lift(sorts, x), quick=True)(x)
    expected = np.sort(x, axis=1, kind="stable"), np.argsort(x, axis=1, kind="stable"), np.sort(x.T, axis=0, kind="stable")
    for f, e in zip(found, expected, strict=True):
        assert f.tobytes() == np.ascontiguousarray(e).tobytes() or (np.array_equal(f, e, equal_nan=True) and np.array_equal(np.signbit(f), np.signbit(e)))


def test_searches_find_the_place_and_know_nan():
    def places(table, x):
        return np.searchsorted(table, x), np.searchsorted(table, x, side="right")
    rng = np.random.default_rng(0)
    for n in (1, 2, 3, 7, 64, 1000):
        table, x = np.sort(rng.integers(0, 2 * n, n)), rng.integers(-1, 2 * n + 1, 53)
        for f, e in zip(compile_program(lift(places, table, x), quick=True)(table, x), places(table, x), strict=True):
            np.testing.assert_array_equal(f, e)
    table, x = np.array([-1.0, 0.0, 0.0, 2.0, np.nan, np.nan]), np.array([-2.0, 0.0, -0.0, 1.0, np.inf, np.nan])
    for f, e in zip(compile_program(lift(places, table, x), quick=True)(table, x), places(table, x), strict=True):
        np.testing.assert_array_equal(f, e)


OWN_LAPACK = """
#include <cmath>
#include <cstdint>
#include <utility>
extern "C" void dgesv_(const int32_t* size, const int32_t* sides, double* a, const int32_t*, int32_t* pivots, double* b, const int32_t*, int32_t* info) {
    const int n = *size;  // elimination without blocks, column-major
    *info = 0;
    for (int k = 0; k < n; ++k) {
        int p = k;
        for (int r = k; r < n; ++r) if (std::fabs(a[k * n + r]) > std::fabs(a[k * n + p])) p = r;
        pivots[k] = p + 1;
        for (int c = 0; c < n; ++c) std::swap(a[c * n + k], a[c * n + p]);
        for (int c = 0; c < *sides; ++c) std::swap(b[c * n + k], b[c * n + p]);
        for (int r = 0; r < n; ++r) {
            if (r == k) continue;
            const double f = a[k * n + r] / a[k * n + k];
            for (int c = 0; c < n; ++c) a[c * n + r] -= f * a[c * n + k];
            for (int c = 0; c < *sides; ++c) b[c * n + r] -= f * b[c * n + k];
        }
    }
    for (int c = 0; c < *sides; ++c) for (int r = 0; r < n; ++r) b[c * n + r] /= a[r * n + r];
}
"""


def test_source_that_stands_alone_links_lapack(tmp_path):
    def balance(a, b):
        return np.linalg.solve(a, b)
    a, b = A @ A.T + np.eye(4), X[:4]
    source = emit(lift(balance, a, b))
    make = source.files["Makefile"]
    assert "-DPR_LINK_LAPACK $(LAPACK)\n" in make and "LAPACK ?= -llapack -lblas\n" in make and "liblapack-dev" in make
    source.write(tmp_path)
    (tmp_path / "own.cpp").write_text(OWN_LAPACK)
    subprocess.run([*compiler(), *FLAGS, "-DPR_LINK_LAPACK", str(tmp_path / source.main), str(tmp_path / "own.cpp"), "-o", str(tmp_path / "own.so")],
                   check=True)
    made = plan(lift(balance, a, b), Assignment.uniform("binary64"))
    call = native.Call(native.load(tmp_path / "own.so", made), made, native.structure_of(made), [a, b], lift(balance, a, b).binding)
    call.arguments.dgesv_, call.arguments.host = None, None
    call()
    np.testing.assert_allclose(call.results()[0], np.linalg.solve(a, b), rtol=1e-12)


OWN_FFTW = """
#include <complex>
#include <cstddef>
struct Axis { ptrdiff_t n, is, os; };  // fftw_iodim64
struct Plan { Axis one, all; const double* x; double* y; int from, to, sign; };  // numbers per element
static void* made(const Axis* one, const Axis* all, const double* x, double* y, int from, int to, int sign) {
    return new Plan{*one, *all, x, y, from, to, sign};
}
using Z = std::complex<double>;
extern "C" {
void* fftw_plan_guru64_dft(int, const Axis* o, int, const Axis* a, double* x, double* y, int sign, unsigned) { return made(o, a, x, y, 2, 2, sign); }
void* fftw_plan_guru64_dft_r2c(int, const Axis* o, int, const Axis* a, double* x, double* y, unsigned) { return made(o, a, x, y, 1, 2, -1); }
void* fftw_plan_guru64_dft_c2r(int, const Axis* o, int, const Axis* a, double* x, double* y, unsigned) { return made(o, a, x, y, 2, 1, 1); }
void fftw_destroy_plan(void* plan) { delete static_cast<Plan*>(plan); }
void fftw_execute(void* plan) {
    const Plan p = *static_cast<Plan*>(plan);
    const ptrdiff_t n = p.one.n;
    for (ptrdiff_t line = 0; line < p.all.n; ++line) {
        Z in[64], out[64];
        for (ptrdiff_t k = 0; k < n; ++k) {
            const bool mirrored = p.to == 1 && k > n / 2;
            const double* at = p.x + p.from * (line * p.all.is + (mirrored ? n - k : k) * p.one.is);
            in[k] = {at[0], p.from == 1 ? 0.0 : mirrored ? -at[1] : at[1]};
        }
        for (ptrdiff_t j = 0; j < n; ++j)
            for (ptrdiff_t k = 0; k < n; ++k) out[j] += in[k] * std::polar(1.0, p.sign * 6.283185307179586 * (j * k % n) / n);
        for (ptrdiff_t j = 0; j < (p.from == 1 ? n / 2 + 1 : n); ++j) {
            double* at = p.y + p.to * (line * p.all.os + j * p.one.os);
            at[0] = out[j].real();
            if (p.to == 2) at[1] = out[j].imag();
        }
    }
}
void* fftwf_plan_guru64_dft(int, const Axis*, int, const Axis*, float*, float*, int, unsigned) { return nullptr; }
void* fftwf_plan_guru64_dft_r2c(int, const Axis*, int, const Axis*, float*, float*, unsigned) { return nullptr; }
void* fftwf_plan_guru64_dft_c2r(int, const Axis*, int, const Axis*, float*, float*, unsigned) { return nullptr; }
void fftwf_execute(void*) {}
void fftwf_destroy_plan(void*) {}
}
"""


def test_source_that_stands_alone_links_fftw(tmp_path):
    def spectra(x):
        half, whole = np.fft.rfft(x, axis=axis), np.fft.fft(x * (1 + 2j), axis=axis, norm="ortho")
        return np.fft.irfft(half * (1 + 2j), n=x.shape[axis], axis=axis), half.imag, np.fft.ifft(whole * 1j, axis=axis).real

    (tmp_path / "own.cpp").write_text(OWN_FFTW)
    for shape, axis in (((5, 3, 2), 0), ((3, 6, 2), 1), ((2, 3, 8), 2), ((3, 7), 1)):
        x = np.random.default_rng(0).standard_normal(shape)
        lifted = lift(spectra, x)
        source, made, own = emit(lifted), plan(lifted, Assignment.uniform("binary64")), tmp_path / f"{axis}{len(shape)}.so"
        assert "-DPR_LINK_FFTW $(FFTW)\n" in source.files["Makefile"] and "FFTW ?= -lfftw3 -lfftw3f\n" in source.files["Makefile"]
        source.write(tmp_path / own.stem)
        subprocess.run([*compiler(), *FLAGS, "-DPR_LINK_FFTW", str(tmp_path / own.stem / source.main), str(tmp_path / "own.cpp"), "-o", str(own)],
                       check=True)
        call = native.Call(native.load(own, made), made, native.structure_of(made), [x], lifted.binding)
        for routine in native.structure_of(made).routines:
            setattr(call.arguments, routine, None)
        call.arguments.host = None
        call()
        for found, wanted in zip(call.results(), spectra(x), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-13 * np.abs(wanted).max())


def test_source_that_stands_alone_has_no_host():
    for target in ("cuda", "hip"):
        with pytest.raises(NotEmittable, match="solve is a library routine") as caught:
            emit(lift(newton, A @ A.T, X[:4], 2), target=target)
        assert caught.value.span is not None and caught.value.span.line == newton.__code__.co_firstlineno + 3
        with pytest.raises(NotEmittable, match="rfft is a library routine"):
            emit(lift(spectral_step, X, 2), target=target)
    with pytest.raises(NotEmittable, match="pinv is a library routine"):
        emit(program({"N": 3}, {"x": (N, N)}, lambda b, x: (b.pinv(x, rcond=None),)))


def test_a_failing_routine_raises_its_own_error(monkeypatch):
    made = program({"N": 3}, {"x": (N, N)}, lambda b, x: (b.pinv(x, rcond=None),))
    compiled = compile_program(made, quick=True)
    compiled.run([np.ones((3, 3))])
    call = compiled.native_call([np.ones((3, 3))])
    assert call is not None and call.host is not None

    def broken(pointers, sizes):
        raise FloatingPointError("no result")
    monkeypatch.setattr(call.host, "runs", [broken])
    with pytest.raises(FloatingPointError, match="no result"):
        call()


def test_first_rows_are_no_copy():
    """As operands of routines, also where the rest of the array is written behind them, or they themselves are."""
    def parts(x, k):
        y = x * 2.0
        total = 0.0
        for i in range(1, len(k)):
            s = np.sort(y[:k[i]])
            y[:k[i]] = s[::-1]
            y[k[i]:] += 1.0
            total += s[0] - 3.0 * np.sort(y[1:k[i]])[-1]
        return y, total

    def rows(x, n):
        return np.sort(x[:n], axis=1), np.sort(x[:n, 1:], axis=1), np.sort(x[:n, 0]), x

    rng = np.random.default_rng(3)
    x, k = rng.normal(size=9), rng.integers(2, 9, 7)
    run = compile_program(lift(parts, x, k))
    for n in (9, 12):
        x = rng.normal(size=n)
        for found, expected in zip(run(x.copy(), k), parts(x.copy(), k)):
            np.testing.assert_allclose(found, expected, rtol=1e-15)
    x = rng.normal(size=(5, 4))
    run = compile_program(lift(rows, x, 3))
    for found, expected in zip(run(x.copy(), 3), rows(x.copy(), 3)):
        np.testing.assert_array_equal(found, expected)
    assert run.source.split("pr::sort(")[1].split(";")[0].split(", ")[-2].startswith("x_")
