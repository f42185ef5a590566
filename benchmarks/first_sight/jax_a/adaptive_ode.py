"""Stiff-ish oscillators with adaptive steps (Dormand and Prince) for many parameters at once: vmap over a while loop with lax.cond."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)

C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
A = np.array([[0, 0, 0, 0, 0, 0], [1 / 5, 0, 0, 0, 0, 0], [3 / 40, 9 / 40, 0, 0, 0, 0], [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
              [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
              [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
              [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]])
B4 = np.array([5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40])
B5 = np.append(A[6], 0.0)


def van_der_pol(t, y, mu, force):
    return jnp.stack([y[1], mu * (1.0 - y[0] ** 2) * y[1] - y[0] + force * jnp.cos(1.3 * t)])


def dopri_step(f, t, y, h):
    k = jnp.zeros((7, y.shape[0]))
    for i in range(7):
        k = k.at[i].set(f(t + C[i] * h, y + h * A[i] @ k[:6]))
    return y + h * B5 @ k, h * (B5 - B4) @ k


def integrate(y0, t1, mu, force, rtol=1e-6, atol=1e-9):
    f = lambda t, y: van_der_pol(t, y, mu, force)

    def cond(state):
        t, _, _, it, _ = state
        return (t < t1) & (it < 5000)

    def body(state):
        t, y, h, it, rejected = state
        h = jnp.minimum(h, t1 - t)
        y_new, err = dopri_step(f, t, y, h)
        scaled = err / (atol + rtol * jnp.maximum(jnp.abs(y), jnp.abs(y_new)))
        norm = jnp.sqrt(jnp.mean(scaled**2))
        factor = jnp.clip(0.9 * (norm + 1e-12) ** -0.2, 0.2, 5.0)
        t, y, rejected = lax.cond(norm <= 1.0, lambda: (t + h, y_new, rejected), lambda: (t, y, rejected + 1))
        return t, y, h * factor, it + 1, rejected

    t, y, _, it, rejected = lax.while_loop(cond, body, (0.0, y0, 0.01, 0, 0))
    return y, it, rejected


@jax.jit
def adaptive_ode(y0, t1, mu, force):
    return jax.vmap(integrate, in_axes=(0, None, 0, 0))(y0, t1, mu, force)


def initialize(preset):
    n, t1 = {"S": (8, 4.0), "L": (400, 20.0)}[preset]
    rng = np.random.default_rng(37)
    return rng.uniform(-2, 2, (n, 2)), t1, rng.uniform(0.5, 4.0, n), rng.uniform(0.0, 0.5, n)
