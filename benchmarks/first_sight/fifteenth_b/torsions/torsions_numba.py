import numba as nb
import numpy as np


@nb.njit
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@nb.njit
def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@nb.njit
def gap(x, i, j):
    return (x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2])


@nb.njit
def bonded(x, bonds, angles, torsions, forces):
    forces[:] = 0.0
    for e in range(bonds.shape[0]):
        i, j = bonds[e, 0], bonds[e, 1]
        d = gap(x, i, j)
        r = np.sqrt(dot(d, d))
        f = 600.0 * (r - 1.5) / r
        for k in range(3):
            forces[i, k] += f * d[k]
            forces[j, k] -= f * d[k]
    for e in range(angles.shape[0]):
        i, j, l = angles[e, 0], angles[e, 1], angles[e, 2]
        a, b = gap(x, j, i), gap(x, j, l)
        aa, bb = np.sqrt(dot(a, a)), np.sqrt(dot(b, b))
        c = dot(a, b) / (aa * bb)
        slope = -80.0 * (c + 0.3)
        for k in range(3):
            fa = slope * (b[k] / (aa * bb) - c / aa**2 * a[k])
            fb = slope * (a[k] / (aa * bb) - c / bb**2 * b[k])
            forces[i, k] += fa
            forces[l, k] += fb
            forces[j, k] -= fa + fb
    for e in range(torsions.shape[0]):
        i, j, l, o = torsions[e, 0], torsions[e, 1], torsions[e, 2], torsions[e, 3]
        b1, b2, b3 = gap(x, i, j), gap(x, j, l), gap(x, l, o)
        m, n = cross(b1, b2), cross(b2, b3)
        bb = dot(b2, b2)
        r = np.sqrt(bb)
        phi = np.arctan2(r * dot(b1, n), dot(m, n))
        slope = -6.0 * np.sin(3.0 * phi - 0.4)
        g1, g4 = slope * r / dot(m, m), -slope * r / dot(n, n)
        s1, s4 = dot(b1, b2) / bb, dot(b3, b2) / bb
        for k in range(3):
            f1, f4 = g1 * m[k], g4 * n[k]
            s = s1 * f1 - s4 * f4
            forces[i, k] += f1
            forces[j, k] -= f1 + s
            forces[l, k] += s - f4
            forces[o, k] += f4
