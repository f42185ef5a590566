import jax
import jax.numpy as jnp


@jax.jit
def hausdirect(a, b):
    d = sum((a[:, None, axis] - b[:, axis]) ** 2 for axis in range(a.shape[1]))
    near, far = d.min(axis=1), d.min(axis=0)
    i, j = jnp.argmax(near), jnp.argmax(far)
    there = near[i] >= far[j]
    first, second = jnp.where(there, i, jnp.argmin(d[:, j])), jnp.where(there, jnp.argmin(d[i]), j)
    return jnp.sqrt(jnp.maximum(near[i], far[j])), first, second
