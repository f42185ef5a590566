import jax
import jax.numpy as jnp


@jax.jit
def wavelet(x):
    n = x.shape[1]
    size, details, smooth = n, [], x
    while size > 16:
        e, o = smooth[:, 0::2], smooth[:, 1::2]
        o = o - jnp.concatenate([0.5 * (e[:, :-1] + e[:, 1:]), e[:, -1:]], axis=1)
        smooth = e + jnp.concatenate([0.5 * o[:, :1], 0.25 * (o[:, :-1] + o[:, 1:])], axis=1)
        details.append(o)
        size //= 2
    level = 1.5 * jnp.abs(details[0]).mean(axis=1, keepdims=True)
    for o in details[::-1]:
        o = jnp.sign(o) * jnp.maximum(jnp.abs(o) - level, 0.0)
        e = smooth - jnp.concatenate([0.5 * o[:, :1], 0.25 * (o[:, :-1] + o[:, 1:])], axis=1)
        o = o + jnp.concatenate([0.5 * (e[:, :-1] + e[:, 1:]), e[:, -1:]], axis=1)
        smooth = jnp.stack([e, o], axis=-1).reshape(e.shape[0], -1)
    return smooth
