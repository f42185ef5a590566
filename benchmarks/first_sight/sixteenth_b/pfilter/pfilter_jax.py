import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def track(seen, x, v, noise, draws, spread=0.5, dt=0.5, least=0.5):
    n = x.size

    def step(state, given):
        x, v, logw, renewals = state
        seen, noise, u = given
        v = 0.97 * v - 0.05 * dt * x**3 / (1.0 + x**2) + 0.3 * noise[1]
        x = x + dt * v + 0.1 * noise[0]
        miss = (seen - x - 0.05 * x * jnp.abs(x)) / spread
        logw = logw - jnp.log1p(miss * miss / 4.0) * 2.5
        w = jnp.exp(logw - logw.max())
        w = w / w.sum()
        mean = jnp.sum(w * x)
        spreads = jnp.sqrt(jnp.sum(w * (x - mean) ** 2))
        effective = 1.0 / jnp.sum(w * w)

        def renew(x, v, logw):
            edges = jnp.cumsum(w).at[-1].set(1.0)
            kept = jnp.searchsorted(edges, (jnp.arange(n) + u) / n, method="sort")
            return x[kept], v[kept], jnp.zeros(n)
        poor = effective < least * n
        x, v, logw = lax.cond(poor, renew, lambda *s: s, x, v, logw)
        return (x, v, logw, renewals + poor), (mean, spreads, effective)
    state, out = lax.scan(step, (x, v, jnp.zeros(n), 0), (seen, noise, draws))
    return *out, state[3]
