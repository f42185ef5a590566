import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def rwkvtime(x, mix, decay, bonus, Wr, Wk, Wv, Wo):
    before = jnp.pad(x[:, :-1], ((0, 0), (1, 0), (0, 0)))
    r, k, v = ((x * mix[i] + before * (1 - mix[i])) @ W for i, W in enumerate((Wr, Wk, Wv)))

    def step(state, row):
        num, den, top = state
        kt, vt = row
        m = jnp.maximum(top, kt + bonus)
        a, b = jnp.exp(top - m), jnp.exp(kt + bonus - m)
        wkv = (a * num + b * vt) / (a * den + b)
        m = jnp.maximum(top - decay, kt)
        a, b = jnp.exp(top - decay - m), jnp.exp(kt - m)
        return (a * num + b * vt, a * den + b, m), wkv

    zero = jnp.zeros_like(x[:, 0])
    state, wkv = lax.scan(step, (zero, zero, jnp.full_like(zero, -1e38)), (k.swapaxes(0, 1), v.swapaxes(0, 1)))
    return (jax.nn.sigmoid(r) * wkv.swapaxes(0, 1)) @ Wo, jnp.stack(state)
