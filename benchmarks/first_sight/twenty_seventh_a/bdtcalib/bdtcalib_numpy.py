import numpy as np


def forward(states, discount):
    """Prices now of what pays in one state of the next period."""
    half = 0.5 * states * discount
    new = np.zeros(states.size + 1)
    new[:-1] += half
    new[1:] += half
    return new


def bdtcalib(bonds, sigma, dt, coupon, call, tol=1e-13):
    """After Black, Derman and Toy: the lowest rate of each period, the price of a callable bond, the tree of rates."""
    n = bonds.size
    tree = np.zeros((n, n))
    lowest = np.zeros(n)
    states = np.ones(1)
    low = -np.log(bonds[0]) / dt
    for t in range(n):
        spread = np.exp(2.0 * sigma[t] * np.sqrt(dt) * np.arange(t + 1))
        for _ in range(30):
            discount = 1.0 / (1.0 + low * spread * dt)
            gap = np.dot(states, discount) - bonds[t]
            slope = -dt * np.sum(states * spread * discount ** 2)
            low -= gap / slope
            if abs(gap) < tol:
                break
        lowest[t] = low
        tree[t, :t + 1] = low * spread
        states = forward(states, 1.0 / (1.0 + dt * tree[t, :t + 1]))
    value = np.full(n + 1, 1.0 + coupon * dt)
    for t in range(n - 1, -1, -1):
        value = 0.5 * (value[1:] + value[:-1]) / (1.0 + dt * tree[t, :t + 1])
        if t > n // 4:
            value = np.minimum(value, call)
        if t > 0:
            value += coupon * dt
    return lowest, value[0], tree
