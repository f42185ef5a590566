from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

COULOMB, STEEP, WALL, RATE = 14.4, 0.35, 900.0, 2e-3


@partial(jax.jit, static_argnums=3)
def qeqchg(x, chi, hard, steps):
    n = chi.size
    own = jnp.eye(n, dtype=bool)
    cube = (jnp.sqrt(hard[:, None] * hard) / COULOMB) ** -3

    def step(state, _):
        x, _ = state
        d = x[:, None, :] - x[None, :, :]
        r = jnp.sqrt(jnp.where(own, 1.0, jnp.sum(d ** 2, axis=-1)))
        s = r ** 3 + cube
        v = COULOMB / jnp.cbrt(s)
        j = jnp.where(own, jnp.diag(hard), v)
        a = jnp.block([[j, -jnp.ones((n, 1))], [jnp.ones((1, n)), jnp.zeros((1, 1))]])
        q = jnp.linalg.solve(a, jnp.append(-chi, 0.0))[:n]
        wall = jnp.where(own, 0.0, WALL * jnp.exp(-r / STEEP))
        energy = chi @ q + 0.5 * q @ j @ q + 0.5 * jnp.sum(wall)
        pull = jnp.where(own, 0.0, (-q[:, None] * q * r ** 2 * v / s - wall / STEEP) / r)
        return (x - RATE * (jnp.sum(pull, axis=1)[:, None] * x - pull @ x), q), energy

    (x, q), energy = lax.scan(step, (x, jnp.zeros(n)), None, length=steps)
    return q, energy, x
