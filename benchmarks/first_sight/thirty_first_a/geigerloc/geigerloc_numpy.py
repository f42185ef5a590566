import numpy as np

WAVES = ((5.2, 0.05), (3.0, 0.029))


def travel(source, places, v0, g):
    """Times in a medium whose speed is v0 + g z, and their slopes along the source's three coordinates."""
    d = source - places
    here, there = v0 + g * source[2], v0 + g * places[:, 2]
    far = np.sum(d ** 2, axis=1)
    u = 1.0 + 0.5 * g * g * far / (here * there)
    root = g * np.sqrt(u * u - 1.0)
    slope = (g * g / (here * there))[:, None] * d / root[:, None]
    slope[:, 2] -= 0.5 * g ** 3 * far / (here * here * there) / root
    return np.arccosh(u) / g, slope


def bisquare(r, scale):
    return np.where(np.abs(r) < scale, (1.0 - (r / scale) ** 2) ** 2, 0.0)


def residuals(event, places, picks, corrections):
    r = np.empty(picks.shape)
    G = np.ones((*picks.shape, 4))
    for w, (v0, g) in enumerate(WAVES):
        time, slope = travel(event[:3], places, v0, g)
        r[:, w] = picks[:, w] - event[3] - time - corrections
        G[:, w, :3] = slope
    return r.ravel(), G.reshape(-1, 4)


def locate(event, places, picks, weights, corrections, most=12, damp=1e-3):
    """Geiger's steps from a first guess, in place; the covariance and the weighted residual."""
    for k in range(most):
        r, G = residuals(event, places, picks, corrections)
        w = weights.ravel() * (1.0 if k < 3 else bisquare(r, 0.8))
        N = G.T @ (w[:, None] * G)
        N[np.diag_indices(4)] += damp * np.trace(N) / 4.0
        step = np.linalg.solve(N, G.T @ (w * r))
        length = np.sqrt(step[:3] @ step[:3])
        if length > 10.0:
            step *= 10.0 / length
        event += step
        event[2] = min(max(event[2], 0.5), 60.0)
    r, G = residuals(event, places, picks, corrections)
    w = weights.ravel() * bisquare(r, 0.8)
    variance = np.sum(w * r * r) / np.sum(w)
    return variance * np.linalg.inv(G.T @ (w[:, None] * G)), np.sqrt(variance)


def geigerloc(places, picks, weights, rounds=2):
    events, stations, _ = picks.shape
    found, spread, rms = np.zeros((events, 4)), np.zeros((events, 4)), np.zeros(events)
    corrections = np.zeros(stations)
    for _ in range(rounds):
        total, count = np.zeros(stations), np.zeros(stations)
        for e in range(events):
            first = np.argmin(np.where(weights[e, :, 0] > 0.0, picks[e, :, 0], np.inf))
            found[e] = places[first, 0], places[first, 1], 10.0, picks[e, first, 0] - 2.0
            cov, rms[e] = locate(found[e], places, picks[e], weights[e], corrections)
            spread[e] = np.sqrt(np.diag(cov))
            r, _ = residuals(found[e], places, picks[e], corrections)
            w = weights[e] * bisquare(r, 0.8).reshape(stations, 2)
            total += (w * r.reshape(stations, 2)).sum(axis=1)
            count += w.sum(axis=1)
        corrections += total / np.maximum(count, 1.0)
        corrections -= corrections.mean()
    return found, spread, rms, corrections
