from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def profile(ts, w):
    n = ts.shape[0] - w + 1
    apart = w // 2
    c, c2 = (jnp.concatenate([jnp.zeros(1), jnp.cumsum(x)]) for x in (ts, ts * ts))
    mu = (c[w:] - c[:-w]) / w
    inv = 1.0 / jnp.sqrt((c2[w:] - c2[:-w]) / w - mu**2)
    first = jnp.correlate(ts, ts[:w], mode="valid")
    places = jnp.arange(n)
    out, into = ts[: n - 1], ts[w:]

    def row(qt, i):
        moved = jnp.concatenate([first[i][None], qt[:-1] - out * ts[i - 1] + into * ts[i + w - 1]])
        qt = jnp.where(i > 0, moved, qt)
        corr = jnp.where(jnp.abs(places - i) <= apart, -jnp.inf, (qt - w * mu * mu[i]) * inv)
        j = jnp.argmax(corr)
        return qt, (jnp.sqrt(jnp.maximum(2.0 * w * (1.0 - corr[j] * inv[i] / w), 0.0)), j)
    _, out = lax.scan(row, first, places)
    return out
