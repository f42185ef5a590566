"""Special functions of SciPy, of data: what libraries compute, with derivatives, and what has a definition."""

import numpy as np
from scipy import special

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(4, 6, 9)).both


@prog(lambda n: (U(n),), close=1e-10)
def waves_in_a_pipe(r):
    out = np.zeros_like(r)
    for m in range(4):
        out += special.jv(m, r) * np.cos(m * r)
    return (out, special.j0(r) + special.y0(r), special.j1(r) - special.y1(r), special.i0(r) * special.k0(r), special.i1(r) + special.k1(r),
            special.iv(0.5, r) + special.kv(1.5, r), special.yv(2, r), np.i0(r), special.spherical_jn(1, r), special.struve(0, r))


@prog(lambda n: (U(n),), close=1e-10)
def tails(x):
    p = x / 2.0
    return (special.erfinv(p), special.erfcinv(p), special.ndtri(p), special.log_ndtr(x), special.erfcx(x), special.erfi(p), special.dawsn(x),
            special.gammainc(2.5, x), special.gammaincc(1, x), special.betainc(2.0, 3.0, p))


@prog(lambda n: (U(n),), close=1e-10)
def integrals(x):
    si, ci = special.sici(x)
    s, c = special.fresnel(x)
    ai, slope, _, _ = special.airy(x)
    return (special.expi(x), special.exp1(x), special.expn(3, x), special.digamma(x), special.polygamma(1, x), special.zeta(2.5, x),
            special.ellipk(x / 2), special.ellipe(x / 2), special.hyp2f1(1.0, 2.0, 3.5, x / 3), special.hyp1f1(0.5, 1.5, x), si + ci, s - c, ai * slope)


@prog(lambda n: (U(n),), close=1e-10)
def by_definition(x):
    return (special.beta(x, 2.0), special.betaln(x, 1.5), special.binom(x + 3.0, 2), special.exprel(x), special.entr(x), special.rel_entr(x, x + 1.0),
            special.kl_div(x, x + 0.5), special.huber(0.8, x), special.log_expit(x), special.eval_legendre(3, x), special.eval_hermite(4, x),
            special.eval_chebyt(5, x / 2), special.eval_laguerre(2, x), special.factorial(4) * x, special.xlog1py(x, x))


@prog(lambda n: (U(n).astype(np.float32),), close=1e-5, grad=False)
def narrow(x):
    return special.j0(x), special.gammainc(2.0, x), special.jv(1, x)
