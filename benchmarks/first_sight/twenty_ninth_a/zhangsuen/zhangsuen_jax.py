import jax
import jax.numpy as jnp
from jax import lax


def peel(p, second):
    around = [p[:-2, 1:-1], p[:-2, 2:], p[1:-1, 2:], p[2:, 2:], p[2:, 1:-1], p[2:, :-2], p[1:-1, :-2], p[:-2, :-2]]
    north, _, east, _, south, _, west, _ = around
    count = sum(around)
    rises = sum((b > a).astype(jnp.uint8) for a, b in zip(around, around[1:] + around[:1], strict=True))
    stays = (north & west & (east | south)) if second else (east & south & (north | west))
    gone = (p[1:-1, 1:-1] == 1) & (count >= 2) & (count <= 6) & (rises == 1) & (stays == 0)
    return jnp.where(jnp.pad(gone, 1), jnp.uint8(0), p)


@jax.jit
def zhangsuen(picture):
    def turn(state):
        p, turns, _ = state
        new = peel(peel(p, False), True)
        return new, turns + 1, jnp.any(new != p)

    thin, turns, _ = lax.while_loop(lambda s: s[2], turn, (picture, 0, True))
    return thin, jnp.sum(thin, axis=1, dtype=jnp.int64), turns
