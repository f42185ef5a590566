"""Sorting, linear algebra and Fourier transforms: one call or few of every function."""

import contextlib
from typing import NamedTuple

import numpy as np
import scipy.fft
import scipy.linalg
from numpy.polynomial import Chebyshev, Legendre, Polynomial
from scipy import stats
from scipy.integrate import simpson

from tests.lift.numpy.case import Case

RNG = np.random.default_rng(11)
FACTORED = 1e-11  # of results of factorisations, which other orders of the same sums change


def sorting(a, x):
    b = a.copy()
    b.sort(axis=0)
    return (np.sort(a), np.sort(a, axis=0), np.sort(a, axis=None), np.argsort(x, kind="stable"), x.argsort(stable=True), np.sort(x)[::-1], np.partition(x, 2)[2],
            a[np.argsort(a[:, 0])], np.take_along_axis(a, np.argsort(a, axis=0, kind="stable"), axis=0), np.lexsort((x, np.floor(x))), b)


def middles(a, x, q):
    return (np.median(x), np.median(a, axis=0), np.median(a), np.median(a, axis=1, keepdims=True), np.percentile(x, 30), np.quantile(x, q),
            np.quantile(a, 0.25, axis=0), np.percentile(a, [10, 50, 90]), np.percentile(a, [10, 50], axis=1),
            np.quantile(x, 0.4, method="lower"), np.quantile(x, 0.4, method="higher"), np.quantile(x, 0.4, method="nearest"),
            np.quantile(x, 0.4, method="midpoint"))


class State(NamedTuple):
    r: np.ndarray
    v: np.ndarray


def states(a):
    """Named tuples as sequences of arrays, several quantiles past NaN, and Simpson's rule over even and odd numbers of points."""
    s = State(a[0], a[1])
    w = np.where(a > 1.2, np.nan, a)
    return (np.concatenate(s), np.stack(s), np.hstack(s), np.column_stack(s), np.array(s), np.nanpercentile(w, [10, 50, 90]),
            np.nanpercentile(w, (25, 75), axis=1), np.nanquantile(w, np.array([[0.1, 0.2], [0.3, 0.4]]), axis=0, keepdims=True),
            simpson(a[:, 0]), simpson(a, axis=0), simpson(a[:, 1], x=np.arange(len(a)) ** 1.5))


def parts(x, k):
    """Slices as objects."""
    s = (slice(3), slice(-4, None), slice(None, None, -2), slice(8, 2, -3), slice(-100, 100, 4))
    return [list(range(*t.indices(10))) for t in s], x[range(*slice(k, None).indices(len(x)))], s[1].start, s[2].step


def bases(x, y):
    """Series of orthogonal polynomials as objects."""
    found = []
    for kind in (Legendre, Chebyshev):
        p, q = kind.fit(x, y, 2), kind([1.0, y[0]], domain=[-1, 2.0])
        found += [p(x), p.deriv()(0.3), p.integ()(0.1), p.convert(kind=Polynomial).coef, (q * q).coef, (2 * q - q / 3)(0.2), (1 - q)(x[0]),
                  q.degree(), kind.basis(3)(x[0]), q.linspace(3)]
    c = Chebyshev.interpolate(np.exp, 3, domain=[-1, 2])
    return found, c.coef, Polynomial.basis(2)(x), Polynomial([1.0, -3, 2]).roots().real


def samples(x, y):
    r, width = np.round(x), stats.gaussian_kde(np.vstack([x, y]), bw_method="silverman")
    t, p = stats.ttest_ind(x, y)
    return (stats.rankdata(x), stats.rankdata(r), stats.rankdata(r, method="min"), stats.rankdata(r, "max"), stats.spearmanr(x, y).statistic,
            stats.spearmanr(x, y)[1], t, p, stats.ttest_rel(x, y).statistic, stats.ttest_1samp(np.outer(x, y), 0.1, axis=1)[1],
            stats.iqr(x), stats.gaussian_kde(x)(np.linspace(-1, 1, 4)), width(np.array([[0.1, 0.2], [0.3, 0.4]])),
            stats.norm(0.3, scale=2.0).cdf(x), stats.norm(loc=1).sf(y))


