import jax
import jax.numpy as jnp
from jax import lax


def segment(p, a, b):
    r1, r2 = p[:, None] - a, p[:, None] - b
    n1, n2 = jnp.linalg.norm(r1, axis=-1), jnp.linalg.norm(r2, axis=-1)
    down = n1 * n2 * (n1 * n2 + jnp.sum(r1 * r2, axis=-1))
    size = jnp.where(down > 1e-12, (n1 + n2) / (4.0 * jnp.pi * jnp.where(down > 1e-12, down, 1.0)), 0.0)
    return jnp.cross(r1, r2) * size[..., None]


def trailing(p, a, flow):
    r = p[:, None] - a
    n = jnp.linalg.norm(r, axis=-1)
    return jnp.cross(flow, r) / (4.0 * jnp.pi * n * (n - r @ flow))[..., None]


@jax.jit
def vlmwing(corners, angles):
    front, back = 0.75 * corners[:-1] + 0.25 * corners[1:], 0.25 * corners[:-1] + 0.75 * corners[1:]
    left, right = front[:, :-1].reshape(-1, 3), front[:, 1:].reshape(-1, 3)
    control = 0.5 * (back[:, :-1] + back[:, 1:]).reshape(-1, 3)
    normal = jnp.cross(corners[1:, 1:] - corners[:-1, :-1], corners[:-1, 1:] - corners[1:, :-1]).reshape(-1, 3)
    double = jnp.linalg.norm(normal, axis=1, keepdims=True)
    normal, area = normal / double, 0.5 * double.sum()
    bound, middle = right - left, 0.5 * (left + right)
    onto, along = segment(control, left, right), segment(middle, left, right)

    def one(alpha):
        flow = jnp.array([jnp.cos(alpha), 0.0, jnp.sin(alpha)])
        influence = onto + trailing(control, right, flow) - trailing(control, left, flow)
        gamma = jnp.linalg.solve(jnp.sum(influence * normal[:, None], axis=-1), -normal @ flow)
        wake = along + trailing(middle, right, flow) - trailing(middle, left, flow)
        force = gamma @ jnp.cross(flow + jnp.einsum("ijc,j->ic", wake, gamma), bound)
        return 2.0 * (force[2] * flow[0] - force[0] * flow[2]) / area, 2.0 * (force @ flow) / area, gamma

    return lax.map(one, jnp.radians(angles))
