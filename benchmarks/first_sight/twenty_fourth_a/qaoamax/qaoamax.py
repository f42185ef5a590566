import numpy as np


def initialize(qubits, layers):
    rng = np.random.default_rng(2014)
    i, j = np.triu_indices(qubits, 1)
    some = rng.random(i.size) < 0.5
    edges = np.stack((i[some], j[some]), axis=1)
    gamma, beta = 0.2 + 0.4 * rng.random((4, layers)), 0.1 + 0.5 * rng.random((4, layers))
    return edges, 0.5 + rng.random(edges.shape[0]), 0.1 * rng.random(qubits), gamma, beta
