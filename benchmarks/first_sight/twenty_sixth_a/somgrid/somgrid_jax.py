import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def somgrid(data, codes, rate=0.5):
    rows, cols, _ = codes.shape
    y, x = jnp.mgrid[:rows, :cols]
    samples = data.shape[0]

    def step(state, now):
        codes, hits, error = state
        t, one = now
        left = 1.0 - t / samples
        apart = one - codes
        far = jnp.sum(apart ** 2, axis=2)
        best = jnp.argmin(far)
        i, j = best // cols, best % cols
        reach = 0.5 + 0.25 * rows * left
        near = jnp.exp(-((y - i) ** 2 + (x - j) ** 2) / (2.0 * reach ** 2))
        return (codes + rate * left * near[:, :, None] * apart, hits.at[i, j].add(1), error + jnp.sqrt(far[i, j])), None

    start = codes, jnp.zeros((rows, cols), dtype=jnp.int64), 0.0
    (codes, hits, error), _ = lax.scan(step, start, (jnp.arange(samples), data))
    down = jnp.linalg.norm(codes[1:] - codes[:-1], axis=2)
    along = jnp.linalg.norm(codes[:, 1:] - codes[:, :-1], axis=2)

    def both(d, a):
        zero = jnp.zeros((rows, cols))
        return zero.at[1:].add(d).at[:-1].add(d).at[:, 1:].add(a).at[:, :-1].add(a)

    return codes, hits, error / samples, both(down, along) / both(1.0, 1.0)
