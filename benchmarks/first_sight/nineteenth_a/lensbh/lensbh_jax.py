import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def picture(bx, by, disk, h):
    inner, outer, tilt = disk
    b = jnp.hypot(bx, by)
    meets = jnp.pi / 2.0 + jnp.arctan(jnp.sin(jnp.arctan2(by, bx)) / jnp.tan(tilt))

    def bend(u):
        return 1.5 * u**2 - u

    def turn(state):
        u, w, flux, alive, swallowed, meets, phi = state
        l1 = bend(u)
        k2, l2 = w + 0.5 * h * l1, bend(u + 0.5 * h * w)
        k3, l3 = w + 0.5 * h * l2, bend(u + 0.5 * h * k2)
        k4, l4 = w + h * l3, bend(u + h * k3)
        new_u, new_w = u + h / 6.0 * (w + 2.0 * k2 + 2.0 * k3 + k4), w + h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
        crossing = alive & (phi < meets) & (phi + h >= meets)
        r = 1.0 / jnp.maximum(u + (new_u - u) * (meets - phi) / h, 1e-9)
        bright = crossing & (r >= inner) & (r <= outer)
        shift = jnp.sqrt(1.0 - 1.5 / r) / (1.0 + bx * jnp.sin(tilt) / jnp.sqrt(2.0 * r**3))
        flux = jnp.where(bright, shift**4 * (1.0 - jnp.sqrt(inner / r)) / r**3, flux)
        u, w = jnp.where(alive, new_u, u), jnp.where(alive, new_w, w)
        swallowed = swallowed | (alive & (u > 1.0))
        alive = alive & ~bright & (u <= 1.0) & (u >= 0.0)
        return u, w, flux, alive, swallowed, jnp.where(crossing, meets + jnp.pi, meets), phi + h

    none = jnp.zeros(b.shape, bool)
    state = (jnp.zeros_like(b), 1.0 / b, jnp.zeros_like(b), ~none, none, meets, 0.0)
    state = lax.while_loop(lambda s: jnp.any(s[3]) & (s[6] < 3.0 * jnp.pi), turn, state)
    return state[2], state[4]
