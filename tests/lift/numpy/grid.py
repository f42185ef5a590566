"""Functions of NumPy and SciPy with their options, and the arrays that they are given."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import constants, fft, integrate, interpolate, linalg, ndimage, optimize, signal, sparse, special, stats
from scipy.sparse import csgraph
from scipy.sparse import linalg as sparse_linalg
from scipy.spatial import distance

R = np.random.default_rng(5)
V = R.uniform(-1, 1, 12)
A = R.uniform(-1, 1, (3, 4))
S = R.uniform(-1, 1, (3, 3))
P = S @ S.T + 3 * np.eye(3)
Z = A + 1j * R.uniform(-1, 1, (3, 4))
I = R.integers(-5, 9, (3, 4))
F = A.astype(np.float32)
B = A > 0
T = R.uniform(-1, 1, (2, 3, 4))
U = R.uniform(0.1, 1, 12)
N = np.where(A > 0.5, np.nan, A)
C = S + 1j * P
DIAGONALS = np.array([[4.0, 5, 6, 7], [1, -1, 2, 0.5]])
PEAKS = signal.find_peaks(V)[0]
W = R.uniform(-1, 1, (12, 2))
H = np.where(R.uniform(size=(5, 5)) > 0.6, R.uniform(0.1, 1, (5, 5)), 0.0)
ARRAYS = {"H": H, "SIGNS": np.sign(A) + 1j * A.round(1), "V4": V[:4], "U5": U[:5], "SI": I[:, :3], "V7": V[:7], "E": R.uniform(-1, 1, (4, 4)), "K7": np.array([0.0, 0, 0, 1, 1, 1]), "W": W, "L": np.sin(np.arange(40.0) ** 1.3), "C": C, "G": P + 0.5 * (S - S.T), "X": R.uniform(-1, 1, (2, 3, 3)), "V": V, "A": A, "S": S, "P": P, "Z": Z, "I": I, "F": F, "B": B, "T": T, "U": U, "N": N,
          "I8": I.astype(np.int8), "U8": np.abs(I).astype(np.uint8)}
AXES = [None, 0, 1, -1, (0, 1)]


@dataclass(frozen=True)
class Row:
    """A function, the arrays that it is given (as one list where `listed`), and the values of every option."""

    function: Callable[..., Any]
    arrays: tuple[str, ...]
    listed: bool
    options: Mapping[str, Sequence[Any]]

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__name__}({', '.join((*self.arrays, *self.options))})"


ROWS: list[Row] = []


def made(function: Callable[..., Any], arrays: str, /, listed: bool = False, **options: Sequence[Any]) -> Row:
    return Row(function, tuple(arrays.split()), listed, options)


def row(function: Callable[..., Any], arrays: str, /, listed: bool = False, **options: Sequence[Any]) -> None:
    ROWS.append(made(function, arrays, listed, **options))


for f in (np.sum, np.prod, np.mean, np.std, np.var, np.max, np.min, np.any, np.all, np.ptp):
    for a in ("A", "I", "Z", "F", "I8", "U8", "B"):
        if (f, a) != (np.ptp, "B"):  # bools have no difference
            row(f, a, axis=AXES, keepdims=[False, True])
for f in (np.sum, np.mean, np.std, np.prod):
    row(f, "I", dtype=[np.float32, np.int16, np.complex128, bool])
for f in (np.sum, np.prod, np.max, np.min):
    row(f, "A", initial=[0.5, 10], where=[B], axis=[None, 1])
for f in (np.mean, np.var, np.std):
    row(f, "S", where=[B[:, :3]], axis=AXES, keepdims=[False, True])
row(lambda a, k: (a[a > 0].sum(keepdims=k), a[a > 0].mean(keepdims=k)), "S", k=[True])
row(lambda x: np.add(x, 1, out=np.zeros(4), where=[True, False, True, True]), "V4")
row(lambda x, c: np.multiply(x, 7.5, out=np.zeros(x.shape, int), casting=c), "A", c=["unsafe"])
for f in (np.nansum, np.nanmean, np.nanstd, np.nanmax, np.nanmedian, np.nanprod):
    row(f, "N", axis=[None, 0, 1], keepdims=[False, True])
row(np.nanstd, "N", ddof=[1])
row(np.nanpercentile, "N", q=[30, [20, 80]], axis=[None, 1])
row(np.nanargmax, "N", axis=[None, 1])
row(np.nancumsum, "N", axis=[None, 0])
for f in (np.argmax, np.argmin):
    for a in ("A", "I", "B", "N"):
        row(f, a, axis=[None, 0, 1, -1], keepdims=[False, True])
for f in (np.cumsum, np.cumprod):
    for a in ("A", "I", "B", "I8", "F"):
        row(f, a, axis=[None, 0, 1])
    row(f, "I", dtype=[np.float32, np.int8])
for a in ("A", "I", "B", "U8", "T"):
    row(np.diff, a, n=[0, 1, 2], axis=[0, -1])
row(np.diff, "A", prepend=[0.0], append=[1.0], axis=[0, 1])
row(np.ediff1d, "V", to_begin=[None, 9.0], to_end=[None, [1.0, 2.0]])
row(np.gradient, "A", axis=[None, 0, 1], edge_order=[1, 2])
row(np.trapezoid, "A", dx=[1.0, 0.5], axis=[0, -1])
row(np.trapezoid, "A", x=[np.array([0.0, 1, 3, 4])])
row(np.sort, "A", axis=[None, 0, -1])
row(np.argsort, "A", axis=[None, 0, -1])
row(np.sort, "I")
for f in (np.sort, np.argsort):
    row(f, "SIGNS", axis=[0, 1, None])
row(np.ravel_multi_index, "", multi_index=[([0, 2], [1, 2])], dims=[(3, 4)])
row(np.median, "A", axis=AXES, keepdims=[False, True])
row(np.median, "I", axis=[None, 0])
for m in ("linear", "lower", "higher", "midpoint", "nearest"):
    row(np.quantile, "A", q=[0.3, [0.1, 0.9]], axis=[None, 0], keepdims=[False, True], method=[m])
row(np.percentile, "I", q=[30], axis=[None, 1])
row(np.average, "A", axis=[None, 0, 1], weights=[None, abs(A)], returned=[False])
row(np.average, "I", axis=[None, 0], weights=[I * I], returned=[True])
row(np.average, "A", axis=[1], weights=[np.array([1.0, 2, 3, 4])], keepdims=[True, False])
row(np.clip, "A", a_min=[None, -0.2], a_max=[0.3])
row(np.clip, "I", a_min=[0], a_max=[3, 3.5])
row(np.round, "A", decimals=[0, 1, -1])
row(np.round, "I", decimals=[-1])
row(np.round, "Z", decimals=[1])
row(np.around, "F", decimals=[2])
row(np.take, "A", indices=[[0, 2, -1], 1], axis=[None, 1], mode=["raise", "wrap", "clip"])
row(np.take, "V", indices=[[13, -14]], mode=["wrap", "clip"])
row(np.repeat, "A", repeats=[2, [1, 2, 0]], axis=[0])
row(np.repeat, "A", repeats=[2], axis=[None, 1])
row(np.tile, "A", reps=[2, (2, 1), (2, 1, 3)])
row(np.roll, "A", shift=[1, -2], axis=[None, 0, 1])
row(np.roll, "A", shift=[(1, 2), [1, -2]], axis=[(0, 1)])
row(np.flip, "T", axis=[None, 0, (0, 2)])
row(np.rot90, "A", k=[1, 2, 3, -1])
row(np.rot90, "T", axes=[(1, 2)])
row(np.transpose, "T", axes=[None, (2, 0, 1), (-1, 0, 1)])
row(np.swapaxes, "T", axis1=[0], axis2=[2, -1])
row(np.moveaxis, "T", source=[0, (0, 1)], destination=[-1, (-1, -2)])
row(np.rollaxis, "T", axis=[2], start=[0, 1])
row(np.expand_dims, "A", axis=[0, -1, (0, 2)])
row(np.squeeze, "A")
row(np.reshape, "A", shape=[(4, 3), (-1,), (2, -1)], order=["C", "F"])
row(np.ravel, "A", order=["C", "F"])
row(np.resize, "A", new_shape=[(2, 3), (5, 4)])
for (m, kw) in (("constant", {"constant_values": [0, 2.5, (1, 2)]}), ("edge", {}), ("wrap", {}), ("reflect", {}), ("symmetric", {}), ("linear_ramp", {"end_values": [0, 3.0]}), ("mean", {}), ("maximum", {}), ("minimum", {})):
    row(np.pad, "A", pad_width=[1, (1, 2), ((1, 0), (2, 1))], mode=[m], **kw)
row(np.concatenate, "A A", listed=True, axis=[None, 0, 1], dtype=[None, np.float32])
row(np.stack, "A A", listed=True, axis=[0, 1, -1])
row(np.split, "A", indices_or_sections=[2, [1, 3]], axis=[1])
row(np.array_split, "V", indices_or_sections=[5])
row(np.insert, "V", obj=[2, -1, [1, 3]], values=[9.0])
row(np.insert, "A", obj=[1], values=[5.0], axis=[0, 1, None])
row(np.delete, "A", obj=[1, [0, 2], slice(0, 2)], axis=[0, 1, None])
row(np.append, "A", values=[[[1.0, 2, 3, 4]]], axis=[0])
row(np.append, "A", values=[2.0])
row(np.unique, "I", return_counts=[False, True], return_inverse=[False, True], return_index=[False, True])
row(np.searchsorted, "U", v=[0.5, [0.1, 0.9]], side=["left", "right"], sorter=[np.argsort(U)])
row(np.histogram, "A", bins=[5, [-1, 0, 1]], range=[None, (-1, 1)], density=[False, True])
row(np.histogram, "A", bins=[4], weights=[abs(A)])
row(np.digitize, "A", bins=[np.array([-0.5, 0, 0.5]), np.array([0.5, 0, -0.5]), np.sort(A.ravel()), np.sort(A.ravel())[::-1]], right=[False, True])
row(np.histogram2d, "V U", bins=[3, (3, 4)], density=[False, True])
row(np.interp, "U", xp=[np.linspace(0, 0.8, 5)], fp=[np.arange(5.0) ** 2], left=[None, -1.0], right=[None, 7.0])
row(np.interp, "U", xp=[np.linspace(0, 0.8, 5)], fp=[np.arange(5.0)], period=[0.9])
row(np.convolve, "V", v=[V[:3]], mode=["full", "same", "valid"])
row(np.correlate, "V", v=[V[:3]], mode=["full", "same", "valid"])
row(np.cov, "A", rowvar=[True, False], bias=[False, True], ddof=[None, 0])
row(np.cov, "A", fweights=[[1, 2, 1, 1]])
row(np.cov, "A", aweights=[[1.0, 2, 1, 1]])
row(np.corrcoef, "A", rowvar=[True, False])
row(np.linalg.norm, "A", ord=[None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf], keepdims=[False, True])
row(np.linalg.norm, "A", ord=[None, 0, 1, 2, 3, np.inf, -np.inf], axis=[0, 1])
row(np.linalg.norm, "Z", ord=[None, 1, 2, np.inf])
row(np.linalg.norm, "T", axis=[(1, 2), (0, 2)], ord=[None, 1, "nuc"])
row(np.linalg.qr, "A", mode=["reduced", "complete", "r"])
row(np.linalg.svd, "A", full_matrices=[True, False], compute_uv=[False])
row(np.linalg.pinv, "A", rcond=[1e-15, 0.5])
row(np.linalg.matrix_rank, "A")
row(np.linalg.matrix_power, "S", n=[0, 3, -2])
row(np.linalg.cond, "S", p=[None, 1, 2, "fro", np.inf])
row(np.linalg.eigvalsh, "P", UPLO=["L", "U"])
row(np.linalg.eigvalsh, "S", UPLO=["L", "U"])
row(np.linalg.cholesky, "P", upper=[False, True])
row(np.linalg.det, "S")
row(np.linalg.slogdet, "S")
row(np.linalg.inv, "S")
row(np.linalg.lstsq, "A", b=[np.arange(3.0)], rcond=[None, 0.6])
row(np.linalg.tensorsolve, "S", b=[np.arange(3.0)])
row(np.dot, "A", b=[A.T])
row(np.inner, "A A")
row(np.outer, "V", b=[V])
row(np.vdot, "Z Z")
row(np.tensordot, "T", b=[T], axes=[3, ([1, 2], [1, 2]), ([0], [0])])
row(np.kron, "A", b=[A])
row(np.cross, "S", b=[S[::-1]], axis=[0, 1, -1])
row(np.cross, "S", b=[S[::-1]], axisa=[0], axisb=[1], axisc=[0])
row(np.trace, "A", offset=[0, 1, -1])
row(np.trace, "T", axis1=[0, 1], axis2=[2])
row(np.diagonal, "T", offset=[0, 1], axis1=[0], axis2=[1, 2])
row(np.diag, "A", k=[0, 1, -1])
row(np.diag, "V", k=[0, 2, -1])
row(np.tril, "A", k=[0, 1, -1])
row(np.triu, "T", k=[0, 1])
row(np.tri, "", N=[3], M=[None, 4], k=[0, 1, -1], dtype=[float, np.float32, int])
row(np.eye, "", N=[3], M=[None, 4], k=[0, -1], dtype=[float, bool, complex])
row(np.linspace, "", start=[0.0, 1], stop=[2.0, 5], num=[4, 1], endpoint=[True, False], dtype=[None, np.float32, int])
row(np.logspace, "", start=[0.0], stop=[2.0], num=[4], endpoint=[True, False], base=[10.0, 2.0])
row(np.geomspace, "", start=[1.0], stop=[8.0], num=[4], endpoint=[True, False])
row(np.full, "", shape=[(2, 3)], fill_value=[2, 1.5, 1j], dtype=[None, np.float32, complex])
row(np.zeros_like, "I", dtype=[None, float], shape=[None, (2, 2)])
row(np.full_like, "I", fill_value=[2.7], dtype=[None, float])
row(np.ones_like, "Z")
row(np.vander, "V", N=[None, 3], increasing=[False, True])
row(np.meshgrid, "V U", indexing=["xy", "ij"], sparse=[False, True])
row(np.indices, "", dimensions=[(2, 3)], dtype=[int, float])
row(np.fromfunction, "", function=[lambda i, j: i + 2 * j], shape=[(2, 3)])
row(np.nan_to_num, "N", nan=[0.0, 5.0])
row(np.isclose, "A", b=[A + 1e-06], rtol=[1e-05, 1e-08], atol=[1e-08, 1e-05])
row(np.allclose, "A", b=[A + 1e-06], rtol=[1e-05])
row(np.array_equal, "N", a2=[N], equal_nan=[False, True])
row(np.isin, "I", test_elements=[[1, 2]], invert=[False, True])
row(np.polyfit, "U V", deg=[1, 2], w=[None, U])
row(np.poly, "V")
row(np.unwrap, "U", discont=[None, 0.2], period=[2 * np.pi, 0.5])
row(np.angle, "Z", deg=[False, True])
row(np.count_nonzero, "B", axis=[None, 0], keepdims=[False, True])
row(np.apply_along_axis, "", func1d=[lambda r: r.sum() * r], axis=[0, 1], arr=[A])
row(np.packbits, "U8", axis=[None, 0])
row(np.nanquantile, "N", q=[0.2], axis=[0])
row(np.sinc, "V")
row(np.kaiser, "", M=[5, 8], beta=[0.0, 8.6])
row(np.frexp, "V")
row(np.frexp, "F")
NEAR_ENDS = np.array([1.5, -2.0, 0.0, -0.0, 1e-310, -3.7e200, 1.0, 5e-324, 2.0**-1022, 1.7976931348623157e308, np.inf, np.nan])


def steps(x):
    to = [np.nextafter(x, y) for y in (1.0, np.inf, 0.0, -np.inf)]
    return np.spacing(x), *to, np.nextafter(np.float32(1.0), x.astype(np.float32)), math.ulp(x[0]), math.nextafter(x[1], 0.0)


row(steps, "", x=[NEAR_ENDS])
row(lambda x: np.frexp(x), "", x=[np.array([0.0, -0.0, 1.0, 0.5, 2.0**-1060, 5e-324, 1.7e308, np.inf, -np.nan, np.nextafter(8.0, 0), -np.nextafter(0.25, 0)])])
for a in ("A", "I", "F"):
    row(np.cumulative_prod, a, axis=[0, 1], include_initial=[False, True])
row(lambda a, dtype: np.astype(a, dtype), "A", dtype=[np.float32, int])
row(np.sort_complex, "V")
row(np.mask_indices, "", n=[3], mask_func=[np.triu, np.tril], k=[0, 1])
row(np.linalg.tensorinv, "", a=[R.uniform(-1, 1, (4, 6, 8, 3))], ind=[2])
row(np.unique, "I", axis=[0, 1], return_counts=[False, True], return_inverse=[False, True], return_index=[False, True])
row(np.unique, "", ar=[np.array([[1, 2], [0, 2], [1, 2], [0, 1], [0, 2]]), np.ones((2, 3, 2))], axis=[0, -1], return_counts=[True], return_inverse=[True])
powers = np.polynomial.polynomial
for f in (powers.polyval, np.polynomial.chebyshev.chebval, np.polynomial.legendre.legval, np.polynomial.hermite.hermval,
          np.polynomial.hermite_e.hermeval, np.polynomial.laguerre.lagval):
    row(f, "V", c=[V[:4]])
    row(f, "V", c=[A])
    row(f, "", x=[A[0]], c=[A], tensor=[True, False])
row(powers.polyval2d, "V U", c=[A])
row(powers.polyval3d, "V U V", c=[T])
row(powers.polygrid2d, "V U", c=[A])
row(powers.polygrid3d, "V U V", c=[T])
row(powers.polyvander2d, "V U", deg=[[1, 2], [0, 1]])
row(powers.polyvander3d, "V U V", deg=[[1, 2, 1]])
row(powers.polyvalfromroots, "V", r=[V[:3]])
row(powers.polyfromroots, "V")
row(powers.polycompanion, "V")
row(powers.polymulx, "U5")
row(powers.polyline, "", off=[1.5], scl=[2.0])
row(powers.polypow, "V", pow=[0, 1, 3])
row(powers.polydiv, "V", c2=[V[:3], U])
for a in ("V", "A", "S", "I", "F"):
    row(powers.polyder, a, m=[0, 1, 2, 5], scl=[1, 2.5])
    row(powers.polyint, a, m=[0, 1, 2], k=[0, [1.0, 2.0]], lbnd=[0, 0.5], scl=[1, 2.5])
for f in (powers.polyadd, powers.polysub, powers.polymul):
    row(f, "V", c2=[U, V[:3]])
    row(f, "", c1=[np.array([1, 2])], c2=[np.array([3, 4, 5])])
row(np.i0, "V")
for f in (np.fft.fft, np.fft.ifft, np.fft.rfft, np.fft.hfft, np.fft.ihfft):
    row(f, "A", n=[None, 3, 6], axis=[0, -1], norm=[None, "ortho", "forward"])
row(np.fft.irfft, "Z", n=[None, 5, 6], axis=[0, -1], norm=[None, "ortho", "forward"])
row(np.fft.fft2, "T", s=[None, (2, 3)], axes=[(-2, -1), (0, 1)], norm=[None, "ortho"])
row(np.fft.rfftn, "T", axes=[None, (0, 2)])
row(np.fft.irfftn, "Z", s=[None, (3, 5)], axes=[(0, 1)])
row(np.fft.fftshift, "A", axes=[None, 0, (0, 1)])
row(np.fft.ifftshift, "A", axes=[None, 1])
row(np.fft.fftfreq, "", n=[5, 6], d=[1.0, 0.1])
row(np.fft.rfftfreq, "", n=[5, 6], d=[0.1])
for f in (fft.dct, fft.idct, fft.dst, fft.idst):
    row(f, "A", type=[1, 2, 3, 4], axis=[0, -1], norm=[None, "ortho"])
for f in (fft.dct, fft.idct, fft.dst, fft.idst):
    for a in ("I", "F", "Z"):
        row(f, a, type=[1, 2, 3, 4], n=[None, 3, 6], norm=["backward", "ortho", "forward"], orthogonalize=[None, True])
for f in (fft.dctn, fft.idctn, fft.dstn, fft.idstn):
    row(f, "T", type=[2], s=[None, (3, 2)], axes=[(0, 2), None], norm=[None, "ortho"])
row(fft.next_fast_len, "", target=[13])
row(fft.rfft, "A", n=[None, 3])
row(fft.dctn, "A", norm=[None, "ortho"])
row(linalg.norm, "A", ord=[None, 1, "fro"])
row(linalg.solve_triangular, "P", b=[np.arange(3.0)], trans=[0, 1, "T"], lower=[False, True], unit_diagonal=[False, True])
row(linalg.cholesky, "P", lower=[False, True])
row(linalg.lu, "S", permute_l=[False, True], p_indices=[False, True])
row(linalg.qr, "A", mode=["full", "economic", "r"])
row(linalg.eigvalsh, "P", lower=[True, False])
row(linalg.svd, "A", full_matrices=[False], compute_uv=[False])
row(linalg.expm, "S")
row(linalg.toeplitz, "V", r=[None, U])
row(linalg.circulant, "V")
row(linalg.hankel, "V", r=[None, U])
row(linalg.block_diag, "A S")
row(linalg.lstsq, "A", b=[np.arange(3.0)], cond=[None, 0.6])
row(linalg.solve_banded, "", l_and_u=[(1, 1)], ab=[P], b=[np.arange(3.0)])
row(lambda ab, b, lower: linalg.solveh_banded(ab, b, lower=lower), "", ab=[P[:2] + 3], b=[np.arange(3.0)], lower=[False, True])
row(linalg.det, "S")
row(linalg.null_space, "A")
row(linalg.companion, "U")
row(linalg.convolution_matrix, "V", n=[4, 15], mode=["full", "same", "valid"])
row(linalg.hilbert, "", n=[3])
row(linalg.leslie, "", f=[U[:3]], s=[U[3:5]])
row(linalg.fiedler, "V")
row(linalg.dft, "", n=[4], scale=[None, "sqrtn", "n"])
row(linalg.khatri_rao, "A A")
for a in ("S", "P"):
    row(linalg.issymmetric, a, atol=[None, 1e-3, 2.0], rtol=[None, 0.1])
    row(linalg.ishermitian, a)
row(linalg.matmul_toeplitz, "", c_or_cr=[V, (V, U)], x=[U, A.reshape(12, 1)])
row(linalg.solve_circulant, "V", b=[U, A.reshape(12, 1)])
row(lambda ab, b, lower: linalg.solveh_banded(ab, b, lower=lower), "", ab=[DIAGONALS], b=[np.arange(4.0), T[0, 0]], lower=[True])
row(linalg.cholesky_banded, "", ab=[DIAGONALS, DIAGONALS[::-1]], lower=[False, True])
row(linalg.cho_solve_banded, "", cb_and_lower=[(DIAGONALS, True), (DIAGONALS[::-1], False)], b=[np.arange(4.0)])
row(linalg.eigvals_banded, "", a_band=[DIAGONALS, DIAGONALS[::-1]], lower=[False, True], select=["a"])
row(linalg.eigvals_banded, "", a_band=[DIAGONALS], lower=[True], select=["i"], select_range=[(1, 2)])
row(linalg.eig_banded, "", a_band=[DIAGONALS], lower=[True], eigvals_only=[True])
row(linalg.eigvalsh_tridiagonal, "", d=[V[:4]], e=[U[:3]], select=["i"], select_range=[(1, 2)])
for f in (linalg.cosm, linalg.sinm, linalg.tanm, linalg.coshm, linalg.sinhm, linalg.tanhm, linalg.expm):
    for a in ("S", "C"):
        row(f, a)
for a in ("P", "G"):
    row(linalg.logm, a)
    row(linalg.signm, a)
    row(linalg.fractional_matrix_power, a, t=[2, -1, 0.3, -1.5])
row(linalg.expm_frechet, "S P", compute_expm=[True, False])
row(linalg.expm, "X")
for a in ("A", "S", "Z"):
    row(linalg.polar, a, side=["right", "left"])
    row(linalg.orth, a, rcond=[None, 0.6])
    row(linalg.pinv, a, atol=[None, 0.3], rtol=[None, 0.6], return_rank=[False, True])
row(linalg.orthogonal_procrustes, "A A")
row(linalg.pinvh, "S", atol=[None, 0.3], rtol=[None, 0.6], lower=[True, False], return_rank=[False, True])
for m in ("reflect", "constant", "nearest", "mirror", "wrap"):
    row(ndimage.gaussian_filter, "A", sigma=[1.0, (1.0, 0.5)], mode=[m], cval=[0.0, 2.0], truncate=[4.0, 1.5])
    row(ndimage.uniform_filter, "A", size=[2, 3], mode=[m], origin=[0, -1])
    row(ndimage.correlate1d, "A", weights=[[1.0, 2, 3]], axis=[0, -1], mode=[m], cval=[1.0], origin=[0, 1])
    row(ndimage.convolve1d, "A", weights=[[1.0, 2, 3]], mode=[m], origin=[0, 1])
    row(ndimage.correlate, "A", weights=[np.arange(9.0).reshape(3, 3)], mode=[m], cval=[1.0])
    row(ndimage.laplace, "A", mode=[m])
    row(ndimage.sobel, "A", axis=[0, -1], mode=[m])
    row(ndimage.median_filter, "A", size=[3], mode=[m], cval=[1.0])
    row(ndimage.maximum_filter, "A", size=[2, 3], mode=[m], origin=[0])
row(ndimage.gaussian_filter1d, "V", sigma=[1.0], order=[0, 1], truncate=[2.0])
row(ndimage.shift, "A", shift=[0.5, (1, 0.3)], order=[0, 1, 3], mode=["constant", "nearest", "mirror"], cval=[0.0, 1.0], prefilter=[True])
row(ndimage.zoom, "A", zoom=[2, (1.5, 2)], order=[0, 1, 3], mode=["constant", "nearest"], grid_mode=[False])
row(ndimage.map_coordinates, "A", coordinates=[[[0.5, 1.2, 5.0], [1.5, 2.0, -1.0]]], order=[0, 1, 3], mode=["constant", "nearest"], cval=[0.0, 3.0])
row(ndimage.gaussian_filter, "T", sigma=[0.7], order=[1, (0, 1, 2)], mode=["nearest"])
row(ndimage.gaussian_filter, "T", sigma=[0.7, (0, 0.5)], axes=[(1, 2), (2, 1)])
row(ndimage.gaussian_filter1d, "F", sigma=[0.8], order=[0, 1, 2, 3], mode=["mirror", "constant"], cval=[0.5], radius=[None, 2])
for f in (ndimage.gaussian_laplace, ndimage.gaussian_gradient_magnitude):
    for a in ("A", "T", "F"):
        row(f, a, sigma=[0.7], mode=["reflect", "wrap"], truncate=[3.0])
for f in (ndimage.maximum_filter1d, ndimage.minimum_filter1d):
    for a in ("A", "I"):
        row(f, a, size=[2, 3], axis=[0, -1], mode=["reflect", "constant"], cval=[0.2], origin=[0, 1, -1])
FOOTPRINT = np.array([[0, 1, 0], [1, 1, 1], [0, 0, 1]])
for a in ("A", "I", "F"):
    row(ndimage.rank_filter, a, rank=[0, 1, -2], size=[2, (3, 1)], mode=["reflect", "wrap"])
    row(ndimage.percentile_filter, a, percentile=[0, 30, 75.0, 100, -20], size=[3], mode=["nearest"])
    row(ndimage.median_filter, a, size=[2, (1, 3)], origin=[0, -1])
row(ndimage.rank_filter, "V", rank=[1, -1], size=[3])
for f in (ndimage.rank_filter, ndimage.percentile_filter):
    row(f, "A", **{"rank" if f is ndimage.rank_filter else "percentile": [0, 2, -1]}, footprint=[FOOTPRINT])
row(ndimage.median_filter, "A", footprint=[FOOTPRINT])
for f in (ndimage.morphological_gradient, ndimage.morphological_laplace):
    for a in ("A", "I"):
        row(f, a, size=[3, (1, 3)], mode=["reflect", "nearest"])
    row(f, "A", footprint=[FOOTPRINT])
row(ndimage.generic_filter, "A", function=[np.mean, lambda w: w.max() - w[0]], size=[2, (1, 3)], mode=["reflect", "constant"], cval=[0.5])
row(ndimage.generic_filter, "F", function=[lambda w, k, m=1: w.sum() ** k * m], size=[3], extra_arguments=[(2,)], extra_keywords=[None, {"m": 3}])
for f in (ndimage.generic_gradient_magnitude, ndimage.generic_laplace):
    row(f, "A", **{"derivative" if f is ndimage.generic_gradient_magnitude else "derivative2": [ndimage.sobel, ndimage.prewitt]}, mode=["nearest"])
PARTS = np.array([[0, 1, 1, 2], [0, 2, 2, 1], [3, 3, 0, 1]])
for f in (ndimage.median, ndimage.extrema, ndimage.maximum_position, ndimage.minimum_position, ndimage.sum_labels, ndimage.center_of_mass):
    row(f, "A", labels=[None, PARTS], index=[None, 2, [1, 3]])
row(ndimage.histogram, "A", min=[-1.0], max=[1.0], bins=[4], labels=[None, PARTS], index=[None, 2])
row(ndimage.binary_hit_or_miss, "B", structure1=[None, FOOTPRINT, [[1, 1], [1, 0]]], structure2=[None], origin1=[0])
for f in (ndimage.fourier_gaussian, ndimage.fourier_shift, ndimage.fourier_uniform):
    for a in ("A", "Z", "I"):
        row(f, a, **{f.__name__[8:].replace("gaussian", "sigma").replace("uniform", "size"): [1.5, (0.5, 2.0)]}, n=[-1, 6, 7], axis=[-1, 0])
row(signal.wiener, "A", mysize=[None, 3, (1, 3)], noise=[None, 0.1])
row(signal.wiener, "V", mysize=[5])
row(signal.medfilt2d, "A", kernel_size=[3, [1, 3]])
row(ndimage.binary_dilation, "B", iterations=[1])
row(ndimage.center_of_mass, "A")
row(ndimage.sum_labels, "A")
row(signal.lfilter, "", b=[[1.0, 0.5]], a=[[1.0, -0.3], [2.0, 0.4]], x=[A], axis=[0, -1])
row(signal.filtfilt, "", b=[[0.5, 0.5]], a=[[1.0]], x=[U], padtype=["odd", "even", "constant", None], padlen=[None, 3], method=["pad"])
row(signal.detrend, "A", axis=[0, -1], type=["linear", "constant"])
row(signal.savgol_filter, "U", window_length=[5], polyorder=[2], deriv=[0, 1], delta=[1.0, 0.5], mode=["interp", "mirror", "nearest", "constant", "wrap"], cval=[0.0, 1.0])
row(signal.convolve, "V", in2=[V[:3]], mode=["full", "same", "valid"], method=["direct", "fft"])
row(signal.fftconvolve, "V", in2=[V[:3]], mode=["full", "same", "valid"])
row(signal.correlate, "V", in2=[V[:3]], mode=["full", "same", "valid"])
row(signal.convolve2d, "A", in2=[S[:2, :2]], mode=["full", "same", "valid"], boundary=["fill", "wrap", "symm"])
row(signal.hilbert, "A", N=[None, 6], axis=[0, -1])
row(signal.medfilt, "V", kernel_size=[3, 5])
row(signal.resample, "U", num=[8, 20])
row(signal.welch, "U", fs=[1.0, 10.0], nperseg=[6], noverlap=[None, 2], window=["hann", "boxcar"], detrend=["constant", "linear", False], scaling=["density", "spectrum"], return_onesided=[True])
for f in (signal.windows.hann, signal.windows.hamming, signal.windows.blackman, signal.windows.nuttall, signal.windows.blackmanharris,
          signal.windows.flattop, signal.windows.boxcar, signal.windows.bartlett, signal.windows.triang, signal.windows.cosine,
          signal.windows.bohman, signal.windows.parzen):
    row(f, "", M=[1, 6, 7], sym=[True, False])
row(signal.windows.tukey, "", M=[7, 10], alpha=[0.0, 0.3, 1.0], sym=[True, False])
row(signal.windows.gaussian, "", M=[6, 7], std=[1.5], sym=[True, False])
row(signal.windows.kaiser, "", M=[6, 7], beta=[0.0, 5.0], sym=[True, False])
row(signal.windows.exponential, "", M=[7], tau=[2.0], sym=[True, False])
row(signal.windows.general_gaussian, "", M=[7], p=[1.5], sig=[2.0])
row(signal.get_window, "", window=["boxcar", "blk", ("kaiser", 4.0), 4.0, ("tukey", 0.3), ("gaussian", 2.0), "hann_periodic"], Nx=[5, 6],
    fftbins=[True, False])
row(signal.firwin, "", numtaps=[7], cutoff=[U[0] / 2], window=["hamming", ("kaiser", 3.0)], pass_zero=[True, "lowpass"], scale=[True, False], fs=[None, 3.0])
row(signal.firwin, "", numtaps=[8, 7], cutoff=[np.sort(U[:2]) / 2, np.sort(U[:3]) / 2], pass_zero=[True, False], scale=[True, False], width=[None, 0.1])
row(signal.firwin, "", numtaps=[7], cutoff=[U[0] / 2], pass_zero=[False, "highpass"])
for m in ("linear", "quadratic", "logarithmic", "hyperbolic"):
    row(signal.chirp, "U", f0=[1.0, 6], t1=[2.0], f1=[3.0], method=[m], phi=[0, 30], vertex_zero=[True, False], complex=[False, True])
row(signal.square, "V", duty=[0.5, 0.2, U, 1.5])
row(signal.sawtooth, "V", width=[1, 0.0, 0.3, U])
row(signal.gausspulse, "V", fc=[5, 3.0], bw=[0.5], retquad=[False, True], retenv=[False, True])
row(signal.unit_impulse, "", shape=[5, (3, 4)], idx=[None, 1, "mid"], dtype=[float, np.int64])
row(signal.vectorstrength, "U", period=[0.3, [0.2, 0.5]])
row(signal.czt, "A", m=[None, 6], axis=[0, -1])
row(signal.czt, "Z", m=[5], w=[np.exp(-0.3j)], a=[1.1 * np.exp(0.2j)])
row(signal.zoom_fft, "A", fn=[0.4, [0.2, 0.9]], m=[None, 5], fs=[2, 3.0], endpoint=[False, True], axis=[-1, 0])
row(signal.lombscargle, "U V", freqs=[[0.5, 1.0, 3.0]], normalize=[False, "power", True, "normalize", "amplitude"], weights=[None, U], floating_mean=[False, True])
for n in (V[:3], A):
    row(signal.convolve, "A" if n.ndim == 2 else "V", in2=[n[:2, :3] if n.ndim == 2 else n], mode=["full", "same", "valid"])
for f in (signal.fftconvolve, signal.oaconvolve, signal.correlate):
    row(f, "A", in2=[S[:2, :2], S, Z], mode=["full", "same", "valid"])
    row(f, "A", in2=[S[:1, :3]], mode=["full", "same", "valid"])
for f in (signal.convolve2d, signal.correlate2d):
    for a in ("A", "I", "F", "Z"):
        row(f, a, in2=[S[:3, :3], I[:1, :3]], mode=["full", "same", "valid"], boundary=["fill", "wrap", "symm"], fillvalue=[0, 2])
row(signal.correlation_lags, "", in1_len=[7, 8], in2_len=[3, 10], mode=["full", "same", "valid"])
for s in ([[[-1.0, 0.5], [0.2, -2.0]], [[1.0], [0.5]], [[1.0, 0.0]], [[0.3]]], ([1.0, 2.0], [1.0, 0.5, 3.0]), ([2.0], [3.0, 1.0])):
    row(signal.step, "", system=[tuple(s)], T=[None, np.linspace(0, 2, 5)], X0=[None])
    row(signal.impulse, "", system=[tuple(s)], T=[None, np.linspace(0, 2, 5)], N=[None, 6])
    row(signal.lsim, "", system=[tuple(s)], U=[V[:5], 0], T=[np.linspace(0, 2, 5)], interp=[True, False], X0=[None, [0.5, 1.0][:len(s[1]) - 1 if len(s) == 2 else 2]])
    if len(s) == 4:
        row(signal.cont2discrete, "", system=[tuple(np.array(part) for part in s)], dt=[0.3], method=["zoh", "bilinear", "euler", "backward_diff"])
row(signal.lfiltic, "", b=[[1.0, 0.5, 0.2]], a=[[2.0, 0.3], [1.0, 0.2, 0.1, 0.4]], y=[[1.0, 2.0]], x=[None, [0.5], [0.1, 0.2, 0.3]])
row(signal.deconvolve, "V", divisor=[U[:3]])
row(signal.freqs, "", b=[[1.0, 2.0]], a=[[1.0, 0.2, 3.0]], worN=[U])
row(signal.freqz_zpk, "", z=[V[:2]], p=[V[2:4] / 2], k=[2.0], worN=[8, U])
row(signal.sosfreqz, "", sos=[[[1.0, 0.2, 0.1, 1.0, 0.3, 0.2]]], worN=[8])
row(signal.decimate, "L", q=[2, 3], n=[None, 4], zero_phase=[True, False])
row(signal.istft, "", Zxx=[signal.stft(np.arange(24.0) ** 1.5, nperseg=8)[2]], fs=[2.0], boundary=[True, False], scaling=["spectrum", "psd"])
row(signal.istft, "", Zxx=[signal.stft(np.arange(24.0) ** 1.5, nperseg=8, noverlap=6)[2]], nperseg=[8], noverlap=[6], window=["hann", ("tukey", 0.5)])
row(signal.peak_prominences, "V", peaks=[PEAKS])
row(signal.peak_widths, "V", peaks=[PEAKS], rel_height=[0.5, 0.9, 1.0])
row(signal.find_peaks, "V", threshold=[None, 0.1, (0.1, 1.0)], prominence=[None, 0.2, (0.1, 1.0)], width=[None, 1.0, (0.5, 2.0)])
row(signal.find_peaks, "V", height=[None, 0.0], distance=[None, 2])
row(signal.get_window, "", window=["hann"], Nx=[5], fftbins=[True, False])
row(integrate.simpson, "A", dx=[1.0, 0.5], axis=[0, -1])
row(integrate.trapezoid, "A", dx=[0.5], axis=[0, -1])
row(integrate.cumulative_trapezoid, "A", dx=[0.5], axis=[0, -1], initial=[None, 0])
row(integrate.cumulative_trapezoid, "A", x=[np.cumsum(abs(A), axis=0)], axis=[0])
row(integrate.simpson, "A", x=[np.cumsum(abs(A), axis=0)], axis=[0])
row(integrate.simpson, "", y=[V[:2]], x=[None, U[:2]])
for a in ("V", "A", "I"):
    row(integrate.cumulative_simpson, a, dx=[0.5], axis=[0, -1], initial=[None, 2.0])
row(integrate.cumulative_simpson, "A", x=[np.cumsum(abs(A), axis=0)], axis=[0])
row(integrate.cumulative_simpson, "V", x=[np.cumsum(U)])
row(integrate.cumulative_simpson, "", y=[V[:2]])
row(integrate.romb, "", y=[np.arange(9.0) ** 3, np.arange(10.0).reshape(5, 2) ** 2], dx=[0.5], axis=[0, -1])
row(integrate.newton_cotes, "", rn=[4])
row(integrate.tplquad, "", func=[lambda z, y, x: x * y + z], a=[0], b=[1.0], gfun=[0.5], hfun=[lambda x: x + 1], qfun=[lambda x, y: x - y],
    rfun=[2.0])
row(integrate.nquad, "", func=[lambda x, y, k: np.exp(-x * y) * k], ranges=[[(0, 1), (1, 2)], [lambda y, k: (0, y * k), (0.0, 1.0)]], args=[(3.0,)])
for f in (linalg.hadamard, linalg.pascal, linalg.helmert, linalg.invhilbert):
    row(f, "", n=[4])
row(ndimage.generate_binary_structure, "", rank=[2], connectivity=[1, 2])
row(special.logsumexp, "A", axis=[None, 0], keepdims=[False, True], b=[None, abs(A)])
row(special.softmax, "A", axis=[None, 0])
row(special.comb, "", N=[5, 5.5], k=[2], exact=[False], repetition=[False, True])
row(special.perm, "", N=[5], k=[2])
row(special.factorial2, "", n=[5])
row(special.log_softmax, "A", axis=[None, 1])
row(stats.zscore, "A", axis=[None, 0, 1], ddof=[0, 1])
row(stats.skew, "A", axis=[None, 0], bias=[True, False])
row(stats.kurtosis, "A", axis=[0], fisher=[True, False], bias=[True, False])
row(stats.sem, "A", axis=[None, 0], ddof=[0, 1])
row(stats.gmean, "U", weights=[None, U])
row(stats.hmean, "U")
row(stats.norm.pdf, "V", loc=[0.0, 1.0], scale=[1.0, 2.0])
row(stats.norm.cdf, "V", loc=[1.0], scale=[2.0])
row(stats.expon.pdf, "U", loc=[0.0, 0.1], scale=[2.0])
row(stats.uniform.cdf, "U", loc=[0.1], scale=[0.5])
row(stats.trim_mean, "V", proportiontocut=[0.1])
row(stats.iqr, "V")
row(stats.rankdata, "V", method=["average", "min", "ordinal"])
row(stats.pearsonr, "V U")
row(stats.moment, "V", order=[2, 3])
row(stats.variation, "U", ddof=[0, 1])
row(stats.entropy, "U", base=[None, 2])
METRICS = ["euclidean", "cityblock", "sqeuclidean", "chebyshev", "cosine", "correlation", "minkowski", "canberra", "braycurtis", "hamming", "mahalanobis"]
row(distance.cdist, "A", XB=[A[::-1]], metric=METRICS)
row(distance.pdist, "A", metric=METRICS)

X7 = np.array([0.0, 0.4, 1.0, 1.3, 2.1, 2.5, 3.4])
Q = np.array([-0.3, 0.0, 0.2, 1.0, 1.7, 3.4, 3.6])  # beyond, between and at the places of X7
for k in (1, 2, 3, 4, 5):
    row(lambda y, k, nu, ext: (interpolate.splev(Q, interpolate.splrep(X7, y, k=k), nu, ext), interpolate.splrep(X7, y, k=k)[:2]), "V7", k=[k], nu=[0, 1], ext=[0, 1, 3])
    row(lambda y, k, nu: interpolate.make_interp_spline(X7, y, k)(Q, nu), "V7", k=[k], nu=[0, 1, 2])
    row(lambda y, k, a, b: (interpolate.splint(a, b, interpolate.splrep(X7, y, k=k)), interpolate.make_interp_spline(X7, y, k).integrate(a, b),
        interpolate.InterpolatedUnivariateSpline(X7, y, k=k).integral(a, b)), "V7", k=[k], a=[0.3, -0.5], b=[2.9, 4.0])
row(lambda y, b: interpolate.make_interp_spline(X7, y, 3, bc_type=b)(Q, extrapolate=False), "V7", b=[None, "natural", "clamped"])
row(lambda y: interpolate.make_interp_spline(X7[:3], y, 2).antiderivative()(Q), "A")
row(lambda t, c: (interpolate.BSpline(t, c, 2)(Q), interpolate.BSpline(t, c, 2, extrapolate=False).derivative()(Q)), "K7 A")
row(lambda y, w: interpolate.make_lsq_spline(X7, y, [0.0, 0, 0, 0, 1.5, 3.4, 3.4, 3.4, 3.4], 3, w)(Q), "V7", w=[None, U[:7]])
row(lambda y: (interpolate.LSQUnivariateSpline(X7, y, [1.1, 2.2], k=2)(Q), interpolate.UnivariateSpline(X7, y, s=0, k=4, ext=1)(Q)), "V7")
row(lambda y, n: (interpolate.splder(interpolate.splrep(X7, y), n)[:2], interpolate.splantider(interpolate.splrep(X7, y), n)[:2],
    interpolate.UnivariateSpline(X7, y, s=0).derivative(n)(Q), interpolate.UnivariateSpline(X7, y, s=0).antiderivative(n)(Q),
    interpolate.splev(Q, interpolate.splantider(interpolate.splrep(X7, y), n))), "V7", n=[1, 2])
row(lambda y, z: (lambda tck, u: (u, *interpolate.splev([0.2, 0.9], tck), tck[1][0]))(*interpolate.splprep([y, z], s=0)), "V U")
for dx in (0, 1):
    row(lambda z, dx, dy: (lambda f: (f([0.3, 5.0], [0.1, 1.0, 2.0], dx, dy), f.ev([0.3, 1.7], [0.2, 2.5], dx, dy), f(1.0, 0.5)))(
        interpolate.RectBivariateSpline(X7[:4], X7[:4], z)), "E", dx=[dx], dy=[0, 2])
row(interpolate.barycentric_interpolate, "", xi=[X7], yi=[V[:7]], x=[Q, 0.7, Q.reshape(7, 1)])
row(interpolate.krogh_interpolate, "", xi=[X7], yi=[V[:7]], x=[Q, 0.7])
row(interpolate.pchip_interpolate, "", xi=[X7], yi=[V[:7]], x=[Q[1:6]], der=[0, 1])
row(lambda y: (interpolate.lagrange(X7, y)(Q), interpolate.lagrange(X7, y).coef, interpolate.BarycentricInterpolator(X7, y)(Q),
    interpolate.KroghInterpolator(X7, y)(Q), interpolate.CubicHermiteSpline(X7, y, y[::-1])(Q)), "V7")
row(lambda y, m, e: interpolate.Akima1DInterpolator(X7, y, method=m, extrapolate=e)(Q), "V7", m=["akima", "makima"], e=[None, True])
row(lambda y: interpolate.Akima1DInterpolator(X7, np.where(X7 > 1.2, 1.0, y))(Q), "V7")
for m in ("linear", "thin_plate_spline", "cubic", "quintic", "multiquadric", "inverse_multiquadric", "inverse_quadratic", "gaussian"):
    row(lambda p, d, m, s, g: interpolate.RBFInterpolator(p, d, kernel=m, epsilon=1.5, smoothing=s, degree=g)(p[:3] + 0.1), "W V", m=[m],
        s=[0.0, 0.2], g=[None, 1, 2])
for m in ("multiquadric", "inverse", "gaussian", "linear", "cubic", "quintic", "thin_plate"):
    row(lambda p, d, m, e: interpolate.Rbf(p[:, 0], p[:, 1], d, function=m, epsilon=e, smooth=0.1)(p[:3, 1], p[:3, 0]), "W V", m=[m], e=[None, 0.7])
row(lambda p, d: (interpolate.NearestNDInterpolator(p, d)(p + 0.2), interpolate.griddata(p, d, (p[:, 0], 0.3), method="nearest")), "W V")

for f in (optimize.brenth, optimize.ridder, optimize.toms748):
    row(lambda u, f, full: f(lambda x, c: np.exp(x) - 2.0 - c * x, 0.0, 3.0, (u[0],), full_output=full)[0] if full else f(
        lambda x: np.sin(x) - u[1] / 3.0, -1.0, 1.2), "U", f=[f], full=[False, True])
row(lambda u: (optimize.ridder(lambda x: np.sin(5.0 * x), -1.0, 1.1), optimize.brenth(lambda x: np.sin(5.0 * x), -1.0, 1.1),
    optimize.brenth(lambda x: np.sin(5.0 * x), -1.0, 1.1, xtol=1e-2), optimize.ridder(lambda x: np.sin(5.0 * x) + u[0], -1.0, 0.9, xtol=1e-2)), "U")
for m in ("brentq", "bisect", "brenth", "ridder"):
    row(lambda u, m: optimize.root_scalar(lambda x: np.sin(5.0 * x) + u[0], bracket=[-1.0, 0.9], method=m, xtol=1e-2).root, "U", m=[m])
row(optimize.nnls, "", A=[A, A.T, W], b=[V[:3], V[:4], V])
row(lambda a, b, e: optimize.lsq_linear(a, b, e).x, "W V", e=[(-np.inf, np.inf), (0.0, 0.1), ([-0.1, 0.0], [np.inf, 0.2])])
row(lambda y, w, i: optimize.isotonic_regression(y, weights=w, increasing=i).x, "V", w=[None, U], i=[True, False])
row(optimize.approx_fprime, "V", f=[np.sum, lambda x: x[:3] ** 2], epsilon=[1e-3, U * 1e-3])
row(optimize.check_grad, "", func=[lambda x: np.sum(x**2)], grad=[lambda x: 3 * x], x0=[V], epsilon=[1e-2])
for f in (optimize.rosen, optimize.rosen_der, optimize.rosen_hess):
    row(f, "V")
row(optimize.rosen_hess_prod, "V U")

for f in (csgraph.floyd_warshall, csgraph.dijkstra, csgraph.shortest_path, csgraph.bellman_ford, csgraph.johnson):
    some = {} if f is csgraph.floyd_warshall else {"indices": [None, 2, [0, 3]]}
    row(f, "H", directed=[True, False], unweighted=[False, True], **some)
row(csgraph.dijkstra, "H", indices=[[0, 3]], limit=[0.8], min_only=[True])
row(csgraph.dijkstra, "H", limit=[0.8])
row(csgraph.connected_components, "H", directed=[True, False], return_labels=[True, False])
row(csgraph.connected_components, "", csgraph=[np.diag([1, 0, 1, 1, 0], 1), np.diag([1, 0, 0, 1], 2)], directed=[False])
for a in ("H", "S", "SI"):
    row(csgraph.laplacian, a, normed=[False, True], return_diag=[False, True], use_out_degree=[False, True], symmetrized=[False, True])
for a in ("A", "S", "I", "W"):
    row(optimize.linear_sum_assignment, a, maximize=[False, True])
row(optimize.linear_sum_assignment, "", cost_matrix=[R.integers(0, 4, (6, 6)), R.integers(0, 3, (7, 5)), R.integers(0, 3, (5, 7))])
row(lambda a, s, p: (sparse.hstack([sparse.csr_matrix(a), sparse.csc_matrix(s)]).toarray(), sparse.vstack([sparse.csr_matrix(p), sparse.eye(3)]) @ a,
    sparse.block_diag([sparse.csr_matrix(a), s]).toarray(), sparse.bmat([[sparse.csr_matrix(a), None], [None, sparse.csr_matrix(s)]]).toarray(),
    sparse.tril(sparse.csr_matrix(a), -1).toarray(), sparse.triu(sparse.csr_matrix(s)).toarray(), sparse.issparse(a), sparse.issparse(sparse.eye(2)),
    sparse_linalg.norm(sparse.csr_matrix(a)), sparse_linalg.norm(sparse.csr_matrix(a), 1), sparse_linalg.inv(sparse.csc_matrix(p)).toarray(),
    sparse_linalg.expm(sparse.csc_matrix(s)).toarray(), sparse_linalg.expm_multiply(sparse.csr_matrix(s), a),
    csgraph.laplacian(sparse.csr_matrix(p)).toarray(), csgraph.shortest_path(sparse.csr_matrix(np.abs(p)))), "A S P")
row(lambda p, x0, rtol: sparse_linalg.bicgstab(sparse.csr_matrix(p), np.arange(4.0), x0=x0, rtol=rtol), "E", x0=[None, U[:4]], rtol=[1e-5, 1e-1])
row(lambda p, x0, rtol, maxiter: (sparse_linalg.minres(sparse.csr_matrix(p + p.T), np.arange(4.0), x0=x0, rtol=rtol, maxiter=maxiter),
    sparse_linalg.gmres(sparse.csr_matrix(p), np.arange(4.0), x0=x0, rtol=rtol, maxiter=maxiter, restart=3)),
    "E", x0=[None, U[:4]], rtol=[1e-5, 1e-1], maxiter=[None, 2])
row(lambda p, damp, iter_lim, atol, x0: sparse_linalg.lsqr(p, np.arange(12.0), damp, iter_lim=iter_lim, atol=atol, x0=x0)[:7], "W",
    damp=[0.0, 0.5], iter_lim=[None, 1], atol=[1e-6, 1e-1], x0=[None, U[:2]])
row(lambda h, b: sparse_linalg.bicgstab(sparse.csr_matrix(h + 6.0 * np.eye(5)), b, rtol=1e-2), "H U5")
row(lambda p, w: sparse_linalg.eigsh(sparse.csr_matrix(p + p.T), k=2, which=w, return_eigenvectors=False), "E", w=["LM", "LA", "SA", "SM"])

for a in ("Z", "F", "I"):
    row(lambda x: (signal.lfilter([0.5, 0.2], [1.0, -0.3], x), signal.sosfilt([[1, 0.2, 0.1, 1, 0.3, 0.2]], x), signal.detrend(x),
        signal.filtfilt([0.5, 0.2], [1.0, -0.3], x, padlen=2), integrate.simpson(x), integrate.cumulative_trapezoid(x, initial=0),
        linalg.block_diag(x, x[0], 2), linalg.expm(x[:, :3]), interpolate.CubicSpline(np.arange(4.0), x[0])(0.3),
        linalg.solve_toeplitz(x[0] + np.array([20, 0, 0, 0]), x[1]), linalg.circulant(x[0])), a)
row(signal.hilbert, "F")
for b in ("not-a-knot", "natural", ("clamped", "not-a-knot"), ((1, 0.5), (2, -1.0)), ((2, 0.3), (1, 0.0)), ("natural", (1, 2.0))):
    row(lambda y, b: interpolate.CubicSpline(X7, y, bc_type=b)(Q), "V7", b=[b])
row(lambda y, x, e: (lambda s: (s(x), s.derivative()(x, 1), s.integrate(-3.0, x[0]), s(x, extrapolate=True)))(
    interpolate.CubicSpline(X7, np.concatenate((y[:-1], y[:1])), bc_type="periodic", extrapolate=e)), "V7 V", e=[None, True])
row(lambda x: (constants.convert_temperature(x, "C", "Fahrenheit"), constants.lambda2nu(x), x * constants.h), "V")
row(lambda x: signal.sosfilt([[1, 0.2, 0.1, 1, 0.3, 0.2], [1, 0, 0.1, 1, 0.1, 0.2]], x, axis=0, zi=0.1 * np.ones((2, 2, 4))), "A")
row(lambda v, u: signal.sosfilt([[1, 0.2, 0.1, 1, 0.3, 0.2]], v, zi=u[:2].reshape(1, 2)), "V U")
row(signal.wiener, "F", mysize=[3])
row(lambda x: (lambda b, a: (signal.sosfilt(signal.tf2sos(b, a), x), signal.tf2zpk(b, a)[2], signal.group_delay((b, a), 8)[1],
    signal.residue([1.0, 2], np.array([1.0, 3.0, 2.0]))[0], signal.firwin2(5, [0.0, 0.4, 1.0], np.array([1.0, 1.0, 0.0]))))(
        *signal.ellip(3, 0.5, 40, 0.3)), "U")

# How many of a row's combinations are refused, at most: what is lifted stays lifted.
REFUSED: dict[str, int] = {
    **{f"scipy.fft._realtransforms.{name}(Z, type, n, norm, orthogonalize)": 24 for name in ("dct", "idct", "dst", "idst")},
    "numpy.max(Z, axis, keepdims)": 10,
    "numpy.min(Z, axis, keepdims)": 10,
    "numpy.ptp(Z, axis, keepdims)": 10,
    "numpy.sum(I, dtype)": 1,
    "numpy.mean(I, dtype)": 2,
    "numpy.std(I, dtype)": 3,
    "numpy.prod(I, dtype)": 1,
    "numpy.delete(A, obj, axis)": 3,
    "numpy.full(shape, fill_value, dtype)": 1,
    "scipy.linalg._decomp_svd.null_space(A)": 1,
    "scipy.stats._stats_py.iqr(V)": 1,
    "scipy.stats._stats_py.rankdata(V, method)": 3,
    "scipy.spatial.distance.cdist(A, XB, metric)": 1,
    "scipy.spatial.distance.pdist(A, metric)": 1,
}
