import jax
import jax.numpy as jnp
from jax import lax


def drive(pose, u, dt):
    ahead = dt * u[..., 0]
    return jnp.stack((pose[..., 0] + ahead * jnp.cos(pose[..., 2]), pose[..., 1] + ahead * jnp.sin(pose[..., 2]),
                      pose[..., 2] + dt * u[..., 1]), axis=-1)


def danger(pose, goal, pillars):
    far = jnp.hypot(pose[:, 0] - goal[0], pose[:, 1] - goal[1])
    gap = jnp.hypot(pose[:, 0, None] - pillars[:, 0], pose[:, 1, None] - pillars[:, 1]) - pillars[:, 2]
    return far + jnp.sum(jnp.exp(-8.0 * gap), axis=1)


@jax.jit
def mppictl(pose, goal, pillars, noise, dt=0.1, heat=0.4):
    _, tries, horizon, _ = noise.shape
    limit = jnp.array([0.0, -2.0]), jnp.array([2.0, 2.0])

    def step(state, draws):
        pose, plan = state
        u = jnp.clip(plan + draws, *limit)

        def ahead(state, v):
            ghosts, cost = state
            ghosts = drive(ghosts, v, dt)
            return (ghosts, cost + danger(ghosts, goal, pillars) + 0.05 * jnp.sum(v ** 2, axis=1)), None

        (_, cost), _ = lax.scan(ahead, (jnp.broadcast_to(pose, (tries, 3)), jnp.zeros(tries)), jnp.swapaxes(u, 0, 1))
        least = cost.min()
        weight = jnp.exp(-(cost - least) / (heat * horizon))
        plan = jnp.einsum("k,khi->hi", weight / weight.sum(), u)
        pose = drive(pose, plan[0], dt)
        return (pose, jnp.concatenate((plan[1:], jnp.array([[1.0, 0.0]])))), (pose, least)

    (_, plan), (path, least) = lax.scan(step, (pose, jnp.tile(jnp.array([1.0, 0.0]), (horizon, 1))), noise)
    return jnp.concatenate((pose[None], path)), plan, least
