"""Integer codes: Morton order, sorted by two keys; random hyperplanes packed to words, nearest by Hamming distance; CRC and xorshift."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

TABLE = np.zeros(256, np.uint32)
for byte in range(256):
    crc = byte
    for _ in range(8):
        crc = (crc >> 1) ^ (0xEDB88320 if crc & 1 else 0)
    TABLE[byte] = crc


def spread(x):
    x = (x | (x << 8)) & jnp.uint32(0x00FF00FF)
    x = (x | (x << 4)) & jnp.uint32(0x0F0F0F0F)
    x = (x | (x << 2)) & jnp.uint32(0x33333333)
    return (x | (x << 1)) & jnp.uint32(0x55555555)


def morton(points):
    cells = jnp.clip((points * 65535).astype(jnp.int32), 0, 65535).astype(jnp.uint32)
    return spread(cells[:, 0]) | (spread(cells[:, 1]) << 1)


def pack(bits):
    words = bits.reshape(bits.shape[0], -1, 32).astype(jnp.uint32)
    return jnp.sum(words << jnp.arange(32, dtype=jnp.uint32), axis=-1, dtype=jnp.uint32)


def crc32(data):
    step = lambda crc, b: ((crc >> 8) ^ jnp.asarray(TABLE)[(crc ^ b) & 0xFF], None)
    return ~lax.scan(step, jnp.uint32(0xFFFFFFFF), data.astype(jnp.uint32))[0]


def xorshift(state, _):
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state, (state >> 8).astype(jnp.float32) * (1.0 / (1 << 24))


@jax.jit
def hash_search(points, features, planes, labels, seed):
    code = morton(points)
    code, bucket, order = lax.sort((code, labels, jnp.arange(len(labels))), num_keys=2)
    codes = pack(features @ planes > 0)
    distance = lax.population_count(codes[:, None] ^ codes[None]).sum(-1).astype(jnp.int32)
    distance = distance.at[jnp.diag_indices(len(labels))].set(1 << 20)
    negative, near = lax.top_k(-distance, 5)
    votes = jax.vmap(lambda v: jnp.zeros(8, jnp.int32).at[v].add(1))(labels[near])
    runs = lax.cummax(jnp.where(jnp.diff(bucket, prepend=-1) != 0, jnp.arange(len(labels)), 0))
    leading = lax.clz(code[1:] ^ code[:-1])
    checksum = crc32(lax.bitcast_convert_type(codes, jnp.uint8).ravel())
    _, noise = lax.scan(xorshift, seed, None, length=16)
    return order, codes, near, -negative, jnp.argmax(votes, 1), runs, leading, checksum, noise


def initialize(preset):
    n, bits = {"S": (96, 64), "L": (768, 128)}[preset]
    rng = np.random.default_rng(21)
    return (rng.random((n, 2)).astype(np.float32), rng.normal(size=(n, 16)).astype(np.float32),
            rng.normal(size=(16, bits)).astype(np.float32), rng.integers(0, 8, n).astype(np.int32), jnp.uint32(2463534242))
