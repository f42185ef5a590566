import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def diajacobi(offsets, data, b, x, damp=0.9, tol=1e-6, most=400):
    n = x.size
    i = jnp.arange(n)
    columns = i + offsets[:, None]
    data = jnp.where((columns >= 0) & (columns < n), data, 0.0)
    scale = damp / data[jnp.argmin(jnp.abs(offsets))]

    def residual(x):
        padded = jnp.pad(x, n)
        products = [data[k] * lax.dynamic_slice(padded, (n + offsets[k],), (n,)) for k in range(offsets.size)]
        return b - sum(products)

    def step(state):
        x, _, steps = state
        r = residual(x)
        return x + scale * r, jnp.sqrt(jnp.dot(r, r)), steps + 1

    goal = tol * jnp.linalg.norm(b)
    x, rest, steps = lax.while_loop(lambda s: (s[1] > goal) & (s[2] < most), step, (x, jnp.linalg.norm(residual(x)), 0))
    return steps, rest, x
