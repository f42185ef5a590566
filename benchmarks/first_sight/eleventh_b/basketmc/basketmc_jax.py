import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def price(normals, corr, spot, vol, strike=100.0, rate=0.02, maturity=1.0):
    steps, paths, assets = normals.shape
    dt = maturity / steps
    factor = jnp.linalg.cholesky(corr)

    def step(s, z):
        logs, a, g = s
        logs = logs + (rate - 0.5 * vol**2) * dt + vol * jnp.sqrt(dt) * (z @ factor.T)
        return (logs, a + jnp.exp(logs).mean(axis=1), g + logs.mean(axis=1)), None
    start = (jnp.broadcast_to(jnp.log(spot), (paths, assets)), jnp.zeros(paths), jnp.zeros(paths))
    (_, a, g), _ = lax.scan(step, start, normals)
    discount = jnp.exp(-rate * maturity)
    pay = discount * jnp.maximum(a / steps - strike, 0.0)
    control = discount * jnp.maximum(jnp.exp(g / steps) - strike, 0.0)
    beta = jnp.cov(pay, control)
    ratio = beta[0, 1] / beta[1, 1]
    adjusted = pay - ratio * (control - control.mean())
    return pay.mean(), ratio, adjusted.std(ddof=1) / jnp.sqrt(paths)
