import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


@jax.jit
def cauchygko(t, s, G, B, rhs):
    n = t.size
    place = jnp.arange(n)

    def swap(a, k, p):
        return a.at[jnp.array((k, p))].set(a[jnp.array((p, k))])

    def step(k, state):
        t, G, B, x, order, L, U = state
        low = jnp.where(place >= k, G @ B[:, k] / (t - s[k]), 0.0)
        p = jnp.argmax(jnp.where(place >= k, jnp.abs(low), -1.0))
        low, t, G, order, x, L = (swap(a, k, p) for a in (low, t, G, order, x, L))
        u = jnp.where(place >= k, G[k] @ B / (t[k] - s), 0.0)
        f = jnp.where(place > k, low / low[k], 0.0)
        G = G - f[:, None] * G[k]
        B = B - B[:, k, None] * jnp.where(place > k, u / u[k], 0.0)
        return t, G, B, x, order, L.at[:, k].set(f), U.at[k].set(u)

    zero = jnp.zeros((n, n), complex)
    _, _, _, x, order, L, U = lax.fori_loop(0, n, step, (t, G, B, rhs, place, zero, zero))
    x = solve_triangular(L, x, lower=True, unit_diagonal=True)
    return solve_triangular(U, x), order
