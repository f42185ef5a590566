import numpy as np


def initialize(events, stations):
    """Stations (east, north, depth below the datum in km), when both waves came, and weights (nought where nothing was read)."""
    rng = np.random.default_rng(3118)
    places = np.column_stack([rng.uniform(-60.0, 60.0, (stations, 2)), rng.uniform(-1.5, 0.0, stations)])
    source = np.column_stack([rng.uniform(-40.0, 40.0, (events, 2)), rng.uniform(3.0, 25.0, events)])
    born, late = rng.uniform(0.0, 60.0, events), 0.1 * rng.standard_normal(stations)
    far = ((source[:, None] - places) ** 2).sum(axis=-1)
    z0, z1 = places[:, 2], source[:, 2][:, None]
    picks = np.empty((events, stations, 2))
    for w, (v0, g) in enumerate(((5.2, 0.05), (3.0, 0.029))):
        time = np.arccosh(1.0 + 0.5 * g * g * far / ((v0 + g * z0) * (v0 + g * z1))) / g
        picks[..., w] = born[:, None] + time + late + 0.05 * (1 + w) * rng.standard_normal((events, stations))
    weights = np.where(rng.random((events, stations, 2)) < 0.85, np.array([1.0, 0.5]), 0.0)
    picks += np.where(rng.random(picks.shape) < 0.03, 1.5, 0.0)
    return places, picks, weights