def spreads(x, y):
    """Covariances of fits, and quantiles by the places of Hyndman and Fan."""
    both = np.stack([y, y * y], 1)
    return (np.polyfit(x, y, 2, cov=True), np.polyfit(x, both, 1, cov="unscaled"), np.polyfit(x, both, 1, w=1 + x * x, cov=True),
            [np.quantile(y, [0.0, 0.05, 0.3, 0.77, 1.0], method=m) for m in (
                "hazen", "weibull", "median_unbiased", "normal_unbiased", "interpolated_inverted_cdf")])


def places(table, x, v):
    return (np.searchsorted(table, x), np.searchsorted(table, x, side="right"), table.searchsorted(v), np.digitize(x, table),
            np.digitize(x, table, right=True), np.digitize(x, table[::-1]), np.interp(x, table, table**2))


def distinct(k):
    values = np.unique(k)
    return values.sum(), np.max(values)


def solving(a, b, v):
    spd = a @ a.conj().T + np.eye(a.shape[0])
    c = np.linalg.cholesky(spd)
    return (np.linalg.solve(a, b), np.linalg.solve(a, v), np.linalg.inv(a), np.linalg.det(a), c, np.linalg.solve(spd, v),
            np.linalg.slogdet(a), np.linalg.matrix_power(a, 3), np.linalg.matrix_power(a, -2), np.linalg.matrix_power(a, 0),
            np.linalg.matrix_power(a, 6), np.linalg.multi_dot([a, b, b.T]))


def small_systems(A, b, B):
    x = np.linalg.solve(A, b)
    return x, np.linalg.solve(A, B), np.linalg.inv(A) @ b, np.linalg.det(A), np.linalg.cholesky(A @ A.T), np.linalg.matrix_power(A, 3)


def stacks(a, b, v):
    return (np.linalg.solve(a, b), np.linalg.inv(a), np.linalg.det(a), np.linalg.slogdet(a)[1], np.linalg.solve(a[0], b),
            np.linalg.svd(a, compute_uv=False), np.linalg.eigvalsh(a), np.linalg.qr(a)[1], np.linalg.solve(a, v), np.linalg.pinv(a))


def factors(a, t):
    q, r = np.linalg.qr(a)
    p, s = np.linalg.qr(t, mode="complete")
    u, d, vh = np.linalg.svd(a, full_matrices=False)
    full = np.linalg.svd(t)[0]
    w, v = np.linalg.eigh(a.T @ a)
    return (q, r, p, s, np.linalg.qr(a, mode="r"), u, d, vh, full @ full.T, (u * d) @ vh, w, v @ np.diag(w) @ v.T,
            np.linalg.eigvalsh(a.T @ a), np.linalg.svd(t, compute_uv=False), np.linalg.eigh(a.T @ a, UPLO="U")[0])


def upper(a):
    return np.linalg.cholesky(a @ a.T + np.eye(a.shape[0]), upper=True)


def fitting(a, b, v):
    x, residuals, rank, s = np.linalg.lstsq(a, b, rcond=None)
    y = np.linalg.lstsq(a, v)[0]
    return (x, residuals, rank, s, y, np.linalg.pinv(a), np.linalg.pinv(a.T), np.linalg.cond(a), np.linalg.cond(a.T @ a, 1),
            np.linalg.matrix_rank(a), np.polyfit(v, v**2 + v, 2))


def norms(a, v):
    return (np.linalg.norm(a), np.linalg.norm(a, 2), np.linalg.norm(a, -2), np.linalg.norm(a, "nuc"), np.linalg.norm(a, 1),
            np.linalg.norm(a, np.inf), np.linalg.norm(a, -1), np.linalg.norm(a, -np.inf), np.linalg.norm(v, 3), np.linalg.norm(v, 0),
            np.linalg.norm(a, 3, axis=1), np.linalg.norm(a, 1, axis=(1, 0)), np.linalg.norm(a, 2, axis=(0, 1), keepdims=True))


def spectra(a):
    w, v = np.linalg.eig(a)
    return w, np.sort(np.linalg.eigvals(a).real), np.abs(a @ v - v * w)


