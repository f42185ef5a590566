from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def femcoo(nodes, triangles, border, conductivity, limit):
    n = nodes.shape[0]
    corner = nodes[triangles]
    edge = jnp.roll(corner, -2, axis=1) - jnp.roll(corner, -1, axis=1)
    area = 0.5 * jnp.abs(edge[:, 0, 0] * edge[:, 1, 1] - edge[:, 0, 1] * edge[:, 1, 0])
    stiff = jnp.einsum("tik,tjk->tij", edge, edge) * (conductivity / (4.0 * area))[:, None, None]
    middle = corner.mean(axis=1)
    load = area / 3.0 * jnp.sin(jnp.pi * middle[:, 0]) * middle[:, 1]
    rows = jnp.repeat(triangles, 3, axis=1).ravel()
    columns = jnp.tile(triangles, (1, 3)).ravel()
    key = rows * n + columns
    order = jnp.argsort(key, stable=True)
    key, values = key[order], stiff.ravel()[order]
    fresh = jnp.concatenate((jnp.array([True]), key[1:] != key[:-1]))
    slot = jnp.cumsum(fresh) - 1
    data = jnp.zeros(key.size).at[slot].add(values, indices_are_sorted=True)
    place = jnp.full(key.size, n * n).at[slot].set(key)
    row, column = place // n, place % n
    used = row < n
    held = border[jnp.minimum(row, n - 1)]
    data = jnp.where(held | border[column], 0.0, data)
    data = jnp.where(used & (row == column) & held, 1.0, data)
    diagonal = jnp.zeros(n).at[row].add(jnp.where(row == column, data, 0.0), mode="drop")
    b = jnp.where(border, 0.0, jnp.zeros(n).at[triangles.ravel()].add(jnp.repeat(load, 3)))

    def step(state):
        k, u, r, d, rz, norms, _ = state
        q = jnp.zeros(n).at[row].add(data * d[column], indices_are_sorted=True, mode="drop")
        alpha = rz / (d @ q)
        r = r - alpha * q
        z = r / diagonal
        new = r @ z
        norm = jnp.sqrt(r @ r)
        norms = norms.at[k].set(norm)
        return k + 1, u + alpha * d, r, z + new / rz * d, new, norms, norm < 1e-9 * norms[0]

    z = b / diagonal
    start = 0, jnp.zeros(n), b, z, b @ z, jnp.zeros(limit), False
    _, u, _, _, _, norms, _ = lax.while_loop(lambda s: (s[0] < limit) & ~s[6], step, start)
    return u, slot[-1] + 1, norms
