import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def correlate(eri, C, e, occupied):
    n, o = C.shape[0], occupied
    v = n - o
    occ, virt = np.ascontiguousarray(C[:, :o]), np.ascontiguousarray(C[:, o:])
    first = (np.ascontiguousarray(occ.T) @ eri.reshape(n, n**3)).reshape(o, n, n * n)
    ovov = np.empty((o, v, o, v))
    virt_t, occ_t = np.ascontiguousarray(virt.T), np.ascontiguousarray(occ.T)
    for i in range(o):
        second = (virt_t @ first[i]).reshape(v, n, n)
        for a in range(v):
            ovov[i, a] = (occ_t @ second[a]) @ virt
    t, u = np.empty((o, v, o, v)), np.empty((o, v, o, v))
    opposite, same = 0.0, 0.0
    pairs = np.zeros((o, o))
    for i in range(o):
        for a in range(v):
            for j in range(o):
                for b in range(v):
                    t[i, a, j, b] = ovov[i, a, j, b] / (e[i] - e[o + a] + e[j] - e[o + b])
    for i in range(o):
        for a in range(v):
            for j in range(o):
                for b in range(v):
                    x, y, z = t[i, a, j, b], t[i, b, j, a], ovov[i, a, j, b]
                    u[i, a, j, b] = 2.0 * x - y
                    opposite += x * z
                    same += (x - y) * z
                    pairs[i, j] += (2.0 * x - y) * z
    dij = -(t.reshape(o, v * o * v) @ np.ascontiguousarray(u.reshape(o, v * o * v).T))
    return opposite, same, 1.2 * opposite + same / 3.0, pairs, dij
