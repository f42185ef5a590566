import jax
import jax.numpy as jnp


@jax.jit
def clipnce(pictures, words, log_scale):
    u_size = jnp.linalg.norm(pictures, axis=1, keepdims=True)
    v_size = jnp.linalg.norm(words, axis=1, keepdims=True)
    u, v = pictures / u_size, words / v_size
    scale = jnp.exp(log_scale)
    logits = scale * (u @ v.T)
    n = logits.shape[0]
    rows, cols = jax.nn.log_softmax(logits, axis=1), jax.nn.log_softmax(logits, axis=0)
    loss = -0.5 * (jnp.mean(jnp.diag(rows)) + jnp.mean(jnp.diag(cols)))
    g = (0.5 / n) * (jnp.exp(rows) + jnp.exp(cols) - 2.0 * jnp.eye(n, dtype=logits.dtype))

    def back(g, u, size):
        return (g - u * jnp.sum(g * u, axis=1, keepdims=True)) / size

    right = jnp.mean(jnp.argmax(logits, axis=1) == jnp.arange(n))
    return loss, back(scale * (g @ v), u, u_size), back(scale * (g.T @ u), v, v_size), jnp.sum(g * logits), right
