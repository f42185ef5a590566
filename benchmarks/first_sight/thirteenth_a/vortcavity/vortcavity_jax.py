from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(2, 3))
def cavity(w, psi, steps, sweeps, viscosity=0.01, lid=1.0):
    n = w.shape[0]
    h = 1.0 / (n - 1)
    dt = 0.2 * h**2 / viscosity
    psi = jnp.pad(psi[1:-1, 1:-1], 1)

    def step(state, _):
        w, psi = state

        def sweep(_, psi):
            return psi.at[1:-1, 1:-1].set(0.25 * (psi[1:-1, 2:] + psi[1:-1, :-2] + psi[2:, 1:-1] + psi[:-2, 1:-1]
                                                  + h**2 * w[1:-1, 1:-1]))
        psi = lax.fori_loop(0, sweeps, sweep, psi)
        w = w.at[0].set(-2.0 * psi[1] / h**2).at[-1].set(-2.0 * psi[-2] / h**2 - 2.0 * lid / h)
        w = w.at[:, 0].set(-2.0 * psi[:, 1] / h**2).at[:, -1].set(-2.0 * psi[:, -2] / h**2)
        u = (psi[2:, 1:-1] - psi[:-2, 1:-1]) / (2.0 * h)
        v = -(psi[1:-1, 2:] - psi[1:-1, :-2]) / (2.0 * h)
        wx = (w[1:-1, 2:] - w[1:-1, :-2]) / (2.0 * h)
        wy = (w[2:, 1:-1] - w[:-2, 1:-1]) / (2.0 * h)
        bent = w[1:-1, 2:] + w[1:-1, :-2] + w[2:, 1:-1] + w[:-2, 1:-1] - 4.0 * w[1:-1, 1:-1]
        w = w.at[1:-1, 1:-1].add(dt * (viscosity * bent / h**2 - u * wx - v * wy))
        return (w, psi), psi[n // 2, n // 2]
    (w, psi), centre = lax.scan(step, (w, psi), None, length=steps)
    return centre, w, psi
