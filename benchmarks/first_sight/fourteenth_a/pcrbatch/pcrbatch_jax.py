import jax
import jax.numpy as jnp


@jax.jit
def reduction(a, b, c, d):
    n, m = b.shape
    s = 1
    while s < n:
        zero = jnp.zeros((s, m))
        up = -a[s:] / b[:-s]
        down = -c[:-s] / b[s:]
        b2 = b.at[s:].add(up * c[:-s]).at[:-s].add(down * a[s:])
        d = d.at[s:].add(up * d[:-s]) + jnp.concatenate([down * d[s:], zero])
        a, c = jnp.concatenate([zero, up * a[:-s]]), jnp.concatenate([down * c[s:], zero])
        b = b2
        s *= 2
    return d / b
