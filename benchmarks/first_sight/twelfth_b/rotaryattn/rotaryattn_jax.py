import jax
import jax.numpy as jnp


def rotate(x):
    t, _, d = x.shape
    half = d // 2
    angle = jnp.outer(jnp.arange(t), 10000.0 ** (-jnp.arange(half) / half))
    c = jnp.cos(angle).astype(jnp.float32)[:, None, :]
    s = jnp.sin(angle).astype(jnp.float32)[:, None, :]
    first, second = x[..., :half], x[..., half:]
    return jnp.concatenate((first * c - second * s, first * s + second * c), axis=-1)


@jax.jit
def attend(q, k, v):
    t, heads, d = q.shape
    share = heads // k.shape[1]
    q, k = rotate(q), jnp.repeat(rotate(k), share, axis=1)
    scores = jnp.einsum("ihd,jhd->hij", q, k) / jnp.sqrt(jnp.float32(d))
    weights = jax.nn.softmax(jnp.where(jnp.tri(t, dtype=bool), scores, jnp.float32(-1e9)), axis=-1)
    out = jnp.einsum("hij,jhd->ihd", weights, jnp.repeat(v, share, axis=1))
    entropy = -jnp.mean(jnp.sum(weights * jnp.log(weights + jnp.float32(1e-9)), axis=2), axis=1)
    return out.reshape(t, heads * d), entropy
