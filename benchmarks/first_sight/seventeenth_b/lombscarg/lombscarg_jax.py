import jax
import jax.numpy as jnp


@jax.jit
def periodogram(t, y, error, freq):
    w = 1.0 / error**2
    w = w / w.sum()
    z = y - jnp.dot(w, y)
    whole = jnp.dot(w, z * z)
    angle = 2.0 * jnp.pi * freq[:, None] * (t - t[0])
    c, s = jnp.cos(angle), jnp.sin(angle)
    sides = jnp.stack([w, w * z], axis=1)
    (C, YC), (S, YS) = (c @ sides).T, (s @ sides).T
    whole_cc = (c * c) @ w
    CC, SS, CS = whole_cc - C * C, 1.0 - whole_cc - S * S, (c * s) @ w - C * S
    D = CC * SS - CS * CS
    power = (SS * YC**2 + CC * YS**2 - 2.0 * CS * YC * YS) / (whole * D)
    k = jnp.argmax(power)
    a = (YC[k] * SS[k] - YS[k] * CS[k]) / D[k]
    b = (YS[k] * CC[k] - YC[k] * CS[k]) / D[k]
    single = (1.0 - power[k]) ** (0.5 * (t.size - 3))
    independent = (freq[-1] - freq[0]) * (t[-1] - t[0])
    return power, k, jnp.hypot(a, b), jnp.arctan2(a, b), 1.0 - (1.0 - single) ** independent
