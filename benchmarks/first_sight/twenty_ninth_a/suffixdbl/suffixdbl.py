import numpy as np


def initialize(n):
    """A text of four letters in which a long piece comes back twice."""
    rng = np.random.default_rng(2918)
    text = rng.integers(0, 4, n)
    piece = text[:n // 10].copy()
    text[n // 3:n // 3 + piece.size] = piece
    text[2 * n // 3:2 * n // 3 + piece.size] = piece
    return (text,)
