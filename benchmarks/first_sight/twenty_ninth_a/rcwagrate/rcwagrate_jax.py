from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def outgoing(square):
    root = jnp.sqrt(jnp.abs(square))
    return jnp.where(square >= 0.0, root + 0j, 1j * root)


@partial(jax.jit, static_argnums=2)
def rcwagrate(lengths, ridge, most, period=0.7, depth=0.35, fill=0.4, angle=0.15, below=1.45):
    size = 2 * most + 1
    order = np.arange(-most, most + 1)
    shape = fill * jnp.sinc((order[:, None] - order) * fill)

    def one(row):
        length, eps = row
        k0 = 2.0 * jnp.pi / length
        kx = jnp.sin(angle) - order * length / period
        kr, kt = outgoing(1.0 - kx ** 2), outgoing(below ** 2 - kx ** 2)
        w, W = jnp.linalg.eig(jnp.diag(kx ** 2 - 1.0) - (eps - 1.0) * shape)
        q = jnp.sqrt(w)
        V, X = W * q, jnp.exp(-k0 * depth * q)
        R, S = 1j * kr[:, None] * W, 1j * kt[:, None] * W
        M = jnp.block([[V - R, -(V + R) * X], [(V + S) * X, S - V]])
        c = jnp.linalg.solve(M, jnp.zeros(2 * size, complex).at[most].set(-2j * jnp.cos(angle)))
        r = (W @ (c[:size] + X * c[size:])).at[most].add(-1.0)
        s = W @ (X * c[:size] + c[size:])
        return jnp.abs(r) ** 2 * kr.real / jnp.cos(angle), jnp.abs(s) ** 2 * kt.real / jnp.cos(angle)

    back, through = lax.map(one, (lengths, ridge))
    return back, through, 1.0 - back.sum(axis=1) - through.sum(axis=1)
