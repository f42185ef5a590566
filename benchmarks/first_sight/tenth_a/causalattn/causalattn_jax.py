from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="H")
def causalattn(x, wq, wk, wv, wo, H):
    T, E = x.shape
    d = E // H
    q, k, v = (jnp.transpose((x @ w).reshape(T, H, d), (1, 0, 2)) for w in (wq, wk, wv))
    s = jnp.einsum("hid,hjd->hij", q, k) / jnp.sqrt(jnp.float32(d))
    s = jnp.where(jnp.tril(jnp.ones((T, T), dtype=bool)), s, -jnp.inf)
    y = jnp.einsum("hij,hjd->ihd", jax.nn.softmax(s, axis=-1), v).reshape(T, E)
    y = x + y @ wo
    return (y - y.mean(axis=1, keepdims=True)) / jnp.sqrt(y.var(axis=1, keepdims=True) + jnp.float32(1e-5))
