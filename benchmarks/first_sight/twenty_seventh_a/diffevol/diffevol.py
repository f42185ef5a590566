import numpy as np


def initialize(dims, people, ages):
    """Places, whom each looks at in each age (three others), and draws for what is taken over."""
    rng = np.random.default_rng(373)
    place = rng.uniform(-5.0, 5.0, (people, dims))
    pick = np.argsort(rng.random((ages, people, people - 1)), axis=2)[:, :, :3]
    pick += pick >= np.arange(people)[:, None]
    cross = rng.random((ages, people, dims))
    np.put_along_axis(cross, rng.integers(0, dims, (ages, people, 1)), 0.0, axis=2)
    return place, pick, cross
