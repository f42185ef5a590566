import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def focus(echoes, track, first, step, k, xs, ys):
    def pulse(image, item):
        echo, place = item
        r = jnp.sqrt((xs[None, :] - place[0])**2 + (ys[:, None] - place[1])**2 + place[2]**2)
        at = (r - first) / step
        left = jnp.floor(at).astype(jnp.int64)
        part = at - left
        inside = (left >= 0) & (left < echo.shape[0] - 1)
        left = jnp.where(inside, left, 0)
        value = (1.0 - part) * echo[left] + part * echo[left + 1]
        return image + jnp.where(inside, value * jnp.exp(2j * k * r), 0.0), None
    image = jnp.zeros((ys.shape[0], xs.shape[0]), dtype=jnp.complex128)
    return jnp.abs(lax.scan(pulse, image, (echoes, track))[0]) / track.shape[0]
