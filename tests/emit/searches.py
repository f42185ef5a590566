"""Graphs to search, and where the emitted text of a search has its loops."""

import numpy as np


def graph(n, most=10):
    """(where the edges of each node start, where they lead to, a number in [0, 1) each), up to `most` edges a node."""
    rng = np.random.default_rng(n)
    starts = np.concatenate([[0], np.cumsum(rng.integers(0, most + 1, n))])
    return starts, rng.integers(0, n, starts[-1]), rng.random(starts[-1])


def iteration(text):
    """The text of an iteration of the search."""
    start = text.index("for (;;)")
    end, depth = text.index("{", start) + 1, 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[start:end]
