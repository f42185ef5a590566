import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def bootstrap(spreads, tenors, rates, tol):
    return terms_of(spreads, tuple(int(t) for t in np.asarray(tenors)), rates, tol)


def terms_of(spreads, tenors, rates, tol):
    return solved(spreads, rates, tol, tenors)


def _solved(spreads, rates, tol, tenors):
    dt, recovery = 0.25, 0.4
    survival = jnp.ones(spreads.shape[0])
    paid = owed = jnp.zeros(spreads.shape[0])
    hazards, steps, last = [], [], 0
    for j, tenor in enumerate(tenors):
        times = dt * jnp.arange(4 * last + 1, 4 * tenor + 1)
        discount = jnp.exp(-jnp.interp(times, jnp.array(tenors, float), rates) * times)
        s = spreads[:, j]
        ends = dt * jnp.arange(1, len(discount) + 1)

        def legs(h):
            end = survival[:, None] * jnp.exp(-h[:, None] * ends)
            start = survival[:, None] * jnp.exp(-h[:, None] * (ends - dt))
            d_end, d_start = -ends * end, -(ends - dt) * start
            return (0.5 * dt * (start + end) @ discount, (1.0 - recovery) * (start - end) @ discount,
                    0.5 * dt * (d_start + d_end) @ discount, (1.0 - recovery) * (d_start - d_end) @ discount)

        def newton(state):
            h, turn, _ = state
            premium, protection, d_premium, d_protection = legs(h)
            move = (s * (paid + premium) - (owed + protection)) / (s * d_premium - d_protection)
            return jnp.maximum(h - move, 1e-8), turn + 1, jnp.max(jnp.abs(move))

        h, turn, _ = lax.while_loop(lambda q: (q[2] >= tol) & (q[1] < 50), newton, (s / (1.0 - recovery), 0, jnp.inf))
        premium, protection, _, _ = legs(h)
        paid, owed = paid + premium, owed + protection
        survival = survival * jnp.exp(-h * (tenor - last))
        hazards.append(h)
        steps.append(turn)
        last = tenor
    return jnp.stack(hazards, axis=1), survival, jnp.array(steps)


solved = jax.jit(_solved, static_argnums=3)
