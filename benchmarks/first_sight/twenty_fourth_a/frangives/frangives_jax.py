from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def frangives(image, scales):
    n, m = image.shape
    best, where = jnp.zeros((n, m)), jnp.zeros((n, m), jnp.int8)
    for s in range(scales):
        sigma, reach = 1.5 * 2 ** s, 4 * 2 ** s
        bell = jnp.exp(-0.5 * (jnp.arange(-reach, reach + 1) / sigma) ** 2)
        bell = bell / jnp.sum(bell)
        p = jnp.pad(image, ((reach, reach), (0, 0)), mode="reflect")
        p = sum(bell[k] * p[k:k + n] for k in range(2 * reach + 1))
        p = jnp.pad(p, ((0, 0), (reach, reach)), mode="reflect")
        smooth = sum(bell[k] * p[:, k:k + m] for k in range(2 * reach + 1))
        dy, dx = jnp.gradient(smooth)
        yy, yx = jnp.gradient(dy)
        xx = jnp.gradient(dx, axis=1)
        half, root = 0.5 * (yy + xx), jnp.sqrt(0.25 * (yy - xx) ** 2 + yx ** 2)
        a, b = sigma ** 2 * (half + root), sigma ** 2 * (half - root)
        swap = jnp.abs(a) > jnp.abs(b)
        small, large = jnp.where(swap, b, a), jnp.where(swap, a, b)
        strength = a ** 2 + b ** 2
        blob = (small / jnp.where(large == 0.0, 1e-10, large)) ** 2
        v = jnp.exp(-blob / 0.5) * (1.0 - jnp.exp(-strength / (0.5 * jnp.max(strength))))
        v = jnp.where(large > 0.0, 0.0, v)
        where = jnp.where(v > best, jnp.int8(s + 1), where)
        best = jnp.maximum(best, v)
    return best, where
