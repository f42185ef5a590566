import numpy as np


def times(diags, offsets, x):
    n = x.size
    y = np.zeros(n)
    for k in range(offsets.size):
        o = offsets[k]
        lo, hi = max(0, -o), min(n, n - o)
        y[lo:hi] += diags[k, lo:hi] * x[lo + o:hi + o]
    return y


def diabistab(diags, offsets, b, rounds, tol=1e-13):
    """BiCGSTAB for a matrix kept by diagonals, its main one divided out."""
    main = diags[np.flatnonzero(offsets == 0)[0]]
    x = b / main
    r = b - times(diags, offsets, x)
    shadow = r.copy()
    p = r.copy()
    rho = shadow @ r
    goal = tol * np.linalg.norm(b)
    for _ in range(rounds):
        ph = p / main
        v = times(diags, offsets, ph)
        alpha = rho / (shadow @ v)
        s = r - alpha * v
        if np.linalg.norm(s) < goal:
            x += alpha * ph
            break
        sh = s / main
        t = times(diags, offsets, sh)
        omega = (t @ s) / (t @ t)
        x += alpha * ph + omega * sh
        r = s - omega * t
        if np.linalg.norm(r) < goal:
            break
        before, rho = rho, shadow @ r
        p = r + rho / before * alpha / omega * (p - omega * v)
    return x
