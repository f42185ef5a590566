import numba as nb
import numpy as np


@nb.njit
def rates(x, y, u, v, share):
    dx1, dx2 = x + share, x - 1.0 + share
    s1, s2 = dx1 * dx1 + y * y, dx2 * dx2 + y * y
    g1, g2 = (1.0 - share) / (s1 * np.sqrt(s1)), share / (s2 * np.sqrt(s2))
    return u, v, x + 2.0 * v - g1 * dx1 - g2 * dx2, y - 2.0 * u - (g1 + g2) * y


@nb.njit
def orbits(starts, share, end, tolerance):
    count = starts.shape[0]
    finals = starts.copy()
    taken, refused = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for c in range(count):
        t, h = 0.0, 0.1
        y0, y1, y2, y3 = finals[c, 0], finals[c, 1], finals[c, 2], finals[c, 3]
        while t < end:
            h = min(h, end - t)
            a0, a1, a2, a3 = rates(y0, y1, y2, y3, share)
            q = h * 0.25
            b0, b1, b2, b3 = rates(y0 + q * a0, y1 + q * a1, y2 + q * a2, y3 + q * a3, share)
            q, r = h * 3.0 / 32.0, h * 9.0 / 32.0
            c0, c1, c2, c3 = rates(y0 + q * a0 + r * b0, y1 + q * a1 + r * b1, y2 + q * a2 + r * b2, y3 + q * a3 + r * b3, share)
            q, r, s = h * 1932.0 / 2197.0, h * -7200.0 / 2197.0, h * 7296.0 / 2197.0
            d0, d1, d2, d3 = rates(y0 + q * a0 + r * b0 + s * c0, y1 + q * a1 + r * b1 + s * c1,
                                   y2 + q * a2 + r * b2 + s * c2, y3 + q * a3 + r * b3 + s * c3, share)
            q, r, s, w = h * 439.0 / 216.0, h * -8.0, h * 3680.0 / 513.0, h * -845.0 / 4104.0
            e0, e1, e2, e3 = rates(y0 + q * a0 + r * b0 + s * c0 + w * d0, y1 + q * a1 + r * b1 + s * c1 + w * d1,
                                   y2 + q * a2 + r * b2 + s * c2 + w * d2, y3 + q * a3 + r * b3 + s * c3 + w * d3, share)
            q, r, s, w, z = h * -8.0 / 27.0, h * 2.0, h * -3544.0 / 2565.0, h * 1859.0 / 4104.0, h * -11.0 / 40.0
            f0, f1, f2, f3 = rates(y0 + q * a0 + r * b0 + s * c0 + w * d0 + z * e0, y1 + q * a1 + r * b1 + s * c1 + w * d1 + z * e1,
                                   y2 + q * a2 + r * b2 + s * c2 + w * d2 + z * e2, y3 + q * a3 + r * b3 + s * c3 + w * d3 + z * e3,
                                   share)
            p, q, r = 16.0 / 135.0 - 25.0 / 216.0, 6656.0 / 12825.0 - 1408.0 / 2565.0, 28561.0 / 56430.0 - 2197.0 / 4104.0
            s, w = -9.0 / 50.0 + 1.0 / 5.0, 2.0 / 55.0
            error = max(max(abs(p * a0 + q * c0 + r * d0 + s * e0 + w * f0), abs(p * a1 + q * c1 + r * d1 + s * e1 + w * f1)),
                        max(abs(p * a2 + q * c2 + r * d2 + s * e2 + w * f2), abs(p * a3 + q * c3 + r * d3 + s * e3 + w * f3))) * h
            if error <= tolerance:
                t += h
                taken[c] += 1
                p, q, r, s, w = h * 16.0 / 135.0, h * 6656.0 / 12825.0, h * 28561.0 / 56430.0, h * -9.0 / 50.0, h * 2.0 / 55.0
                y0 += p * a0 + q * c0 + r * d0 + s * e0 + w * f0
                y1 += p * a1 + q * c1 + r * d1 + s * e1 + w * f1
                y2 += p * a2 + q * c2 + r * d2 + s * e2 + w * f2
                y3 += p * a3 + q * c3 + r * d3 + s * e3 + w * f3
            else:
                refused[c] += 1
            h *= min(4.0, max(0.1, 0.9 * (tolerance / max(error, 1e-16)) ** 0.2))
        finals[c, 0], finals[c, 1], finals[c, 2], finals[c, 3] = y0, y1, y2, y3
    return finals, taken, refused
