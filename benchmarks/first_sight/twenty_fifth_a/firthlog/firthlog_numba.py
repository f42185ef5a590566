import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def firthlog(x, y, tol, turns):
    n, p = x.shape
    traits = y.shape[1]
    betas, wald = np.zeros((traits, p)), np.zeros((traits, p))
    fitted, used = np.zeros(traits), np.zeros(traits, np.int64)
    mu, w, weighed = np.empty(n), np.empty(n), np.empty((n, p))
    score = np.empty(p)
    for g in range(traits):
        beta = betas[g]
        cover = np.empty((p, p))
        for turn in range(turns):
            used[g] = turn
            eta = np.dot(x, beta)
            for i in range(n):
                mu[i] = 1.0 / (1.0 + np.exp(-eta[i]))
                w[i] = mu[i] * (1.0 - mu[i])
                for j in range(p):
                    weighed[i, j] = w[i] * x[i, j]
            cover = np.linalg.inv(np.dot(x.T, weighed))
            turned = np.dot(weighed, cover)
            score[:] = 0.0
            for i in range(n):
                hat = 0.0
                for j in range(p):
                    hat += turned[i, j] * x[i, j]
                off = y[i, g] - mu[i] + hat * (0.5 - mu[i])
                for j in range(p):
                    score[j] += off * x[i, j]
            if np.max(np.abs(score)) < tol:
                break
            step = np.dot(cover, score)
            largest = np.max(np.abs(step))
            if largest > 2.0:
                step *= 2.0 / largest
            beta += step
        total = 0.0
        for i in range(n):
            total += y[i, g] * np.log(mu[i]) + (1.0 - y[i, g]) * np.log1p(-mu[i])
        fitted[g] = total - 0.5 * np.linalg.slogdet(cover)[1]
        for j in range(p):
            wald[g, j] = beta[j] / np.sqrt(cover[j, j])
    return betas, wald, fitted, used