def scipys(a, b, v):
    spd = a @ a.T + np.eye(a.shape[0])
    p, low, up = scipy.linalg.lu(a)
    c = scipy.linalg.cholesky(spd)
    return (scipy.linalg.solve(a, v), scipy.linalg.inv(a), scipy.linalg.det(a), c, scipy.linalg.cholesky(spd, lower=True), p @ low @ up, low,
            scipy.linalg.solve_triangular(c, v), scipy.linalg.solve_triangular(c, b, trans=1), scipy.linalg.cho_solve((c, False), v),
            scipy.linalg.solve_triangular(low, v, lower=True, unit_diagonal=True), scipy.linalg.cho_solve(scipy.linalg.cho_factor(spd), b),
            scipy.linalg.eigh(spd)[0], scipy.linalg.svd(a)[1], scipy.linalg.qr(a)[1], scipy.linalg.qr(b, mode="economic")[0])


def transforms(x, z, a):
    return (np.fft.fft(x), np.fft.ifft(z), np.fft.rfft(x), np.fft.irfft(z), np.fft.irfft(z, n=5), np.fft.fft(z, norm="ortho"),
            np.fft.fft2(a), np.fft.ifft2(a), np.fft.fftn(a), np.fft.ifftn(a, axes=(0,)), np.fft.rfft2(a), np.fft.irfft2(np.fft.rfft2(a)),
            np.fft.rfftn(a), np.fft.irfftn(a + 0j), np.fft.fft(x, n=4), np.fft.fft(x, n=12), np.fft.rfft(a, axis=0, norm="forward"),
            np.fft.hfft(z), np.fft.ihfft(x), scipy.fft.fft(x), scipy.fft.irfft(z))


def frequencies(n, x, a):
    return (np.fft.fftfreq(n), np.fft.fftfreq(n, d=0.5), np.fft.rfftfreq(n, 0.1), np.fft.fftshift(x), np.fft.ifftshift(x),
            np.fft.fftshift(a), np.fft.fftshift(a, axes=1), np.fft.ifftshift(a, axes=(0, 1)))


def statistics(a, x, w):
    return (np.cov(a), np.cov(a, rowvar=False), np.cov(x), np.cov(x, x**2), np.cov(a, ddof=0), np.cov(a, aweights=w), np.corrcoef(a),
            np.corrcoef(x, x**3), np.correlate(x, w), np.correlate(x, w, mode="full"), np.correlate(x, w, "same"))


def counting(x, y, edges, k):
    return (np.histogram(x, bins=5), np.histogram(x, edges), np.histogram(x, bins=4, range=(-1.0, 1.0), density=True),
            np.histogram2d(x, y, bins=3), np.histogram2d(x, y, bins=(2, 4), weights=y), np.unravel_index(k, (3, 4)),
            np.ravel_multi_index((k % 3, k % 4), (3, 4)), np.bincount(k, minlength=12))


def spectral_step(u, steps):
    k = 2 * np.pi * np.fft.rfftfreq(u.shape[0], 1.0 / u.shape[0])
    for _ in range(steps):
        h = np.fft.rfft(u)
        u = np.fft.irfft(h * np.exp(-0.001 * k**2), n=u.shape[0])
        if u[0] > 0.5:
            u = np.sort(u)
    return u


def newton(a, x, steps):
    for _ in range(steps):
        residual = a @ x + x**3 - 1.0
        x = x - np.linalg.solve(a + np.diag(3 * x**2), residual)
    return x


def paddings(m, i):
    return (np.pad(m[0], (2, 1), "linear_ramp", end_values=(7, -1)), np.pad(m, ((2, 1), (0, 2)), "linear_ramp", end_values=((1, 2), (3, 4))),
            np.pad(m, 2, "reflect", reflect_type="odd"), np.pad(m, (1, 2), "symmetric", reflect_type="odd"), np.pad(i, 2, "maximum"),
            np.pad(i, (0, 2), "reflect", reflect_type="odd"), np.pad(i, [(1, 2)], "minimum"))


def series(x, y, w):
    c, g, p = np.polynomial.chebyshev, np.polynomial.legendre, np.polynomial.polynomial
    return (c.chebfit(x, y, 3), g.legfit(x, y, 2, w=w), p.polyfit(x, y, 2), c.chebvander(x, 3), g.legvander(x, 4), p.polyvander(x, 1),
            c.chebvander(x, 0), c.chebfit(x, np.stack([y, w], 1), 1))


