"""A diagonal state-space layer over long sequences: complex recurrences by lax.associative_scan, gated, with normalisation."""

import jax
import jax.numpy as jnp
import numpy as np


def combine(left, right):
    a_l, b_l = left
    a_r, b_r = right
    return a_l * a_r, a_r * b_l + b_r


def discretise(lam_re, lam_im, log_dt):
    lam = -jnp.exp(lam_re) + 1j * lam_im
    dt = jnp.exp(log_dt)
    return jnp.exp(lam * dt), (jnp.exp(lam * dt) - 1.0) / lam


def ssm(p, u):
    lam_bar, b_scale = discretise(p["lam_re"], p["lam_im"], p["log_dt"])
    bu = (u @ p["B"].T) * b_scale
    a = jnp.broadcast_to(lam_bar, bu.shape)
    _, xs = jax.lax.associative_scan(combine, (a, bu))
    return 2.0 * (xs @ p["C"].T).real + u * p["D"]


def layer(p, u):
    mean, std = u.mean(-1, keepdims=True), u.std(-1, keepdims=True)
    z = (u - mean) / (std + 1e-5)
    y = jax.nn.gelu(ssm(p, z))
    return u + y * jax.nn.sigmoid(y @ p["gate"])


@jax.jit
def state_space(layers, batch):
    def model(u):
        for p in layers:
            u = layer(p, u)
        return u.mean(axis=0), jnp.cumsum(u[:, 0])

    return jax.vmap(model)(batch)


def initialize(preset):
    batch, length, features, states, depth = {"S": (3, 128, 8, 16, 2), "L": (8, 1024, 32, 48, 3)}[preset]
    rng = np.random.default_rng(17)
    f32 = lambda a: jnp.asarray(a, jnp.float32)
    cplx = lambda *s: jnp.asarray((rng.normal(size=s) + 1j * rng.normal(size=s)) / np.sqrt(2 * s[1]), jnp.complex64)
    layers = [{"lam_re": f32(np.log(np.full(states, 0.5))), "lam_im": f32(np.pi * np.arange(states)),
               "log_dt": f32(rng.uniform(np.log(1e-3), np.log(1e-1), states)), "B": cplx(states, features), "C": cplx(features, states),
               "D": f32(rng.normal(size=features)), "gate": f32(rng.normal(size=(features, features)) / 4)} for _ in range(depth)]
    return layers, f32(rng.normal(size=(batch, length, features)))
