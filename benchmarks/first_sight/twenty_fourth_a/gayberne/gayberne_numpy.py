import numpy as np

LONG, DEEP, MU, NU = 3.0, 5.0, 2.0, 1.0
CHI = (LONG ** 2 - 1.0) / (LONG ** 2 + 1.0)
CHI2 = (DEEP ** (1.0 / MU) - 1.0) / (DEEP ** (1.0 / MU) + 1.0)


def shape(plus, minus, c, chi):
    return 1.0 - 0.5 * chi * (plus ** 2 / (1.0 + chi * c) + minus ** 2 / (1.0 - chi * c))


def pair(d, r, u, others):
    """Energy of one molecule with each of the others."""
    along = d / r[:, None]
    a, b, c = along @ u, np.sum(along * others, axis=1), others @ u
    width = 1.0 / np.sqrt(shape(a + b, a - b, c, CHI))
    well = (1.0 - CHI ** 2 * c ** 2) ** (-0.5 * NU) * shape(a + b, a - b, c, CHI2) ** MU
    s6 = 1.0 / (r - width + 1.0) ** 6
    return 4.0 * well * (s6 ** 2 - s6)


def gayberne(x, axis, box, reach):
    n = x.shape[0]
    energy = np.zeros(n)
    pairs = 0
    for i in range(n - 1):
        d = x[i + 1:] - x[i]
        d -= box * np.rint(d / box)
        r2 = np.einsum("ij,ij->i", d, d)
        near = np.flatnonzero(r2 < reach ** 2)
        if near.size == 0:
            continue
        e = pair(d[near], np.sqrt(r2[near]), axis[i], axis[i + 1 + near])
        energy[i] += 0.5 * e.sum()
        energy[i + 1 + near] += 0.5 * e
        pairs += near.size
    tensor = 1.5 * axis.T @ axis / n - 0.5 * np.eye(3)
    return energy, np.linalg.eigvalsh(tensor), pairs
