from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

MU = 4e-7 * jnp.pi


def response(period, thick, model):
    omega = 2.0 * jnp.pi / period
    rho = 10.0 ** model

    def layer(z, below):
        rho, thick = below
        own = jnp.sqrt(1j * omega * MU * rho)
        fade = jnp.exp(-2.0 * thick * own / rho)
        r = (own - z) / (own + z)
        return own * (1.0 - r * fade) / (1.0 + r * fade), None

    z, _ = lax.scan(layer, jnp.sqrt(1j * omega * MU * rho[-1]), (rho[:-1], thick), reverse=True)
    return jnp.concatenate((jnp.log10(jnp.abs(z) ** 2 / (omega * MU)), jnp.angle(z)))


@partial(jax.jit, static_argnums=5)
def mtlayers(period, thick, observed, model, smooth, turns):
    rough = jnp.diff(jnp.eye(model.size), axis=0)
    penalty = smooth * rough.T @ rough
    weight = jnp.where(jnp.arange(observed.size) < period.size, 1.0 / 0.05, 1.0 / 0.03)
    moved = jax.vmap(lambda m: response(period, thick, m))

    def turn(model, _):
        here = response(period, thick, model)
        off = weight * (observed - here)
        J = (weight * (moved(model + 1e-4 * jnp.eye(model.size)) - here) / 1e-4).T
        step = jnp.linalg.solve(J.T @ J + penalty, J.T @ off - penalty @ model)
        return jnp.clip(model + jnp.clip(step, -0.5, 0.5), -1.0, 5.0), jnp.sqrt(jnp.mean(off ** 2))

    model, misfit = lax.scan(turn, model, None, length=turns)
    return model, misfit, response(period, thick, model)
