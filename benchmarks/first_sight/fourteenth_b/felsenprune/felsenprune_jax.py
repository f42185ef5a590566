import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def likelihood(tips, left, right, lengths, Q, pi, rates):
    count, sites = tips.shape
    inner = left.size
    root = jnp.sqrt(pi)
    values, vectors = jnp.linalg.eigh(root[:, None] * Q / root)
    forth, back = vectors / root[:, None], vectors.T * root
    times = lengths[:, None] * rates
    change = (forth * jnp.exp(times[:, :, None] * values)[:, :, None, :]) @ back
    partial = jnp.zeros((count + inner, rates.size, 4, sites))
    partial = partial.at[:count].set((jnp.arange(4)[:, None] == tips[:, None, None, :]).astype(float))

    def join(k, state):
        partial, scale = state
        a, b = left[k], right[k]
        here = (change[a] @ partial[a]) * (change[b] @ partial[b])
        most = here.max(axis=(0, 1))
        return partial.at[count + k].set(here / most), scale + jnp.log(most)
    partial, scale = lax.fori_loop(0, inner, join, (partial, jnp.zeros(sites)))
    persite = jnp.log(jnp.mean(jnp.sum(partial[-1] * pi[:, None], axis=1), axis=0)) + scale
    return persite.sum(), persite
