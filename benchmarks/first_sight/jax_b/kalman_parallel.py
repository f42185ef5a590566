"""The Kalman filter and smoother as parallel scans (after Särkkä and García-Fernández): lax.associative_scan over tuples of matrices."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


class Element(NamedTuple):
    a: jax.Array
    b: jax.Array
    c: jax.Array
    eta: jax.Array
    j: jax.Array


def first_element(model, m0, p0, y):
    f, q, h, r = model
    m1, p1 = f @ m0, f @ p0 @ f.T + q
    s = h @ p1 @ h.T + r
    k = jnp.linalg.solve(s, h @ p1).T
    zero = jnp.zeros_like(f)
    return Element(zero, m1 + k @ (y - h @ m1), p1 - k @ s @ k.T, jnp.zeros_like(m1), zero)


def generic_element(model, y):
    f, q, h, r = model
    s = h @ q @ h.T + r
    k = jnp.linalg.solve(s, h @ q).T
    fh = (h @ f).T
    return Element((jnp.eye(f.shape[0]) - k @ h) @ f, k @ y, q - k @ h @ q, fh @ jnp.linalg.solve(s, y), fh @ jnp.linalg.solve(s, fh.T))


@jax.vmap
def combine(e1, e2):
    eye = jnp.eye(e1.a.shape[0])
    left = jnp.linalg.solve((eye + e1.c @ e2.j).T, e2.a.T).T
    right = jnp.linalg.solve((eye + e2.j @ e1.c).T, e1.a).T
    return Element(left @ e1.a, left @ (e1.b + e1.c @ e2.eta) + e2.b, left @ e1.c @ e2.a.T + e2.c,
                   right @ (e2.eta - e2.j @ e1.b) + e1.eta, right @ e2.j @ e1.a + e1.j)


@jax.vmap
def combine_back(e1, e2):
    return e2[0] @ e1[0], e2[0] @ e1[1] + e2[1], e2[0] @ e1[2] @ e2[0].T + e2[2]


@jax.jit
def kalman_parallel(model, m0, p0, ys):
    f, q, h, r = model
    first = first_element(model, m0, p0, ys[0])
    rest = jax.vmap(lambda y: generic_element(model, y))(ys[1:])
    elements = jax.tree.map(lambda one, more: jnp.concatenate([one[None], more]), first, rest)
    filtered = jax.lax.associative_scan(combine, elements)
    means, covs = filtered.b, filtered.c

    def smoothing(m, p):
        pp = f @ p @ f.T + q
        e = jnp.linalg.solve(pp, f @ p).T
        return e, m - e @ f @ m, p - e @ pp @ e.T

    e, g, l = jax.vmap(smoothing)(means[:-1], covs[:-1])
    back = (jnp.concatenate([e, jnp.zeros_like(e[:1])]), jnp.concatenate([g, means[-1:]]), jnp.concatenate([l, covs[-1:]]))
    _, smoothed, scov = jax.lax.associative_scan(combine_back, back, reverse=True)
    return means, smoothed, jnp.trace(scov, axis1=1, axis2=2)


def initialize(preset):
    steps = {"S": 24, "L": 700}[preset]
    rng = np.random.default_rng(19)
    dt = 0.1
    f = np.kron(np.array([[1, dt], [0, 1]]), np.eye(2))
    q = 0.2 * np.kron(np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]]), np.eye(2)) + 1e-4 * np.eye(4)
    h = np.eye(2, 4)
    return (f, q, h, 0.25 * np.eye(2)), np.zeros(4), np.eye(4), np.cumsum(0.2 * rng.normal(size=(steps, 2)), 0)
