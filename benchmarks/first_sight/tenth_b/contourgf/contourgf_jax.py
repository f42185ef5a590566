import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def projected(ham, overlap, probe, nodes, weights, centre=0.3, radius=0.9):
    offset = radius * jnp.exp(1j * nodes)
    z = centre + offset
    x = lax.map(lambda zz: jnp.linalg.solve(zz * overlap - ham, probe), z)
    first = jnp.tensordot(weights * offset, x, 1)
    second = jnp.tensordot(weights * offset * z, x, 1)
    ph = probe.conj().T
    moments = jnp.stack([ph @ first, ph @ second])
    green = jnp.linalg.inv((centre + 0.05j) * overlap - ham)
    dos = -jnp.sum(green * overlap.T).imag / jnp.pi
    return jnp.trace(moments[0]).real / probe.shape[1], moments, dos
