import jax
import jax.numpy as jnp
from jax import lax

BIG = 1 << 28


@jax.jit
def edit(a, b, cost, gap=3, swap=4):
    n, m = a.size, b.size
    i = jnp.arange(n + 1)

    def get(x, at):
        return x[jnp.clip(at, 0, x.size - 1)]

    def down(x, k):
        return jnp.concatenate((jnp.full(k, BIG, jnp.int32), x[:-k]))

    def step(state, s):
        four, three, two, one = state
        j = s - i
        inside = (j >= 0) & (j <= m)
        new = jnp.minimum(one, down(one, 1)) + gap
        x, y = get(a, i - 1), get(b, j - 1)
        new = jnp.minimum(new, jnp.where((i > 0) & (j > 0), down(two, 1) + cost[x, y], BIG))
        crossed = (i > 1) & (j > 1) & (x == get(b, j - 2)) & (get(a, i - 2) == y)
        new = jnp.where(crossed, jnp.minimum(new, down(four, 2) + swap), new)
        new = jnp.where(inside, new, BIG).astype(jnp.int32)
        return (three, two, one, new), jnp.min(new)

    blank = jnp.full(n + 1, BIG, jnp.int32)
    start = blank, blank, blank.at[0].set(0), blank.at[:2].set(gap)
    (_, _, _, one), least = lax.scan(step, start, jnp.arange(2, n + m + 1))
    return one[n], jnp.concatenate((jnp.zeros(2, jnp.int32), least))
