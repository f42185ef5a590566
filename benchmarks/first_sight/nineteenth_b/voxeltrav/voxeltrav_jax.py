import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def trace(density, origin, direction):
    n = density.shape[0]

    def ray(o, d):
        cell = jnp.floor(o).astype(int)
        step = jnp.where(d > 0.0, 1, -1)
        pace = 1.0 / jnp.maximum(jnp.abs(d), 1e-12)
        ahead = jnp.where(d > 0.0, cell + 1 - o, o - cell) * pace

        def walk(s):
            cell, ahead, t, light, count, _ = s
            axis = jnp.argmin(ahead)
            light = light * jnp.exp(-density[cell[0], cell[1], cell[2]] * (ahead[axis] - t))
            t = ahead[axis]
            cell = cell.at[axis].add(step[axis])
            over = (light < 0.05) | (cell[axis] < 0) | (cell[axis] >= n)
            return cell, ahead.at[axis].add(pace[axis]), t, light, count + 1, over

        s = lax.while_loop(lambda s: ~s[5], walk, (cell, ahead, 0.0, 1.0, 0, False))
        return s[3], s[2], s[4]

    return jax.vmap(ray)(origin, direction)
