from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def layers(betas, far, steps, tolerance):
    h = far / steps

    def march(beta, bend):
        def rates(y):
            return y[1], y[2], -y[0] * y[2] - beta * (1.0 - y[1] ** 2)

        def along(y, k, by):
            return tuple(a + by * b for a, b in zip(y, k))

        def step(y, _):
            k1 = rates(y)
            k2 = rates(along(y, k1, 0.5 * h))
            k3 = rates(along(y, k2, 0.5 * h))
            k4 = rates(along(y, k3, h))
            y = tuple(a + h / 6.0 * (p + 2.0 * q + 2.0 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4))
            return y, y[1]

        _, u = lax.scan(step, (0.0, 0.0, bend), None, length=steps)
        return u

    def wedge(guess, beta):
        def trial(s):
            a, b, fa, _, u, count = s
            fb = u[-1] - 1.0
            a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
            return a, b, fa, jnp.abs(fb), march(beta, b), count + 1

        a, b = guess, guess + 0.01
        fa = march(beta, a)[-1] - 1.0
        start = a, b, fa, 0.0, march(beta, b), jnp.int64(2)
        _, b, _, _, u, count = lax.while_loop(lambda s: (jnp.abs(s[4][-1] - 1.0) > tolerance) & (s[5] < 40), trial, start)
        defect = u * (1.0 - u)
        first = h * (jnp.sum(1.0 - u) + 0.5 - 0.5 * (1.0 - u[-1]))
        return b, (b, first, h * (jnp.sum(defect) - 0.5 * defect[-1]), count)

    _, found = lax.scan(wedge, jnp.float64(0.32), betas)
    return found
