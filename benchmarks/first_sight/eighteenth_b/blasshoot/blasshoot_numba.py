import numba as nb
import numpy as np


@nb.njit(inline="always")
def last(f, g, s, beta):
    return -f * s - beta * (1.0 - g * g)


@nb.njit
def march(beta, bend, h, steps, profile):
    f, g, s = 0.0, 0.0, bend
    profile[0] = 0.0
    for k in range(steps):
        f1, g1, s1 = g, s, last(f, g, s, beta)
        f2, g2 = g + 0.5 * h * g1, s + 0.5 * h * s1
        s2 = last(f + 0.5 * h * f1, f2, g2, beta)
        f3, g3 = g + 0.5 * h * g2, s + 0.5 * h * s2
        s3 = last(f + 0.5 * h * f2, f3, g3, beta)
        f4, g4 = g + h * g3, s + h * s3
        s4 = last(f + h * f3, f4, g4, beta)
        f += h / 6.0 * (f1 + 2.0 * f2 + 2.0 * f3 + f4)
        g += h / 6.0 * (g1 + 2.0 * g2 + 2.0 * g3 + g4)
        s += h / 6.0 * (s1 + 2.0 * s2 + 2.0 * s3 + s4)
        profile[k + 1] = g
    return g - 1.0


@nb.njit
def layers(betas, far, steps, tolerance):
    """The last profile marched is that of the zero found."""
    h = far / steps
    n = betas.size
    friction, displacement, momentum = np.zeros(n), np.zeros(n), np.zeros(n)
    trials = np.zeros(n, np.int64)
    u = np.zeros(steps + 1)
    guess = 0.32
    for i in range(n):
        beta = betas[i]
        a, b = guess, guess + 0.01
        fa = march(beta, a, h, steps, u)
        fb = march(beta, b, h, steps, u)
        count = 2
        while abs(fb) > tolerance and count < 40:
            a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
            fb = march(beta, b, h, steps, u)
            count += 1
        guess = b
        friction[i], trials[i] = b, count
        first = second = 0.0
        for k in range(steps + 1):
            share = 0.5 if k == 0 or k == steps else 1.0
            first += share * (1.0 - u[k])
            second += share * u[k] * (1.0 - u[k])
        displacement[i] = h * first
        momentum[i] = h * second
    return friction, displacement, momentum, trials
