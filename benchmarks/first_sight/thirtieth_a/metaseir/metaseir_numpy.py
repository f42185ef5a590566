import numpy as np


def slopes(state, people, travel, beta, sigma, gamma):
    s, e, i, _ = state
    present = travel.T @ people
    force = beta * (travel @ ((travel.T @ i) / present))
    return np.stack((-force * s, force * s - sigma * e, sigma * e - gamma * i, gamma * i))


def metaseir(people, travel, ill, most, beta=0.5, sigma=0.25, gamma=0.15, shut=2e-3, opened=5e-4, dt=0.5):
    """An epidemic through towns, contacts halved from much illness until little: curves, peaks, their days, and steps taken."""
    state = np.stack((people - ill, np.zeros_like(ill), ill, np.zeros_like(ill)))
    curve = np.zeros((most, 3))
    peak, day = ill.copy(), np.zeros(ill.size)
    closed, t = False, 0
    while t < most and state[1].sum() + state[2].sum() > 1.0:
        share = state[2].sum() / people.sum()
        closed = share > opened if closed else share > shut
        b = 0.5 * beta if closed else beta
        k1 = slopes(state, people, travel, b, sigma, gamma)
        k2 = slopes(state + 0.5 * dt * k1, people, travel, b, sigma, gamma)
        k3 = slopes(state + 0.5 * dt * k2, people, travel, b, sigma, gamma)
        k4 = slopes(state + dt * k3, people, travel, b, sigma, gamma)
        state += dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        curve[t] = state[0].sum(), state[2].sum(), closed
        higher = state[2] > peak
        peak[higher] = state[2, higher]
        day[higher] = (t + 1) * dt
        t += 1
    return state, curve[:t], peak, day, t
