import numpy as np


def wrapped(angle):
    return (angle + np.pi) % (2.0 * np.pi) - np.pi


def turned(s, dt):
    """Where points of state (x, y, speed, heading, rate) go on arcs, straight on where the rate is nought."""
    x, y, v, heading, rate = s.T
    slow = np.abs(rate) < 1e-5
    r = v / np.where(slow, 1.0, rate)
    dx = np.where(slow, v * dt * np.cos(heading), r * (np.sin(heading + rate * dt) - np.sin(heading)))
    dy = np.where(slow, v * dt * np.sin(heading), r * (np.cos(heading) - np.cos(heading + rate * dt)))
    return np.column_stack((x + dx, y + dy, v, heading + rate * dt, rate))


def ukfturn(radar, dt=1.0, spread=0.5):
    """States, variances and the logarithm of how likely the measurements are."""
    n = 5
    lam = n * (spread ** 2 - 1.0)
    wm = np.full(2 * n + 1, 0.5 / (n + lam))
    wm[0] = lam / (n + lam)
    wc = wm.copy()
    wc[0] += 3.0 - spread ** 2
    Q = np.diag([0.5, 0.5, 0.2, 1e-4, 2e-4])
    R = np.diag([25.0, 1e-4])
    r0, b0 = radar[0]
    mean = np.array([r0 * np.cos(b0), r0 * np.sin(b0), 10.0, 0.0, 0.0])
    P = np.diag([100.0, 100.0, 25.0, 1.0, 0.01])
    track, spreads = np.zeros((len(radar), n)), np.zeros((len(radar), n))
    track[0], spreads[0] = mean, np.diag(P)
    likelihood = 0.0
    for t in range(1, len(radar)):
        L = np.linalg.cholesky((n + lam) * P)
        points = turned(np.vstack((mean, mean + L.T, mean - L.T)), dt)
        mean = wm @ points
        dx = points - mean
        P = (wc[:, None] * dx).T @ dx + Q
        seen = np.column_stack((np.hypot(points[:, 0], points[:, 1]), np.arctan2(points[:, 1], points[:, 0])))
        seen[:, 1] = seen[0, 1] + wrapped(seen[:, 1] - seen[0, 1])
        middle = wm @ seen
        dz = seen - middle
        S = (wc[:, None] * dz).T @ dz + R
        C = (wc[:, None] * dx).T @ dz
        K = np.linalg.solve(S, C.T).T
        miss = radar[t] - middle
        miss[1] = wrapped(miss[1])
        mean = mean + K @ miss
        mean[3] = wrapped(mean[3])
        P = P - K @ S @ K.T
        P = 0.5 * (P + P.T)
        likelihood -= 0.5 * (miss @ np.linalg.solve(S, miss) + np.log(np.linalg.det(2.0 * np.pi * S)))
        track[t], spreads[t] = mean, np.diag(P)
    return track, spreads, likelihood
