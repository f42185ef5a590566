import jax
import jax.numpy as jnp


def density(x):
    return jnp.exp(-0.5 * x * x) / jnp.sqrt(2.0 * jnp.pi)


def cumulative(x):
    t = 1.0 / (1.0 + 0.2316419 * jnp.abs(x))
    tail = density(x) * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    return jnp.where(x >= 0.0, 1.0 - tail, tail)


@jax.jit
def greeks(spot, strike, time, sigma, call, rate=0.03, dividend=0.01):
    root = sigma * jnp.sqrt(time)
    d1 = (jnp.log(spot / strike) + (rate - dividend + 0.5 * sigma**2) * time) / root
    d2 = d1 - root
    sign = jnp.where(call, 1.0, -1.0)
    grow = spot * jnp.exp(-dividend * time)
    pay = strike * jnp.exp(-rate * time)
    n1, n2 = cumulative(sign * d1), cumulative(sign * d2)
    value = sign * (grow * n1 - pay * n2)
    delta = sign * jnp.exp(-dividend * time) * n1
    gamma = jnp.exp(-dividend * time) * density(d1) / (spot * root)
    vega = grow * density(d1) * jnp.sqrt(time)
    theta = -0.5 * grow * density(d1) * sigma / jnp.sqrt(time) - sign * (rate * pay * n2 - dividend * grow * n1)
    return value, delta, gamma, vega, theta
