import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def mppictl(pose, goal, pillars, noise, dt=0.1, heat=0.4):
    steps, tries, horizon, _ = noise.shape
    plan = np.empty((horizon, 2))
    plan[:, 0], plan[:, 1] = 1.0, 0.0
    path, least = np.zeros((steps + 1, 3)), np.zeros(steps)
    path[0] = pose
    u, cost = np.empty((tries, horizon, 2)), np.empty(tries)
    for s in range(steps):
        for k in range(tries):
            x, y, a = path[s, 0], path[s, 1], path[s, 2]
            total = 0.0
            for h in range(horizon):
                speed = min(max(plan[h, 0] + noise[s, k, h, 0], 0.0), 2.0)
                turn = min(max(plan[h, 1] + noise[s, k, h, 1], -2.0), 2.0)
                u[k, h, 0], u[k, h, 1] = speed, turn
                x += dt * speed * np.cos(a)
                y += dt * speed * np.sin(a)
                a += dt * turn
                total += np.hypot(x - goal[0], y - goal[1]) + 0.05 * (speed ** 2 + turn ** 2)
                for p in range(pillars.shape[0]):
                    total += np.exp(-8.0 * (np.hypot(x - pillars[p, 0], y - pillars[p, 1]) - pillars[p, 2]))
            cost[k] = total
        least[s] = cost.min()
        plan[:] = 0.0
        whole = 0.0
        for k in range(tries):
            w = np.exp(-(cost[k] - least[s]) / (heat * horizon))
            whole += w
            for h in range(horizon):
                plan[h, 0] += w * u[k, h, 0]
                plan[h, 1] += w * u[k, h, 1]
        for h in range(horizon):
            plan[h, 0] /= whole
            plan[h, 1] /= whole
        a = path[s, 2]
        path[s + 1, 0] = path[s, 0] + dt * plan[0, 0] * np.cos(a)
        path[s + 1, 1] = path[s, 1] + dt * plan[0, 0] * np.sin(a)
        path[s + 1, 2] = a + dt * plan[0, 1]
        for h in range(horizon - 1):
            plan[h, 0], plan[h, 1] = plan[h + 1, 0], plan[h + 1, 1]
        plan[horizon - 1, 0], plan[horizon - 1, 1] = 1.0, 0.0
    return path, plan, least
