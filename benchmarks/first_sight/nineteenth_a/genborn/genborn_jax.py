import jax
import jax.numpy as jnp


@jax.jit
def solvate(x, radius, charge):
    offset, scale, far = 0.09, 0.8, 12.0
    rho = radius - offset
    d = x[:, None, :] - x[None, :, :]
    square = jnp.sum(d**2, axis=-1)
    same = jnp.eye(len(radius), dtype=bool)
    r = jnp.where(same, 1.0, jnp.sqrt(square))
    a, b = rho[:, None], scale * rho[None, :]
    upper, lower = r + b, jnp.maximum(a, jnp.abs(r - b))
    term = 0.5 * (1.0 / lower - 1.0 / upper + 0.25 * (r - b**2 / r) * (1.0 / upper**2 - 1.0 / lower**2)
                  + 0.5 * jnp.log(lower / upper) / r)
    term = term + jnp.where(a < b - r, 1.0 / a - 1.0 / lower, 0.0)
    term = jnp.where((r > far) | (a > upper) | same, 0.0, term)
    psi = term.sum(axis=1) * rho
    born = 1.0 / (1.0 / rho - jnp.tanh(psi - 0.8 * psi**2 + 4.85 * psi**3) / radius)
    product = born[:, None] * born[None, :]
    square = jnp.where(same, 0.0, square)
    f = jnp.sqrt(square + product * jnp.exp(-square / (4.0 * product)))
    potential = (-332.06 * (1.0 - jnp.exp(-0.1 * f) / 78.5) / f) @ charge
    return 0.5 * charge @ potential, potential, born
