import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

_T = np.arange(256, dtype=np.uint32)
for _ in range(8):
    _T = np.where(_T & 1, (_T >> 1) ^ np.uint32(0xEDB88320), _T >> 1).astype(np.uint32)


@jax.jit
def checksums(messages):
    lookup = jnp.asarray(_T)

    def step(crc, byte):
        return lookup[(crc ^ byte) & jnp.uint32(0xFF)] ^ (crc >> jnp.uint32(8)), None
    crc, _ = lax.scan(step, jnp.full(messages.shape[0], 0xFFFFFFFF, jnp.uint32), messages.T.astype(jnp.uint32))
    crc = ~crc
    return crc, lax.population_count(crc[1:] ^ crc[:-1])
