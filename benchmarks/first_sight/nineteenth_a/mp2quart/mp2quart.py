import numpy as np


def initialize(n, occupied):
    rng = np.random.default_rng(109)
    B = rng.standard_normal((2 * n, n, n)) * np.exp(-0.3 * np.abs(np.arange(n)[:, None] - np.arange(n)[None, :]))
    B = 0.2 * (B + B.transpose(0, 2, 1))
    eri = np.einsum("xpq,xrs->pqrs", B, B)
    C, _ = np.linalg.qr(rng.standard_normal((n, n)))
    e = np.concatenate((-2.0 + rng.random(occupied), 0.5 + 2.0 * rng.random(n - occupied)))
    return eri, C, np.sort(e)
