from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(2, 3))
def nufft1(x, c, modes, spread=10):
    fine = 2 * modes
    tau = jnp.pi * spread / (modes * modes * 2 * 1.5)
    step = 2.0 * jnp.pi / fine
    nearest = jnp.floor(x / step).astype(int)
    places = nearest[:, None] + jnp.arange(1 - spread, spread + 1)[None, :]
    weights = jnp.exp(-((x[:, None] - places * step) ** 2) / (4.0 * tau))
    grid = jnp.zeros(fine, dtype=complex).at[places % fine].add(c[:, None] * weights)
    spectrum = jnp.fft.fft(grid)
    k = jnp.arange(-modes // 2, modes // 2)
    return jnp.sqrt(jnp.pi / tau) / fine * jnp.exp(tau * k**2) * spectrum[k % fine]
