import numpy as np


def initialize(n, k):
    rng = np.random.default_rng(78)
    places = rng.random((n, 2))
    distance = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=-1))
    weight = np.where(distance < 2.5 / np.sqrt(n), distance, np.inf)
    ring = np.arange(n)
    weight[ring, (ring + 1) % n] = weight[(ring + 1) % n, ring] = distance[ring, (ring + 1) % n]
    return weight, rng.permutation(n)[:k]
