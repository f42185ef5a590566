import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def newton(slope, easy, theta, count, right):
    for i in range(slope.size):
        h00 = h01 = h11 = g0 = g1 = 0.0
        for q in range(theta.size):
            t = theta[q]
            p = 1.0 / (1.0 + np.exp(-easy[i] - t * slope[i]))
            miss = right[q, i] - count[q] * p
            w = count[q] * p * (1.0 - p)
            h00 += w
            h01 += t * w
            h11 += t * t * w
            g0 += miss
            g1 += t * miss
        det = h00 * h11 - h01 ** 2
        easy[i] += (h11 * g0 - h01 * g1) / det
        slope[i] += (h00 * g1 - h01 * g0) / det


@nb.njit(error_model="numpy")
def irtem(Y, most, nodes=21, tol=1e-5):
    people, items = Y.shape
    theta = np.linspace(-4.0, 4.0, nodes)
    prior = np.exp(-0.5 * theta ** 2)
    prior /= prior.sum()
    easy, slope = np.zeros(items), np.ones(items)
    for n in range(people):
        for i in range(items):
            easy[i] += Y[n, i]
    for i in range(items):
        p = (easy[i] + 0.5) / (people + 1.0)
        easy[i] = np.log(p / (1.0 - p))
    z, base = np.empty((items, nodes)), np.empty(nodes)
    count = np.empty(nodes)
    best, last = -np.inf, -np.inf
    used = 0
    while used < most:
        for q in range(nodes):
            base[q] = np.log(prior[q])
            for i in range(items):
                z[i, q] = easy[i] + theta[q] * slope[i]
                base[q] -= max(z[i, q], 0.0) + np.log1p(np.exp(-abs(z[i, q])))
        count[:] = 0.0
        likely = 0.0
        weight = np.dot(Y, z)
        for n in range(people):
            top, total = -np.inf, 0.0
            for q in range(nodes):
                weight[n, q] += base[q]
                top = max(top, weight[n, q])
            for q in range(nodes):
                weight[n, q] = np.exp(weight[n, q] - top)
                total += weight[n, q]
            likely += top + np.log(total)
            for q in range(nodes):
                weight[n, q] /= total
                count[q] += weight[n, q]
        right = np.dot(weight.T, Y)
        for _ in range(3):
            newton(slope, easy, theta, count, right)
        used += 1
        best = max(best, likely)
        if used > 1 and likely - last < tol:
            break
        last = likely
    return slope, easy, best, used
