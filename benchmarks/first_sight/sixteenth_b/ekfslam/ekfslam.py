import numpy as np


def initialize(marks, steps, each):
    rng = np.random.default_rng(42)
    where = 12.0 * (rng.random((marks, 2)) - 0.5)
    turn = 0.12 + 0.02 * rng.standard_normal(steps)
    speed = 0.4 + 0.02 * rng.standard_normal(steps)
    pose = np.zeros(3)
    sight = np.zeros((steps, each, 2))
    ids = np.empty((steps, each), dtype=np.int64)
    for t in range(steps):
        pose[0] += speed[t] * np.cos(pose[2])
        pose[1] += speed[t] * np.sin(pose[2])
        pose[2] += turn[t]
        ids[t] = rng.choice(marks, each, replace=False)
        d = where[ids[t]] - pose[:2]
        sight[t, :, 0] = np.hypot(d[:, 0], d[:, 1]) + 0.05 * rng.standard_normal(each)
        sight[t, :, 1] = np.arctan2(d[:, 1], d[:, 0]) - pose[2] + 0.02 * rng.standard_normal(each)
    blind = rng.random((steps, each)) < 0.15
    ids[blind] = -1
    control = np.stack([speed, turn], axis=1) + 0.01 * rng.standard_normal((steps, 2))
    return control, sight, ids, marks
