import numpy as np


def initialize(n, size, cin, cout, k):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return rng.standard_normal(shape).astype(np.float32)
    return draw(n, size, size, cin), draw(cin, k, k, cout) / np.float32(k * cin**0.5), draw(cout), draw(cout), draw(cout)
