import numpy as np


def initialize(I, J, K, P, Q, R):
    rng = np.random.default_rng(33)
    A, B, C = rng.standard_normal((I, P)), rng.standard_normal((J, Q)), rng.standard_normal((K, R))
    core = rng.standard_normal((P, Q, R))
    T = np.einsum("pqr,ip,jq,kr->ijk", core, A, B, C, optimize=True) + 0.1 * rng.standard_normal((I, J, K))

    def orthonormal(a):
        return np.ascontiguousarray(np.linalg.qr(a + 0.2 * rng.standard_normal(a.shape))[0])
    return T, orthonormal(A), orthonormal(B), orthonormal(C)
