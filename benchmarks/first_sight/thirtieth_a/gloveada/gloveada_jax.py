from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def gloveada(left, right, count, w0, c0, epochs, rate=0.05, most=100.0, power=0.75):
    """The bias of a word is a further component of its vector, with ones on the other side."""
    size = w0.shape[1]
    single = jnp.float32
    weight = jnp.minimum((count / most) ** power, 1.0).astype(single)
    rate = jnp.asarray(rate, single)
    w, c = jnp.pad(w0, ((0, 0), (0, 1))), jnp.pad(c0, ((0, 0), (0, 1)))
    one = jnp.ones(size + 1, single)

    def pair(state, row):
        w, c, hw, hc = state
        i, j, weight, target = row
        wi, cj, hwi, hcj = w[i], c[j], hw[i], hc[j]
        diff = wi[:size] @ cj[:size] + wi[size] + cj[size] - target
        g = weight * diff
        gw, gc = g * one.at[:size].set(cj[:size]), g * one.at[:size].set(wi[:size])
        w, c = w.at[i].set(wi - rate * gw / jnp.sqrt(hwi)), c.at[j].set(cj - rate * gc / jnp.sqrt(hcj))
        return (w, c, hw.at[i].set(hwi + gw ** 2), hc.at[j].set(hcj + gc ** 2)), 0.5 * g * diff

    def epoch(state, _):
        state, losses = lax.scan(pair, state, (left, right, weight, jnp.log(count)))
        return state, jnp.mean(losses)

    (w, c, _, _), loss = lax.scan(epoch, (w, c, jnp.ones_like(w), jnp.ones_like(c)), None, length=epochs)
    return w[:, :size] + c[:, :size], w[:, size], c[:, size], loss
