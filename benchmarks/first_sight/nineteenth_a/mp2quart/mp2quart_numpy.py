import numpy as np


def correlate(eri, C, e, occupied):
    """Energies of pairs with opposite and with the same spin, and their sum scaled in spin components."""
    occ, virt = C[:, :occupied], C[:, occupied:]
    step = np.einsum("pqrs,pi->iqrs", eri, occ)
    step = np.einsum("iqrs,qa->iars", step, virt)
    step = np.einsum("iars,rj->iajs", step, occ)
    ovov = np.einsum("iajs,sb->iajb", step, virt)
    eo, ev = e[:occupied], e[occupied:]
    gap = eo[:, None, None, None] - ev[None, :, None, None] + eo[None, None, :, None] - ev[None, None, None, :]
    t = ovov / gap
    opposite = np.sum(t * ovov)
    same = np.sum((t - t.swapaxes(1, 3)) * ovov)
    pairs = np.einsum("iajb,iajb->ij", 2.0 * t - t.swapaxes(1, 3), ovov)
    dij = -np.einsum("iakb,jakb->ij", t, 2.0 * t - t.swapaxes(1, 3))
    return opposite, same, 1.2 * opposite + same / 3.0, pairs, dij
