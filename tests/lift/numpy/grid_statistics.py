"""Statistics of samples."""

from __future__ import annotations

import numpy as np
from scipy import linalg, stats
from scipy.cluster import vq
from scipy.spatial import distance

from tests.lift.numpy.grid import A, Row, U, W, made

AXES = [None, 0, 1]
SIDES = ["two-sided", "less", "greater"]
KEPT = [False, True]
ROWS: list[Row] = [
    made(stats.skew, "A", axis=AXES, bias=[True, False], keepdims=KEPT),
    made(stats.kurtosis, "A", axis=AXES, fisher=[True, False], bias=[True, False], keepdims=KEPT),
    made(stats.sem, "A", axis=AXES, ddof=[0, 1], keepdims=KEPT), made(stats.sem, "I"), made(stats.variation, "A", axis=AXES, ddof=[0, 1]),
    made(stats.moment, "A", order=[0, 1, 2, 3], axis=AXES, center=[None, 0.5], keepdims=KEPT), made(stats.moment, "I", order=[2]),
    made(stats.gmean, "U8", axis=[0]), made(stats.gmean, "U", weights=[None, U], keepdims=KEPT),
    made(stats.hmean, "U", weights=[None, U], keepdims=KEPT), made(stats.pmean, "U", p=[2, -1, 0, 0.5], weights=[None, U]),
    made(stats.gstd, "U", ddof=[0, 1]), made(stats.zmap, "A", compare=[A + 0.1], axis=AXES, ddof=[0, 1]),
    made(stats.gzscore, "U", ddof=[0, 1]), made(stats.tmean, "A", axis=AXES), made(stats.tvar, "A", axis=AXES, ddof=[0, 1]),
    made(stats.tstd, "A", axis=AXES), made(stats.median_abs_deviation, "A", axis=AXES, scale=[1.0, 2.0]),
    made(stats.trim_mean, "A", proportiontocut=[0.0, 0.25, 0.34], axis=AXES), made(stats.trim_mean, "V", proportiontocut=[0.1]),
    made(stats.entropy, "U", base=[None, 2], qk=[None, U[::-1]]), made(stats.entropy, "U8", axis=[0, 1], keepdims=KEPT),
    *(made(f, "A", high=[2 * np.pi, 1.0], low=[0, -0.5], axis=AXES) for f in (stats.circmean, stats.circvar, stats.circstd)),
    made(stats.circstd, "A", normalize=[True]), made(stats.f_oneway, "U V V"), made(stats.f_oneway, "A A S", axis=[1]),
    *(made(f, "U", v=[U[::-1], np.where(U > 0.5, U, 0.2)]) for f in (distance.canberra, distance.braycurtis, distance.hamming)),
    made(distance.minkowski, "U", v=[U[::-1]], p=[1, 2, 3.5, np.inf]),
    made(stats.chisquare, "U", f_exp=[None, U[::-1]], ddof=[0, 2]), made(stats.jarque_bera, "A", axis=AXES),
    *(made(lambda x, loc, scale: (stats.norm.pdf(x, loc, scale), stats.norm.cdf(x, loc, scale), stats.norm.logsf(x, loc, scale), stats.uniform.pdf(x, loc, scale),
        stats.uniform.logpdf(x, loc, scale), stats.uniform.cdf(x, loc, scale), stats.uniform.sf(x, loc, scale), stats.expon.pdf(x, loc, scale),
        stats.expon.logpdf(x, loc, scale), stats.expon.cdf(x, loc, scale), stats.expon.logsf(x, loc, scale)), a, loc=[0.5], scale=[1.0, 2, np.array(-1.0)])
      for a in ("Q", "I1", "F7")),
    *(made(lambda x, a, scale: (stats.gamma.pdf(x, a, scale=scale), stats.gamma.cdf(x, 2.0, scale=scale), stats.chi2.logpdf(x, a, 0, scale),
        stats.chi2.sf(x, 3), stats.t.pdf(x, a, 0.5, scale), stats.t.cdf(x, 3), stats.t.sf(x, 3, 0.5), stats.f.logpdf(x, a, 4), stats.f.cdf(x, 3, 4),
        stats.f.sf(x, 3, 4), stats.beta.pdf(x, a, 1.5), stats.beta.cdf(x, 0.5, 1.5), stats.lognorm.logpdf(x, a), stats.lognorm.cdf(x, a, 0, scale),
        stats.lognorm.sf(x, a)), w, a=[2.5, np.array(-1.0)], scale=[2.0, np.array(0.0)]) for w in ("Q", "I1")),
    *(made(lambda k, mu: (stats.poisson.pmf(k, mu), stats.poisson.logpmf(k, mu, 1), stats.poisson.cdf(k, mu), stats.poisson.sf(k, mu), stats.binom.pmf(k, 4, 0.3)),
        a, mu=[2.5, 0.0, np.array(-1.0)]) for a in ("Q", "I", "I1")),
    *(made(lambda q, scale: (stats.norm.ppf(q, 0.5, scale), stats.norm.isf(q, 0.5, scale), stats.uniform.ppf(q, 0.5, scale), stats.uniform.isf(q),
        stats.expon.ppf(q, 0.5, scale), stats.expon.isf(q, 0.5, scale), stats.lognorm.ppf(q, 0.7, 0, scale)), a, scale=[2.0, np.array(-1.0)])
      for a in ("Q", "I", "U")),
    *(made(stats.mode, a) for a in ("V", "I1", "K7", "Z7", "O")), *(made(stats.mode, a, axis=[None]) for a in ("I", "U8")),
    *(made(f, a, v_values=[np.array([0.3, 0.1, 0.1, 0.9]), np.arange(3)]) for a in ("U", "I1", "K7", "F7")
      for f in (stats.wasserstein_distance, stats.energy_distance)),
    *(made(stats.kendalltau, a, y=[y], alternative=SIDES) for a, y in (
        ("U", U[::-1] ** 2), ("I1", np.array([0, 1, 1, 2])), ("Z7", np.arange(7.0)), ("L", np.cos(np.arange(40.0))), ("L40", np.roll(np.arange(40.0), 1)))),
    made(stats.kendalltau, "L40", y=[np.arange(40.0) ** 2], alternative=SIDES), made(stats.kendalltau, "U", y=[U[::-1] ** 2], method=["exact", "asymptotic"]),
    *(made(stats.ks_2samp, a, data2=[np.array([0.3, 0.1, 0.1, 0.9, 0.2]), U[::-1] ** 2], alternative=SIDES) for a in ("U", "I1", "F7")),
    made(stats.describe, "A", axis=AXES, ddof=[0, 1], bias=[True, False]), made(stats.describe, "I1"),
    made(stats.binned_statistic, "V", values=[U], statistic=["mean", "std", "count", "sum", "min", "max", "median"], bins=[3, [-0.5, 0.0, 0.4, 0.9]], range=[None, (-0.5, 0.5)]),
    *(made(vq.whiten, a) for a in ("A", "F", "K4")), made(vq.vq, "W", code_book=[W[:3] + 0.1]), made(vq.vq, "F", code_book=[A[:2].astype(np.float32)]), made(vq.vq, "I", code_book=[A[:2] > 0]),
    *(made(linalg.hessenberg, a, calc_q=KEPT) for a in ("S", "E", "Z33", "P8")),
]
