import numpy as np


def newton(slope, easy, theta, count, right):
    """One step of each task's logistic regression on the nodes, in place."""
    p = 1.0 / (1.0 + np.exp(-easy - np.outer(theta, slope)))
    miss = right - count[:, None] * p
    w = count[:, None] * p * (1.0 - p)
    h00, h01, h11 = w.sum(axis=0), theta @ w, theta ** 2 @ w
    g0, g1 = miss.sum(axis=0), theta @ miss
    det = h00 * h11 - h01 ** 2
    easy += (h11 * g0 - h01 * g1) / det
    slope += (h00 * g1 - h01 * g0) / det


def irtem(Y, most, nodes=21, tol=1e-5):
    items = Y.shape[1]
    theta = np.linspace(-4.0, 4.0, nodes)
    prior = np.exp(-0.5 * theta ** 2)
    prior /= prior.sum()
    p = (Y.sum(axis=0) + 0.5) / (Y.shape[0] + 1.0)
    easy, slope = np.log(p / (1.0 - p)), np.ones(items)
    likely = np.full(most, -np.inf)
    used = 0
    while used < most:
        z = easy + np.outer(theta, slope)
        joint = Y @ -np.logaddexp(0.0, -z).T + (1.0 - Y) @ -np.logaddexp(0.0, z).T + np.log(prior)
        top = joint.max(axis=1, keepdims=True)
        weight = np.exp(joint - top)
        total = weight.sum(axis=1, keepdims=True)
        likely[used] = np.sum(top + np.log(total))
        weight /= total
        count, right = weight.sum(axis=0), weight.T @ Y
        for _ in range(3):
            newton(slope, easy, theta, count, right)
        used += 1
        if used > 1 and likely[used - 1] - likely[used - 2] < tol:
            break
    return slope, easy, likely[:used].max(), used
