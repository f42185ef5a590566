import jax
import jax.numpy as jnp


def shoelace(p):
    q = jnp.roll(p, -1, axis=1)
    return 0.5 * jnp.sum(p[..., 0] * q[..., 1] - q[..., 0] * p[..., 1], axis=1)


@jax.jit
def overlaps(first, second):
    """Pieces of either polygon's edges that lie in the other, by Green's formula."""
    def inside_part(poly, other):
        p, q = poly, jnp.roll(poly, -1, axis=1)
        a, b = other, jnp.roll(other, -1, axis=1)
        e = (b - a)[:, None]

        def side(z):
            return e[..., 0] * (z[:, :, None, 1] - a[:, None, :, 1]) - e[..., 1] * (z[:, :, None, 0] - a[:, None, :, 0])
        sp, sq = side(p), side(q)
        cut = sp / jnp.where(sp == sq, 1.0, sp - sq)
        start = jnp.max(jnp.where((sp < 0.0) & (sq >= 0.0), cut, 0.0), axis=2)
        stop = jnp.min(jnp.where((sp >= 0.0) & (sq < 0.0), cut, 1.0), axis=2)
        out = jnp.any((sp < 0.0) & (sq < 0.0), axis=2) | (stop <= start)
        return jnp.sum(jnp.where(out, 0.0, (stop - start) * (p[..., 0] * q[..., 1] - q[..., 0] * p[..., 1])), axis=1)
    area = 0.5 * (inside_part(first, second) + inside_part(second, first))
    area = jnp.maximum(area, 0.0)
    return area, area / (shoelace(first) + shoelace(second) - area)
