import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def cgleroll(A, b, c, h, dt, steps):
    def rate(A):
        around = jnp.roll(A, 1, axis=0) + jnp.roll(A, -1, axis=0) + jnp.roll(A, 1, axis=1) + jnp.roll(A, -1, axis=1)
        return A + (1.0 + 1j * b) * (around - 4.0 * A) / h ** 2 - (1.0 + 1j * c) * (A.real ** 2 + A.imag ** 2) * A

    A = lax.fori_loop(0, steps, lambda _, A: A + dt * rate(A + 0.5 * dt * rate(A)), A)
    down = jnp.angle(jnp.roll(A, -1, axis=0) * jnp.conj(A))
    along = jnp.angle(jnp.roll(A, -1, axis=1) * jnp.conj(A))
    winding = along + jnp.roll(down, -1, axis=1) - jnp.roll(along, -1, axis=0) - down
    charge = jnp.rint(winding / (2.0 * jnp.pi)).astype(jnp.int64)
    return A, charge, jnp.count_nonzero(charge), jnp.mean(A.real ** 2 + A.imag ** 2)
