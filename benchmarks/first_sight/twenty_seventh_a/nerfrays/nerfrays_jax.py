import jax
import jax.numpy as jnp


def waves(p, octaves):
    out = [p]
    for k in range(octaves):
        out += [jnp.sin(2.0 ** k * p), jnp.cos(2.0 ** k * p)]
    return jnp.concatenate(out, axis=-1)


@jax.jit
def nerfrays(origin, way, depth, W1, b1, W2, b2, W3):
    p = origin[:, None, :] + depth[None, :, None] * way[:, None, :]
    h = jax.nn.relu(waves(p, 5) @ W1 + b1)
    out = jax.nn.relu(h @ W2 + b2) @ W3
    sigma, shade = jax.nn.softplus(out[..., 0]), jax.nn.sigmoid(out[..., 1:])
    step = jnp.diff(depth)
    through = jnp.exp(-sigma * jnp.append(step, step[-1]))
    before = jnp.concatenate((jnp.ones_like(through[:, :1]), jnp.cumprod(through[:, :-1], axis=1)), axis=1)
    weight = before * (1 - through)
    opacity = weight.sum(axis=1)
    return jnp.einsum("rs,rsc->rc", weight, shade) + (1 - opacity)[:, None], weight @ depth, opacity
