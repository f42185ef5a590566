import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def cluster(x, centres, limit, tol):
    n, k = len(x), centres.shape[0]
    norms = jnp.sum(x**2, axis=1)

    def body(s):
        it, centres, _, _, _ = s
        distance = norms[:, None] - 2.0 * (x @ centres.T) + jnp.sum(centres**2, axis=1)
        labels = jnp.argmin(distance, axis=1)
        member = (labels[:, None] == jnp.arange(k)).astype(x.dtype)
        count = member.sum(axis=0)
        new = jnp.where(count[:, None] > 0, member.T @ x / jnp.maximum(count, 1)[:, None], centres)
        return it + 1, new, labels, jnp.sum(jnp.min(distance, axis=1)), jnp.max(jnp.abs(new - centres))
    start = (0, centres, jnp.zeros(n, jnp.int64), 0.0, jnp.inf)
    _, centres, labels, inertia, _ = lax.while_loop(lambda s: (s[0] < limit) & (s[4] >= tol), body, start)
    return labels, inertia, centres
