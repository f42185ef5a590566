import numpy as np


def mix(x, P, mu, switch):
    """What each model starts from: the estimates of all, by how likely each has turned into it."""
    joint = switch[None] * mu[:, :, None]
    ahead = joint.sum(axis=1)
    share = joint / ahead[:, None, :]
    mixed = np.einsum("nij,nia->nja", share, x)
    away = x[:, :, None, :] - mixed[:, None, :, :]
    return mixed, np.einsum("nij,niab->njab", share, P) + np.einsum("nij,nija,nijb->njab", share, away, away), ahead


def update(x, P, z, F, Q, R):
    """Kalman's filter for every model of every target, and how likely what was seen is."""
    x = np.einsum("jab,njb->nja", F, x)
    P = F @ P @ np.swapaxes(F, 1, 2) + Q
    S = P[:, :, :2, :2] + R
    gain = P[:, :, :, :2] @ np.linalg.inv(S)
    off = z[:, None, :] - x[:, :, :2]
    x = x + (gain @ off[..., None])[..., 0]
    far = np.einsum("nja,njab,njb->nj", off, np.linalg.inv(S), off)
    likely = np.exp(-0.5 * far) / (2.0 * np.pi * np.sqrt(np.linalg.det(S)))
    return x, P - gain @ P[:, :, :2, :], likely


def immtrack(seen, first, F, Q, R, switch):
    """Targets that turn now and then, followed by interacting models after Blom and Bar-Shalom."""
    times, targets, _ = seen.shape
    models = F.shape[0]
    x = np.repeat(first[:, None, :], models, axis=1)
    P = np.tile(np.diag([25.0, 25.0, 9.0, 9.0]), (targets, models, 1, 1))
    mu = np.full((targets, models), 1.0 / models)
    path = np.empty((times, targets, 4))
    chances = np.empty((times, targets, models))
    for t in range(times):
        x, P, ahead = mix(x, P, mu, switch)
        x, P, likely = update(x, P, seen[t], F, Q, R)
        mu = ahead * np.maximum(likely, 1e-200)
        mu /= mu.sum(axis=1, keepdims=True)
        path[t] = np.sum(mu[:, :, None] * x, axis=1)
        chances[t] = mu
    return path, chances, np.einsum("nj,njaa->n", mu, P)
