"""A chain of three matrix products  E = A B C D  (the dense kernel `3mm` of linear-algebra suites, written as a chain).

Multiplied from the left. The forward error of one product of inner length k obeys |fl(AB) - AB| <= gamma_k |A| |B|
(Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., eq. 3.13).
"""

import numpy as np


def chain(A, B, C, D):
    """The product A B C D; shapes (n, k), (k, m), (m, p), (p, r) give (n, r)."""
    AB = A @ B
    ABC = AB @ C
    return ABC @ D


def inputs(seed, size=None):
    """Arguments of `chain`: sides near size (default 200), scaled so that entries of all products are of order one."""
    n = 200 if size is None else size
    rng = np.random.default_rng(seed)
    k, m, p, r = n + 7, n + 3, n + 11, n + 5
    A = rng.normal(0.1, 1.0, (n, k))
    B = rng.normal(0.0, 1.0, (k, m)) / np.sqrt(k)
    C = rng.uniform(-1.7, 1.7, (m, p)) / np.sqrt(m)
    D = rng.normal(0.0, 1.0, (p, r)) / np.sqrt(p)
    return A, B, C, D
