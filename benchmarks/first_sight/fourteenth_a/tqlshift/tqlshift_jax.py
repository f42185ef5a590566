import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def eigenvalues(d, e, limit=50):
    n = d.shape[0]
    at = jnp.arange(n)

    def split(d, e, l):
        """The first place from l on where the coupling is nothing."""
        after = jnp.concatenate([d[1:], d[-1:]])
        small = (jnp.abs(e) <= 1e-16 * (jnp.abs(d) + jnp.abs(after))) | (at == n - 1)
        return jnp.argmax(small & (at >= l))

    def turn(state):
        d, e, l, m, turns = state
        g = (d[l + 1] - d[l]) / (2.0 * e[l])
        r = jnp.sqrt(g * g + 1.0)
        g = d[m] - d[l] + e[l] / (g + jnp.where(g >= 0.0, r, -r))

        def rotate(k, inner):
            d, e, g, s, c, p = inner
            i = m - 1 - k
            f, b = s * e[i], c * e[i]
            r = jnp.sqrt(f * f + g * g)
            e = e.at[i + 1].set(r)
            s, c = f / r, g / r
            g = d[i + 1] - p
            r = (d[i] - g) * s + 2.0 * c * b
            p = s * r
            return d.at[i + 1].set(g + p), e, c * r - b, s, c, p
        d, e, g, _, _, p = lax.fori_loop(0, m - l, rotate, (d, e, g, 1.0, 1.0, 0.0))
        d, e = d.at[l].add(-p), e.at[l].set(g).at[m].set(0.0)
        return d, e, l, split(d, e, l), turns + 1

    def each(l, state):
        d, e = state
        d, e, *_ = lax.while_loop(lambda s: (s[3] > s[2]) & (s[4] < limit), turn, (d, e, l, split(d, e, l), 0))
        return d, e
    d, e = lax.fori_loop(0, n, each, (d, e))
    return jnp.sort(d)
