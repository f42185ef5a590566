from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def element_stiffness(nu):
    c = np.array([[1.0, nu, 0.0], [nu, 1.0, 0.0], [0.0, 0.0, (1.0 - nu) / 2.0]]) / (1.0 - nu**2)
    ke, g = np.zeros((8, 8)), 1.0 / np.sqrt(3.0)
    for xi in (-g, g):
        for eta in (-g, g):
            b = np.zeros((3, 8))
            for a, (sx, sy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
                dx, dy = 0.5 * sx * (1.0 + sy * eta), 0.5 * sy * (1.0 + sx * xi)
                b[0, 2 * a] = b[2, 2 * a + 1] = dx
                b[1, 2 * a + 1] = b[2, 2 * a] = dy
            ke += 0.25 * b.T @ c @ b
    return ke


@partial(jax.jit, static_argnums=3)
def plate(rho, load, fixed, most, nu=0.3, penal=3.0, tol=1e-6):
    nx, ny = rho.shape
    ke = jnp.asarray(element_stiffness(0.3))
    stiff = rho**penal
    free = ~fixed

    def gather(p):
        q = p.reshape(nx + 1, ny + 1, 2)
        return jnp.concatenate([q[:-1, :-1], q[1:, :-1], q[1:, 1:], q[:-1, 1:]], axis=2)

    def scatter(q):
        out = jnp.zeros((nx + 1, ny + 1, 2))
        out = out.at[:-1, :-1].add(q[..., 0:2]).at[1:, :-1].add(q[..., 2:4])
        return out.at[1:, 1:].add(q[..., 4:6]).at[:-1, 1:].add(q[..., 6:8]).reshape(-1)

    def times(p):
        return scatter(stiff[..., None] * (gather(p) @ ke.T)) * free
    diagonal = 1.0 + scatter(stiff[..., None] * jnp.diag(ke))
    r = load * free
    z = r / diagonal
    start = jnp.sqrt(r @ r)

    def turn(state):
        u, r, p, rz, its, _ = state
        kp = times(p)
        alpha = rz / (p @ kp)
        u, r = u + alpha * p, r - alpha * kp
        z = r / diagonal
        new = r @ z
        return u, r, z + new / rz * p, new, its + 1, jnp.sqrt(r @ r) < tol * start
    first = (jnp.zeros_like(load), r, z, r @ z, 0, False)
    u, _, _, _, its, _ = lax.while_loop(lambda s: (s[4] < most) & ~s[5], turn, first)
    ue = gather(u)
    return u, its, 0.5 * stiff * jnp.sum(ue * (ue @ ke), axis=2)
