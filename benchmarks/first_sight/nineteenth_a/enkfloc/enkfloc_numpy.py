import numpy as np


def rate(x):
    return (np.roll(x, -1, axis=-1) - np.roll(x, 2, axis=-1)) * np.roll(x, 1, axis=-1) - x + 8.0


def forecast(x, inner, dt):
    for _ in range(inner):
        k1 = rate(x)
        k2 = rate(x + 0.5 * dt * k1)
        k3 = rate(x + 0.5 * dt * k2)
        k4 = rate(x + dt * k3)
        x = x + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return x


def taper(d, c):
    """Gaspari and Cohn's function of distance, nothing beyond twice c."""
    r = d / c
    near = 1.0 - 5.0 / 3.0 * r**2 + 5.0 / 8.0 * r**3 + 0.5 * r**4 - 0.25 * r**5
    far = 4.0 - 5.0 * r + 5.0 / 3.0 * r**2 + 5.0 / 8.0 * r**3 - 0.5 * r**4 + r**5 / 12.0 - 2.0 / (3.0 * np.maximum(r, 1e-9))
    return np.where(r < 1.0, near, np.where(r < 2.0, far, 0.0))


def assimilate(X, truth, noise, spread, inner):
    """X (members, n) in place; every other place is observed; noise (cycles, truth and members, observations)."""
    members, n = X.shape
    seen = np.arange(0, n, 2)
    d = np.abs(np.arange(n)[:, None] - np.arange(n)[None, :])
    local = taper(np.minimum(d, n - d), spread)
    errors = np.zeros((len(noise), 2))
    for cycle in range(len(noise)):
        truth = forecast(truth, inner, 0.02)
        X[:] = forecast(X, inner, 0.02)
        mean = X.mean(axis=0)
        A = 1.05 * (X - mean)
        X[:] = mean + A
        P = local * (A.T @ A) / (members - 1)
        errors[cycle, 0] = np.sqrt(np.mean((mean - truth) ** 2))
        S = P[np.ix_(seen, seen)] + 0.49 * np.eye(len(seen))
        gain = np.linalg.solve(S, P[seen]).T
        y = truth[seen] + noise[cycle, 0] + noise[cycle, 1:]
        X += (y - X[:, seen]) @ gain.T
        errors[cycle, 1] = np.sqrt(np.mean((X.mean(axis=0) - truth) ** 2))
    return errors, truth
