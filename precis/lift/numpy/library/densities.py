"""scipy.stats: densities and distributions with definitions, and the frozen normal distribution."""

from typing import Any

import numpy as np
import scipy.special as special

from precis.lift.numpy import primitives


def _placed(x, loc, scale, *shapes):
    """Where x lies, in binary64; NaN where the scale or a shape is not positive."""
    z = (np.asarray(x, dtype=float) - loc) / scale
    valid = scale > 0
    for shape in shapes:
        valid = valid & (shape > 0)
    return z if isinstance(valid, bool) and valid else np.where(valid, z, np.nan)[()]


def _where(z, inside, found, outside):
    """NaN where z is not known."""
    return np.where(np.isnan(z), z, np.where(inside, found, outside))[()]


def _turned(q, loc, scale, found):
    """Of the standard distribution what holds at the part q; NaN of what is no part, or where the scale is not positive."""
    return np.where((scale > 0) & (q >= 0.0) & (q <= 1.0), found * scale + loc, np.nan)[()]


def norm_pdf(x, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale)
    return np.exp(-z * z / 2.0) / np.sqrt(2.0 * np.pi) / scale


def norm_logpdf(x, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale)
    return -z * z / 2.0 - np.log(np.sqrt(2.0 * np.pi)) - np.log(scale)


def norm_cdf(x, loc=0.0, scale=1.0):
    return special.ndtr(_placed(x, loc, scale))


def norm_sf(x, loc=0.0, scale=1.0):
    return special.ndtr(-_placed(x, loc, scale))


def norm_logcdf(x, loc=0.0, scale=1.0):
    return special.log_ndtr(_placed(x, loc, scale))


def norm_logsf(x, loc=0.0, scale=1.0):
    return special.log_ndtr(-_placed(x, loc, scale))


def norm_ppf(q, loc=0.0, scale=1.0):
    q = np.asarray(q, dtype=float)
    return _turned(q, loc, scale, special.ndtri(q))


def norm_isf(q, loc=0.0, scale=1.0):
    q = np.asarray(q, dtype=float)
    return _turned(q, loc, scale, -special.ndtri(q))


def expon_pdf(x, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale)
    return _where(z, z >= 0.0, np.exp(-np.maximum(z, 0.0)) / scale, 0.0)


def expon_cdf(x, loc=0.0, scale=1.0):
    return -np.expm1(-np.maximum(_placed(x, loc, scale), 0.0))


def uniform_pdf(x, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale)
    return _where(z, (z >= 0.0) & (z <= 1.0), 1.0 / scale, 0.0)


def uniform_logpdf(x, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale)
    return _where(z, (z >= 0.0) & (z <= 1.0), -np.log(scale), -np.inf)


def uniform_sf(x, loc=0.0, scale=1.0):
    return 1.0 - uniform_cdf(x, loc, scale)


def uniform_ppf(q, loc=0.0, scale=1.0):
    q = np.asarray(q, dtype=float)
    return _turned(q, loc, scale, q)


def uniform_isf(q, loc=0.0, scale=1.0):
    q = np.asarray(q, dtype=float)
    return _turned(q, loc, scale, 1.0 - q)


def uniform_cdf(x, loc=0.0, scale=1.0):
    return np.clip(_placed(x, loc, scale), 0.0, 1.0)


def _whole(k, loc):
    """(where k lies, in binary64; whether it is a whole number from 0 on)"""
    n = np.asarray(k, dtype=float) - loc
    return n, (n >= 0.0) & (np.floor(n) == n)


def poisson_pmf(k, mu, loc=0):
    n, inside = _whole(k, loc)
    m = np.where(inside, n, 0.0)
    found = np.exp(special.xlogy(m, mu) - special.gammaln(m + 1.0) - mu)
    return np.where(mu >= 0, _where(n, inside, found, 0.0), np.nan)[()]


def poisson_logpmf(k, mu, loc=0):
    n, inside = _whole(k, loc)
    m = np.where(inside, n, 0.0)
    return np.where(mu >= 0, _where(n, inside, special.xlogy(m, mu) - special.gammaln(m + 1.0) - mu, -np.inf), np.nan)[()]


def _counted(n):
    """The whole numbers up to n, of those from 0 on."""
    return np.minimum(np.where(n >= 0.0, n, 0.0), 2.0**52).astype(np.int64)


def poisson_cdf(k, mu, loc=0):
    n = np.asarray(k, dtype=float) - loc
    found = special.gammaincc(_counted(n) + 1, mu * 1.0)
    return np.where(mu >= 0, _where(n, n >= 0.0, found, 0.0), np.nan)[()]


