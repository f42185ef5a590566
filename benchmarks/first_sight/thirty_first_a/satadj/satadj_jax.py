from functools import partial

import jax
import jax.numpy as jnp

EPS = 0.622
LV, CP, GRAVITY = 2.5e6, 1004.0, 9.81


@partial(jax.jit, static_argnames="sweeps")
def satadj(t, qv, qc, p, sweeps=4):
    level = p[:, None, None]
    for _ in range(sweeps):
        es = 611.2 * jnp.exp(17.67 * (t - 273.15) / (t - 29.65))
        down = level - (1.0 - EPS) * es
        qs = EPS * es / down
        slope = qs * level / down * 17.67 * 243.5 / (t - 29.65) ** 2
        dq = jnp.maximum((qv - qs) / (1.0 + LV / CP * slope), -qc)
        qv, qc, t = qv - dq, qc + dq, t + LV / CP * dq
    cloudy = qc > 1.0e-6
    path = jnp.einsum("k,kij->ij", -jnp.diff(p), 0.5 * (qc[1:] + qc[:-1])) / GRAVITY
    top = jnp.where(cloudy.any(axis=0), p.size - 1 - jnp.argmax(cloudy[::-1], axis=0), -1)
    return t, qv, qc, path, top, cloudy.astype(p.dtype).mean(axis=(1, 2))
