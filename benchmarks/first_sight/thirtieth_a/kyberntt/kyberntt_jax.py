from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

Q = 3329
ZETAS = np.array([pow(17, int(f"{i:07b}"[::-1], 2), Q) for i in range(128)])


def ntt(r):
    length = 128
    while length >= 2:
        v = r.reshape(r.shape[:-1] + (128 // length, 2, length))
        t = ZETAS[128 // length:256 // length, None] * v[..., 1, :] % Q
        r = jnp.stack(((v[..., 0, :] + t) % Q, (v[..., 0, :] - t) % Q), axis=-2).reshape(r.shape)
        length //= 2
    return r


def inverse_ntt(r):
    length = 2
    while length <= 128:
        v = r.reshape(r.shape[:-1] + (128 // length, 2, length))
        z = ZETAS[128 // length:256 // length][::-1, None]
        r = jnp.stack(((v[..., 0, :] + v[..., 1, :]) % Q, z * (v[..., 1, :] - v[..., 0, :]) % Q), axis=-2).reshape(r.shape)
        length *= 2
    return 3303 * r % Q


@partial(jax.jit, static_argnames="bits")
def kyberntt(matrix, secret, error, bits=4):
    a, s = ntt(matrix), ntt(secret % Q)
    z = np.stack((ZETAS[64:], Q - ZETAS[64:]), axis=-1).reshape(128)
    a0, a1, s0, s1 = a[..., 0::2], a[..., 1::2], s[:, None, :, 0::2], s[:, None, :, 1::2]
    even = jnp.sum(a0 * s0 + z * (a1 * s1 % Q), axis=2)
    odd = jnp.sum(a0 * s1 + a1 * s0, axis=2)
    t = (inverse_ntt(jnp.stack((even, odd), axis=-1).reshape(secret.shape) % Q) + error) % Q
    return t, (((t << bits) + Q // 2) // Q & ((1 << bits) - 1)).astype(jnp.uint8)