def poisson_sf(k, mu, loc=0):
    n = np.asarray(k, dtype=float) - loc
    found = special.gammainc(_counted(n) + 1, mu * 1.0)
    return np.where(mu >= 0, _where(n, n >= 0.0, found, 1.0), np.nan)[()]


def _half(freedom):
    """Half of the degrees of freedom, by which the incomplete functions have no derivative."""
    return primitives.stop(freedom / 2.0) if isinstance(freedom, int) else freedom / 2.0


def expon_logpdf(x, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale)
    return _where(z, z >= 0.0, -z - np.log(scale), -np.inf)


def expon_sf(x, loc=0.0, scale=1.0):
    return np.exp(-np.maximum(_placed(x, loc, scale), 0.0))


def expon_logsf(x, loc=0.0, scale=1.0):
    return -np.maximum(_placed(x, loc, scale), 0.0)


def expon_ppf(q, loc=0.0, scale=1.0):
    q = np.asarray(q, dtype=float)
    return _turned(q, loc, scale, -np.log1p(-np.clip(q, 0.0, 1.0)))


def expon_isf(q, loc=0.0, scale=1.0):
    q = np.asarray(q, dtype=float)
    return _turned(q, loc, scale, -np.log(np.clip(q, 0.0, 1.0)))


def gamma_logpdf(x, a, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale, a)
    inside = z >= 0.0
    y = np.where(inside, z, 1.0)
    return _where(z, inside, special.xlogy(a - 1.0, y) - y - special.gammaln(a * 1.0) - np.log(scale), -np.inf)


def gamma_pdf(x, a, loc=0.0, scale=1.0):
    return np.exp(gamma_logpdf(x, a, loc, scale))


def gamma_cdf(x, a, loc=0.0, scale=1.0):
    return special.gammainc(a, np.maximum(_placed(x, loc, scale, a), 0.0))


def gamma_sf(x, a, loc=0.0, scale=1.0):
    return special.gammaincc(a, np.maximum(_placed(x, loc, scale, a), 0.0))


def chi2_logpdf(x, df, loc=0.0, scale=1.0):
    return gamma_logpdf(x, df / 2.0, loc, 2.0 * scale)


def chi2_pdf(x, df, loc=0.0, scale=1.0):
    return np.exp(chi2_logpdf(x, df, loc, scale))


def chi2_cdf(x, df, loc=0.0, scale=1.0):
    return gamma_cdf(x, _half(df), loc, 2.0 * scale)


def chi2_sf(x, df, loc=0.0, scale=1.0):
    return gamma_sf(x, _half(df), loc, 2.0 * scale)


def beta_logpdf(x, a, b, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale, a, b)
    inside = (z >= 0.0) & (z <= 1.0)
    y = np.where(inside, z, 0.5)
    found = special.xlogy(a - 1.0, y) + special.xlog1py(b - 1.0, -y) - special.betaln(a * 1.0, b * 1.0) - np.log(scale)
    return _where(z, inside, found, -np.inf)


def beta_pdf(x, a, b, loc=0.0, scale=1.0):
    return np.exp(beta_logpdf(x, a, b, loc, scale))


def beta_cdf(x, a, b, loc=0.0, scale=1.0):
    return special.betainc(a, b, np.clip(_placed(x, loc, scale, a, b), 0.0, 1.0))


def beta_sf(x, a, b, loc=0.0, scale=1.0):
    return special.betainc(b, a, 1.0 - np.clip(_placed(x, loc, scale, a, b), 0.0, 1.0))


def t_logpdf(x, df, loc=0.0, scale=1.0):
    z, half = _placed(x, loc, scale, df), df / 2.0
    return (special.gammaln(half + 0.5) - special.gammaln(half) - 0.5 * np.log(df * np.pi) - (half + 0.5) * np.log1p(z * z / df)
            - np.log(scale))


def t_pdf(x, df, loc=0.0, scale=1.0):
    return np.exp(t_logpdf(x, df, loc, scale))


def _t_tail(z, df):
    beyond = 0.5 * special.betainc(_half(df), 0.5, df / (df + z * z))
    return np.where(z > 0.0, beyond, 1.0 - beyond)[()]


def t_sf(x, df, loc=0.0, scale=1.0):
    return _t_tail(_placed(x, loc, scale, df), df)


def t_cdf(x, df, loc=0.0, scale=1.0):
    return _t_tail(-_placed(x, loc, scale, df), df)


