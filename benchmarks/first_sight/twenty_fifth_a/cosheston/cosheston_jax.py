from functools import partial

import jax
import jax.numpy as jnp


def characteristic(u, t, rate, kappa, theta, xi, rho, v0):
    iu = 1j * u
    beta = kappa - rho * xi * iu
    d = jnp.sqrt(beta ** 2 + xi ** 2 * (iu + u ** 2))
    g = (beta - d) / (beta + d)
    fade = jnp.exp(-d * t)
    c = kappa * theta / xi ** 2 * ((beta - d) * t - 2.0 * jnp.log((1.0 - g * fade) / (1.0 - g)))
    return jnp.exp(iu * rate * t + c + (beta - d) / xi ** 2 * (1.0 - fade) / (1.0 - g * fade) * v0)


@partial(jax.jit, static_argnums=5)
def cosheston(strikes, years, spot, rate, model, terms):
    kappa, theta, xi, rho, v0 = model
    k = jnp.arange(terms)
    x = jnp.log(spot / strikes)

    def price(t):
        width = 12.0 * jnp.sqrt(theta * t + (v0 - theta) * (1.0 - jnp.exp(-kappa * t)) / kappa)
        u = k * jnp.pi / (2.0 * width)
        s, c = jnp.sin(u * width), jnp.cos(u * width)
        chi = (c + u * s - jnp.exp(-width)) / (1.0 + u ** 2)
        psi = jnp.where(k == 0, width, s / jnp.where(k == 0, 1.0, u))
        weight = jnp.where(k == 0, 0.5, 1.0) * (psi - chi) / width
        factor = characteristic(u, t, rate, kappa, theta, xi, rho, v0) * weight
        angle = u[:, None] * (x + width)
        total = factor.real @ jnp.cos(angle) - factor.imag @ jnp.sin(angle)
        return strikes * jnp.exp(-rate * t) * (total - 1.0) + spot

    return jax.lax.map(price, years)
