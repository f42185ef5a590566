import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def crcbits(data, poly=0x864CFB, start=0xB704CE):
    def byte(crc, b):
        crc = crc ^ (b.astype(jnp.int64) << 16)
        for _ in range(8):
            crc = crc << 1
            crc = jnp.where(crc & 0x1000000, crc ^ poly, crc)
        return crc & 0xFFFFFF, None
    return lax.scan(byte, jnp.int64(start), data)[0]
