import jax
import jax.numpy as jnp
from jax import lax


def losses(logits, targets):
    logp = jax.nn.log_softmax(logits)
    blank = logp[..., 0]
    label = jnp.take_along_axis(logp[:, :, :-1], targets[:, None, :, None], axis=3)[..., 0]

    def along(left, now):
        down, right = now
        new = jnp.logaddexp(down, left + right)
        return new, new

    def row(before, now):
        passed, label = now
        first = before + passed
        _, rest = lax.scan(along, first[:, 0], (first[:, 1:].T, label.T))
        new = jnp.concatenate((first[:, :1], rest.T), axis=1)
        return new, None

    start = jnp.pad(jnp.cumsum(label[:, 0], axis=1), ((0, 0), (1, 0)))
    last, _ = lax.scan(row, start, (jnp.moveaxis(blank[:, :-1], 1, 0), jnp.moveaxis(label[:, 1:], 1, 0)))
    loss = -(last[:, -1] + blank[:, -1, -1])
    return jnp.mean(loss), loss


@jax.jit
def rnntloss(logits, targets):
    grad, loss = jax.grad(losses, has_aux=True)(logits, targets)
    return loss, grad
