import numpy as np


def initialize(n, points, probes):
    rng = np.random.default_rng(42)
    a = rng.standard_normal((n, n)) + 1j * rng.standard_normal((n, n))
    ham = 0.5 * (a + a.conj().T) / np.sqrt(n)
    overlap = np.eye(n) + 0.1 * np.cos(np.subtract.outer(np.arange(n), np.arange(n))) ** 2 / n
    probe = rng.standard_normal((n, probes)) + 0j
    nodes = np.pi * (np.arange(points) + 0.5) / points * 2.0
    return ham, overlap, probe, nodes, np.full(points, 1.0 / points)
