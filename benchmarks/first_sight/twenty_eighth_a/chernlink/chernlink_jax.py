import jax
import jax.numpy as jnp
from jax import lax


def link(u, axis):
    z = jnp.sum(jnp.conj(u) * jnp.roll(u, -1, axis=axis), axis=-1)
    return z / jnp.abs(z)


@jax.jit
def chernlink(k, mass, hop, phase):
    a, b = k[:, None], k[None, :]
    off = 1.0 + jnp.exp(-1j * a) + jnp.exp(-1j * b)
    turn = 2.0 * hop * (jnp.sin(a) - jnp.sin(b) - jnp.sin(a - b)) * jnp.sin(phase)

    def one(m):
        d = m + turn
        e = jnp.sqrt(d * d + off.real ** 2 + off.imag ** 2)
        up = d > 0.0
        u = jnp.stack((jnp.where(up, off, d - e), jnp.where(up, -(e + d), jnp.conj(off))), axis=-1)
        u = u / jnp.sqrt(jnp.sum(jnp.abs(u) ** 2, axis=-1, keepdims=True))
        ux, uy = link(u, 0), link(u, 1)
        field = jnp.angle(ux * jnp.roll(uy, -1, axis=0) * jnp.conj(jnp.roll(ux, -1, axis=1)) * jnp.conj(uy))
        return jnp.sum(field) / (2.0 * jnp.pi), 2.0 * jnp.min(e), field

    chern, gap, field = lax.map(one, mass)
    return chern, gap, field[-1]
