import numpy as np


def initialize(nodes, degree, inputs, heads, width, classes):
    rng = np.random.default_rng(42)
    counts = rng.integers(1, 2 * degree, nodes)
    start = np.concatenate(([0], np.cumsum(counts)))
    source = rng.integers(0, nodes, start[-1])
    source[start[:-1]] = np.arange(nodes)
    x = rng.standard_normal((nodes, inputs))
    W1 = rng.standard_normal((inputs, heads * width)) / np.sqrt(inputs)
    W2 = rng.standard_normal((heads * width, heads * classes)) / np.sqrt(heads * width)
    a1, b1 = 0.5 * rng.standard_normal((2, heads, width))
    a2, b2 = 0.5 * rng.standard_normal((2, heads, classes))
    return start, source, x, W1, a1, b1, W2, a2, b2
