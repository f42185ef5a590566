import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def axilrod(x, strength=0.1, reach=4.0):
    n = x.shape[0]
    far = reach * reach
    places = jnp.arange(n)

    def outer(i, state):
        energy, force = state
        to = x - x[i]
        d = jnp.sum(to * to, axis=1)
        jk = x[None] - x[:, None]
        p, q, r = d[:, None], d[None, :], jnp.sum(jk * jk, axis=-1)
        near = (places[:, None] > i) & (places[None, :] > places[:, None]) & (p <= far) & (q < far) & (r < far)
        pqr = jnp.where(near, p * q * r, 1.0)
        p, q, r = (jnp.where(near, s, 1.0) for s in (p, q, r))
        weight = jnp.where(near, strength / (pqr * jnp.sqrt(pqr)), 0.0)
        a, b, c = q + r - p, p + r - q, p + q - r
        angles = 0.375 * a * b * c / pqr
        common = 1.5 + 2.5 * angles
        dp = 2.0 * weight * (0.375 * (a * c + a * b - b * c) / pqr - common / p)
        dq = 2.0 * weight * (0.375 * (b * c + a * b - a * c) / pqr - common / q)
        dr = 2.0 * weight * (0.375 * (b * c + a * c - a * b) / pqr - common / r)
        onj, onk = jnp.sum(dp, axis=1), jnp.sum(dq, axis=0)
        force = force.at[i].add(onj @ to + onk @ to)
        force = force + jnp.einsum("jk,jkc->jc", dr, jk) - onj[:, None] * to
        force = force - jnp.einsum("jk,jkc->kc", dr, jk) - onk[:, None] * to
        return energy + jnp.sum(weight * (1.0 + angles)), force

    return lax.fori_loop(0, n - 2, outer, (0.0, jnp.zeros((n, 3))))
