import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def edges(image, low, high):
    inner = (image[:-2, 1:-1] + image[2:, 1:-1] + image[1:-1, :-2] + image[1:-1, 2:] + 4 * image[1:-1, 1:-1]) / 8
    s = image.at[1:-1, 1:-1].set(inner)
    gx = jnp.zeros_like(s).at[:, 1:-1].set(s[:, 2:] - s[:, :-2])
    gy = jnp.zeros_like(s).at[1:-1, :].set(s[2:, :] - s[:-2, :])
    slope = jnp.sqrt(gx * gx + gy * gy)
    c = slope[1:-1, 1:-1]
    ax, ay = jnp.abs(gx[1:-1, 1:-1]), jnp.abs(gy[1:-1, 1:-1])
    flat = ax > 2 * ay
    steep = ay > 2 * ax
    falling = ~flat & ~steep & (gx[1:-1, 1:-1] * gy[1:-1, 1:-1] > 0)
    rising = ~flat & ~steep & ~falling
    peak = flat & (c >= slope[1:-1, :-2]) & (c > slope[1:-1, 2:])
    peak |= steep & (c >= slope[:-2, 1:-1]) & (c > slope[2:, 1:-1])
    peak |= falling & (c >= slope[:-2, :-2]) & (c > slope[2:, 2:])
    peak |= rising & (c >= slope[:-2, 2:]) & (c > slope[2:, :-2])
    top = jnp.pad(peak, 1)
    weak = top & (slope > low)

    def grow(state):
        edge, _ = state
        tall = edge.at[1:].max(edge[:-1]).at[:-1].max(edge[1:])
        wide = tall.at[:, 1:].max(tall[:, :-1]).at[:, :-1].max(tall[:, 1:])
        new = wide & weak
        return new, jnp.any(new != edge)
    return lax.while_loop(lambda s: s[1], grow, (top & (slope > high), True))[0], slope
