import numpy as np


def larsway(X, y, steps):
    """Least angle regression: coefficients after each step, columns in the order in which they came, and what is unexplained."""
    p = X.shape[1]
    beta, residual = np.zeros(p), y.copy()
    path, unexplained = [beta.copy()], [y @ y]
    active = []
    for _ in range(min(steps, p)):
        c = X.T @ residual
        outside = np.setdiff1d(np.arange(p), active)
        active.append(outside[np.argmax(np.abs(c[outside]))])
        C = np.abs(c[active[-1]])
        signs = np.sign(c[active])
        Xa = X[:, active] * signs
        g = np.linalg.solve(Xa.T @ Xa, np.ones(len(active)))
        A = 1.0 / np.sqrt(g.sum())
        w = A * g
        u = Xa @ w
        rest = np.setdiff1d(np.arange(p), active)
        gamma = C / A
        if rest.size:
            a = X[:, rest].T @ u
            both = np.concatenate(((C - c[rest]) / (A - a), (C + c[rest]) / (A + a)))
            gamma = min(gamma, both[both > 1e-12].min(initial=gamma))
        beta[active] += gamma * signs * w
        residual -= gamma * u
        path.append(beta.copy())
        unexplained.append(residual @ residual)
    return np.array(path), np.array(active), np.array(unexplained)
