import numpy as np


def drive(pose, u, dt):
    """Poses x, y and heading after a speed and a turn; the last axis holds the coordinates."""
    out = np.empty_like(pose)
    out[..., 0] = pose[..., 0] + dt * u[..., 0] * np.cos(pose[..., 2])
    out[..., 1] = pose[..., 1] + dt * u[..., 0] * np.sin(pose[..., 2])
    out[..., 2] = pose[..., 2] + dt * u[..., 1]
    return out


def danger(pose, goal, pillars):
    """Far from the goal is dear, near a pillar is dearer."""
    far = np.hypot(pose[:, 0] - goal[0], pose[:, 1] - goal[1])
    gap = np.hypot(pose[:, 0, None] - pillars[:, 0], pose[:, 1, None] - pillars[:, 1]) - pillars[:, 2]
    return far + np.sum(np.exp(-8.0 * gap), axis=1)


def mppictl(pose, goal, pillars, noise, dt=0.1, heat=0.4):
    """The way of the cart, what it plans at the end, and the least cost seen in each step."""
    steps, tries, horizon, _ = noise.shape
    plan = np.tile(np.array([1.0, 0.0]), (horizon, 1))
    path = np.zeros((steps + 1, 3))
    path[0] = pose
    least = np.zeros(steps)
    for s in range(steps):
        u = plan + noise[s]
        u[..., 0] = np.clip(u[..., 0], 0.0, 2.0)
        u[..., 1] = np.clip(u[..., 1], -2.0, 2.0)
        ghosts = np.broadcast_to(path[s], (tries, 3))
        cost = np.zeros(tries)
        for h in range(horizon):
            ghosts = drive(ghosts, u[:, h], dt)
            cost += danger(ghosts, goal, pillars) + 0.05 * np.sum(u[:, h] ** 2, axis=1)
        least[s] = cost.min()
        weight = np.exp(-(cost - least[s]) / (heat * horizon))
        plan = np.einsum("k,khi->hi", weight / weight.sum(), u)
        path[s + 1] = drive(path[s], plan[0], dt)
        plan[:-1] = plan[1:].copy()
        plan[-1] = 1.0, 0.0
    return path, plan, least
