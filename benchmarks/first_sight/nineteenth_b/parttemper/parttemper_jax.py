import jax
import jax.numpy as jnp
from jax import lax


def potential(x):
    a, b = 0.5 * jnp.sum((x - 1.5) ** 2), 1.5 * jnp.sum((x + 1.5) ** 2)
    low = jnp.minimum(a, b)
    return low - jnp.log(jnp.exp(low - a) + 0.5 * jnp.exp(low - b)) + 0.1 * jnp.sum(x[1:] ** 2 * x[:-1] ** 2)


@jax.jit
def sample(state, beta, normal, uniform, swap):
    """All chains of a step side by side, all pairs of neighbours that may change places, too."""
    steps, chains, d = normal.shape
    scale = 0.5 / jnp.sqrt(beta * d)
    place = jnp.arange(chains)

    def step(s, draws):
        state, energy, accepted, exchanged = s
        t, noise, chance, change = draws
        trial = state + scale[:, None] * noise
        e = jax.vmap(potential)(trial)
        better = beta * (energy - e)
        take = (better >= 0.0) | (chance < jnp.exp(better))
        state, energy = jnp.where(take[:, None], trial, state), jnp.where(take, e, energy)
        pair = (jnp.log(change[:-1]) < (beta[:-1] - beta[1:]) * (energy[:-1] - energy[1:])) & (place[:-1] % 2 == t % 2)
        up, down = jnp.append(pair, False), jnp.concatenate([jnp.array([False]), pair])
        origin = jnp.where(up, place + 1, jnp.where(down, place - 1, place))
        state, energy = state[origin], energy[origin]
        return (state, energy, accepted + take, exchanged + pair), state[0]

    start = state, jax.vmap(potential)(state), jnp.zeros(chains, int), jnp.zeros(chains - 1, int)
    (_, energy, accepted, exchanged), trace = lax.scan(step, start, (jnp.arange(steps), normal, uniform, swap))
    return trace, accepted, exchanged, energy
