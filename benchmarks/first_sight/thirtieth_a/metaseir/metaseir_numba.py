import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def slopes(state, present, travel, back, beta, sigma, gamma, k):
    force = np.dot(travel, np.dot(back, state[2]) / present)
    for i in range(present.size):
        new = beta * force[i] * state[0, i]
        k[0, i] = -new
        k[1, i] = new - sigma * state[1, i]
        k[2, i] = sigma * state[1, i] - gamma * state[2, i]
        k[3, i] = gamma * state[2, i]


@nb.njit(error_model="numpy")
def along(state, step, k, sums, weight, out):
    for r in range(4):
        for i in range(state.shape[1]):
            sums[r, i] += weight * k[r, i]
            out[r, i] = state[r, i] + step * k[r, i]


@nb.njit(error_model="numpy")
def metaseir(people, travel, ill, most, beta=0.5, sigma=0.25, gamma=0.15, shut=2e-3, opened=5e-4, dt=0.5):
    n = people.size
    back = np.ascontiguousarray(travel.T)
    present, everyone = np.dot(back, people), people.sum()
    state, other = np.zeros((4, n)), np.empty((4, n))
    k, sums = np.empty((4, n)), np.empty((4, n))
    for i in range(n):
        state[0, i], state[2, i] = people[i] - ill[i], ill[i]
    curve = np.zeros((most, 3))
    peak, day = ill.copy(), np.zeros(n)
    closed, t = False, 0
    while t < most:
        sick = state[2].sum()
        if state[1].sum() + sick <= 1.0:
            break
        closed = sick / everyone > (opened if closed else shut)
        b = 0.5 * beta if closed else beta
        sums[:] = 0.0
        slopes(state, present, travel, back, b, sigma, gamma, k)
        along(state, 0.5 * dt, k, sums, 1.0, other)
        slopes(other, present, travel, back, b, sigma, gamma, k)
        along(state, 0.5 * dt, k, sums, 2.0, other)
        slopes(other, present, travel, back, b, sigma, gamma, k)
        along(state, dt, k, sums, 2.0, other)
        slopes(other, present, travel, back, b, sigma, gamma, k)
        for r in range(4):
            for i in range(n):
                state[r, i] += dt / 6.0 * (sums[r, i] + k[r, i])
        t += 1
        for i in range(n):
            curve[t - 1, 0] += state[0, i]
            curve[t - 1, 1] += state[2, i]
            if state[2, i] > peak[i]:
                peak[i], day[i] = state[2, i], t * dt
        curve[t - 1, 2] = closed
    return state, curve[:t].copy(), peak, day, t
