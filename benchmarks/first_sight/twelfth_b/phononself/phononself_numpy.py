import numpy as np


def selfenergy(neighbour, dH, G, D):
    nk, ne, na = G.shape[:3]
    nq, nw = D.shape[:2]
    sigma = np.zeros_like(G)
    for k in range(nk):
        for e in range(ne):
            for q in range(nq):
                for w in range(nw):
                    for a in range(na):
                        for b in range(neighbour.shape[1]):
                            f = neighbour[a, b]
                            green = np.zeros_like(G[0, 0, 0])
                            if e - w - 1 >= 0:
                                green += G[k - q, e - w - 1, f]
                            if e + w + 1 < ne:
                                green += G[k - q, e + w + 1, f]
                            for i in range(2):
                                left = dH[a, b, i] @ green
                                right = dH[a, b, 0] * D[q, w, a, b, i, 0] + dH[a, b, 1] * D[q, w, a, b, i, 1]
                                sigma[k, e, a] += left @ right
    return sigma
