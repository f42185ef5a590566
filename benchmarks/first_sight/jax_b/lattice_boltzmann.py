"""Flow around a cylinder by the lattice Boltzmann method (D2Q9): streaming by rolls, bounce-back, an inlet after Zou and He."""

import jax
import jax.numpy as jnp
import numpy as np

C = jnp.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]])
W = jnp.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4, dtype=jnp.float32)
OPPOSITE = np.array([0, 3, 4, 1, 2, 7, 8, 5, 6])
RIGHT, LEFT, MIDDLE = np.array([1, 5, 8]), np.array([3, 6, 7]), np.array([0, 2, 4])


def macroscopic(f):
    rho = jnp.sum(f, axis=-1)
    return rho, jnp.einsum("xyq,qd->xyd", f, C.astype(f.dtype)) / rho[..., None]


def equilibrium(rho, u):
    cu = jnp.einsum("xyd,qd->xyq", u, C.astype(u.dtype))
    speed = jnp.sum(u**2, axis=-1, keepdims=True)
    return rho[..., None] * W * (1 + 3 * cu + 4.5 * cu**2 - 1.5 * speed)


@jax.jit
def lattice_boltzmann(f, obstacle, inflow, omega, frames):
    def step(_, f):
        f = f.at[-1, :, LEFT].set(f[-2, :, LEFT])
        rho, u = macroscopic(f)
        u = u.at[0, 1:-1].set(inflow[1:-1])
        edge = (f[0][:, MIDDLE].sum(-1) + 2 * f[0][:, LEFT].sum(-1)) / (1 - u[0, :, 0])
        rho = rho.at[0].set(edge)
        feq = equilibrium(rho, u)
        f = f.at[0, :, RIGHT].set(feq[0, :, RIGHT])
        collided = f - omega * (f - feq)
        bounced = jnp.where(obstacle[..., None], f[..., OPPOSITE], collided)
        return jax.vmap(lambda fi, ci: jnp.roll(fi, ci, axis=(0, 1)), in_axes=(-1, 0), out_axes=-1)(bounced, C)

    def frame(f, count):
        f = jax.lax.fori_loop(0, count, step, f)
        _, u = macroscopic(f)
        dvdx, dudy = jnp.gradient(u[..., 1], axis=0), jnp.gradient(u[..., 0], axis=1)
        return f, jnp.where(obstacle, 0.0, dvdx - dudy).std()

    f, enstrophy = jax.lax.scan(frame, f, frames)
    return f, jnp.linalg.norm(macroscopic(f)[1], axis=-1), enstrophy


def initialize(preset):
    nx, ny, frames = {"S": (40, 20, (3, 2)), "L": (160, 80, (10, 12, 8))}[preset]
    x, y = np.meshgrid(np.arange(nx), np.arange(ny), indexing="ij")
    obstacle = (x - nx // 5) ** 2 + (y - ny // 2) ** 2 < (ny / 9) ** 2
    inflow = np.zeros((ny, 2), np.float32)
    inflow[:, 0] = 0.04 * (1 + 1e-3 * np.sin(np.arange(ny) / (ny - 1) * 2 * np.pi))
    start = jnp.broadcast_to(jnp.asarray(inflow), (nx, ny, 2))
    return equilibrium(jnp.ones((nx, ny), jnp.float32), start), obstacle, inflow, 1.7, jnp.array(frames)
