import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

N = np.array([[-1, 0, 0, 0, 0, 0, 0], [1, -1, 0, 0, 0, 0, 0], [0, 1, -1, 0, 0, 0, 0], [0, 0, 1, -1, 0, 0, 0], [0, 0, 0, 2, -1, 0, 0],
              [0, 0, 0, 0, 1, -1, 0], [-1, 0, -1, 0, 2, 0, -1], [1, 0, 1, 0, -2, 0, 1]], dtype=float)


def slope(v, c):
    atp, push = (c[6] / 1.8) ** 2, (c[3] / 0.1) ** 2
    return N @ (v * jnp.stack([
        c[0] / (0.5 + c[0]) * c[6] / (0.3 + c[6]) / (1.0 + (c[1] / 1.2) ** 2), c[1] / (0.8 + c[1]),
        c[2] / (0.2 + c[2]) * c[6] / (0.2 + c[6]) / (1.0 + atp), c[3] / (0.3 + c[3]),
        c[4] / (0.4 + c[4]) * c[7] / (0.3 + c[7]) * (push / (1.0 + push)), c[5] / (1.0 + c[5]), c[6] / (1.5 + c[6])]))


def course(given, times, relative=1e-6, absolute=1e-9, most=2000):
    start, v = given

    def interval(state, ends):
        c, h = state
        begin, end = ends

        def attempt(s):
            c, k1, t, h, taken = s
            step = jnp.minimum(h, end - t)
            k2 = slope(v, c + 0.5 * step * k1)
            k3 = slope(v, c + 0.75 * step * k2)
            new = c + step * (2.0 * k1 + 3.0 * k2 + 4.0 * k3) / 9.0
            k4 = slope(v, new)
            wrong = step * (-5.0 * k1 / 72.0 + k2 / 12.0 + k3 / 9.0 - k4 / 8.0)
            error = jnp.sqrt(jnp.mean((wrong / (absolute + relative * jnp.maximum(jnp.abs(c), jnp.abs(new)))) ** 2))
            good = error <= 1.0
            t = jnp.where(good, jnp.where(step < h, end, t + step), t)
            h = step * jnp.clip(0.9 * jnp.maximum(error, 1e-10) ** (-1.0 / 3.0), 0.2, 4.0)
            return jnp.where(good, new, c), jnp.where(good, k4, k1), t, h, taken + 1
        c, _, _, h, taken = lax.while_loop(lambda s: (s[2] < end) & (s[4] < most), attempt, (c, slope(v, c), begin, h, 0))
        return (c, h), (c, taken)
    _, (courses, taken) = lax.scan(interval, (start, 1e-3), (times[:-1], times[1:]))
    return jnp.vstack([start[None], courses]), jnp.sum(taken)


@jax.jit
def simulate(start, vmax, times):
    return lax.map(lambda given: course(given, times), (start, vmax))
