from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def take(book, trades, start, step, limit, amount):
    def more(s):
        return (s[4] > 0) & ((s[2] - limit) * step <= 0)

    def fill(s):
        book, trades, p, paid, left = s
        got = jnp.minimum(left, book[p])
        return book.at[p].add(-got), trades.at[p].add(got), p + step, paid + got * p, left - got

    book, trades, _, paid, left = lax.while_loop(more, fill, (book, trades, start, 0, amount))
    return book, trades, paid, left


@partial(jax.jit, static_argnums=3)
def bookmatch(side, level, amount, levels):
    def order(state, row):
        side, p, q = row

        def buy(s):
            bids, asks, trades, high, low = s
            asks, trades, paid, left = take(asks, trades, low, 1, p, q)
            return (bids.at[p].add(left), asks, trades, jnp.where(left > 0, jnp.maximum(high, p), high), low), paid

        def sell(s):
            bids, asks, trades, high, low = s
            bids, trades, paid, left = take(bids, trades, high, -1, p, q)
            return (bids, asks.at[p].add(left), trades, high, jnp.where(left > 0, jnp.minimum(low, p), low)), paid

        def cancel(s):
            bids, asks, trades, high, low = s
            held = bids[p] > 0
            bids = bids.at[p].add(jnp.where(held, -jnp.minimum(q, bids[p]), 0))
            asks = asks.at[p].add(jnp.where(held, 0, -jnp.minimum(q, asks[p])))
            return (bids, asks, trades, high, low), jnp.zeros_like(q)

        (bids, asks, trades, high, low), paid = lax.switch(side + 1, (sell, cancel, buy), state)
        high = lax.while_loop(lambda h: (h > 0) & (bids[h] == 0), lambda h: h - 1, high)
        low = lax.while_loop(lambda h: (h < levels - 1) & (asks[h] == 0), lambda h: h + 1, low)
        return (bids, asks, trades, high, low), (paid, jnp.stack((high, low)))

    none = jnp.zeros(levels, jnp.int64)
    start = (none, none, none, jnp.int64(0), jnp.int64(levels - 1))
    (bids, asks, trades, _, _), (paid, best) = lax.scan(order, start, (side, level, amount))
    return bids, asks, trades, paid, best
