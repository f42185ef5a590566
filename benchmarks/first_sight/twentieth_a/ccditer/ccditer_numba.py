import numba as nb
import numpy as np


@nb.njit
def antisymmetric(x, out, no, nv):
    for i in range(no):
        for j in range(no):
            for a in range(nv):
                for b in range(nv):
                    out[i, j, a, b] += x[i, j, a, b] - x[j, i, a, b] - x[i, j, b, a] + x[j, i, b, a]


@nb.njit
def ccd(eo, ev, oooo, vvvv, ovov, oovv, t, tol=1e-8, most=40):
    no, nv = eo.size, ev.size
    o2, v2, m = no * no, nv * nv, no * nv
    gap = np.empty((no, no, nv, nv))
    for i in range(no):
        for j in range(no):
            for a in range(nv):
                for b in range(nv):
                    gap[i, j, a, b] = eo[i] + eo[j] - ev[a] - ev[b]
                    t[i, j, a, b] = oovv[i, j, a, b] / gap[i, j, a, b]
    w = np.ascontiguousarray(vvvv.reshape(v2, v2).T)
    g, h = oovv.reshape(o2, v2), np.ascontiguousarray(oovv.transpose(0, 2, 1, 3)).reshape(m, m)
    o, r = oooo.reshape(o2, o2), ovov.reshape(m, m)
    energy, step = 0.25 * np.sum(oovv * t), 0
    for step in range(most):
        flat = t.reshape(o2, v2)
        pairs = o + 0.5 * np.dot(g, flat.T)
        new = (g + 0.5 * np.dot(flat, w) + 0.5 * np.dot(pairs.T, flat)).reshape(no, no, nv, nv)
        s = np.ascontiguousarray(t.transpose(0, 2, 1, 3)).reshape(m, m)
        ring = 0.5 * np.dot(h, s.T) - r
        x = np.dot(s, ring).reshape(no, nv, no, nv).transpose(0, 2, 1, 3)
        antisymmetric(x, new, no, nv)
        change, energy = 0.0, 0.0
        for i in range(no):
            for j in range(no):
                for a in range(nv):
                    for b in range(nv):
                        v = new[i, j, a, b] / gap[i, j, a, b]
                        change += (v - t[i, j, a, b]) ** 2
                        t[i, j, a, b] = v
                        energy += oovv[i, j, a, b] * v
        energy *= 0.25
        if np.sqrt(change) < tol:
            break
    return energy, step
