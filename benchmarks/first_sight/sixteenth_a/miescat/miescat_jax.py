from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def mie(x, m, terms, extra=16):
    z = m * x

    def down(d, n):
        before = n / z - 1.0 / (d + n / z)
        return before, d
    _, d = lax.scan(down, jnp.zeros(x.size, complex), jnp.arange(terms + extra, 0, -1.0))
    d = d[extra:][::-1]
    limit = x + 4.0 * jnp.cbrt(x) + 2.0

    def term(state, given):
        psi0, psi1, chi0, chi1, an1, bn1, qext, qsca, g = state
        n, dn = given
        live = n <= limit
        psi = (2.0 * n - 1.0) * psi1 / x - psi0
        chi = (2.0 * n - 1.0) * chi1 / x - chi0
        xi, xi1 = psi - 1j * chi, psi1 - 1j * chi1
        ta, tb = dn / m + n / x, dn * m + n / x
        an = jnp.where(live, (ta * psi - psi1) / (ta * xi - xi1), 0.0)
        bn = jnp.where(live, (tb * psi - psi1) / (tb * xi - xi1), 0.0)
        w = 2.0 * n + 1.0
        qext = qext + w * (an.real + bn.real)
        qsca = qsca + w * (an.real**2 + an.imag**2 + bn.real**2 + bn.imag**2)
        g = g + w / (n * (n + 1.0)) * (an * jnp.conj(bn)).real
        g = g + (n - 1.0) * (n + 1.0) / n * (an1 * jnp.conj(an) + bn1 * jnp.conj(bn)).real
        return (psi1, jnp.where(live, psi, psi1), chi1, jnp.where(live, chi, chi1), an, bn, qext, qsca, g), None
    zero, none = jnp.zeros_like(x), jnp.zeros(x.size, complex)
    start = (jnp.cos(x), jnp.sin(x), -jnp.sin(x), jnp.cos(x), none, none, zero, zero, zero)
    out, _ = lax.scan(term, start, (jnp.arange(1.0, terms + 1), d))
    qext, qsca, g = out[-3:]
    return 2.0 * qext / x**2, 2.0 * qsca / x**2, 2.0 * g / qsca
