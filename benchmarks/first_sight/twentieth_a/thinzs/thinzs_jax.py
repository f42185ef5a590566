import jax
import jax.numpy as jnp
from jax import lax


def peel(image, half):
    p = jnp.pad(image, 1)
    n, ne, e, se = p[:-2, 1:-1], p[:-2, 2:], p[1:-1, 2:], p[2:, 2:]
    s, sw, w, nw = p[2:, 1:-1], p[2:, :-2], p[1:-1, :-2], p[:-2, :-2]
    ring = n, ne, e, se, s, sw, w, nw
    count = sum(ring)
    rises = sum((a < b).astype(jnp.uint8) for a, b in zip(ring, ring[1:] + ring[:1]))
    sides = ((n & e & s) == 0) & ((e & s & w) == 0) if half == 0 else ((n & e & w) == 0) & ((n & s & w) == 0)
    gone = (image == 1) & (count >= 2) & (count <= 6) & (rises == 1) & sides
    return jnp.where(gone, 0, image).astype(jnp.uint8), jnp.sum(gone)


@jax.jit
def thin(image):
    def body(state):
        rounds, removed, image, _ = state
        image, first = peel(image, 0)
        image, second = peel(image, 1)
        return rounds + 1, removed + first + second, image, first + second

    rounds, removed, image, _ = lax.while_loop(lambda s: s[3] > 0, body, (0, 0, image, 1))
    return rounds - 1, removed, image
