from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def median(values, there):
    n = jnp.sum(there)
    order = jnp.sort(jnp.where(there, values, jnp.inf).ravel())
    return 0.5 * (order[(n - 1) // 2] + order[n // 2])


@partial(jax.jit, static_argnums=4)
def aperphot(image, places, radius, inside, outside):
    """Windows of one size for all stars; what lies beyond the picture counts nothing."""
    h, w = image.shape
    pad = int(outside) + 2
    wide = 2 * pad
    padded = jnp.pad(image, pad)

    def star(place):
        py, px = place
        top, left = jnp.floor(py).astype(int) - pad + 1, jnp.floor(px).astype(int) - pad + 1
        cut = lax.dynamic_slice(padded, (top + pad, left + pad), (wide, wide))
        y, x = top + jnp.arange(wide)[:, None], left + jnp.arange(wide)
        on = (y >= 0) & (y < h) & (x >= 0) & (x < w)
        far = jnp.sqrt((y - py) ** 2 + (x - px) ** 2)
        there = on & (far > inside) & (far < outside)
        for _ in range(3):
            middle = median(cut, there)
            away = jnp.abs(cut - middle)
            there = there & (away <= 3.0 * 1.4826 * median(away, there))
        ground = median(cut, there)
        n = jnp.sum(there)
        mean = jnp.sum(jnp.where(there, cut, 0.0)) / n
        variance = jnp.sum(jnp.where(there, (cut - mean) ** 2, 0.0)) / n
        light = jnp.where(on, cut - ground, 0.0)

        def closer(_, c):
            weight = jnp.where(jnp.sqrt((y - c[0]) ** 2 + (x - c[1]) ** 2) < radius, jnp.maximum(light, 0.0), 0.0)
            total = jnp.sum(weight)
            safe = jnp.where(total > 0.0, total, 1.0)
            return jnp.where(total > 0.0, jnp.stack([jnp.sum(weight * y), jnp.sum(weight * x)]) / safe, c)

        c = lax.fori_loop(0, 3, closer, place)
        part = jnp.where(on, jnp.clip(radius + 0.5 - jnp.sqrt((y - c[0]) ** 2 + (x - c[1]) ** 2), 0.0, 1.0), 0.0)
        flux = jnp.sum(part * light)
        return flux, jnp.sqrt(jnp.maximum(flux, 0.0) / 2.0 + jnp.sum(part) * variance), c

    return lax.map(star, places, batch_size=64)
