"""Derivatives of SciPy's functions as they are lifted, against differences of what is lifted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import fft, integrate, interpolate, linalg, ndimage, optimize, signal, sparse, stats
from scipy.cluster import vq
from scipy.sparse import csgraph
from scipy.sparse import linalg as sparse_linalg

from precis.lift import lift
from tests.lift.numpy.case import run, same
from tests.lift.numpy.grid import ARRAYS, DIAGONALS, PARTS, PEAKS, X7
from tests.lift.numpy.surface import check_adjoint

LINEAR: dict[str, Callable[..., Any]] = {
    "U V": lambda u, v: (linalg.hankel(u, v), linalg.convolution_matrix(u, 3, "same"), linalg.matmul_toeplitz(u, v)),
    "U": lambda u: (linalg.companion(u), linalg.solve_circulant(u, u * u), linalg.fiedler(u)),
    "P S": lambda p, s: (linalg.cosm(s), linalg.tanm(s), linalg.sinhm(s), linalg.expm_frechet(s, p)[1]),
    "P": lambda p: (linalg.logm(p), linalg.fractional_matrix_power(p, 0.3), linalg.pinvh(p)),
    "G": lambda g: (linalg.logm(g), linalg.signm(g), linalg.polar(g), linalg.orthogonal_procrustes(g, np.eye(3) + g)[0]),
    "A": lambda a: (linalg.pinv(a), linalg.pinv(a.T), linalg.pinv(a, rtol=0.5), linalg.orth(a)),
    "D": lambda d: (linalg.solveh_banded(d, d.T, lower=True), linalg.cholesky_banded(d, lower=True),
                    linalg.eigvals_banded(d, lower=True), linalg.eigvalsh_tridiagonal(d[0], d[1, :3])),
}


SAMPLED: dict[str, Callable[..., Any]] = {
    "A": lambda a: (*(fft.dct(a, kind, norm=norm) for kind in (1, 2, 3, 4) for norm in (None, "ortho")), fft.dstn(a, 1), fft.idst(a, 2, 5)),
    "Z": lambda z: (fft.dct(z, 3), fft.dst(z, 2, axis=0)),
    "U V": lambda u, v: (integrate.simpson(v, np.cumsum(u)), integrate.cumulative_simpson(v, x=np.cumsum(u)), integrate.romb(u[:9] * v[:9]),
                         integrate.nquad(lambda x, y, k: np.exp(-x * y * k), [(0.0, 1.0), (0.0, u[0])], (u[1],))[0]),
}


FILTERED: dict[str, Callable[..., Any]] = {
    "A": lambda a: (ndimage.gaussian_filter(a, 0.5, order=(1, 2)), ndimage.gaussian_laplace(a, 0.5), ndimage.rank_filter(a, 2, 3),
                    ndimage.gaussian_gradient_magnitude(a, 0.5), ndimage.percentile_filter(a, 30, 2), ndimage.maximum_filter1d(a, 3),
                    ndimage.morphological_gradient(a, 3), ndimage.median(a, PARTS, [1, 2]), ndimage.extrema(a, PARTS, 1)[:2]),
    "F": lambda f: ndimage.generic_filter(f * 1.0, lambda w: w[0] * w.max(), 2),
    "Z": lambda z: (ndimage.fourier_gaussian(z, 0.3), ndimage.fourier_shift(z, 0.3)),
    "T": lambda t: signal.wiener(t[0], 3),
    "U V": lambda u, v: (stats.ttest_ind(u, v[:7], equal_var=False), stats.ttest_1samp(v, 0.1, alternative="less"), stats.zscore(u), stats.describe(v)[2:],
                         stats.binned_statistic(u, v, "std", 3)[:2], stats.pearsonr(u, v, alternative="greater"), signal.lombscargle(u, v, u[:2])),
    "S W": lambda s, w: (*linalg.hessenberg(s, True), vq.whiten(w), vq.vq(w, w[:3] + 0.1)[1], np.poly(s)),
    "U": lambda u: (signal.filtfilt([0.5, 0.3], [1.0, 0.2], u, padtype="even"), signal.filtfilt([0.5, 0.3], [1.0, 0.2], u, padtype=None)),
}


WAVES: dict[str, Callable[..., Any]] = {
    "U V": lambda u, v: (signal.chirp(u, v[0], 2.0, 3.0, "quadratic"), signal.sawtooth(u, v[1] ** 2), signal.gausspulse(v, 3.0 * u[0]),
                         signal.firwin(7, [u[0] / 2, 0.4 + u[1] / 4]), signal.lombscargle(u, v, v[:3], normalize=True),
                         signal.vectorstrength(u, 0.7), signal.zoom_fft(v, 0.3 + u[0] / 9, 4), signal.deconvolve(v, u[:3]),
                         signal.windows.kaiser(6, u[2]), signal.hilbert(v, 9)),
    "S A": lambda s, a: (signal.step((s, a[:, :1], a[:1, :3], 0.5), T=np.linspace(0.0, 1.0, 4)), signal.convolve2d(a, s, boundary="wrap"),
                         signal.lsim((s, a[:, :1], a[:2, :3], a[:2, :1]), a[0], np.arange(4.0), a[:, 1]),
                         signal.fftconvolve(a, s, "same"), signal.correlate(a, s, "valid"),
                         signal.cont2discrete((s, a[:, :1], a[:1, :3], 0.5), 0.1, "bilinear")),
    "V": lambda v: (signal.peak_prominences(v, PEAKS)[0], signal.peak_widths(v, PEAKS),
                    signal.find_peaks(v, prominence=0.1, width=0.1)[1]["left_ips"]),
    "Z": lambda z: (signal.istft(z, nperseg=4), signal.czt(z, 5)),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", WAVES)
def test_signals(names: str) -> None:
    _checked(WAVES[names], names)


GRAPHS: dict[str, Callable[..., Any]] = {
    "H": lambda h: (csgraph.shortest_path(h + 0.3), csgraph.laplacian(h + 0.3, normed=True),
                    sparse.vstack([sparse.csr_matrix(h), sparse.eye(5)]) @ h[0], sparse_linalg.expm_multiply(sparse.csr_matrix(h), h[1])),
    "E": lambda e: (e[optimize.linear_sum_assignment(e)].sum(), sparse_linalg.bicgstab(sparse.csr_matrix(e), e[0], rtol=1e-10)[0],
                    sparse_linalg.gmres(e + 4.0 * np.eye(4), e[0], rtol=1e-10)[0], sparse_linalg.minres(e + e.T, e[0], rtol=1e-10)[0],
                    sparse_linalg.lsqr(e[:, :3], e[3], atol=1e-12, btol=1e-12)[0],
                    sparse_linalg.eigsh(sparse.csr_matrix(e + e.T), k=2, return_eigenvectors=False)),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", GRAPHS)
def test_graphs_and_sparse_matrices(names: str) -> None:
    _checked(GRAPHS[names], names)


SOLVED: dict[str, Callable[..., Any]] = {
    "U": lambda u: (optimize.ridder(lambda x, c: np.exp(x) - 2.0 - c * x, 0.0, 3.0, (u[0],)), optimize.brenth(lambda x: x**3 - u[1], 0.0, 2.0),
                    optimize.rosen(u), optimize.rosen_der(u)),
    "W V": lambda a, b: (optimize.nnls(a, b), optimize.isotonic_regression(b, weights=a[:, 0] ** 2).x,
                         optimize.lsq_linear(a, b, (-0.1, 0.1)).x, optimize.lsq_linear(a, b).cost),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", SOLVED)
def test_roots_and_bounds(names: str) -> None:
    _checked(SOLVED[names], names)


def _lowest(a: np.ndarray) -> Any:
    def f(x):
        return np.sum((x - a) ** 2) + 0.1 * np.sum(x**4)
    x, y, told = optimize.fmin_l_bfgs_b(f, np.zeros(3), approx_grad=True, bounds=[(0.0, 0.3)] * 3)
    both = optimize.fmin_l_bfgs_b(lambda x: (f(x), 2.0 * (x - a) + 0.4 * x**3), np.zeros(3), pgtol=1e-9, factr=1.0)[0]
    line = optimize.brent(lambda t: (t - a[0]) ** 2 + t**4), optimize.golden(lambda t: (t - a[0]) ** 2 + t**4, brack=(0, 1))
    return x, y, told["warnflag"], both, line, optimize.fmin_cg(f, np.zeros(3), gtol=1e-8, disp=False)


def test_minima_by_older_names() -> None:
    a = np.array([0.5, 0.2, -0.4])
    same(run(lift(_lowest, a), [a]), _lowest(a), 1e-5, "minima")


INTERPOLATED: dict[str, Callable[..., Any]] = {
    "V7 K": lambda y, x: (interpolate.splev(x, interpolate.splrep(X7, y, k=4), 1), interpolate.splint(x[0], x[1], interpolate.splrep(X7, y)),
                          interpolate.make_interp_spline(X7, y, 3, bc_type="clamped")(x), interpolate.Akima1DInterpolator(X7, y)(x),
                          interpolate.BarycentricInterpolator(X7, y)(x), interpolate.lagrange(X7, y)(x), interpolate.krogh_interpolate(X7, y, x),
                          interpolate.LSQUnivariateSpline(X7, y, [1.1])(x), interpolate.CubicSpline(X7, np.append(y[:-1], y[0]), bc_type="periodic")(9.0 * x), interpolate.BarycentricInterpolator(X7, y)(X7 * np.ones(7))),
    "E V7": lambda z, x: interpolate.RectBivariateSpline(X7[:4], X7[:4], z).ev(0.3 * x + 0.5, 0.6),
    "W V": lambda p, d: (interpolate.RBFInterpolator(p, d)(p[:3] + 0.1), interpolate.Rbf(p[:, 0], p[:, 1], d)(d, d)),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", INTERPOLATED)
def test_interpolation(names: str) -> None:
    _checked(INTERPOLATED[names], names)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", FILTERED)
def test_filters_of_images(names: str) -> None:
    _checked(FILTERED[names], names)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", SAMPLED)
def test_transforms_and_integrals(names: str) -> None:
    _checked(SAMPLED[names], names)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", LINEAR)
def test_functions_of_matrices(names: str) -> None:
    _checked(LINEAR[names], names)


def _checked(function: Callable[..., Any], names: str) -> None:
    arrays = [{**ARRAYS, "D": DIAGONALS, "K": np.array([0.2, 1.7, 2.2])}[name].copy() for name in names.split()]
    check_adjoint(lift(function, *arrays), arrays)
