import jax
import jax.numpy as jnp


@jax.jit
def triplets(x, labels, margin):
    n = x.shape[0]
    size = jnp.sqrt(jnp.sum(x * x, axis=1, keepdims=True))
    e = x / size
    distance = jnp.maximum(2 - 2 * (e @ e.T), 0)
    same = labels[:, None] == labels
    rows = jnp.arange(n)
    positive = jnp.argmax(jnp.where(same & (rows[:, None] != rows), distance, -1), axis=1)
    negative = jnp.argmin(jnp.where(same, 9, distance), axis=1)
    short = distance[rows, positive] - distance[rows, negative] + jnp.float32(margin)
    active = (short > 0) & (same.sum(axis=1) > 1)
    weight = jnp.where(active, jnp.float32(2.0 / n), 0)[:, None]
    g = (weight * (e[negative] - e[positive])).at[positive].add(-weight * e).at[negative].add(weight * e)
    gradient = (g - e * jnp.sum(g * e, axis=1, keepdims=True)) / size
    return jnp.sum(jnp.where(active, short, 0)) / n, gradient, active.sum()
