from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def dagger(M):
    return jnp.conj(jnp.swapaxes(M, -1, -2))


def staple(U, mu, nu):
    up = U[nu] @ jnp.roll(U[mu], -1, axis=nu) @ dagger(jnp.roll(U[nu], -1, axis=mu))
    down = dagger(U[nu]) @ U[mu] @ jnp.roll(U[nu], -1, axis=mu)
    return up + jnp.roll(down, 1, axis=nu)


def determinant(X):
    a, b, c = X[..., 0, :], X[..., 1, :], X[..., 2, :]
    return (a[..., 0] * (b[..., 1] * c[..., 2] - b[..., 2] * c[..., 1]) - a[..., 1] * (b[..., 0] * c[..., 2] - b[..., 2] * c[..., 0])
            + a[..., 2] * (b[..., 0] * c[..., 1] - b[..., 1] * c[..., 0]))


def unitary(X):
    X = lax.fori_loop(0, 8, lambda _, X: 1.5 * X - 0.5 * X @ (dagger(X) @ X), X)
    return X / determinant(X)[..., None, None] ** (1.0 / 3.0)


def plaquette(U):
    total = 0.0
    for mu in range(3):
        for nu in range(mu):
            there = U[mu] @ jnp.roll(U[nu], -1, axis=mu)
            back = U[nu] @ jnp.roll(U[mu], -1, axis=nu)
            total += jnp.sum((there * jnp.conj(back)).real)
    return total / (9.0 * U.shape[1] ** 3)


@partial(jax.jit, static_argnums=2)
def apesmear(U, alpha, rounds):
    def step(U, _):
        around = jnp.stack([sum(staple(U, mu, nu) for nu in range(3) if nu != mu) for mu in range(3)])
        return unitary((1.0 - alpha) * U + alpha / 4.0 * around), plaquette(U)

    U, mean = lax.scan(step, U, None, length=rounds)
    return jnp.append(mean, plaquette(U)), U
