from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


@partial(jax.jit, static_argnums=2)
def gmres(A, b, steps):
    n = b.shape[0]

    def column(k, state):
        Q, H, cs, sn, g, residuals = state

        def orthogonal(i, state):
            w, h = state
            s = Q[i] @ w
            return w - s * Q[i], h.at[i].set(s)
        w, h = lax.fori_loop(0, k + 1, orthogonal, (A @ Q[k], jnp.zeros(steps + 1)))
        size = jnp.linalg.norm(w)
        h = h.at[k + 1].set(size)

        def turn(i, h):
            return h.at[i].set(cs[i] * h[i] + sn[i] * h[i + 1]).at[i + 1].set(cs[i] * h[i + 1] - sn[i] * h[i])
        h = lax.fori_loop(0, k, turn, h)
        r = jnp.hypot(h[k], h[k + 1])
        c, s = h[k] / r, h[k + 1] / r
        h = h.at[k].set(r).at[k + 1].set(0.0)
        residuals = residuals.at[k].set(jnp.abs(s * g[k]))
        g = g.at[k + 1].set(-s * g[k]).at[k].multiply(c)
        return Q.at[k + 1].set(w / size), H.at[:, k].set(h), cs.at[k].set(c), sn.at[k].set(s), g, residuals
    beta = jnp.linalg.norm(b)
    state = (jnp.zeros((steps + 1, n)).at[0].set(b / beta), jnp.zeros((steps + 1, steps)), jnp.zeros(steps), jnp.zeros(steps),
             jnp.zeros(steps + 1).at[0].set(beta), jnp.zeros(steps))
    Q, H, _, _, g, residuals = lax.fori_loop(0, steps, column, state)
    return solve_triangular(H[:-1], g[:-1]) @ Q[:-1], residuals
