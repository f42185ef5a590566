from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def beam(E, A, I, L):
    a, b, c, d, e = E * A / L, 12.0 * E * I / L ** 3, 6.0 * E * I / L ** 2, 4.0 * E * I / L, 2.0 * E * I / L
    return np.array([
        [a, 0.0, 0.0, -a, 0.0, 0.0], [0.0, b, c, 0.0, -b, c], [0.0, c, d, 0.0, -c, e],
        [-a, 0.0, 0.0, a, 0.0, 0.0], [0.0, -b, -c, 0.0, b, -c], [0.0, c, e, 0.0, -c, d]])


def build(storeys, bays, height=3.2, span=5.5):
    """Stiffness and masses, by NumPy while the program is traced: they depend on static sizes alone."""
    joints = bays + 1
    size = 3 * (storeys + 1) * joints
    K, mass = np.zeros((size, size)), np.zeros(size)
    upright = np.kron(np.eye(2), np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]))

    def add(i, j, k, L, weight):
        dofs = np.r_[3 * i:3 * i + 3, 3 * j:3 * j + 3]
        K[np.ix_(dofs, dofs)] += k
        mass[dofs] += 0.5 * weight * L * np.array([1.0, 1.0, L * L / 50.0] * 2)

    for s in range(storeys):
        strength = 1.0 - 0.4 * s / storeys
        column = upright.T @ beam(3.0e10, 0.25 * strength, 5.2e-3 * strength, height) @ upright
        for b in range(joints):
            add(s * joints + b, (s + 1) * joints + b, column, height, 600.0)
        for b in range(bays):
            add((s + 1) * joints + b, (s + 1) * joints + b + 1, beam(3.0e10, 0.18, 5.4e-3, span), span, 4500.0)
    return jnp.asarray(K[3 * joints:, 3 * joints:]), jnp.asarray(mass[3 * joints:])


@partial(jax.jit, static_argnums=(2, 3), static_argnames=("beta", "gamma"))
def framenewm(shake, dt, storeys, bays, beta=0.25, gamma=0.5):
    K, mass = build(storeys, bays)
    root = 1.0 / jnp.sqrt(mass)
    w = jnp.sqrt(jnp.linalg.eigvalsh(K * root * root[:, None])[:3])
    C = 0.1 / (w[0] + w[2]) * K + jnp.diag(0.1 * w[0] * w[2] / (w[0] + w[2]) * mass)
    inverse = jnp.linalg.inv(jnp.diag(mass / (beta * dt ** 2)) + gamma / (beta * dt) * C + K)
    side = jnp.zeros_like(mass).at[::3].set(1.0)

    def step(state, ground):
        u, v, a, drift, roof = state
        inertia = mass * (u / (beta * dt ** 2) + v / (beta * dt) + (0.5 / beta - 1.0) * a)
        drag = gamma / (beta * dt) * u + (gamma / beta - 1.0) * v + dt * (0.5 * gamma / beta - 1.0) * a
        new = inverse @ (inertia + C @ drag - mass * side * ground)
        move = new - u
        speed = gamma / (beta * dt) * move + (1.0 - gamma / beta) * v + dt * (1.0 - 0.5 * gamma / beta) * a
        a = move / (beta * dt ** 2) - v / (beta * dt) - (0.5 / beta - 1.0) * a
        floors = new.reshape(storeys, -1, 3)[:, :, 0].mean(axis=1)
        drift = jnp.maximum(drift, jnp.abs(jnp.diff(floors, prepend=0.0)))
        shear = -jnp.dot(mass[::3], a[::3] + ground)
        return (new, speed, a, drift, jnp.maximum(roof, jnp.abs(floors[-1]))), shear

    zero = jnp.zeros_like(mass)
    start = (zero, zero, -side * shake[0], jnp.zeros(storeys), 0.0)
    (_, _, _, drift, roof), shear = lax.scan(step, start, shake[1:])
    return drift, jnp.append(0.0, shear), 2.0 * jnp.pi / w, roof, jnp.argmax(drift)
