import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def superimpose(landmarks, most, tolerance):
    shapes = landmarks - landmarks.mean(axis=1, keepdims=True)
    sizes = jnp.sqrt(jnp.sum(shapes**2, axis=(1, 2)))
    shapes = shapes / sizes[:, None, None]

    def turn(s):
        shapes, mean, before, _, rounds = s
        u, _, vt = jnp.linalg.svd(jnp.einsum("kia,ib->kab", shapes, mean))
        sign = jnp.sign(jnp.linalg.det(u @ vt))
        shapes = shapes @ (u.at[:, :, -1].multiply(sign[:, None]) @ vt)
        mean = shapes.mean(axis=0)
        mean = mean / jnp.linalg.norm(mean)
        left = jnp.sum((shapes - mean) ** 2)
        return shapes, mean, left, before - left < tolerance, rounds + 1

    start = shapes, shapes[0], jnp.inf, False, jnp.int64(0)
    shapes, mean, _, _, rounds = lax.while_loop(lambda s: (s[4] < most) & ~s[3], turn, start)
    distances = jnp.arccos(jnp.clip(jnp.sum(shapes * mean, axis=(1, 2)), -1.0, 1.0))
    residual = (shapes - shapes.mean(axis=0)).reshape(len(shapes), -1)
    variances = jnp.linalg.svd(residual, compute_uv=False) ** 2 / (len(shapes) - 1)
    return shapes, mean, sizes, distances, variances, rounds
