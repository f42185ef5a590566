import numpy as np


def revive(book, sums, counts, batch, least):
    """Codes that are hardly used begin anew from vectors of this batch, in place."""
    dead = np.flatnonzero(counts < least)
    book[dead] = batch[(7 * dead + 3) % len(batch)]
    sums[dead] = book[dead]
    counts[dead] = 1.0


def vqema(z, book, keep=0.9, least=0.05, small=1e-5):
    steps, n, _ = z.shape
    codes = len(book)
    book = book.copy()
    sums, counts = book.copy(), np.ones(codes)
    use, loss = np.zeros((steps, codes), dtype=np.int64), np.empty(steps)
    for t, batch in enumerate(z):
        far = np.sum(batch ** 2, axis=1, keepdims=True) - 2.0 * batch @ book.T + np.sum(book ** 2, axis=1)
        code = np.argmin(far, axis=1)
        loss[t] = np.mean((batch - book[code]) ** 2)
        use[t] = np.bincount(code, minlength=codes)
        fresh = np.zeros_like(sums)
        np.add.at(fresh, code, batch)
        counts = keep * counts + (1.0 - keep) * use[t]
        sums = keep * sums + (1.0 - keep) * fresh
        total = counts.sum()
        smooth = (counts + small) / (total + codes * small) * total
        book = sums / smooth[:, None]
        revive(book, sums, counts, batch, least)
    return book, use, loss
