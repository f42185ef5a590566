import numba as nb
import numpy as np


@nb.njit
def edges(q, dp, slope, left, right):
    levels = q.size
    slope[0], slope[levels - 1] = 0.0, 0.0
    for k in range(1, levels - 1):
        up, down = q[k + 1] - q[k], q[k] - q[k - 1]
        slope[k] = 0.0
        if up * down > 0.0:
            a, b, c = dp[k - 1], dp[k], dp[k + 1]
            d = b / (a + b + c) * ((2.0 * a + b) / (c + b) * up + (b + 2.0 * c) / (a + b) * down)
            slope[k] = np.copysign(min(abs(d), 2.0 * min(abs(up), abs(down))), d)
    left[0], right[levels - 1] = q[0], q[levels - 1]
    for k in range(1, levels):
        both = dp[k - 1] + dp[k]
        face = q[k - 1] + dp[k - 1] / both * (q[k] - q[k - 1]) + (slope[k - 1] * dp[k] - slope[k] * dp[k - 1]) / (3.0 * both)
        right[k - 1], left[k] = face, face
    for k in range(levels):
        if (right[k] - q[k]) * (q[k] - left[k]) <= 0.0:
            left[k], right[k] = q[k], q[k]
            continue
        gap = right[k] - left[k]
        both = gap * 6.0 * (q[k] - 0.5 * (left[k] + right[k]))
        if both > gap * gap:
            left[k] = 3.0 * q[k] - 2.0 * right[k]
        elif both < -gap * gap:
            right[k] = 3.0 * q[k] - 2.0 * left[k]


@nb.njit
def remap(old, q, target, out):
    tracers, columns, levels = q.shape
    new = out.shape[2]
    dp = np.empty(levels)
    slope, left, right = np.empty(levels), np.empty((tracers, levels)), np.empty((tracers, levels))
    total = np.empty(tracers)
    for c in range(columns):
        for k in range(levels):
            dp[k] = old[c, k + 1] - old[c, k]
        for s in range(tracers):
            edges(q[s, c], dp, slope, left[s], right[s])
        k = 0
        for n in range(new):
            top, bottom = target[c, n], target[c, n + 1]
            while k < levels - 1 and old[c, k + 1] <= top:
                k += 1
            total[:] = 0.0
            m = k
            while m < levels and old[c, m] < bottom:
                a, b = max(0.0, (top - old[c, m]) / dp[m]), min(1.0, (bottom - old[c, m]) / dp[m])
                one, two, three = b - a, 0.5 * (b * b - a * a), (b * b * b - a * a * a) / 3.0
                for s in range(tracers):
                    l, r = left[s, m], right[s, m]
                    curve = 6.0 * (q[s, c, m] - 0.5 * (l + r))
                    total[s] += dp[m] * (l * one + (r - l + curve) * two - curve * three)
                m += 1
            for s in range(tracers):
                out[s, c, n] = total[s] / (bottom - top)
