"""Functions of scipy.special, of arrays that have their corners in them, with known numbers before these."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from tests.lift.numpy.grid import Row, made

ARRAYS = {"EVERY": np.array([-3.5, -2.0, -1.0, -0.3, 0.0, 0.4, 1.0, 2.5, 9.0]), "W32": np.array([-2.0, 0.0, 0.4, 1.0, 2.5], np.float32),
          "DEGREES": np.array([-270.0, -45.0, 0.0, 30.0, 90.0, 180.0, 725.0])}


_PLACES = np.array([-20.25, -3.0, -2.5, -1.0, 0.0, 0.5, 1.0, 7.3, 20.0, 171.0])
ARRAYS |= {"P1": np.tile(_PLACES, 10), "P2": np.repeat(_PLACES, 10)}


def of(name: str, *before: Any, **options: Any) -> Any:
    """The function of the last argument, or of those that follow the numbers `before`."""
    function = getattr(special, name)

    def called(*xs: Any) -> Any:
        return function(*before, *xs, **options)
    called.__name__ = f"{name}{before or ''}{options or ''}"
    return called


EVERYWHERE = ["i0e", "i1e", "exp10", "sindg", "cosdg", "tandg", "cotdg", "cosm1", "rgamma", "gammasgn", "loggamma", "softplus", "wrightomega", "lambertw", "kolmogorov", "ndtri", "erfi", "shichi", "sici", "hyp0f1:1.5", "hyp0f1:0.5", "jve:2", "ive:2", "ive:-1", "jv:1", "iv:2", "jvp:1", "jvp:0", "ivp:2", "spherical_jn:0", "spherical_jn:1", "spherical_jn:2", "spherical_in:0", "spherical_in:1", "spherical_yn:1", "eval_jacobi:3,0.5,1.5", "eval_jacobi:0,1,1", "eval_jacobi:1,1,2", "eval_gegenbauer:3,0.7", "eval_gegenbauer:1,0.7", "eval_genlaguerre:3,0.5", "eval_chebyc:4", "eval_chebys:3", "eval_sh_legendre:3", "eval_sh_chebyt:2", "eval_sh_chebyu:3", "eval_sh_jacobi:3,2.5,1.5", "boxcox:0.4", "radian:30,20", "pseudo_huber:1.5", "pseudo_huber:0", "stdtr:3", "chdtr:3", "chdtrc:4", "ellipkinc:0.7", "ellipeinc:0.7", "voigt_profile:0.3,0.0", "owens_t:0.7", "powm1:2.5", "powm1:-2", "hankel1:1", "hankel2:0.5", "pdtr:3", "pdtrc:2", "bdtr:2,5", "bdtrc:2,5", "gdtr:1.5,2.5", "gdtrc:1.5,2.5", "fdtr:3,4", "fdtrc:3,4", "lpmv:1,2", "lpmv:-1,3", "lpmv:2,1", "factorial"]
POSITIVE = ["k0e", "k1e", "kve:1.5", "kn:2", "yn:1", "yve:0.5", "kvp:1", "yvp:2", "spherical_kn:1", "ellipkm1", "spence", "poch:2.5", "agm:0.7", "agm:-1", "gammaincinv:2.5", "gammainccinv:2", "betaincinv:2,3", "betainccinv:2,3", "betaincc:2,3", "stdtrit:4", "chdtri:3", "fdtri:3,4", "nbdtr:3,2", "nbdtrc:3,2", "inv_boxcox:0.5", "inv_boxcox1p:0.5", "boxcox1p:2", "hyperu:1,1.5", "modstruve:1", "ellipj:0.7", "elliprf:0.5,1", "elliprd:0.5,1", "lambertw"]


def _row(text: str, arrays: str) -> Row:
    name, _, before = text.partition(":")
    return made(of(name, *(float(b) if "." in b else int(b) for b in before.split(",") if b)), arrays)


SEVERAL = ("boxcox", "boxcox1p", "inv_boxcox", "powm1", "owens_t", "ellipkinc", "ellipeinc", "agm", "poch", "pseudo_huber")  # differentiable by both
ROWS = [*(_row(text, "EVERY") for text in EVERYWHERE), *(_row(text, "U") for text in POSITIVE),
        *(_row(text, "W32") for text in ("i0e", "jve:2", "rgamma", "sindg", "stdtr:3", "eval_jacobi:3,0.5,1.5", "softplus")),
        *(_row(text, "DEGREES") for text in ("sindg", "cosdg", "tandg", "cotdg")),
        *(made(of(name), "U V") for name in (*SEVERAL, "diric")),
        made(of("lambertw", k=-1), "EVERY"), made(of("lambertw", k=1), "EVERY"), made(lambda x: special.multigammaln(x + 5.0, 2), "EVERY"), made(of("wofz"), "Z"), made(of("wofz"), "EVERY"),
        made(of("voigt_profile"), "V U U"), made(of("voigt_profile", 0.3, 0.0), "U"), made(of("spherical_jn", 1, derivative=True), "EVERY"),
        made(of("spherical_jn", 0, derivative=True), "EVERY"), made(of("spherical_in", 1, derivative=True), "EVERY"),
        made(of("spherical_kn", 1, derivative=True), "U"),
        *(made(of(name), "P1 P2") for name in ("beta", "betaln", "binom")),
        *(made(of("comb", repetition=r), "I U8") for r in (False, True)), made(of("perm"), "I U8"),
        *(made(of("sph_harm_y", n, m), "V U") for n, m in ((0, 0), (2, 1), (2, -1), (3, 3), (1, 2)))]
