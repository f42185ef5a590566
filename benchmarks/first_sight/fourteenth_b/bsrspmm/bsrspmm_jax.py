import jax
import jax.numpy as jnp


@jax.jit
def blocks(indptr, indices, data, X, bias):
    size, k = data.shape[1], X.shape[1]
    rows, cols = indptr.size - 1, X.shape[0] // size
    row = jnp.repeat(jnp.arange(rows), jnp.diff(indptr), total_repeat_length=indices.size)
    parts = jnp.matmul(data, X.reshape(cols, size, k)[indices])
    out = jax.ops.segment_sum(parts, row, rows, indices_are_sorted=True)
    out = jnp.maximum(out + bias[:, None], 0.0)
    back = jax.ops.segment_sum(jnp.matmul(data.swapaxes(1, 2), out[row]), indices, cols)
    return out.reshape(rows * size, k), back.reshape(cols * size, k)
