from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def multiply(a, b, leaf):
    n = a.shape[0]
    if n <= leaf or n % 2:
        return a @ b
    h = n // 2
    a11, a12, a21, a22 = a[:h, :h], a[:h, h:], a[h:, :h], a[h:, h:]
    b11, b12, b21, b22 = b[:h, :h], b[:h, h:], b[h:, :h], b[h:, h:]
    s1, t1 = a21 + a22, b12 - b11
    s2, t2 = s1 - a11, b22 - t1
    p1, p2 = multiply(a11, b11, leaf), multiply(a12, b21, leaf)
    p3, p4 = multiply(a12 - s2, b22, leaf), multiply(a22, t2 - b21, leaf)
    p5, p6, p7 = multiply(s1, t1, leaf), multiply(s2, t2, leaf), multiply(a11 - a21, b22 - b12, leaf)
    u2 = p1 + p6
    u3 = u2 + p7
    return jnp.block([[p1 + p2, u2 + p5 + p3], [u3 - p4, u3 + p5]])
