import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def deformconv(x, offset, mask, weights):
    cin, ny, nx = x.shape
    taps = offset.shape[0]
    k = int(round(taps ** 0.5))
    rows, columns = np.mgrid[0:ny, 0:nx]
    t = np.arange(taps)[:, None, None]
    row = rows + (t // k - k // 2) + offset[:, 0]
    column = columns + (t % k - k // 2) + offset[:, 1]
    top, left = jnp.floor(row).astype(int), jnp.floor(column).astype(int)
    total = 0.0
    for i in (0, 1):
        for j in (0, 1):
            share = (1.0 - jnp.abs(row - (top + i))) * (1.0 - jnp.abs(column - (left + j)))
            inside = (top + i >= 0) & (top + i < ny) & (left + j >= 0) & (left + j < nx)
            total += jnp.where(inside, share * mask, 0.0) * x[:, jnp.clip(top + i, 0, ny - 1), jnp.clip(left + j, 0, nx - 1)]
    return (weights.reshape(-1, cin * taps) @ total.reshape(cin * taps, ny * nx)).reshape(-1, ny, nx)
