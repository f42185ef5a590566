from functools import partial
from math import factorial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=3)
def wavefronts(x, y, phases, order, hole):
    """The pupil as weights of zero and one, normal equations."""
    rho = jnp.hypot(x, y).ravel()
    theta = jnp.arctan2(y, x).ravel()
    pupil = (rho <= 1.0) & (rho >= hole)
    powers = [jnp.ones_like(rho)]
    for _ in range(order):
        powers.append(powers[-1] * rho)
    columns = []
    for n in range(order + 1):
        for m in range(-n, n + 1, 2):
            q = abs(m)
            shape = 0.0
            for s in range((n - q) // 2 + 1):
                factor = (-1) ** s * factorial(n - s) / (factorial(s) * factorial((n + q) // 2 - s) * factorial((n - q) // 2 - s))
                shape = shape + factor * powers[n - 2 * s]
            turn = jnp.sin(q * theta) if m < 0 else jnp.cos(q * theta)
            columns.append((n + 1.0 if m == 0 else 2.0 * (n + 1)) ** 0.5 * shape * turn)
    Z = jnp.where(pupil, jnp.stack(columns), 0.0)
    data = jnp.where(pupil, phases.reshape(phases.shape[0], -1), 0.0)
    coefficients = jnp.linalg.solve(Z @ Z.T, Z @ data.T).T
    left = data - coefficients @ Z
    count = jnp.sum(pupil)
    rms = jnp.sqrt(jnp.sum(left**2, axis=1) / count)
    c, s = jnp.sum(jnp.where(pupil, jnp.cos(left), 0.0), axis=1), jnp.sum(jnp.sin(left), axis=1)
    return coefficients, rms, (c**2 + s**2) / count**2
