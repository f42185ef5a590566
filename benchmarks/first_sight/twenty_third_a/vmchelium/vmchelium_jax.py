import jax
import jax.numpy as jnp
from jax import lax

CHARGE = 2.0


def distances(r):
    apart = r[0] - r[1]
    return jnp.sqrt(jnp.sum(r[0] ** 2, axis=0)), jnp.sqrt(jnp.sum(r[1] ** 2, axis=0)), jnp.sqrt(jnp.sum(apart ** 2, axis=0)), apart


def log_wave(r, beta):
    r1, r2, r12, _ = distances(r)
    return -CHARGE * (r1 + r2) + 0.5 * r12 / (1.0 + beta * r12)


def local_energy(r, beta):
    r1, r2, r12, apart = distances(r)
    bent = 1.0 + beta * r12
    first, second = 0.5 / bent ** 2, -beta / bent ** 3
    pull = first / r12 * apart
    g1, g2 = -CHARGE * r[0] / r1 + pull, -CHARGE * r[1] / r2 - pull
    laplacian = -2.0 * CHARGE / r1 - 2.0 * CHARGE / r2 + 2.0 * (second + 2.0 * first / r12)
    kinetic = -0.5 * (laplacian + jnp.sum(g1 ** 2, axis=0) + jnp.sum(g2 ** 2, axis=0))
    return kinetic - CHARGE / r1 - CHARGE / r2 + 1.0 / r12, -0.5 * r12 ** 2 / bent ** 2


@jax.jit
def vmchelium(r, moves, draws, beta, rate):
    def step(state, given):
        r, beta, kept = state
        move, draw = given
        trial = r + 0.4 * move
        accept = jnp.log(draw) < 2.0 * (log_wave(trial, beta) - log_wave(r, beta))
        r = jnp.where(accept, trial, r)
        local, slope = local_energy(r, beta)
        mean = jnp.mean(local)
        beta = beta - rate * 2.0 * (jnp.mean(local * slope) - mean * jnp.mean(slope))
        return (r, beta, kept + jnp.count_nonzero(accept)), (mean, jnp.std(local))

    (r, beta, kept), (energy, spread) = lax.scan(step, (r, beta, 0), (moves, draws))
    return energy, spread, kept, beta, r
