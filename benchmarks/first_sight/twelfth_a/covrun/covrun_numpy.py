import numpy as np


def covrun(X):
    T, m = X.shape
    mean = np.zeros(m)
    S = np.zeros((m, m))
    for t in range(T):
        before = X[t] - mean
        mean += before / (t + 1)
        S += np.outer(before, X[t] - mean)
    cov = S / (T - 1)
    std = np.sqrt(np.diag(cov))
    return mean, cov, cov / np.outer(std, std)
