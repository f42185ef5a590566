import numpy as np


def likelihood(tips, left, right, lengths, Q, pi, rates):
    count, sites = tips.shape
    inner = left.size
    root = np.sqrt(pi)
    values, vectors = np.linalg.eigh(root[:, None] * Q / root)
    forth = vectors / root[:, None]
    back = vectors.T * root
    times = lengths[:, None] * rates
    change = np.einsum("ik,nrk,kj->nrij", forth, np.exp(times[:, :, None] * values), back)
    partial = np.zeros((count + inner, rates.size, sites, 4))
    partial[:count] = np.eye(4)[tips][:, None, :, :]
    scale = np.zeros(sites)
    for k in range(inner):
        a, b = left[k], right[k]
        here = (partial[a] @ change[a].swapaxes(1, 2)) * (partial[b] @ change[b].swapaxes(1, 2))
        most = here.max(axis=(0, 2))
        partial[count + k] = here / most[None, :, None]
        scale += np.log(most)
    persite = np.log(np.mean(partial[-1] @ pi, axis=0)) + scale
    return persite.sum(), persite
