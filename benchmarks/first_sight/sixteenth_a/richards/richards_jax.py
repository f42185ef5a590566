from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

FULL, REST, ALPHA, N, KS = 0.43, 0.078, 3.6, 1.56, 2.9e-6
M = 1.0 - 1.0 / N


def curves(h):
    ah = jnp.abs(ALPHA * h)
    p = ah**N
    inner = 1.0 + p
    s = jnp.where(h < 0.0, inner ** (-M), 1.0)
    k = KS * jnp.sqrt(s) * jnp.where(h < 0.0, (1.0 - (1.0 - 1.0 / inner) ** M) ** 2, 1.0)
    cap = jnp.where(h < 0.0, ALPHA * M * N * (FULL - REST) * ah ** (N - 1.0) * (s / inner), 0.0) + 1e-7
    return REST + (FULL - REST) * s, k, cap


@partial(jax.jit, static_argnums=3)
def infiltrate(h, dz, dt, steps, rain, tol=1e-6, most=30):
    def step(h, _):
        before = curves(h)[0]

        def turn(state):
            guess, gap, count = state
            w, k, cap = curves(guess)
            between = 0.5 * (k[1:] + k[:-1])
            off = jnp.pad(-between / dz**2, 1)
            low, up = off[:-1], off[1:]
            main = cap / dt - low - up
            drain = jnp.concatenate([k[:1], between, jnp.full(1, rain)]) / dz
            rhs = cap / dt * guess - (w - before) / dt + jnp.concatenate([-drain[:1], drain[1:-1]])
            rhs = rhs + jnp.concatenate([-drain[1:-1], drain[-1:]])

            def down(carry, x):
                c, d = carry
                low, main, up, rhs = x
                under = 1.0 / (main - low * c)
                now = up * under, (rhs - low * d) * under
                return now, now
            _, (c, d) = lax.scan(down, (0.0, 0.0), (low, main, up, rhs))
            _, new = lax.scan(lambda after, x: (x[1] - x[0] * after,) * 2, 0.0, (c, d), reverse=True)
            return new, jnp.max(jnp.abs(new - guess)), count + 1
        guess, _, count = lax.while_loop(lambda s: (s[1] > tol) & (s[2] < most), turn, (h, 1.0, 0))
        return guess, (count, dz * jnp.sum(curves(guess)[0]))
    h, (its, stored) = lax.scan(step, h, None, length=steps)
    return its, stored, h
