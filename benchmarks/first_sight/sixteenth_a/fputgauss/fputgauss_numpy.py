import numpy as np


def force(q, alpha):
    s = np.diff(np.concatenate(([0.0], q, [0.0])))
    t = s + alpha * s * s
    return t[1:] - t[:-1]


def hamiltonian(q, p, alpha):
    s = np.diff(q, prepend=0.0, append=0.0)
    return 0.5 * np.sum(p**2) + np.sum(0.5 * s**2 + alpha / 3.0 * s**3)


def fput(q, p, energy, dt, alpha, tol=1e-13, most=50):
    r = np.sqrt(3.0) / 6.0
    a11, a12, a21, a22 = 0.25, 0.25 - r, 0.25 + r, 0.25
    for step in range(len(energy)):
        f1 = force(q, alpha)
        f2 = f1.copy()
        v1, v2 = p.copy(), p.copy()
        gap, turns = 1.0, 0
        while gap > tol:
            if turns == most:
                break
            g1 = force(q + dt * (a11 * v1 + a12 * v2), alpha)
            g2 = force(q + dt * (a21 * v1 + a22 * v2), alpha)
            w1 = p + dt * (a11 * g1 + a12 * g2)
            w2 = p + dt * (a21 * g1 + a22 * g2)
            gap = max(np.abs(w1 - v1).max(), np.abs(w2 - v2).max())
            v1, v2, f1, f2 = w1, w2, g1, g2
            turns += 1
        q += 0.5 * dt * (v1 + v2)
        p += 0.5 * dt * (f1 + f2)
        energy[step] = hamiltonian(q, p, alpha)
