import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def bdtcalib(bonds, sigma, dt, coupon, call, tol=1e-13):
    n = bonds.size
    place = jnp.arange(n)

    def period(state, t):
        low, states = state
        spread = jnp.where(place <= t, jnp.exp(2.0 * sigma[t] * jnp.sqrt(dt) * jnp.minimum(place, t)), 0.0)

        def newton(s):
            low, _, k = s
            discount = 1.0 / (1.0 + low * spread * dt)
            gap = jnp.dot(states, discount) - bonds[t]
            slope = -dt * jnp.sum(states * spread * discount ** 2)
            return low - gap / slope, gap, k + 1

        low, _, _ = lax.while_loop(lambda s: (s[2] < 30) & (jnp.abs(s[1]) >= tol), newton, (low, jnp.inf, 0))
        row = low * spread
        half = 0.5 * states / (1.0 + dt * row)
        return (low, half + jnp.concatenate((jnp.zeros(1), half[:-1]))), (low, row)

    first = jnp.zeros(n).at[0].set(1.0)
    _, (lowest, tree) = lax.scan(period, (-jnp.log(bonds[0]) / dt, first), place)

    def back(value, t):
        value = 0.5 * (jnp.append(value[1:], 0.0) + value) / (1.0 + dt * jnp.append(tree[t], 0.0))
        value = jnp.where(t > n // 4, jnp.minimum(value, call), value)
        return value + jnp.where(t > 0, coupon * dt, 0.0), None

    value, _ = lax.scan(back, jnp.full(n + 1, 1.0 + coupon * dt), place[::-1])
    return lowest, value[0], tree
