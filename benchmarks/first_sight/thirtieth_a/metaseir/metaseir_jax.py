from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="most")
def course(people, travel, ill, beta, sigma, gamma, shut, opened, dt, most):
    present, everyone = travel.T @ people, people.sum()

    def slopes(state, beta):
        s, e, i, _ = state
        new = beta * (travel @ ((travel.T @ i) / present)) * s
        return jnp.stack((-new, new - sigma * e, sigma * e - gamma * i, gamma * i))

    def step(carry):
        state, curve, peak, day, closed, t = carry
        closed = state[2].sum() / everyone > jnp.where(closed, opened, shut)
        b = jnp.where(closed, 0.5 * beta, beta)
        k1 = slopes(state, b)
        k2 = slopes(state + 0.5 * dt * k1, b)
        k3 = slopes(state + 0.5 * dt * k2, b)
        state = state + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + slopes(state + dt * k3, b))
        curve = curve.at[t].set(jnp.stack((state[0].sum(), state[2].sum(), closed.astype(float))))
        higher = state[2] > peak
        return state, curve, jnp.maximum(state[2], peak), jnp.where(higher, (t + 1) * dt, day), closed, t + 1

    def goes_on(carry):
        return (carry[5] < most) & (carry[0][1].sum() + carry[0][2].sum() > 1.0)

    zero = jnp.zeros_like(ill)
    start = (jnp.stack((people - ill, zero, ill, zero)), jnp.zeros((most, 3)), ill, zero, False, 0)
    state, curve, peak, day, _, t = lax.while_loop(goes_on, step, start)
    return state, curve, peak, day, t


def metaseir(people, travel, ill, most, beta=0.5, sigma=0.25, gamma=0.15, shut=2e-3, opened=5e-4, dt=0.5):
    state, curve, peak, day, t = course(people, travel, ill, beta, sigma, gamma, shut, opened, dt, most)
    return state, curve[:int(t)], peak, day, t
