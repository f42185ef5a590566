import jax
import jax.numpy as jnp


@jax.jit
def integrate(image, cx, cy, edges):
    ny, nx = image.shape
    radius = jnp.hypot(jnp.arange(nx)[None, :] - cx, jnp.arange(ny)[:, None] - cy).ravel()
    bins = len(edges) - 1
    at = jnp.digitize(radius, edges) - 1
    at = jnp.where((at >= 0) & (at < bins), at, bins)
    flat = image.ravel()
    count, total, square = (jnp.zeros(bins + 1).at[at].add(w)[:bins] for w in (1.0, flat, flat**2))
    safe = jnp.maximum(count, 1)
    mean = total / safe
    error = jnp.sqrt(jnp.maximum(square / safe - mean**2, 0.0) / safe)
    plain, _ = jnp.histogram(radius, bins, range=(0.0, edges[-1]), weights=flat)
    return mean, error, plain
