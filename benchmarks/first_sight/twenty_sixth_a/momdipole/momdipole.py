import numpy as np


def initialize(segments, tones):
    s = np.linspace(-1.0, 1.0, segments + 1)
    ends = 0.5 * (0.7 * s + 0.3 * np.sin(0.5 * np.pi * s))
    return ends, 0.01, 2.0 * np.pi * np.linspace(0.3, 0.8, tones)
