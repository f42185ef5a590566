import numpy as np


def motion(turn, dt):
    s, c = np.sin(turn * dt), np.cos(turn * dt)
    a, b = (s / turn, (1.0 - c) / turn) if turn else (dt, 0.0)
    return np.array([[1.0, 0.0, a, -b], [0.0, 1.0, b, a], [0.0, 0.0, c, -s], [0.0, 0.0, s, c]])


def initialize(targets, times):
    rng = np.random.default_rng(313)
    F = np.stack([motion(w, 1.0) for w in (0.0, 0.12, -0.12)])
    g = np.array([[0.5, 0.0], [0.0, 0.5], [1.0, 0.0], [0.0, 1.0]])
    Q = np.array([0.01, 0.05, 0.05])[:, None, None] * (g @ g.T)
    state = np.concatenate((100.0 * rng.standard_normal((targets, 2)), 5.0 * rng.standard_normal((targets, 2))), axis=1)
    first = state.copy()
    seen = np.empty((times, targets, 2))
    for t in range(times):
        mode = (t // 15 + np.arange(targets)) % 3
        state = np.einsum("nij,nj->ni", F[mode], state) + 0.1 * rng.standard_normal((targets, 2)) @ g.T
        seen[t] = state[:, :2] + 2.0 * rng.standard_normal((targets, 2))
    switch = np.array([[0.9, 0.05, 0.05], [0.1, 0.9, 0.0], [0.1, 0.0, 0.9]]) + 1e-3
    return seen, first, F, Q, 4.0 * np.eye(2), switch / switch.sum(axis=1, keepdims=True)
