"""Arrays that functions seldom see: of other dtypes, with NaN and infinities, with one element or none, all the same."""

from __future__ import annotations

import numpy as np
from scipy import fft, integrate, linalg, ndimage, signal, special, stats
from scipy.spatial import distance

from tests.lift.numpy.grid import A, I, Row, U, V, made

EDGES = np.array([0.5, np.nan, -np.inf, -2.0, np.inf])
F = V.astype(np.float32)
ARRAYS = {"Q": EDGES, "Q4": EDGES.astype(np.float32), "O": np.array([1.5]), "E0": np.zeros(0), "E2": np.zeros((2, 0)), "Z7": np.zeros(7),
          "F7": F[:7], "C7": (V[:7] + 1j * U[:7]).astype(np.complex64), "I1": I[0].copy(), "B1": A[0] > 0, "F1": F[0], "S0": np.array(-2.0),
          "D": -U[:3].astype(np.float32), "T1": U[:3].astype(np.float32)}
AXES = [None, 0, 1]
ARRAYS["NEAR"] = np.array([-0.0, 0.0, -2.0, 5e-324])
ARRAYS["Z33"] = np.zeros((3, 3))
ARRAYS |= {"L40": np.arange(40.0), "I33": np.arange(9).reshape(3, 3) - 2, "K4": np.full((3, 4), 0.1), "U81": np.array([200, 100, 3, 7], np.uint8), "ONES": np.ones((2, 3)),
           "P8": (np.eye(3) * 9 + np.ones((3, 3))).astype(np.int8), "B33": np.eye(3) > 0}