def f_logpdf(x, dfn, dfd, loc=0.0, scale=1.0):
    z, m, n = _placed(x, loc, scale, dfn, dfd), dfn * 1.0, dfd * 1.0
    inside = z > 0.0
    y = np.where(inside, z, 1.0)
    found = (0.5 * n * np.log(n) + 0.5 * m * np.log(m) + special.xlogy(0.5 * m - 1.0, y) - 0.5 * (n + m) * np.log(n + m * y)
             - special.betaln(0.5 * m, 0.5 * n) - np.log(scale))
    return _where(z, inside, found, -np.inf)


def f_pdf(x, dfn, dfd, loc=0.0, scale=1.0):
    return np.exp(f_logpdf(x, dfn, dfd, loc, scale))


def f_cdf(x, dfn, dfd, loc=0.0, scale=1.0):
    z = np.maximum(_placed(x, loc, scale, dfn, dfd), 0.0)
    far = z == np.inf
    y = np.where(far, 1.0, z)
    return special.betainc(_half(dfn), _half(dfd), np.where(far, 1.0, dfn * y / (dfn * y + dfd)))[()]


def f_sf(x, dfn, dfd, loc=0.0, scale=1.0):
    z = np.maximum(_placed(x, loc, scale, dfn, dfd), 0.0)
    return special.betainc(_half(dfd), _half(dfn), dfd / (dfn * z + dfd))


def lognorm_logpdf(x, s, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale, s)
    inside = z > 0.0
    u = np.log(np.where(inside, z, 1.0))
    return _where(z, inside, -u * u / (2.0 * s * s) - np.log(s * np.where(inside, z, 1.0) * np.sqrt(2.0 * np.pi)) - np.log(scale), -np.inf)


def lognorm_pdf(x, s, loc=0.0, scale=1.0):
    return np.exp(lognorm_logpdf(x, s, loc, scale))


def lognorm_cdf(x, s, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale, s)
    return _where(z, z > 0.0, special.ndtr(np.log(np.where(z > 0.0, z, 1.0)) / s), 0.0)


def lognorm_sf(x, s, loc=0.0, scale=1.0):
    z = _placed(x, loc, scale, s)
    return _where(z, z > 0.0, special.ndtr(-np.log(np.where(z > 0.0, z, 1.0)) / s), 1.0)


def lognorm_ppf(q, s, loc=0.0, scale=1.0):
    q = np.asarray(q, dtype=float)
    return np.where(s > 0, _turned(q, loc, scale, np.exp(s * special.ndtri(q))), np.nan)[()]


def binom_pmf(k, n, p, loc=0):
    m, whole = _whole(k, loc)
    n = n * 1.0
    inside = whole & (m <= n)
    j = np.where(inside, m, 0.0)
    ways = special.gammaln(n + 1.0) - special.gammaln(j + 1.0) - special.gammaln(n - j + 1.0)
    found = np.exp(ways + special.xlogy(j, p) + special.xlog1py(n - j, -p))
    return np.where((p >= 0) & (p <= 1) & (n >= 0.0), _where(m, inside, found, 0.0), np.nan)[()]


def multivariate_normal_logpdf(x, mean=None, cov: Any = 1.0, allow_singular=False):
    """With a covariance that is positive definite; points along the last axis."""
    assert not allow_singular
    n = np.shape(cov)[0] if np.ndim(cov) > 0 else 1 if mean is None else np.size(mean)
    spread = np.asarray(cov) if np.ndim(cov) == 2 else np.eye(n) * cov
    apart = (x[..., None] if n == 1 and (np.ndim(x) < 1 or np.shape(x)[-1] != 1) else x) - (0.0 if mean is None else mean)
    factor = np.linalg.cholesky(spread)
    z = np.linalg.solve(factor, np.reshape(apart, (-1, n)).T)
    found = -0.5 * (np.sum(z * z, axis=0) + n * np.log(2.0 * np.pi)) - np.sum(np.log(np.diagonal(factor)))
    return np.reshape(found, np.shape(apart)[:-1])[()]


def multivariate_normal_pdf(x, mean=None, cov=1.0, allow_singular=False):
    return np.exp(multivariate_normal_logpdf(x, mean, cov, allow_singular))


class norm:
    """scipy.stats.norm(loc, scale)"""

    def __init__(self, loc=0.0, scale=1.0):
        self.loc, self.scale = loc, scale

    def pdf(self, x):
        return norm_pdf(x, self.loc, self.scale)

    def logpdf(self, x):
        return norm_logpdf(x, self.loc, self.scale)

    def cdf(self, x):
        return norm_cdf(x, self.loc, self.scale)

    def sf(self, x):
        return norm_sf(x, self.loc, self.scale)

    def ppf(self, q):
        return norm_ppf(q, self.loc, self.scale)

    def isf(self, q):
        return norm_isf(q, self.loc, self.scale)

    def mean(self):
        return self.loc * 1.0

    def std(self):
        return self.scale * 1.0
