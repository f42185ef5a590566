import numpy as np


def initialize(docs, terms, queries):
    """Words as rare as Zipf says, who holds them how often, and queries of three to five words, padded with -1."""
    rng = np.random.default_rng(2905)
    share = 1.0 / np.arange(1, terms + 1)
    held = np.maximum((0.6 * docs * share).astype(np.int64), 2)
    holders = np.concatenate([np.sort(rng.choice(docs, h, replace=False)) for h in held])
    ask = rng.integers(2, terms, (queries, 5))
    ask[np.arange(5) >= rng.integers(3, 6, queries)[:, None]] = -1
    return np.append(0, np.cumsum(held)), holders, rng.geometric(0.5, holders.size), rng.integers(40, 400, docs), ask
