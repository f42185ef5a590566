import numba as nb
import numpy as np

SPEED = np.array([5.2, 3.0])
RISE = np.array([0.05, 0.029])


@nb.njit(error_model="numpy")
def bisquare(r):
    if abs(r) >= 0.8:
        return 0.0
    s = 1.0 - (r / 0.8) ** 2
    return s * s


@nb.njit(error_model="numpy")
def residual(event, places, picks, corrections, s, w, row):
    v0, g = SPEED[w], RISE[w]
    here, there = v0 + g * event[2], v0 + g * places[s, 2]
    dx, dy, dz = event[0] - places[s, 0], event[1] - places[s, 1], event[2] - places[s, 2]
    far = dx * dx + dy * dy + dz * dz
    u = 1.0 + 0.5 * g * g * far / (here * there)
    root = g * np.sqrt(u * u - 1.0)
    c = g * g / (here * there) / root
    row[0], row[1], row[3] = c * dx, c * dy, 1.0
    row[2] = c * dz - 0.5 * g ** 3 * far / (here * here * there) / root
    return picks[s, w] - event[3] - np.arccosh(u) / g - corrections[s]


@nb.njit(error_model="numpy")
def normal(event, places, picks, weights, corrections, robust, N, b, row):
    N[:] = 0.0
    b[:] = 0.0
    square, total = 0.0, 0.0
    for s in range(places.shape[0]):
        for w in range(2):
            if weights[s, w] == 0.0:
                continue
            r = residual(event, places, picks, corrections, s, w, row)
            weight = weights[s, w] * (bisquare(r) if robust else 1.0)
            square += weight * r * r
            total += weight
            for i in range(4):
                b[i] += weight * row[i] * r
                for j in range(4):
                    N[i, j] += weight * row[i] * row[j]
    return square / total


@nb.njit(error_model="numpy")
def geigerloc(places, picks, weights, rounds=2):
    events, stations, _ = picks.shape
    found, spread, rms = np.zeros((events, 4)), np.zeros((events, 4)), np.zeros(events)
    corrections = np.zeros(stations)
    N, b, row = np.zeros((4, 4)), np.zeros(4), np.zeros(4)
    for _ in range(rounds):
        total, count = np.zeros(stations), np.zeros(stations)
        for e in range(events):
            first, soon = 0, np.inf
            for s in range(stations):
                if weights[e, s, 0] > 0.0 and picks[e, s, 0] < soon:
                    first, soon = s, picks[e, s, 0]
            event = found[e]
            event[0], event[1], event[2], event[3] = places[first, 0], places[first, 1], 10.0, picks[e, first, 0] - 2.0
            for k in range(12):
                normal(event, places, picks[e], weights[e], corrections, k >= 3, N, b, row)
                damp = 1e-3 * (N[0, 0] + N[1, 1] + N[2, 2] + N[3, 3]) / 4.0
                for i in range(4):
                    N[i, i] += damp
                step = np.linalg.solve(N, b)
                length = np.sqrt(step[0] ** 2 + step[1] ** 2 + step[2] ** 2)
                scale = 10.0 / length if length > 10.0 else 1.0
                for i in range(4):
                    event[i] += scale * step[i]
                event[2] = min(max(event[2], 0.5), 60.0)
            variance = normal(event, places, picks[e], weights[e], corrections, True, N, b, row)
            cov = np.linalg.inv(N)
            for i in range(4):
                spread[e, i] = np.sqrt(variance * cov[i, i])
            rms[e] = np.sqrt(variance)
            for s in range(stations):
                for w in range(2):
                    r = residual(event, places, picks[e], corrections, s, w, row)
                    weight = weights[e, s, w] * bisquare(r)
                    total[s] += weight * r
                    count[s] += weight
        for s in range(stations):
            corrections[s] += total[s] / max(count[s], 1.0)
        corrections -= corrections.mean()
    return found, spread, rms, corrections