def with_what_fails(x, d):
    """Contexts that pass over exceptions, paths of einsum, numbers of characters."""
    path, _ = np.einsum_path("ij,jk,k->i", d, d, x)
    found = [ord("c") * x, chr(97) == "a", np.einsum("ij,jk,k->i", d, d, x, optimize=path), len(path)]
    with contextlib.suppress(ZeroDivisionError, KeyError):
        found.append(x / {"a": 2}["b"])
        found.append(3)
    total = 0.0
    for v in x:
        with contextlib.suppress(ZeroDivisionError):
            total += 1.0 / float(x[1] - v)
    return found, total


A, B, V = RNG.normal(size=(4, 4)), RNG.normal(size=(4, 3)), RNG.normal(size=4)
A7, B7, V7 = RNG.normal(size=(7, 7)), RNG.normal(size=(7, 2)), RNG.normal(size=7)
X, Z, TABLE = RNG.normal(size=8), RNG.normal(size=4) + 1j * RNG.normal(size=4), np.sort(RNG.normal(size=9))

CASES = [
    Case(sorting, (np.round(A, 1), np.round(X, 0)), [(A7, V7)]),
    Case(middles, (A, X, np.array([0.1, 0.77])), [(A7.astype(np.float64), V7, np.array([0.0, 1.0]))], close=1e-15),
    Case(states, (RNG.uniform(0, 1.5, (5, 5)),), [(RNG.uniform(0, 1.5, (6, 4)),), (RNG.uniform(0, 1.5, (9, 3)),)], close=1e-13),
    Case(bases, (np.sort(V7), V7**2), close=1e-11),
    Case(samples, (V7, V7[::-1] ** 2), [(X, np.cos(X))], close=1e-11),
    Case(spreads, (np.sort(V7), V7**2), [(np.sort(X), np.cos(X))], close=1e-11),
    Case(parts, (X, 2), [(V7, 3)]),
    Case(places, (TABLE, RNG.normal(size=(2, 5)), 0.3), close=1e-13),
    Case(distinct, (np.array([3, 1, 3, 7, 1]),)),
    Case(solving, (A, B, V), [(A7, B7, V7)], close=FACTORED),
    Case(solving, (A.astype(np.float32), B.astype(np.float32), V.astype(np.float32)), close=1e-3),
    Case(solving, (A + 1j * A[::-1], B + 0j, V + 0j), close=FACTORED),
    Case(small_systems, (A7, V7, B7), [(A, V, B)], 1e-10),
    Case(stacks, (RNG.normal(size=(2, 3, 3)), RNG.normal(size=(2, 3, 2)), RNG.normal(size=3)), close=FACTORED),
    Case(factors, (RNG.normal(size=(5, 3)), RNG.normal(size=(3, 5))), [(RNG.normal(size=(6, 2)), RNG.normal(size=(2, 6)))], close=FACTORED),
    Case(upper, (A,), close=FACTORED),
    Case(fitting, (RNG.normal(size=(6, 3)), RNG.normal(size=(6, 2)), RNG.normal(size=6)), close=1e-9),
    Case(norms, (B, X), close=1e-13),
    Case(scipys, (A, B, V), [(A7, B7, V7)], close=FACTORED),
    Case(spectra, (A + 3j * A[::-1],), close=FACTORED),
    Case(transforms, (X, Z, A), [(X[:7], RNG.normal(size=5) + 0.5j, A7)], close=1e-13),
    Case(transforms, (X.astype(np.float32), Z.astype(np.complex64), A.astype(np.float32)), close=1e-5),
    Case(frequencies, (8, X, B), [(7, V7, A7)]),
    Case(statistics, (RNG.normal(size=(3, 4)), X, np.array([0.5, 1.0, 2.0, 0.25])), close=1e-13),
    Case(counting, (X, RNG.normal(size=8), np.array([-1.0, -0.3, 0.2, 1.5]), np.array([3, 11, 0, 7])), close=1e-15),
    Case(spectral_step, (X, 3), close=1e-13),
    Case(paddings, (A, np.array([3, 1, 2, 5])), [(A7, np.array([3, 1, 7]))]),
    Case(series, (np.linspace(-1, 1, 7), V7, V7**2 + 1), [(np.linspace(-1, 1, 4), V, V**2 + 1)], close=FACTORED),
    Case(with_what_fails, (V, A), [(V7, A7)], close=1e-13),
    Case(newton, (A @ A.T + np.eye(4), V, 4), close=FACTORED),
]
