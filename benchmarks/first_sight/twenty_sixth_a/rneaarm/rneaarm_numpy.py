import numpy as np


def link(theta, a, alpha, d):
    """Turn and shift from a link to the one before it (Denavit and Hartenberg, as Craig writes them)."""
    R = np.zeros((theta.size, 3, 3))
    c, s = np.cos(theta), np.sin(theta)
    ca, sa = np.cos(alpha), np.sin(alpha)
    R[:, 0, 0], R[:, 0, 1] = c, -s
    R[:, 1, 0], R[:, 1, 1], R[:, 1, 2] = s * ca, c * ca, -sa
    R[:, 2, 0], R[:, 2, 1], R[:, 2, 2] = s * sa, c * sa, ca
    return R, np.array([a, -sa * d, ca * d])


def there(R, x):
    return np.einsum("tij,tj->ti", R, x)


def back(R, x):
    return np.einsum("tji,tj->ti", R, x)


def rneaarm(q, qd, qdd, arm, mass, centre, inertia, gravity=9.81):
    """Torques that an arm needs for its motion, after Newton and Euler: motions outward, forces inward; and the work they do."""
    times, joints = q.shape
    axis = np.array([0.0, 0.0, 1.0])
    w, dw = np.zeros((times, 3)), np.zeros((times, 3))
    acc = np.zeros((times, 3))
    acc[:, 2] = gravity
    turns, shifts, forces, moments = [], [], [], []
    for j in range(joints):
        R, p = link(q[:, j], arm[0, j], arm[1, j], arm[2, j])
        acc = back(R, np.cross(dw, p) + np.cross(w, np.cross(w, p)) + acc)
        before = back(R, w)
        w = before + qd[:, j, None] * axis
        dw = back(R, dw) + np.cross(before, qd[:, j, None] * axis) + qdd[:, j, None] * axis
        c = centre[j]
        forces.append(mass[j] * (np.cross(dw, c) + np.cross(w, np.cross(w, c)) + acc))
        moments.append(dw @ inertia[j].T + np.cross(w, w @ inertia[j].T))
        turns.append(R)
        shifts.append(p)
    tau = np.zeros((times, joints))
    f, n = np.zeros((times, 3)), np.zeros((times, 3))
    for j in range(joints - 1, -1, -1):
        if j < joints - 1:
            f, n = there(turns[j + 1], f), there(turns[j + 1], n)
            n += np.cross(shifts[j + 1], f)
        n = n + moments[j] + np.cross(centre[j], forces[j])
        f = f + forces[j]
        tau[:, j] = n[:, 2]
    return tau, np.sum(tau * qd, axis=1), f
