import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def route(downstream, travel, weight, lateral, dt):
    steps, n = lateral.shape
    scale = 2.0 * travel * (1.0 - weight) + dt
    c0 = (dt - 2.0 * travel * weight) / scale
    c1 = (dt + 2.0 * travel * weight) / scale
    c2 = (2.0 * travel * (1.0 - weight) - dt) / scale
    into = jnp.where(downstream < 0, n, downstream)

    def step(state, given):
        before, outflow, peak, when = state
        t, rain = given
        carried = c1 * before + c2 * outflow

        def reach(i, s):
            inflow, outflow = s
            out = jnp.maximum(c0[i] * inflow[i] + carried[i], 0.0)
            return inflow.at[into[i]].add(out, mode="drop"), outflow.at[i].set(out)

        inflow, outflow = lax.fori_loop(0, n, reach, (rain, outflow))
        higher = outflow > peak
        state = inflow, outflow, jnp.where(higher, outflow, peak), jnp.where(higher, t, when)
        return state, (outflow[-1], jnp.sum(travel * (weight * inflow + (1.0 - weight) * outflow)))

    zeros = jnp.zeros(n)
    (_, _, peak, when), (mouth, water) = lax.scan(step, (zeros, zeros, zeros, jnp.zeros(n, jnp.int64)), (jnp.arange(steps), lateral))
    return mouth, water, peak, when
