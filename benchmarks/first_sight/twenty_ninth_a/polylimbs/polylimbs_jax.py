import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

U = np.uint64
MASK = np.uint64(0x3FFFFFF)


def words(data):
    b = data.reshape(data.shape[0], -1, 4).astype(jnp.uint64)
    return b[..., 0] | b[..., 1] << U(8) | b[..., 2] << U(16) | b[..., 3] << U(24)


def limbs(a, b, c, d):
    return a & MASK, (a >> U(26) | b << U(6)) & MASK, (b >> U(20) | c << U(12)) & MASK, (c >> U(14) | d << U(18)) & MASK, d >> U(8)


def carry(h):
    h0, h1, h2, h3, h4 = h
    h1 += h0 >> U(26)
    h2 += h1 >> U(26)
    h3 += h2 >> U(26)
    h4 += h3 >> U(26)
    return (h0 & MASK) + U(5) * (h4 >> U(26)), h1 & MASK, h2 & MASK, h3 & MASK, h4 & MASK


@jax.jit
def polylimbs(message, key):
    k = words(key).T
    r = limbs(k[0] & U(0x0FFFFFFF), k[1] & U(0x0FFFFFFC), k[2] & U(0x0FFFFFFC), k[3] & U(0x0FFFFFFC))
    s = [U(5) * x for x in r]

    def block(h, m):
        h = [x + y for x, y in zip(h, limbs(*m), strict=True)]
        h[4] += U(1 << 24)
        return carry([sum(h[i] * (r[c - i] if i <= c else s[5 + c - i]) for i in range(5)) for c in range(5)]), None

    m = words(message).reshape(message.shape[0], -1, 4).transpose(1, 2, 0)
    zero = jnp.zeros(message.shape[0], jnp.uint64)
    h, _ = lax.scan(block, (zero,) * 5, m)
    h = carry(carry(h))
    g = [h[0] + U(5)]
    for i in range(1, 5):
        g.append(h[i] + (g[i - 1] >> U(26)))
    over = g[4] >> U(26) > 0
    h0, h1, h2, h3, h4 = (jnp.where(over, x & MASK, y) for x, y in zip(g, h, strict=True))
    packed = h0 | h1 << U(26), h1 >> U(6) | h2 << U(20), h2 >> U(12) | h3 << U(14), h3 >> U(18) | h4 << U(8)
    total, tags = zero, []
    for i in range(4):
        total = (total >> U(32)) + (packed[i] & U(0xFFFFFFFF)) + k[4 + i]
        tags += [(total >> U(8 * byte) & U(255)).astype(jnp.uint8) for byte in range(4)]
    return jnp.stack(tags, axis=1)
