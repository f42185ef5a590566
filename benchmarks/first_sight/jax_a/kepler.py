"""Kepler's equation for many bodies: vmap over a while loop of Newton steps, then positions and a light curve."""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def eccentric_anomaly(mean, ecc):
    """Solves E - e sin E = M."""
    def cond(state):
        _, delta, it = state
        return (jnp.abs(delta) > 1e-12) & (it < 50)

    def body(state):
        e, _, it = state
        delta = (e - ecc * jnp.sin(e) - mean) / (1.0 - ecc * jnp.cos(e))
        return e - delta, delta, it + 1

    start = jnp.where(ecc > 0.8, jnp.pi, mean)
    e, _, _ = jax.lax.while_loop(cond, body, (start, jnp.inf, 0))
    return e


def orbit(t, elements):
    mean = jnp.mod(2.0 * jnp.pi * (t - elements["t0"]) / elements["period"], 2.0 * jnp.pi)
    ecc = elements["ecc"]
    e = eccentric_anomaly(mean, ecc)
    true = 2.0 * jnp.arctan2(jnp.sqrt(1.0 + ecc) * jnp.sin(e / 2.0), jnp.sqrt(1.0 - ecc) * jnp.cos(e / 2.0))
    r = elements["a"] * (1.0 - ecc * jnp.cos(e))
    return r * jnp.cos(true + elements["omega"]), r * jnp.sin(true + elements["omega"])


@jax.jit
def kepler(times, elements):
    x, y = jax.vmap(lambda el: jax.vmap(lambda t: orbit(t, el))(times))(elements)
    separation = jnp.sqrt(x**2 + y**2)
    dip = jnp.where((jnp.abs(x) < 0.1) & (y > 0), 0.01 * jnp.exp(-(x / 0.05) ** 2), 0.0)
    return 1.0 - dip.sum(axis=0), separation.min(axis=1), separation.max(axis=1)


def initialize(preset):
    bodies, n = {"S": (4, 500), "L": (30, 6000)}[preset]
    rng = np.random.default_rng(1)
    elements = {
        "a": rng.uniform(0.5, 3.0, bodies),
        "ecc": rng.uniform(0.0, 0.9, bodies),
        "omega": rng.uniform(0.0, 2 * np.pi, bodies),
        "period": rng.uniform(1.0, 9.0, bodies),
        "t0": rng.uniform(0.0, 1.0, bodies),
    }
    return np.linspace(0.0, 20.0, n), elements
