import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def nestsamp(start, centres, width, pick, moves):
    live = start.shape[0]
    turns, chain = moves.shape[:2]
    first = jnp.log(1.0 - jnp.exp(-1.0 / live))

    def likely(x):
        return jax.nn.logsumexp(-0.5 * jnp.sum((x[..., None, :] - centres) ** 2, axis=-1) / width ** 2, axis=-1)

    def turn(state, now):
        points, level, logz, heat, scale = state
        t, who, walk = now
        worst = jnp.argmin(level)
        bound = level[worst]
        weight = bound + first - t / live
        new = jnp.logaddexp(logz, weight)
        heat = jnp.exp(weight - new) * bound + jnp.exp(logz - new) * (heat + logz) - new

        def move(at, step):
            x, mine, taken = at
            trial = x + scale * step
            trial = trial - jnp.floor(trial)
            there = likely(trial)
            good = there > bound
            return (jnp.where(good, trial, x), jnp.where(good, there, mine), taken + good), None

        (x, mine, taken), _ = lax.scan(move, (points[who], level[who], 0), walk)
        wider = jnp.minimum(scale * jnp.exp(1.0 / jnp.maximum(taken, 1)), 0.5)
        narrow = scale * jnp.exp(-1.0 / jnp.maximum(chain - taken, 1))
        scale = jnp.where(2 * taken > chain, wider, jnp.where(2 * taken < chain, narrow, scale))
        return (points.at[worst].set(x), level.at[worst].set(mine), new, heat, scale), bound

    begin = start, likely(start), -1e300, 0.0, 0.2
    (points, level, logz, heat, scale), shells = lax.scan(turn, begin, (jnp.arange(turns), pick, moves))
    rest = jax.nn.logsumexp(level) - jnp.log(live) - turns / live
    return jnp.logaddexp(logz, rest), heat, shells, points, scale
