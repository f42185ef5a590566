import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def vqema(z, book, keep=0.9, least=0.05, small=1e-5):
    n = z.shape[1]
    codes = len(book)
    again = (7 * jnp.arange(codes) + 3) % n

    def step(state, batch):
        book, sums, counts = state
        code = jnp.argmin(jnp.sum(book ** 2, axis=1) - 2.0 * batch @ book.T, axis=1)
        loss = jnp.mean((batch - book[code]) ** 2)
        use = jnp.zeros(codes, jnp.int64).at[code].add(1)
        fresh = jnp.zeros_like(sums).at[code].add(batch)
        counts = keep * counts + (1.0 - keep) * use
        sums = keep * sums + (1.0 - keep) * fresh
        total = counts.sum()
        book = sums / ((counts + small) / (total + codes * small) * total)[:, None]
        dead = counts < least
        book = jnp.where(dead[:, None], batch[again], book)
        sums = jnp.where(dead[:, None], book, sums)
        return (book, sums, jnp.where(dead, 1.0, counts)), (use, loss)

    (book, _, _), (use, loss) = lax.scan(step, (book, book, jnp.ones(codes)), z)
    return book, use, loss