ARRAYS["P4"] = (A[:, :3] @ A[:, :3].T + 3.0 * np.eye(3)).astype(np.float32)
ROWS: list[Row] = [
    *(made(f, a, axis=AXES, keepdims=[False, True]) for a in ("I", "B", "U8") for f in (
        np.nanmax, np.nanmin, np.nanmean, np.nanstd, np.nanvar, np.nanmedian, np.nansum, np.nanprod)),
    *(made(f, a, axis=AXES) for a in ("I", "B") for f in (np.nanargmax, np.nanargmin, np.nancumsum)),
    *(made(f, "Z", axis=AXES) for f in (np.nanstd, np.nanvar)), made(np.nanmedian, "T", axis=[(0, 1), (1, 2)], keepdims=[False, True]),
    *(made(f, "E0") for f in (np.median, np.nanmedian, np.nansum)), made(np.nanquantile, "E0", q=[0.5]), made(np.resize, "E0", new_shape=[(2, 2)]),
    *(made(f, a, q=[0.3, 1, 0, [0.2, 0.9]], axis=AXES) for a in ("F", "I", "A") for f in (np.quantile, np.nanquantile, np.percentile, np.nanpercentile)),
    *(made(f, a, initial=[0.5, 2], axis=AXES) for a in ("I", "B", "F") for f in (np.sum, np.prod, np.max, np.min)),
    *(made(f, "E2", initial=[0.5], axis=[1, None]) for f in (np.max, np.min, np.sum)),
    *(made(f, a, ddof=[1, 2]) for a in ("O", "E0") for f in (np.var, np.std)),
    made(np.diff, "I", prepend=[0.5], append=[1, 0.5]), made(np.diff, "F", prepend=[0.0]), made(np.diff, "E0", prepend=[1.0], append=[3.0]),
    *(made(f, a) for a in ("Q", "Q4", "I1", "B1") for f in (np.isreal, np.iscomplex, np.imag, np.real)), *(made(np.angle, a) for a in ("Q", "Q4", "I1")),
    made(lambda x: (x.imag, (x * 2).imag, x[0].imag), "Q"), made(np.modf, "Q"), made(np.modf, "I1"), made(lambda x: np.signbit(np.modf(x)[0]), "NEAR"), made(np.frexp, "I1"),
    made(np.positive, "A", dtype=[np.float32, complex]), *(made(f, "C7") for f in (np.log2, np.log10)), made(np.logaddexp2, "F7 F7"),
    made(np.correlate, "B1", v=[np.array([True, False])]), made(np.correlate, "C7 C7"),
    made(np.pad, "F7", pad_width=[2], mode=["linear_ramp"]), made(np.gradient, "I", axis=[None, 0, 1], edge_order=[1, 2]), made(np.gradient, "U8", axis=[0]),
    *(made(np.interp, "F7", xp=[[0.0, 0.5, 1.0]], fp=[fp]) for fp in ([1, 2, 4], F[:3], F[:3] + 1j)),
    *(made(f, a, bins=[1, 3], range=[None, (-0.5, 0.5)]) for a in ("F", "O", "Z7", "I") for f in (np.histogram, np.histogram_bin_edges)),
    made(np.histogram_bin_edges, "F", bins=[[0.0, 0.5, 1.0]]), made(np.histogram2d, "O O", bins=[3, (2, 4)], density=[False, True]),
    made(np.bincount, "B1", minlength=[0, 3]), *(made(f, "F") for f in (np.cov, np.corrcoef)), made(np.cov, "O", ddof=[0, 2]),
    made(np.trim_zeros, "Z7", trim=["fb", "f", "b"]), made(np.isclose, "U8", b=[3], atol=[2.0]), made(np.isclose, "B", b=[True]),
    made(np.linspace, "F1", stop=[np.float32(2.0), 2.0, np.float64(2.0)], num=[1, 4], retstep=[False, True]), made(np.linspace, "F7 F7", num=[3]),
    made(np.logspace, "F1", stop=[np.float32(2.0)], num=[4]), made(np.geomspace, "S0", stop=[-8.0], num=[1, 4]), made(np.geomspace, "D", stop=[-D for D in (3.0, 4.0)], num=[3]),
    *(made(f, a, dtype=[np.float32, np.complex64]) for a in ("Z", "A", "I") for f in (np.asarray, np.array, np.ascontiguousarray)),
    *(made(f, "S0") for f in (np.ascontiguousarray, np.asfortranarray)), made(np.array, "V", copy=[False, True], ndmin=[2]),
    made(np.sort_complex, "F7"), made(np.sort_complex, "I8", ), *(made(f, a, axis=[-1]) for a in ("B1 B1", "I1 I1", "F7 F7") for f in (np.vecdot,)),
    made(lambda a: np.matvec(a, np.array([True, False, True, True])), "B"), made(lambda a: np.matvec(a, np.arange(4, dtype=np.uint8)), "U8"),
    made(np.linalg.norm, "F", ord=[0], axis=[0]), made(np.linalg.vector_norm, "T", axis=[None, 1, (0, 2)], ord=[2, 1, np.inf, 0], keepdims=[False, True]),
    made(np.linalg.cond, "Z33", p=[None, 2, -2, 1]),
    made(stats.skew, "F", bias=[True, False]), *(made(f, "F") for f in (stats.sem, stats.iqr)), made(stats.entropy, "T1", base=[None, 2]),
    made(stats.hmean, "V"), made(stats.pmean, "V", p=[2]), made(stats.rankdata, "Q"), made(stats.spearmanr, "Q", b=[np.arange(5.0)]),
    made(stats.trim_mean, "Q", proportiontocut=[0.2]), made(stats.linregress, "F7", y=[F[2:9]]), made(stats.chisquare, "T1"),
    made(stats.moment, "Q", order=[1]), made(stats.moment, "A", order=[1], axis=AXES, keepdims=[False, True]),
    *(made(lambda x: (special.entr(x), special.exprel(x)), a) for a in ("U8", "I8", "B", "Z7")),
    made(lambda x, k: special.binom(x, k), "U8", k=[2, np.arange(4, dtype=np.uint8)]), made(lambda x: special.beta(x, x), "Z7"),
    *(made(f, a) for a in ("Q", "U8", "I8") for f in (special.logsumexp, special.log_softmax)),
    made(integrate.cumulative_trapezoid, "O", initial=[0]), made(integrate.cumulative_simpson, "O", initial=[0]),
    made(integrate.simpson, "F7", x=[np.arange(7, dtype=np.float32) ** 2, None]), made(integrate.simpson, "V7", x=[np.array([0.0, 0, 1, 1, 2, 2, 2])]),
    made(integrate.simpson, "U5", x=[np.array([0.0, 0, 1, 1, 2])]), made(integrate.simpson, "I", x=[np.array([0, 1, 1, 2])]),
    made(lambda p: (linalg.norm(p, 1), linalg.norm(p, np.inf), linalg.norm(p[0]), linalg.norm(p), linalg.lu_factor(p), linalg.sqrtm(p), linalg.pinv(p), linalg.pinvh(p),
        linalg.solve_sylvester(p, p, p), linalg.solve_continuous_lyapunov(p, p), linalg.matmul_toeplitz(p[0], p[1]), linalg.signm(p), linalg.det(p).astype(np.float32)), "P4"),
    *(made(f, "A", axes=[None, 0, (0,), (0, 1)]) for f in (fft.fftshift, fft.ifftshift, np.fft.fftshift)), made(fft.fft2, "A", axes=[(0, 1), (1, 0)]),
    made(fft.irfftn, "Z", s=[None, (3, 5)], axes=[(0, 1)]),
    *(made(lambda u, v: (distance.euclidean(u, v), distance.canberra(u, v), distance.braycurtis(u, v), distance.minkowski(u, v, 3), distance.minkowski(u, v, 2), distance.hamming(u, v),
        distance.cityblock(u, v), distance.cosine(u, v), distance.sqeuclidean(u, v)), f"{a} {a}") for a in ("F7", "V7", "I1")),
    made(distance.canberra, "Q", v=[np.arange(5.0)]), *(made(f, "F", metric=["euclidean", "canberra", "cosine"]) for f in (distance.pdist,)),
    made(ndimage.median, "N"), made(ndimage.median, "F"), made(ndimage.median, "I"),
    made(lambda x: signal.lfilter(x[:3], x[1:4], x), "F7"),
    made(np.poly, "S"), made(np.poly, "I33"), *(made(f, a) for a in ("C7", "F7", "I1") for f in (np.polynomial.legendre.legder, np.polynomial.polynomial.polyfromroots)),
    *(made(lambda c, x: (np.polynomial.polynomial.polyval(x, c), np.polynomial.chebyshev.chebval(x, c), np.polynomial.polynomial.polyvalfromroots(x, c),
        np.polynomial.hermite.hermval(x, c), np.polynomial.legendre.legval(x, c)), f"{a} {b}") for a, b in (("I1", "I1"), ("F7", "F1"), ("I1", "F1"))),
    made(np.polynomial.chebyshev.chebfit, "Z7", y=[V[:7]], deg=[1]),
    *(made(lambda p: (linalg.inv(p), linalg.qr(p)[1], linalg.cholesky(p), linalg.lu(p)[1:], linalg.svdvals(p), linalg.eigvalsh(p[::1]), linalg.pinv(p), linalg.polar(p)[0],
        linalg.solve_triangular(p, p[0]), linalg.lstsq(p[:, :2], p[0])[:2], linalg.solve(p, p[0])), a) for a in ("P8", "B33")),
    *(made(f, a) for a in ("K4", "A", "I") for f in (stats.zscore, stats.skew, stats.kurtosis)), made(stats.zscore, "I", ddof=[3]), made(stats.sem, "O", ddof=[0]),
    *(made(f, a) for a in ("B1", "U81", "I1", "F7") for f in (stats.tmean, stats.gstd, stats.gzscore)), made(stats.zmap, "F7", compare=[V[:7]]),
    made(stats.ttest_ind, "O", b=[V]), made(stats.ttest_ind, "A", b=[A[:2] ** 2], equal_var=[True, False], alternative=["two-sided", "less", "greater"]),
    *(made(f, "V", **{name: [0.1 if name == "popmean" else U]}, alternative=["less", "greater"]) for f, name in (
        (stats.ttest_1samp, "popmean"), (stats.ttest_rel, "b"), (stats.pearsonr, "y"), (stats.spearmanr, "b"), (stats.linregress, "y"))),
    made(stats.iqr, "A", rng=[(10, 80)], axis=AXES, scale=[1.0, 2.0], interpolation=["linear", "lower"], keepdims=[False, True]),
    made(distance.chebyshev, "Q", v=[np.arange(5.0)]), made(distance.cdist, "N", XB=[A[:2]], metric=["chebyshev"]), made(distance.minkowski, "U81", v=[np.arange(4, dtype=np.uint8)], p=[1, 2]),
    *(made(f, a, size=[3]) for a in ("E0", "E2") for f in (ndimage.uniform_filter, ndimage.maximum_filter, ndimage.median_filter)),
    made(ndimage.distance_transform_edt, "U8", sampling=[None, (1, 2)]), made(ndimage.distance_transform_edt, "ONES", sampling=[None, (1, 2)]),
    *(made(f, a, labels=[None, A > 0]) for a in ("F", "I") for f in (ndimage.mean, ndimage.variance)), made(signal.medfilt, "S0", kernel_size=[1]),
    *(made(ndimage.fourier_shift, a, shift=[0.3]) for a in ("F7", "C7")), made(ndimage.spline_filter1d, "F7"),
    made(signal.find_peaks, "F7", height=[-1.0]), made(signal.lombscargle, "V", y=[U], freqs=[np.array([0.0, 1.0])], normalize=[False, True], floating_mean=[False, True]),
    made(lambda b, y: signal.lfiltic(b[:3], b[2:4], y), "C7 F7"), made(lambda b, y: signal.lfiltic(b[:3], b[2:4], y), "F7 F7"),
    *(made(lambda x: signal.upfirdn([1, 2, 3], x, 2), a) for a in ("I1", "F7")), made(signal.welch, "V", nperseg=[1, 4]),
]
