import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

RATE = 0.03
KAPPA, THETA, XI, RHO = 1.8, 0.05, 0.4, -0.6


@jax.jit
def barrier_call(z, w, s0, v0, strike=98.0, barrier=75.0, maturity=1.0):
    steps, paths = z.shape
    dt = maturity / steps

    def side(sign):
        def step(s, x):
            logs, v, alive, mean = s
            z1, z2 = sign * x[0], sign * x[1]
            vp = jnp.maximum(v, 0.0)
            root = jnp.sqrt(vp * dt)
            logs = logs + (RATE - 0.5 * vp) * dt + root * z1
            v = v + KAPPA * (THETA - vp) * dt + XI * root * (RHO * z1 + np.sqrt(1.0 - RHO**2) * z2)
            spot = jnp.exp(logs)
            return (logs, v, alive & (spot > barrier), mean + spot / steps), None
        start = (jnp.full(paths, jnp.log(s0)), jnp.full(paths, v0), jnp.ones(paths, bool), jnp.zeros(paths))
        (_, _, alive, mean), _ = lax.scan(step, start, (z, w))
        return jnp.where(alive, jnp.maximum(mean - strike, 0.0), 0.0) * jnp.exp(-RATE * maturity)
    pay = 0.5 * (side(1.0) + side(-1.0))
    price = pay.mean()
    return price, jnp.sqrt(jnp.sum((pay - price) ** 2) / (paths - 1) / paths)
