from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def wrap(angle):
    return (angle + jnp.pi) % (2.0 * jnp.pi) - jnp.pi


def predict(mu, P, u):
    c, s = jnp.cos(mu[2]), jnp.sin(mu[2])
    G = jnp.array([[1.0, 0.0, -u[0] * s], [0.0, 1.0, u[0] * c], [0.0, 0.0, 1.0]])
    top = G @ P[:3]
    top = top.at[:, :3].set(top[:, :3] @ G.T)
    top = top.at[:2, :2].add(0.05**2 * jnp.outer(jnp.array([c, s]), jnp.array([c, s]))).at[2, 2].add(0.03**2)
    P = P.at[:3].set(top).at[3:, :3].set(top[:, 3:].T)
    return jnp.array([mu[0] + u[0] * c, mu[1] + u[0] * s, wrap(mu[2] + u[1])]), P


def introduce(mu, P, k, z):
    i = 3 + 2 * k
    c, s = jnp.cos(mu[2] + z[1]), jnp.sin(mu[2] + z[1])
    mu = lax.dynamic_update_slice(mu, jnp.array([mu[0] + z[0] * c, mu[1] + z[0] * s]), (i,))
    Gp = jnp.array([[1.0, 0.0, -z[0] * s], [0.0, 1.0, z[0] * c]])
    Gz = jnp.array([[c, -z[0] * s], [s, z[0] * c]])
    own = Gp @ P[:3, :3] @ Gp.T + Gz @ jnp.diag(jnp.array([0.08**2, 0.04**2])) @ Gz.T
    cross = Gp @ P[:3]
    P = lax.dynamic_update_slice(P, cross, (i, 0))
    P = lax.dynamic_update_slice(P, cross.T, (0, i))
    return mu, lax.dynamic_update_slice(P, own, (i, i)), False


def correct(mu, P, k, z):
    i = 3 + 2 * k
    d = lax.dynamic_slice(mu, (i,), (2,)) - mu[:2]
    q = d @ d
    r = jnp.sqrt(q)
    miss = jnp.array([z[0] - r, wrap(z[1] - wrap(jnp.arctan2(d[1], d[0]) - mu[2]))])
    mark = jnp.array([[d[0] / r, d[1] / r], [-d[1] / q, d[0] / q]])
    pose = jnp.concatenate([-mark, jnp.array([[0.0], [-1.0]])], axis=1)
    PHt = P[:, :3] @ pose.T + lax.dynamic_slice(P, (0, i), (P.shape[0], 2)) @ mark.T
    S = pose @ PHt[:3] + mark @ lax.dynamic_slice(PHt, (i, 0), (2, 2)) + jnp.diag(jnp.array([0.08**2, 0.04**2]))
    det = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
    Si = jnp.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / det
    refused = miss @ Si @ miss > 16.0
    K = jnp.where(refused, 0.0, PHt @ Si)
    mu = mu + K @ miss
    return mu.at[2].set(jnp.where(refused, mu[2], wrap(mu[2]))), P - K @ PHt.T, refused


@partial(jax.jit, static_argnums=3)
def slam(control, sight, ids, marks):
    size = 3 + 2 * marks

    def seen(state, given):
        mu, P, known, refused = state
        k, z = given
        which = jnp.where(k < 0, 0, jnp.where(known[k], 2, 1))
        mu, P, bad = lax.switch(which, [lambda mu, P, k, z: (mu, P, False), introduce, correct], mu, P, k, z)
        return (mu, P, known.at[k].set(known[k] | (k >= 0)), refused + bad), None

    def step(state, given):
        mu, P, known, refused = state
        u, z, k = given
        pose, P = predict(mu, P, u)
        state, _ = lax.scan(seen, (mu.at[:3].set(pose), P, known, refused), (k, z))
        return state, (state[0][:3], state[1][0, 0] + state[1][1, 1])
    start = jnp.zeros(size), jnp.zeros((size, size)), jnp.zeros(marks, bool), 0
    (mu, P, _, refused), (path, unsure) = lax.scan(step, start, (control, sight, ids))
    return path, unsure, mu, jnp.diag(P), refused
