import jax
import jax.numpy as jnp


@jax.jit
def elliptic(u, m):
    levels = 6
    a, b, c = [jnp.ones_like(m)], jnp.sqrt(1.0 - m), [jnp.sqrt(m)]
    for _ in range(levels):
        now = a[-1]
        a.append(0.5 * (now + b))
        c.append(0.5 * (now - b))
        b = jnp.sqrt(now * b)
    K = jnp.pi / (2.0 * a[-1])
    E = K * (1.0 - sum(2.0 ** (i - 1) * ci**2 for i, ci in enumerate(c)))
    phi = 2.0**levels * a[-1] * u[:, None]
    for ai, ci in zip(a[:0:-1], c[:0:-1]):
        phi = 0.5 * (phi + jnp.arcsin(ci / ai * jnp.sin(phi)))
    sn = jnp.sin(phi)
    return sn, jnp.cos(phi), jnp.sqrt(1.0 - m * sn**2), K, E
