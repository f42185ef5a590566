import numpy as np


def wave(x, a, b):
    return np.exp(-a * x) * np.cos(b * x * x)


def simpson(fa, fm, fb, width):
    return width * (fa + 4.0 * fm + fb) / 6.0


def integrate(damping, chirp, lo, hi, tol, deepest=60):
    n = damping.shape[0]
    values = np.zeros(n)
    calls = np.zeros(n, dtype=np.int64)
    stack = np.zeros((deepest, 7))
    for k in range(n):
        a, b = damping[k], chirp[k]
        fa, fm, fb = wave(lo, a, b), wave(0.5 * (lo + hi), a, b), wave(hi, a, b)
        stack[0] = lo, hi, fa, fm, fb, simpson(fa, fm, fb, hi - lo), tol
        top = 1
        count = 3
        total = 0.0
        while top > 0:
            top -= 1
            left, right, fa, fm, fb, whole, eps = stack[top]
            mid = 0.5 * (left + right)
            fl, fr = wave(0.5 * (left + mid), a, b), wave(0.5 * (mid + right), a, b)
            count += 2
            sl, sr = simpson(fa, fl, fm, mid - left), simpson(fm, fr, fb, right - mid)
            gap = sl + sr - whole
            if abs(gap) <= 15.0 * eps or top + 2 > deepest:
                total += sl + sr + gap / 15.0
                continue
            stack[top] = mid, right, fm, fr, fb, sr, 0.5 * eps
            stack[top + 1] = left, mid, fa, fl, fm, sl, 0.5 * eps
            top += 2
        values[k] = total
        calls[k] = count
    return values, calls
