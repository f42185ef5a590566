import numpy as np


def initialize(towns):
    """Towns of many sizes, people who travel to near and great ones, and a few ill in the first."""
    rng = np.random.default_rng(3016)
    people = np.round(10.0 ** rng.uniform(3.0, 6.0, towns))
    x, y = rng.random((2, towns))
    far = np.hypot(x[:, None] - x, y[:, None] - y)
    travel = people * np.exp(-far / 0.1)
    np.fill_diagonal(travel, 0.0)
    travel *= 0.15 / travel.sum(axis=1, keepdims=True)
    np.fill_diagonal(travel, 0.85)
    ill = np.zeros(towns)
    ill[0] = 10.0
    return people, travel, ill
