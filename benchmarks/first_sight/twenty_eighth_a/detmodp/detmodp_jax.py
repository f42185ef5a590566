import jax
import jax.numpy as jnp
from jax import lax


def inverse(a, p):
    def step(state):
        result, a, power = state
        return jnp.where(power & 1, result * a % p, result), a * a % p, power >> 1

    return lax.while_loop(lambda s: s[2] > 0, step, (jnp.ones_like(a), a, p - 2))[0]


@jax.jit
def detmodp(A, primes):
    n = A.shape[0]
    place = jnp.arange(n)

    def one(p):
        def column(c, state):
            M, det, r = state
            able = (M[:, c] != 0) & (place >= r)
            found = jnp.any(able)
            k = jnp.where(found, jnp.argmax(able), r % n)
            top, row = M[r % n], M[k]
            det = jnp.where(found, jnp.where(k != r, p - det, det) * row[c] % p, 0)
            row = row * inverse(row[c], p) % p
            swapped = M.at[k].set(top).at[r % n].set(row)
            factor = jnp.where(place > r, swapped[:, c], 0)
            new = (swapped - factor[:, None] * row) % p
            return jnp.where(found, new, M), det, r + found

        _, det, r = lax.fori_loop(0, n, column, (A % p, jnp.ones_like(p), jnp.zeros_like(p)))
        return det % p, r

    return lax.map(one, primes)
