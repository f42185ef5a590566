import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def chiptherm(temp, power, most=300, rest=400.0, side=0.016, thick=0.0005, ambient=318.0, sink=0.5):
    rows, cols = temp.shape
    dy, dx = side / rows, side / cols
    conduct, heat = 100.0, 1.75e6
    cap = 0.5 * heat * thick * dx * dy
    rx, ry = dx / (2.0 * conduct * thick * dy), dy / (2.0 * conduct * thick * dx)
    rz = thick / (conduct * dx * dy) + sink * rows * cols
    dt = 0.4 / (1.0 / rx + 1.0 / ry + 1.0 / rz) * cap

    def step(state):
        temp, _, count = state
        p = jnp.pad(temp, 1, mode="edge")
        flow = (p[2:, 1:-1] + p[:-2, 1:-1] - 2.0 * temp) / ry + (p[1:-1, 2:] + p[1:-1, :-2] - 2.0 * temp) / rx
        delta = dt / cap * (power + flow + (ambient - temp) / rz)
        return temp + delta, jnp.max(jnp.abs(delta)), count + 1

    def more(state):
        return (state[2] < most) & (state[1] >= rest * dt)

    temp, change, count = lax.while_loop(more, step, (temp, jnp.inf, 0))
    return change, jnp.argmax(temp), count, temp
