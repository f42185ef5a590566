import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def immtrack(seen, first, F, Q, R, switch):
    targets, models = first.shape[0], F.shape[0]

    def step(state, z):
        x, P, mu = state
        joint = switch * mu[:, :, None]
        ahead = jnp.sum(joint, axis=1)
        share = joint / ahead[:, None, :]
        y = jnp.einsum("nij,nia->nja", share, x)
        away = x[:, :, None, :] - y[:, None, :, :]
        P = jnp.einsum("nij,niab->njab", share, P) + jnp.einsum("nij,nija,nijb->njab", share, away, away)
        y = jnp.einsum("jab,njb->nja", F, y)
        P = F @ P @ jnp.swapaxes(F, 1, 2) + Q
        S = P[:, :, :2, :2] + R
        s00, s01, s10, s11 = S[..., 0, 0], S[..., 0, 1], S[..., 1, 0], S[..., 1, 1]
        det = s00 * s11 - s01 * s10
        inverse = jnp.stack((jnp.stack((s11, -s01), -1), jnp.stack((-s10, s00), -1)), -2) / det[..., None, None]
        gain = P[:, :, :, :2] @ inverse
        off = z[:, None, :] - y[:, :, :2]
        x = y + jnp.einsum("njab,njb->nja", gain, off)
        far = jnp.einsum("nja,njab,njb->nj", off, inverse, off)
        mu = ahead * jnp.maximum(jnp.exp(-0.5 * far) / (2.0 * jnp.pi * jnp.sqrt(det)), 1e-200)
        mu = mu / jnp.sum(mu, axis=1, keepdims=True)
        return (x, P - gain @ P[:, :, :2, :], mu), (jnp.sum(mu[:, :, None] * x, axis=1), mu)

    P = jnp.broadcast_to(jnp.diag(jnp.array([25.0, 25.0, 9.0, 9.0])), (targets, models, 4, 4))
    start = jnp.repeat(first[:, None, :], models, axis=1), P, jnp.full((targets, models), 1.0 / models)
    (_, P, mu), (path, chances) = lax.scan(step, start, seen)
    return path, chances, jnp.einsum("nj,njaa->n", mu, P)
