import numpy as np

SPEED_NOISE = 0.05
TURN_NOISE = 0.03
RANGE_NOISE = 0.08
BEARING_NOISE = 0.04
GATE = 16.0


def wrap(angle):
    return (angle + np.pi) % (2.0 * np.pi) - np.pi


def drive(mu, u):
    """Moves the pose; the landmarks stay."""
    mu[0] += u[0] * np.cos(mu[2])
    mu[1] += u[0] * np.sin(mu[2])
    mu[2] = wrap(mu[2] + u[1])


def motion_jacobians(heading, speed):
    c, s = np.cos(heading), np.sin(heading)
    G = np.array([[1.0, 0.0, -speed * s], [0.0, 1.0, speed * c], [0.0, 0.0, 1.0]])
    V = np.array([[c, 0.0], [s, 0.0], [0.0, 1.0]])
    return G, V


def predict(mu, P, u):
    G, V = motion_jacobians(mu[2], u[0])
    drive(mu, u)
    P[:3, :3] = G @ P[:3, :3] @ G.T
    P[:3, 3:] = G @ P[:3, 3:]
    P[3:, :3] = P[:3, 3:].T
    M = np.diag(np.array([SPEED_NOISE**2, TURN_NOISE**2]))
    P[:3, :3] += V @ M @ V.T


def expected(mu, k):
    """What is seen of landmark k: range and bearing, and its derivatives by the pose and the place."""
    dx = mu[3 + 2 * k] - mu[0]
    dy = mu[4 + 2 * k] - mu[1]
    q = dx * dx + dy * dy
    r = np.sqrt(q)
    z = np.array([r, wrap(np.arctan2(dy, dx) - mu[2])])
    H_pose = np.array([[-dx / r, -dy / r, 0.0], [dy / q, -dx / q, -1.0]])
    H_mark = np.array([[dx / r, dy / r], [-dy / q, dx / q]])
    return z, H_pose, H_mark


def introduce(mu, P, k, z):
    """A landmark that is seen for the first time."""
    i = 3 + 2 * k
    angle = mu[2] + z[1]
    c, s = np.cos(angle), np.sin(angle)
    mu[i] = mu[0] + z[0] * c
    mu[i + 1] = mu[1] + z[0] * s
    Gp = np.array([[1.0, 0.0, -z[0] * s], [0.0, 1.0, z[0] * c]])
    Gz = np.array([[c, -z[0] * s], [s, z[0] * c]])
    R = np.diag(np.array([RANGE_NOISE**2, BEARING_NOISE**2]))
    cross = Gp @ P[:3, :]
    P[i:i + 2, :] = cross
    P[:, i:i + 2] = cross.T
    P[i:i + 2, i:i + 2] = Gp @ P[:3, :3] @ Gp.T + Gz @ R @ Gz.T


def correct(mu, P, k, z):
    """Returns how far the sight was from what was expected, in Mahalanobis' sense."""
    i = 3 + 2 * k
    guess, H_pose, H_mark = expected(mu, k)
    miss = np.array([z[0] - guess[0], wrap(z[1] - guess[1])])
    PHt = P[:, :3] @ H_pose.T + P[:, i:i + 2] @ H_mark.T
    S = H_pose @ PHt[:3] + H_mark @ PHt[i:i + 2]
    S[0, 0] += RANGE_NOISE**2
    S[1, 1] += BEARING_NOISE**2
    det = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
    Si = np.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / det
    far = miss @ Si @ miss
    if far > GATE:
        return far
    K = PHt @ Si
    mu += K @ miss
    mu[2] = wrap(mu[2])
    P -= K @ PHt.T
    return far


def slam(control, sight, ids, marks):
    steps, each = ids.shape
    size = 3 + 2 * marks
    mu = np.zeros(size)
    P = np.zeros((size, size))
    known = np.zeros(marks, dtype=bool)
    path = np.empty((steps, 3))
    unsure = np.empty(steps)
    refused = 0
    for t in range(steps):
        predict(mu, P, control[t])
        for m in range(each):
            k = ids[t, m]
            if k < 0:
                continue
            if not known[k]:
                introduce(mu, P, k, sight[t, m])
                known[k] = True
                continue
            if correct(mu, P, k, sight[t, m]) > GATE:
                refused += 1
        path[t] = mu[:3]
        unsure[t] = np.trace(P[:2, :2])
    return path, unsure, mu, np.diag(P), refused
