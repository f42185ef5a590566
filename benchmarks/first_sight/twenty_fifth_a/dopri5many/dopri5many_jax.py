import jax
import jax.numpy as jnp
from jax import lax

E = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)


def flow(state, mu):
    x, v = state
    return jnp.stack((v, mu * (1.0 - x * x) * v - x))


@jax.jit
def dopri5many(state, mu, tol, A, until):
    many = mu.size

    def step(carry):
        state, first, t, h, taken, refused = carry
        active = t < until - 1e-12
        h = jnp.minimum(h, until - t)
        k, new = [first], state
        for s in range(1, 7):
            new = state + h * sum(A[s, r] * k[r] for r in range(s))
            k.append(flow(new, mu))
        scale = tol * (1.0 + jnp.maximum(jnp.abs(state), jnp.abs(new)))
        error = jnp.sqrt(jnp.mean((h * sum(E[s] * k[s] for s in range(7)) / scale) ** 2, axis=0))
        good = active & (error <= 1.0)
        factor = jnp.clip(0.9 * jnp.maximum(error, 1e-10) ** -0.2, 0.2, 5.0)
        state, first = jnp.where(good, new, state), jnp.where(good, k[6], first)
        return state, first, jnp.where(good, t + h, t), jnp.where(active, h * factor, 1e-2), taken + good, refused + (active & ~good)

    none = jnp.zeros(many, jnp.int64)
    start = state, flow(state, mu), jnp.zeros(many), jnp.full(many, 1e-2), none, none
    state, _, _, _, taken, refused = lax.while_loop(lambda c: jnp.any(c[2] < until - 1e-12), step, start)
    return taken, refused, 0.5 * jnp.sum(state ** 2, axis=0), state
