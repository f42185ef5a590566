import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def vqema(z, book, keep=0.9, least=0.05, small=1e-5):
    steps, n, width = z.shape
    codes = len(book)
    book = book.copy()
    sums, counts = book.copy(), np.ones(codes)
    use, loss = np.zeros((steps, codes), np.int64), np.zeros(steps)
    fresh, norm = np.empty((codes, width)), np.empty(codes)
    for t in range(steps):
        fresh[:] = 0.0
        for c in range(codes):
            norm[c] = 0.0
            for d in range(width):
                norm[c] += book[c, d] * book[c, d]
        dots = np.dot(z[t], book.T)
        for i in range(n):
            best, code = np.inf, 0
            for c in range(codes):
                far = norm[c] - 2.0 * dots[i, c]
                if far < best:
                    best, code = far, c
            use[t, code] += 1
            for d in range(width):
                fresh[code, d] += z[t, i, d]
                loss[t] += (z[t, i, d] - book[code, d]) ** 2
        loss[t] /= n * width
        total = 0.0
        for c in range(codes):
            counts[c] = keep * counts[c] + (1.0 - keep) * use[t, c]
            total += counts[c]
        for c in range(codes):
            smooth = (counts[c] + small) / (total + codes * small) * total
            for d in range(width):
                sums[c, d] = keep * sums[c, d] + (1.0 - keep) * fresh[c, d]
                book[c, d] = sums[c, d] / smooth
            if counts[c] < least:
                for d in range(width):
                    book[c, d] = sums[c, d] = z[t, (7 * c + 3) % n, d]
                counts[c] = 1.0
    return book, use, loss
