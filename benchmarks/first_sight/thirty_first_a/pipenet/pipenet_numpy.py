import numpy as np

POWER = 1.852


def resistance(length, width, rough):
    """Hazen and Williams: the head lost for a flow of one cubic metre a second."""
    return 10.667 * length / (rough ** POWER * width ** 4.871)


def incidence(ends, nodes):
    A = np.zeros((ends.shape[0], nodes))
    pipe = np.arange(ends.shape[0])
    A[pipe, ends[:, 0]] = -1.0
    A[pipe, ends[:, 1]] = 1.0
    return A


def balance(flows, A, B, fixed, demand, r, most=60, tol=1e-12):
    """Heads at free nodes and flows, the latter in place, when what is lost and what is drawn agree."""
    heads = np.zeros(A.shape[1])
    for _ in range(most):
        size = np.maximum(np.abs(flows), 1e-6)
        slope = 1.0 / (POWER * r * size ** (POWER - 1.0))
        lost = r * flows * size ** (POWER - 1.0)
        M = A.T @ (slope[:, None] * A)
        right = A.T @ (flows - slope * (lost + B @ fixed)) - demand
        heads = np.linalg.solve(M, right)
        change = slope * (lost + A @ heads + B @ fixed)
        flows -= change
        if np.sum(np.abs(change)) <= tol * np.sum(np.abs(flows)):
            break
    return heads


def pipenet(ends, length, width, rough, demand, pattern, tanks, dt=3600.0):
    """Heads and flows by the hour, levels of the tanks after it, and where the head is lowest."""
    nodes = demand.size
    r = resistance(length, width, rough)
    whole = incidence(ends, nodes)
    at = tanks[:, 0].astype(int)
    free = np.setdiff1d(np.arange(nodes), at)
    A, B = whole[:, free], whole[:, at]
    flows = np.full(ends.shape[0], 0.01)
    level = tanks[:, 1].copy()
    hours = pattern.size
    heads = np.zeros((hours, nodes))
    record = np.zeros((hours, ends.shape[0]))
    levels = np.zeros((hours, at.size))
    for t in range(hours):
        heads[t, free] = balance(flows, A, B, level, pattern[t] * demand[free], r)
        heads[t, at] = level
        record[t] = flows
        level += dt * (B.T @ flows) / tanks[:, 2]
        levels[t] = level
    return heads, record, levels, heads.argmin(axis=1)
