import numpy as np


def hazards(X, observed, rounds):
    n, p = X.shape
    beta = np.zeros(p)
    for _ in range(rounds):
        risk = np.exp(X @ beta)
        s0 = 0.0
        s1 = np.zeros(p)
        s2 = np.zeros((p, p))
        likelihood = 0.0
        gradient = np.zeros(p)
        hessian = np.zeros((p, p))
        for i in range(n - 1, -1, -1):
            s0 += risk[i]
            s1 += risk[i] * X[i]
            s2 += risk[i] * np.outer(X[i], X[i])
            if observed[i]:
                mean = s1 / s0
                likelihood += np.log(risk[i] / s0)
                gradient += X[i] - mean
                hessian += s2 / s0 - np.outer(mean, mean)
        beta = beta + np.linalg.solve(hessian, gradient)
    return beta, likelihood, np.linalg.inv(hessian)
