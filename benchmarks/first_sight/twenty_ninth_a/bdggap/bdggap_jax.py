from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="most")
def bdggap(hop, level, pull=1.5, heat=0.05, mu=-1.2, tol=1e-4, most=200):
    n = level.size
    i = jnp.arange(n)
    bonds = jnp.zeros((n, n)).at[i, (i + 1) % n].set(-hop)
    bonds += bonds.T

    def turn(state):
        gap, filling, _, turns, _ = state
        h = bonds + jnp.diag(level - mu - 0.5 * pull * filling)
        E, psi = jnp.linalg.eigh(jnp.block([[h, jnp.diag(gap)], [jnp.diag(gap), -h]]))
        E, u, v = E[n:], psi[:n, n:], psi[n:, n:]
        fermi = 1.0 / (1.0 + jnp.exp(jnp.minimum(E / heat, 500.0)))
        new = pull * (u * v) @ (1.0 - 2.0 * fermi)
        filling = 0.5 * filling + u ** 2 @ fermi + v ** 2 @ (1.0 - fermi)
        return 0.1 * gap + 0.9 * new, filling, E[0], turns + 1, jnp.max(jnp.abs(new - gap))

    start = (jnp.full(n, 0.5), jnp.ones(n), 0.0, 0, jnp.inf)
    gap, filling, lowest, turns, _ = lax.while_loop(lambda s: (s[3] < most) & ~(s[4] < tol), turn, start)
    return gap, filling, lowest, turns
