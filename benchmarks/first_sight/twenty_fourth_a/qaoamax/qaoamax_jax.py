from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def qaoamax(edges, weight, field, gamma, beta, qubits):
    x = jnp.arange(1 << qubits)

    def add(cost, edge):
        (i, j), w = edge
        return cost + w * (((x >> i) ^ (x >> j)) & 1), None

    cost, _ = lax.scan(add, jnp.zeros(x.size), (edges, weight))
    for q in range(qubits):
        cost = cost + field[q] * ((x >> q) & 1)

    def layer(state, angles):
        g, b = angles
        state = state * jnp.exp(-1j * g * cost)
        c, s = jnp.cos(b), -1j * jnp.sin(b)
        return lax.fori_loop(0, qubits, lambda q, v: c * v + s * v[x ^ (1 << q)], state), None

    def one(angles):
        state, _ = lax.scan(layer, jnp.full(x.size, x.size ** -0.5, dtype=complex), angles)
        p = state.real ** 2 + state.imag ** 2
        return p @ cost, jnp.argmax(p), jnp.sum(jnp.where(cost >= 0.95 * jnp.max(cost), p, 0.0))

    return lax.map(one, (gamma, beta))
