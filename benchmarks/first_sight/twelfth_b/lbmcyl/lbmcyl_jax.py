from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

CX = (0, 0, 1, 1, 1, 0, -1, -1, -1)
CY = (0, 1, 1, 0, -1, -1, -1, 0, 1)
WEIGHT = (4 / 9, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36)
BACK = (0, 5, 6, 7, 8, 1, 2, 3, 4)


@partial(jax.jit, static_argnums=2)
def flow(f, solid, steps, tau=0.6):
    cx, cy, weight = jnp.array(CX), jnp.array(CY), jnp.array(WEIGHT)

    def step(f, _):
        f = jnp.stack([jnp.roll(f[:, :, i], (CY[i], CX[i]), (0, 1)) for i in range(9)], axis=2)
        rho = f.sum(2)
        jx, jy = (f * cx).sum(2), (f * cy).sum(2)
        ux, uy = (jx / rho)[:, :, None], (jy / rho)[:, :, None]
        cu = 3.0 * (cx * ux + cy * uy)
        equilibrium = rho[:, :, None] * weight * (1.0 + cu + 0.5 * cu**2 - 1.5 * (ux**2 + uy**2))
        new = jnp.where(solid[:, :, None], f[:, :, jnp.array(BACK)], f - (1.0 / tau) * (f - equilibrium))
        return new, 2.0 * jnp.sum(jnp.where(solid, jx, 0.0))
    f, drag = lax.scan(step, f, None, length=steps)
    return drag, f
