import numpy as np


def ccd(eo, ev, oooo, vvvv, ovov, oovv, t, tol=1e-8, most=40):
    """t[i, j, a, b], from <ij|kl>, <ab|cd>, <ia|jb> and <ij|ab>, antisymmetric; terms with two amplitudes in rings and pairs."""
    gap = eo[:, None, None, None] + eo[:, None, None] - ev[:, None] - ev
    t[:] = oovv / gap
    energy = 0.25 * np.sum(oovv * t)
    for step in range(most):
        new = oovv.copy()
        new += 0.5 * np.einsum('abcd,ijcd->ijab', vvvv, t)
        pairs = oooo + 0.5 * np.einsum('klcd,ijcd->klij', oovv, t)
        new += 0.5 * np.einsum('klij,klab->ijab', pairs, t)
        ring = 0.5 * np.einsum('klcd,jlbd->kcjb', oovv, t) - ovov
        x = np.einsum('ikac,kcjb->ijab', t, ring)
        x -= x.transpose(1, 0, 2, 3)
        x = x - x.transpose(0, 1, 3, 2)
        new += x
        new /= gap
        change = np.sqrt(np.sum((new - t) ** 2))
        t[:] = new
        energy = 0.25 * np.sum(oovv * t)
        if change < tol:
            break
    return energy, step
