import numpy as np


def initialize(users, items, each, rank, rounds):
    """Ratings by rows of users, and the same by rows of items."""
    rng = np.random.default_rng(42)
    rows = [np.sort(rng.choice(items, rng.integers(max(each // 2, 1), 2 * each), replace=False)) for _ in range(users)]
    start = np.concatenate(([0], np.cumsum([r.size for r in rows])))
    item = np.concatenate(rows)
    user = np.repeat(np.arange(users), np.diff(start))
    taste, kind = rng.standard_normal((users, 3)), rng.standard_normal((items, 3))
    rating = 3.0 + np.sum(taste[user] * kind[item], axis=1) + 0.3 * rng.standard_normal(item.size)
    order = np.argsort(item, kind="stable")
    start_item = np.concatenate(([0], np.cumsum(np.bincount(item, minlength=items))))
    U, V = 0.3 * rng.standard_normal((users, rank)), 0.3 * rng.standard_normal((items, rank))
    return start, item, rating, start_item, user[order], rating[order], U, V, rounds
