import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def synthesis(C, S, lats, lons):
    top = C.shape[0]
    x, y = jnp.cos(lats), jnp.sin(lats)
    orders = jnp.arange(top, dtype=float)
    steps = jnp.sqrt((2.0 * orders[1:] + 1.0) / (2.0 * orders[1:]))
    powers = jnp.cumprod(jnp.concatenate([jnp.full((1, lats.size), jnp.sqrt(1.0 / (4.0 * jnp.pi))), steps[:, None] * y]), axis=0)

    def degree(state, item):
        before, now, root, even, odd = state
        l, c, s = item
        now = jnp.where((orders == l)[:, None], powers, now)
        even = even + c[:, None] * now
        odd = odd + s[:, None] * now
        inside = orders <= l
        factor = jnp.sqrt((4.0 * (l + 1.0) ** 2 - 1.0) / jnp.where(inside, (l + 1.0) ** 2 - orders**2, 1.0))
        after = jnp.where(inside[:, None], factor[:, None] * (x * now - root[:, None] * before), 0.0)
        return (jnp.where(inside[:, None], now, 0.0), after, jnp.where(inside, 1.0 / factor, 0.0), even, odd), None
    zero = jnp.zeros((top, lats.size))
    (_, _, _, even, odd), _ = lax.scan(degree, (zero, zero, jnp.zeros(top), zero, zero), (orders, C, S))
    return even.T @ jnp.cos(orders[:, None] * lons) + odd.T @ jnp.sin(orders[:, None] * lons)
