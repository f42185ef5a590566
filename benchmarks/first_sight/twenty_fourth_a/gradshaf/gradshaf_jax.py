import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def gradshaf(psi, r, dr, dz, current):
    n, m = psi.shape
    r = r[:, None]
    east, west = (1.0 / dr ** 2 - 0.5 / (r * dr))[1:-1], (1.0 / dr ** 2 + 0.5 / (r * dr))[1:-1]
    north = 1.0 / dz ** 2
    diag = east + west + 2.0 * north
    omega = 2.0 / (1.0 + jnp.sin(jnp.pi / n))
    odd = (jnp.arange(1, n - 1)[:, None] + jnp.arange(1, m - 1)) % 2 == 1

    def step(state):
        psi, _, rounds, _ = state
        level = jnp.maximum(psi / jnp.max(psi), 0.0)
        shape = 0.6 * r * level ** 1.5 + 0.4 / r * level
        lam = current / (jnp.sum(shape[1:-1, 1:-1]) * dr * dz)
        rhs = (r * lam * shape)[1:-1, 1:-1]

        def half(psi, mine):
            here = psi[1:-1, 1:-1]
            near = east * psi[2:, 1:-1] + west * psi[:-2, 1:-1] + north * (psi[1:-1, 2:] + psi[1:-1, :-2])
            return psi.at[1:-1, 1:-1].add(jnp.where(mine, omega * ((near + rhs) / diag - here), 0.0))

        new = lax.fori_loop(0, 8, lambda _, p: half(half(p, ~odd), odd), psi)
        return new, jnp.max(jnp.abs(new - psi)) / jnp.max(jnp.abs(new)), rounds + 1, lam

    start = psi, jnp.float64(1.0), jnp.int64(0), jnp.float64(0.0)
    psi, _, rounds, lam = lax.while_loop(lambda s: (s[1] > 1e-4) & (s[2] < 400), step, start)
    return lam, rounds, jnp.stack(jnp.unravel_index(jnp.argmax(psi), psi.shape)), psi
