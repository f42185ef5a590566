import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@nb.njit(error_model="numpy")
def add(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@nb.njit(error_model="numpy")
def back(c, s, ca, sa, x):
    u = x[1] * ca + x[2] * sa
    return c * x[0] + s * u, c * u - s * x[0], x[2] * ca - x[1] * sa


@nb.njit(error_model="numpy")
def there(c, s, ca, sa, x):
    u = s * x[0] + c * x[1]
    return c * x[0] - s * x[1], u * ca - x[2] * sa, u * sa + x[2] * ca


@nb.njit(error_model="numpy")
def times_matrix(m, x):
    return (m[0, 0] * x[0] + m[0, 1] * x[1] + m[0, 2] * x[2], m[1, 0] * x[0] + m[1, 1] * x[1] + m[1, 2] * x[2],
            m[2, 0] * x[0] + m[2, 1] * x[1] + m[2, 2] * x[2])


@nb.njit(error_model="numpy")
def rneaarm(q, qd, qdd, arm, mass, centre, inertia, gravity=9.81):
    times, joints = q.shape
    tau, power, last = np.zeros((times, joints)), np.zeros(times), np.zeros((times, 3))
    F, N, cs = np.empty((joints, 3)), np.empty((joints, 3)), np.empty((joints, 2))
    ca, sa = np.cos(arm[1]), np.sin(arm[1])
    for t in range(times):
        w, dw, acc = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, gravity)
        for j in range(joints):
            c, s = np.cos(q[t, j]), np.sin(q[t, j])
            cs[j, 0], cs[j, 1] = c, s
            p = arm[0, j], -sa[j] * arm[2, j], ca[j] * arm[2, j]
            acc = back(c, s, ca[j], sa[j], add(add(cross(dw, p), cross(w, cross(w, p))), acc))
            w = back(c, s, ca[j], sa[j], w)
            dw = back(c, s, ca[j], sa[j], dw)
            dw = dw[0] + w[1] * qd[t, j], dw[1] - w[0] * qd[t, j], dw[2] + qdd[t, j]
            w = w[0], w[1], w[2] + qd[t, j]
            at = centre[j, 0], centre[j, 1], centre[j, 2]
            force = add(add(cross(dw, at), cross(w, cross(w, at))), acc)
            turn = add(times_matrix(inertia[j], dw), cross(w, times_matrix(inertia[j], w)))
            for k in range(3):
                F[j, k], N[j, k] = mass[j] * force[k], turn[k]
        f, n = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for j in range(joints - 1, -1, -1):
            if j < joints - 1:
                i = j + 1
                f, n = there(cs[i, 0], cs[i, 1], ca[i], sa[i], f), there(cs[i, 0], cs[i, 1], ca[i], sa[i], n)
                n = add(n, cross((arm[0, i], -sa[i] * arm[2, i], ca[i] * arm[2, i]), f))
            own = F[j, 0], F[j, 1], F[j, 2]
            n = add(add(n, (N[j, 0], N[j, 1], N[j, 2])), cross((centre[j, 0], centre[j, 1], centre[j, 2]), own))
            f = add(f, own)
            tau[t, j] = n[2]
            power[t] += n[2] * qd[t, j]
        last[t, 0], last[t, 1], last[t, 2] = f
    return tau, power, last
