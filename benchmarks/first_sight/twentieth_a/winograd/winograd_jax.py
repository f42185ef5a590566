import jax
import jax.numpy as jnp
import numpy as np

G = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0.0, 0.0, 1.0]], dtype=np.float32)
B = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]], dtype=np.float32)
A = np.array([[1, 1, 1, 0], [0, 1, -1, -1]], dtype=np.float32)


@jax.jit
def winograd(x, w, bias, y):
    n, c, h, width = x.shape
    U = jnp.einsum("ij,ocjk,lk->ocil", G, w, G)
    rows, columns = 2 * jnp.arange((h - 2) // 2)[:, None] + jnp.arange(4), 2 * jnp.arange((width - 2) // 2)[:, None] + jnp.arange(4)
    tiles = x[:, :, rows][:, :, :, :, columns]
    V = jnp.einsum("ij,nctjsk,lk->nctsil", B, tiles, B)
    M = jnp.einsum("ocil,nctsil->notsil", U, V)
    out = jnp.einsum("ai,notsil,bl->notasb", A, M, A)
    return jnp.maximum(out.reshape(y.shape) + bias[:, None, None], 0)
