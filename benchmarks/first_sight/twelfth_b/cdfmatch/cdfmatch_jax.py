import jax
import jax.numpy as jnp


@jax.jit
def match(image, model):
    shades = jnp.arange(256)

    def channel(image, model):
        count = jnp.bincount(image.ravel(), length=256)
        wanted = jnp.bincount(model.ravel(), length=256)
        have = jnp.cumsum(count) / image.size
        want = jnp.cumsum(wanted) / wanted.sum()
        table = jnp.interp(have, want, shades)
        out = jnp.round(table).astype(jnp.uint8)[image]
        return out, count, jnp.sum(count * jnp.abs(table - shades)) / image.size
    parts = [channel(image[:, :, c], model[:, :, c]) for c in range(3)]
    out, counts, shift = zip(*parts)
    return jnp.stack(out, axis=2), jnp.stack(counts), jnp.stack(shift)
