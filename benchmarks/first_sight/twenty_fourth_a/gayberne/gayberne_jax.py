import jax
import jax.numpy as jnp
from jax import lax

LONG, DEEP, MU, NU = 3.0, 5.0, 2.0, 1.0
CHI = (LONG ** 2 - 1.0) / (LONG ** 2 + 1.0)
CHI2 = (DEEP ** (1.0 / MU) - 1.0) / (DEEP ** (1.0 / MU) + 1.0)


@jax.jit
def gayberne(x, axis, box, reach):
    n = x.shape[0]

    def shape(plus, minus, c, chi):
        return 1.0 - 0.5 * chi * (plus ** 2 / (1.0 + chi * c) + minus ** 2 / (1.0 - chi * c))

    def one(i):
        d = x - x[i]
        d = d - box * jnp.rint(d / box)
        r2 = jnp.sum(d ** 2, axis=1)
        near = (r2 < reach ** 2) & (jnp.arange(n) != i)
        r = jnp.sqrt(jnp.where(near, r2, 16.0))
        a, b, c = d @ axis[i] / r, jnp.sum(d * axis, axis=1) / r, axis @ axis[i]
        a, b = jnp.where(near, a, 0.0), jnp.where(near, b, 0.0)
        width = 1.0 / jnp.sqrt(shape(a + b, a - b, c, CHI))
        well = shape(a + b, a - b, c, CHI2) ** 2 / jnp.sqrt(jnp.where(near, 1.0 - CHI ** 2 * c ** 2, 1.0))
        s6 = 1.0 / (r - width + 1.0) ** 6
        return jnp.sum(jnp.where(near, 2.0 * well * (s6 ** 2 - s6), 0.0)), jnp.sum(near)

    energy, counts = lax.map(one, jnp.arange(n))
    return energy, jnp.linalg.eigvalsh(1.5 * axis.T @ axis / n - 0.5 * jnp.eye(3)), jnp.sum(counts) // 2
