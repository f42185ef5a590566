import jax
import jax.numpy as jnp
from jax import lax


def plan(demand, setup, hold):
    periods = demand.size
    k = jnp.arange(periods)
    summed = jnp.append(0.0, jnp.cumsum(demand))
    timed = jnp.append(0.0, jnp.cumsum(k * demand))

    def period(cost, t):
        held = hold * (timed[t + 1] - timed[:-1] - k * (summed[t + 1] - summed[:-1]))
        total = jnp.where(k <= t, cost[:-1] + setup + held, jnp.inf)[::-1]
        j = jnp.argmin(total)
        return cost.at[t + 1].set(total[j]), periods - 1 - j

    cost, start = lax.scan(period, jnp.full(periods + 1, jnp.inf).at[0].set(0.0), k)

    def back(state):
        t, orders = state
        j = start[t - 1]
        return j, orders.at[j].set(jnp.sum(jnp.where((k >= j) & (k < t), demand, 0.0)))

    _, orders = lax.while_loop(lambda s: s[0] > 0, back, (periods, jnp.zeros(periods)))
    return cost[periods], orders


@jax.jit
def lotsize(demand, setup, hold):
    return jax.vmap(plan)(demand, setup, hold)
