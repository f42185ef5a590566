import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def critical(D1, D2, removal, scatter, absorb, nu1, nu2, h, sweeps, tol, most):
    def group(D, loss):
        across = jnp.pad(2.0 * D[:, 1:] * D[:, :-1] / (D[:, 1:] + D[:, :-1]) / h**2, ((0, 0), (1, 1)))
        along = jnp.pad(2.0 * D[1:, :] * D[:-1, :] / (D[1:, :] + D[:-1, :]) / h**2, ((1, 1), (0, 0)))
        diagonal = loss + across[:, 1:] + across[:, :-1] + along[1:] + along[:-1]
        edge = 0.5 / h
        for place in (jnp.s_[0, :], jnp.s_[-1, :], jnp.s_[:, 0], jnp.s_[:, -1]):
            diagonal = diagonal.at[place].add(edge)

        def relax(phi, source):
            def sweep(_, phi):
                p = jnp.pad(phi, 1)
                total = (source + across[:, :-1] * p[1:-1, :-2] + across[:, 1:] * p[1:-1, 2:]
                         + along[:-1] * p[:-2, 1:-1] + along[1:] * p[2:, 1:-1])
                return 0.1 * phi + 0.9 * total / diagonal
            return lax.fori_loop(0, sweeps, sweep, phi)
        return relax

    fast, slow = group(D1, removal), group(D2, absorb)

    def step(state):
        turn, k, p1, p2, births, _ = state
        p1 = fast(p1, births / k)
        p2 = slow(p2, scatter * p1)
        new = nu1 * p1 + nu2 * p2
        ratio = jnp.sum(new) / jnp.sum(births)
        return turn + 1, k * ratio, p1, p2, new, ratio

    one = jnp.ones_like(D1)
    turn, k, p1, p2, births, _ = lax.while_loop(lambda s: (s[0] < most) & (jnp.abs(s[5] - 1.0) >= tol), step,
                                                (0, 1.0, one, one, nu1 + nu2, 9.0))
    mean = jnp.sum(births) / jnp.sum(births > 0.0)
    return k, p1, p2, jnp.max(births) / mean, turn - 1
