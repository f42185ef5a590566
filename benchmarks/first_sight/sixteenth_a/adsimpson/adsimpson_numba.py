import numba as nb
import numpy as np


@nb.njit
def wave(x, a, b):
    return np.exp(-a * x) * np.cos(b * x * x)


@nb.njit
def integrate(damping, chirp, lo, hi, tol, deepest=60):
    n = damping.shape[0]
    values = np.zeros(n)
    calls = np.zeros(n, np.int64)
    stack = np.zeros((deepest, 7))
    for k in range(n):
        a, b = damping[k], chirp[k]
        left, right, eps = lo, hi, tol
        fa, fm, fb = wave(lo, a, b), wave(0.5 * (lo + hi), a, b), wave(hi, a, b)
        whole = (hi - lo) * (fa + 4.0 * fm + fb) / 6.0
        top, count, total = 0, 3, 0.0
        while True:
            mid = 0.5 * (left + right)
            fl, fr = wave(0.5 * (left + mid), a, b), wave(0.5 * (mid + right), a, b)
            count += 2
            sl = (mid - left) * (fa + 4.0 * fl + fm) / 6.0
            sr = (right - mid) * (fm + 4.0 * fr + fb) / 6.0
            gap = sl + sr - whole
            if abs(gap) <= 15.0 * eps or top + 2 > deepest:
                total += sl + sr + gap / 15.0
                if top == 0:
                    break
                top -= 1
                s = stack[top]
                left, right, fa, fm, fb, whole, eps = s[0], s[1], s[2], s[3], s[4], s[5], s[6]
                continue
            eps *= 0.5
            s = stack[top]
            s[0], s[1], s[2], s[3], s[4], s[5], s[6] = mid, right, fm, fr, fb, sr, eps
            top += 1
            right, fb, fm, whole = mid, fm, fl, sl
        values[k] = total
        calls[k] = count
    return values, calls
