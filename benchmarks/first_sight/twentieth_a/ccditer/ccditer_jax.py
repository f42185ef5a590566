import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def ccd(eo, ev, oooo, vvvv, ovov, oovv, t, tol=1e-8, most=40):
    gap = eo[:, None, None, None] + eo[:, None, None] - ev[:, None] - ev

    def body(state):
        step, t, _ = state
        pairs = oooo + 0.5 * jnp.einsum("klcd,ijcd->klij", oovv, t)
        new = oovv + 0.5 * jnp.einsum("abcd,ijcd->ijab", vvvv, t) + 0.5 * jnp.einsum("klij,klab->ijab", pairs, t)
        x = jnp.einsum("ikac,kcjb->ijab", t, 0.5 * jnp.einsum("klcd,jlbd->kcjb", oovv, t) - ovov)
        x = x - x.transpose(1, 0, 2, 3)
        new = (new + x - x.transpose(0, 1, 3, 2)) / gap
        return step + 1, new, jnp.sqrt(jnp.sum((new - t) ** 2))

    step, t, _ = lax.while_loop(lambda s: (s[0] < most) & (s[2] >= tol), body, (0, oovv / gap, jnp.inf))
    return 0.25 * jnp.sum(oovv * t), step - 1, t
