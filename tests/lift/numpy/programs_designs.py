"""Filters of scipy.signal designed from computed frequencies, densities of scipy.stats, and matrices of particular forms."""

import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre
from scipy import linalg, signal, stats

from tests.lift.numpy.case import Case

BANDS = ((3.0, "low"), (4.0, "highpass"), ([2.0, 7.5], "bandpass"), ([1.0, 22.0], "band"), ([8.0, 9.0], "bandstop"), ([2.0, 23.0], "bs"))


def butterworth(fs):
    found = []
    for n in (1, 4):
        for edges, kind in BANDS:
            found += [*signal.butter(n, edges, kind, fs=fs), signal.butter(n, edges, btype=kind, fs=fs, output="sos")]
    return found


def poles(fs):
    return [x for edges, kind in BANDS for x in signal.butter(3, edges, kind, fs=fs, output="zpk")]


def others(x, fs):
    ripples = [signal.cheby1(n, 1.5, edges, kind, fs=fs, output="sos") for n in (2, 3) for edges, kind in BANDS[1:3]]
    notch, peak = signal.iirnotch(6.0, 30.0, fs), signal.iirpeak(6.0, 20.0, fs=fs)
    given = signal.freqz(x[:3], [1.0, -0.3, 0.2], worN=8, fs=fs), signal.freqz([1.0, 0.5], 1, x), signal.freqz(x[:2], whole=True, worN=16)
    return ripples, notch, peak, given, signal.freqz_sos(ripples[0], 8, fs=fs), signal.sosfilt(ripples[3], x), signal.lfilter(*notch, x)


def densities(x):
    n, v = len(x), np.abs(x) + 0.1
    tests = (stats.chi2.sf(v, 3), stats.chi2.cdf(v, n - 1), stats.chi2.logpdf(v, n), stats.t.sf(x, n - 2), stats.t.cdf(x, df=4),
             stats.t.logpdf(x, v), stats.f.sf(v, 2, n), stats.f.cdf(v, 3, 5), stats.f.pdf(v, 3, 5))
    priors = (stats.gamma.logpdf(v, v[0] + 1, scale=v[1]), stats.gamma.cdf(v, 2.5), stats.beta.logpdf(v / (1 + v), 2, v[1]),
              stats.beta.cdf(v / 9, 2, 3.5), stats.lognorm.pdf(x, v[1], scale=2.0), stats.lognorm.cdf(x, 0.5), stats.expon.logpdf(x),
              stats.binom.pmf(np.arange(6), 5, 0.3), stats.expon.sf(x, scale=2.0))
    return tests, priors, stats.chi2.ppf(0.5, 1) * x, stats.t.interval(0.9, 4)


def joint_densities(a):
    spread = a @ a.T + 9 * np.eye(len(a))
    return (stats.multivariate_normal.logpdf(a.T, mean=a[:, 0], cov=spread), stats.multivariate_normal.pdf(a[:, 0], a[:, 1], spread),
            stats.multivariate_normal.logpdf(a[0], 0.1, 2.0), stats.multivariate_normal.logpdf(a[0, :3]))


def series(c, t):
    return (legendre.legder(c), legendre.legder(c, 2), chebyshev.chebder(c), chebyshev.chebder(c, m=3), legendre.legder(c[:1]),
            hermite.hermval(t, c), hermite_e.hermeval(t, c), laguerre.lagval(t, c))


def forms(a):
    c = a[0] + 30.0 * (np.arange(a.shape[1]) == 0)
    levinson = linalg.solve_toeplitz(c, a[1]), linalg.solve_toeplitz((c, np.r_[30.0, a[2, 1:]]), a[:2].T)
    gram = a @ a.T
    values = linalg.eigh(gram, eigvals_only=True, subset_by_index=[0, 1]), linalg.eigvalsh(gram, subset_by_index=(1, len(a) - 1))
    products = np.kron(a, [1.0, -1.0]), np.kron([1.0, 2.0], a), np.kron(2.0, a)
    turned = np.tensordot(a, a.T, axes=(range(1, 2), [0]))
    return levinson, values, products, turned, np.moveaxis(turned[None], range(1), [2]), turned.transpose(range(1, -1, -1))


def medians(x):
    m = np.ma.masked_less(x, -0.5)
    return np.ma.median(m), np.ma.median(m, axis=1).filled(-9.0), np.ma.median(m, axis=0).filled(0.0), np.ma.median(x)


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


CASES = [
    Case(butterworth, (50.0,), [(53.5,)], close=1e-11), Case(poles, (50.0,), [(53.5,)], close=1e-11),
    Case(others, (normal(6), 50.0), [(normal(8, seed=1), 53.5)], close=1e-11),
    Case(densities, (normal(6),), [(normal(9, seed=1),)], close=1e-12),
    Case(series, (normal(6), normal(5)), [(normal(9, seed=1), normal(3))], close=1e-12),
    *(Case(program, (normal(4, 5),), [(normal(6, 8, seed=1),)], close=1e-11) for program in (joint_densities, forms, medians))]
