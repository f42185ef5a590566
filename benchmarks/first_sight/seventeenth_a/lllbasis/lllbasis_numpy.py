import numpy as np


class Lattice:
    """A basis with its orthogonalisation: basis[k] = star[k] + sum over j < k of mu[k, j] star[j]; norms are squared."""

    def __init__(self, basis):
        self.basis = basis
        self.star = basis.astype(np.float64)
        self.mu = np.eye(len(basis))
        self.norms = np.zeros(len(basis))

    def orthogonalise(self, k):
        row = self.basis[k].astype(np.float64)
        for j in range(k):
            self.mu[k, j] = np.dot(self.basis[k], self.star[j]) / self.norms[j]
            row -= self.mu[k, j] * self.star[j]
        self.star[k] = row
        self.norms[k] = np.dot(row, row)

    def shorten(self, k):
        for j in range(k - 1, -1, -1):
            q = np.rint(self.mu[k, j])
            if q != 0.0:
                self.basis[k] -= int(q) * self.basis[j]
                self.mu[k, :j + 1] -= q * self.mu[j, :j + 1]


def reduce_basis(basis, delta):
    lattice = Lattice(basis)
    lattice.orthogonalise(0)
    k, swaps = 1, 0
    while k < len(basis):
        lattice.orthogonalise(k)
        lattice.shorten(k)
        if lattice.norms[k] >= (delta - lattice.mu[k, k - 1] ** 2) * lattice.norms[k - 1]:
            k += 1
        else:
            basis[[k - 1, k]] = basis[[k, k - 1]]
            lattice.orthogonalise(k - 1)
            k = max(k - 1, 1)
            swaps += 1
    return lattice.norms, swaps
