import jax
import jax.numpy as jnp


def edges(q, dp):
    up, down = q[..., 2:] - q[..., 1:-1], q[..., 1:-1] - q[..., :-2]
    a, b, c = dp[:, :-2], dp[:, 1:-1], dp[:, 2:]
    d = b / (a + b + c) * ((2.0 * a + b) / (c + b) * up + (b + 2.0 * c) / (a + b) * down)
    slope = jnp.sign(d) * jnp.minimum(jnp.abs(d), 2.0 * jnp.minimum(jnp.abs(up), jnp.abs(down)))
    slope = jnp.pad(jnp.where(up * down > 0.0, slope, 0.0), ((0, 0), (0, 0), (1, 1)))
    before, after = dp[:, :-1], dp[:, 1:]
    both = before + after
    face = q[..., :-1] + before / both * (q[..., 1:] - q[..., :-1]) + (slope[..., :-1] * after - slope[..., 1:] * before) / (3.0 * both)
    left, right = jnp.concatenate([q[..., :1], face], axis=-1), jnp.concatenate([face, q[..., -1:]], axis=-1)
    flat = (right - q) * (q - left) <= 0.0
    left, right = jnp.where(flat, q, left), jnp.where(flat, q, right)
    gap = right - left
    sharp = gap * 6.0 * (q - 0.5 * (left + right))
    low, high = ~flat & (sharp > gap * gap), ~flat & (sharp < -gap * gap)
    return jnp.where(low, 3.0 * q - 2.0 * right, left), jnp.where(high, 3.0 * q - 2.0 * left, right)


@jax.jit
def remap(old, q, target, out):
    """The integral from the top to each new edge, then differences."""
    levels = q.shape[-1]
    dp = old[:, 1:] - old[:, :-1]
    left, right = edges(q, dp)
    curve = 6.0 * (q - 0.5 * (left + right))
    above = jnp.pad(jnp.cumsum(q * dp, axis=-1), ((0, 0), (0, 0), (1, 0)))
    place = jnp.clip(jax.vmap(lambda o, t: jnp.searchsorted(o, t, side="right"))(old, target) - 1, 0, levels - 1)

    def pick(field):
        return jnp.take_along_axis(field, place[None], axis=-1)
    x = (target - jnp.take_along_axis(old, place, axis=-1)) / jnp.take_along_axis(dp, place, axis=-1)
    l, r, c = pick(left), pick(right), pick(curve)
    part = l * x + 0.5 * (r - l + c) * x**2 - c / 3.0 * x**3
    mass = pick(above) + jnp.take_along_axis(dp, place, axis=-1) * part
    return (mass[..., 1:] - mass[..., :-1]) / (target[:, 1:] - target[:, :-1])
