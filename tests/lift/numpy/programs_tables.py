"""Sparse matrices that a program makes, functions of tables, distributions and statistics of SciPy."""

import numpy as np
import scipy.sparse as sp
from scipy import linalg, stats
from scipy.integrate import simpson
from scipy.interpolate import CubicSpline, PchipInterpolator, RegularGridInterpolator, UnivariateSpline, interp1d, splev, splrep
from scipy.sparse.linalg import cg, factorized, splu, spsolve

from tests.lift.numpy.surface import Collection, U, spd

PROGRAMS, prog = Collection(sizes=(5, 7, 10)).both


@prog(lambda n: (U(n), 0.1), close=1e-10)
def diffusion(u, dt):
    n = len(u)
    second = sp.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(n, n), format="csr") * n
    step = sp.identity(n, format="csc") - dt * second
    solve = factorized(step)
    for _ in range(3):
        u = solve(u)
    return u, second @ u, spsolve(step, u), splu(step).solve(u), step.diagonal(), second.toarray()


@prog(lambda n: (U(n), U(n)), close=1e-9)
def assembled(conductance, load):
    n = len(load)
    left, right = np.arange(n - 1), np.arange(1, n)
    k = conductance[:-1]
    rows, columns = np.concatenate([left, right, left, right]), np.concatenate([left, right, right, left])
    whole = sp.coo_matrix((np.concatenate([k, k, -k, -k]), (rows, columns)), shape=(n, n)).tocsr()
    held = whole + sp.eye(n) - 0.1 * sp.spdiags(np.vstack([load, load]), [0, 1], n, n)
    filled = sp.lil_matrix((n, n))
    for i in range(n - 1):
        filled[i, i + 1] = conductance[i]
    x, told = cg(whole + sp.diags(load), load, rtol=1e-12)
    return held @ load, filled.tocsr() @ load, (filled.tocsr() @ filled.tocsr()).toarray(), x, told, held.multiply(2.0).sum(), held.T @ load


@prog(lambda n: (U(n * n), n), sizes=(3, 4, 5), close=1e-10)
def plane(u, n):
    line = sp.diags([-np.ones(n - 1), 2.0 * np.ones(n), -np.ones(n - 1)], [-1, 0, 1])
    return (sp.kron(line, sp.eye(n)) + sp.kron(sp.eye(n), line)) @ u


@prog(lambda n: (np.cumsum(U(n)), U(n), U(4)), close=1e-10)
def curves(x, y, shares):
    t = x[0] + (x[-1] - x[0]) * shares / 2.0
    free, natural = CubicSpline(x, y), CubicSpline(x, y, bc_type="natural")
    return (free(t), free(t, 1), natural(t), natural.derivative()(t), natural.derivative(2)(t), free.integrate(x[0], t[0]), PchipInterpolator(x, y)(t),
            splev(t, splrep(x, y, s=0)), UnivariateSpline(x, y, s=0)(t), interp1d(x, y)(t), interp1d(x, y, kind="cubic")(t))


@prog(lambda n: (U(n), U(n, n), U(6)), close=1e-10)
def grids(y, values, shares):
    x = np.arange(len(y)) * 0.3
    inside = shares * 0.3 * (len(y) - 1) / 1.6
    wide = interp1d(x, y, bounds_error=False, fill_value=(0.5, 2.0))
    further = interp1d(x, y, fill_value="extrapolate")
    field = RegularGridInterpolator((x, x), values, bounds_error=False, fill_value=None)
    return (wide(inside - 0.1), further(inside + 1.0), interp1d(x, y, kind="previous")(inside), interp1d(x, y, kind="nearest")(inside),
            field(np.stack([inside, 0.9 * inside], axis=-1)), field((inside, inside / 2)), field((inside + 5.0, inside)))


@prog(lambda n: (U(n), U(n, 2)[:, 0]), close=1e-9)
def samples(x, y):
    slope, start, r, chance, error = stats.linregress(x, y)
    high, low = (np.log(x) + 0.1) / 0.2, (np.log(x) - 0.1) / 0.2
    return (x * stats.norm.cdf(high) - stats.norm.cdf(low), stats.norm.pdf(x, loc=0.3, scale=2.0), stats.norm.ppf(x / 2), stats.norm.logpdf(x),
            stats.norm.sf(x), stats.expon.pdf(x), stats.poisson.pmf(2, x), stats.zscore(x), stats.skew(x), stats.kurtosis(x), stats.sem(x), stats.gmean(x),
            slope, start, r, chance, error, stats.pearsonr(x, y)[0])


@prog(lambda n: (spd(n), U(n, n)), close=1e-9)
def pencils(b, a):
    w, v = linalg.eigh(a + a.T, b)
    return w, np.abs(v), linalg.eigvalsh(a + a.T, b)


@prog(lambda n: (np.cumsum(U(2 * n + 1)), U(2 * n + 1)))
def parabolas(x, y):
    return simpson(y, x=x), simpson(y, dx=0.2)
