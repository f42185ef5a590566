import numpy as np

EPS = 2.0 ** -52


def small_subdiagonal(H, hi, norm):
    """First row of the active block that ends in row hi."""
    lo = hi
    while lo > 0:
        s = abs(H[lo - 1, lo - 1]) + abs(H[lo, lo])
        if s == 0.0:
            s = norm
        if abs(H[lo, lo - 1]) <= EPS * s:
            H[lo, lo - 1] = 0.0
            break
        lo -= 1
    return lo


def start_vector(H, lo, hi, x, y, w):
    """Row where the double step starts, and the first column of the product of the shifted matrices there."""
    m = hi - 2
    while True:
        z = H[m, m]
        r = x - z
        s = y - z
        p = (r * s - w) / H[m + 1, m] + H[m, m + 1]
        q = H[m + 1, m + 1] - z - r - s
        r = H[m + 2, m + 1]
        s = abs(p) + abs(q) + abs(r)
        p, q, r = p / s, q / s, r / s
        if m == lo:
            break
        u = abs(H[m, m - 1]) * (abs(q) + abs(r))
        v = abs(p) * (abs(H[m - 1, m - 1]) + abs(z) + abs(H[m + 1, m + 1]))
        if u <= EPS * v:
            break
        m -= 1
    return m, p, q, r


def chase(H, lo, hi, m, p, q, r):
    """The bulge from row m down to row hi."""
    for i in range(m + 2, hi + 1):
        H[i, i - 2] = 0.0
        if i > m + 2:
            H[i, i - 3] = 0.0
    x = 0.0
    for k in range(m, hi):
        last = k == hi - 1
        if k != m:
            p, q = H[k, k - 1], H[k + 1, k - 1]
            r = 0.0 if last else H[k + 2, k - 1]
            x = abs(p) + abs(q) + abs(r)
            if x == 0.0:
                continue
            p, q, r = p / x, q / x, r / x
        s = np.sqrt(p * p + q * q + r * r)
        if p < 0.0:
            s = -s
        if k != m:
            H[k, k - 1] = -s * x
        elif lo != m:
            H[k, k - 1] = -H[k, k - 1]
        p += s
        a, b, c = p / s, q / s, r / s
        q, r = q / p, r / p
        for j in range(k, hi + 1):
            t = H[k, j] + q * H[k + 1, j]
            if not last:
                t += r * H[k + 2, j]
                H[k + 2, j] -= t * c
            H[k + 1, j] -= t * b
            H[k, j] -= t * a
        for i in range(lo, min(hi, k + 3) + 1):
            t = a * H[i, k] + b * H[i, k + 1]
            if not last:
                t += c * H[i, k + 2]
                H[i, k + 2] -= t * r
            H[i, k + 1] -= t * q
            H[i, k] -= t


def hqr(H, most=60):
    n = H.shape[0]
    wr, wi = np.zeros(n), np.zeros(n)
    its = np.zeros(n, dtype=np.int64)
    norm = np.sum(np.abs(np.triu(H, -1)))
    shift = 0.0
    hi = n - 1
    turn = 0
    while hi >= 0:
        lo = small_subdiagonal(H, hi, norm)
        x = H[hi, hi]
        if lo == hi:
            wr[hi] = x + shift
            its[hi] = turn
            hi -= 1
            turn = 0
            continue
        y = H[hi - 1, hi - 1]
        w = H[hi, hi - 1] * H[hi - 1, hi]
        if lo == hi - 1:
            p = 0.5 * (y - x)
            q = p * p + w
            z = np.sqrt(abs(q))
            x += shift
            if q >= 0.0:
                z = p + (z if p >= 0.0 else -z)
                wr[hi - 1] = x + z
                wr[hi] = x - w / z if z != 0.0 else x + z
            else:
                wr[hi - 1] = wr[hi] = x + p
                wi[hi - 1], wi[hi] = z, -z
            its[hi - 1] = its[hi] = turn
            hi -= 2
            turn = 0
            continue
        if turn == most:
            break
        if turn == 10 or turn == 20:
            shift += x
            for i in range(hi + 1):
                H[i, i] -= x
            s = abs(H[hi, hi - 1]) + abs(H[hi - 1, hi - 2])
            x = y = 0.75 * s
            w = -0.4375 * s * s
        turn += 1
        m, p, q, r = start_vector(H, lo, hi, x, y, w)
        chase(H, lo, hi, m, p, q, r)
    return wr, wi, its
