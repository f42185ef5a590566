import jax
import jax.numpy as jnp
from jax import lax

ONE = jnp.uint64(1)


@jax.jit
def millerrab(numbers):
    top = numbers - ONE
    low = top & (~top + ONE)
    twos = lax.population_count(low - ONE)
    d = top >> twos

    def passes(a):
        def step(k, state):
            x, base = state
            odd = (d >> k.astype(jnp.uint64)) & ONE
            return jnp.where(odd == ONE, x * base % numbers, x), base * base % numbers

        x, _ = lax.fori_loop(0, 32, step, (jnp.ones_like(numbers), jnp.full_like(numbers, a) % numbers))

        def square(s, state):
            x, passed = state
            x = x * x % numbers
            return x, passed | ((x == top) & (s.astype(jnp.uint64) < twos))

        return lax.fori_loop(1, jnp.max(twos).astype(jnp.int64), square, (x, (x == ONE) | (x == top)))[1]

    prime, found = jnp.ones(numbers.shape, bool), []
    for a in (2, 7, 61):
        passed = passes(a)
        found.append(jnp.sum(prime & ~passed))
        prime &= passed
    return prime, jnp.stack(found)
