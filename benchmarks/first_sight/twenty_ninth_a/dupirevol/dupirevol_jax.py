import jax
import jax.numpy as jnp


def slope(w, x):
    """Along rows, second order where there are neighbours on both sides, for steps of any length."""
    h = jnp.diff(x)[:, None]
    d = jnp.diff(w, axis=0) / h
    a, b = h[:-1], h[1:]
    return jnp.concatenate((d[:1], (a * d[1:] + b * d[:-1]) / (a + b), d[-1:]))


@jax.jit
def dupirevol(w, years, k, least=0.02, most=1.5):
    dt, dk = slope(w, years), slope(w.T, k).T
    dkk = jnp.pad((w[:, 2:] - 2.0 * w[:, 1:-1] + w[:, :-2]) / (k[1] - k[0]) ** 2, ((0, 0), (1, 1)), mode="edge")
    density = 1.0 - k / w * dk + 0.25 * (-0.25 - 1.0 / w + k ** 2 / w ** 2) * dk ** 2 + 0.5 * dkk
    bad = (density <= 0.0) | (dt < 0.0)
    local = jnp.where(bad, w / years[:, None], dt / jnp.where(bad, 1.0, density))
    return jnp.clip(jnp.sqrt(local), least, most), bad.sum(axis=1)
