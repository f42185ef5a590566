import numpy as np


def edges(q, dp):
    """Left and right values of each layer, made monotone after Colella and Woodward."""
    levels = q.size
    slope = np.zeros(levels)
    for k in range(1, levels - 1):
        up, down = q[k + 1] - q[k], q[k] - q[k - 1]
        if up * down > 0.0:
            both = dp[k] / (dp[k - 1] + dp[k] + dp[k + 1])
            d = both * ((2.0 * dp[k - 1] + dp[k]) / (dp[k + 1] + dp[k]) * up + (dp[k] + 2.0 * dp[k + 1]) / (dp[k - 1] + dp[k]) * down)
            slope[k] = np.sign(d) * min(abs(d), 2.0 * abs(up), 2.0 * abs(down))
    left, right = q.copy(), q.copy()
    for k in range(1, levels):
        w = dp[k - 1] / (dp[k - 1] + dp[k])
        face = q[k - 1] + w * (q[k] - q[k - 1]) + (slope[k - 1] * dp[k] - slope[k] * dp[k - 1]) / (3.0 * (dp[k - 1] + dp[k]))
        right[k - 1] = face
        left[k] = face
    for k in range(levels):
        if (right[k] - q[k]) * (q[k] - left[k]) <= 0.0:
            left[k] = right[k] = q[k]
            continue
        gap, curve = right[k] - left[k], 6.0 * (q[k] - 0.5 * (left[k] + right[k]))
        if gap * curve > gap * gap:
            left[k] = 3.0 * q[k] - 2.0 * right[k]
        elif gap * curve < -gap * gap:
            right[k] = 3.0 * q[k] - 2.0 * left[k]
    return left, right


def part(left, right, mean, a, b):
    """Integral of a layer's parabola over the part a to b of its width."""
    curve = 6.0 * (mean - 0.5 * (left + right))
    return left * (b - a) + 0.5 * (right - left + curve) * (b**2 - a**2) - curve / 3.0 * (b**3 - a**3)


def remap(old, q, target, out):
    """Means of tracers over new layers; only `out` is written."""
    tracers, columns, levels = q.shape
    for c in range(columns):
        dp = old[c, 1:] - old[c, :-1]
        for s in range(tracers):
            left, right = edges(q[s, c], dp)
            k = 0
            for n in range(out.shape[2]):
                top, bottom = target[c, n], target[c, n + 1]
                total = 0.0
                while k < levels - 1 and old[c, k + 1] <= top:
                    k += 1
                m = k
                while m < levels and old[c, m] < bottom:
                    a = max(0.0, (top - old[c, m]) / dp[m])
                    b = min(1.0, (bottom - old[c, m]) / dp[m])
                    total += dp[m] * part(left[m], right[m], q[s, c, m], a, b)
                    m += 1
                out[s, c, n] = total / (bottom - top)
