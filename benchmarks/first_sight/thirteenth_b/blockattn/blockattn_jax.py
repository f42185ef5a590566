import jax
import jax.numpy as jnp


@jax.jit
def attend(q, k, v, block):
    scores = jnp.einsum("hid,hjd->hij", q, k) / jnp.sqrt(jnp.float32(q.shape[2]))
    return jax.nn.softmax(scores, axis=-1) @ v, jax.nn.logsumexp(scores, axis=-1)
