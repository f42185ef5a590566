import numpy as np


def objective(x, data, weight, edge):
    """Half the squared distance from the data and the smoothed length of all jumps; and the gradient."""
    jump = np.diff(x)
    length = np.sqrt(jump**2 + edge**2)
    gradient = x - data
    pull = weight * jump / length
    gradient[:-1] -= pull
    gradient[1:] += pull
    return 0.5 * np.sum((x - data) ** 2) + weight * np.sum(length), gradient


def direction(gradient, S, Y, rho, count):
    """Minus the gradient times the inverse Hessian that the last pairs of the ring imply, in two loops."""
    memory = len(rho)
    q = gradient.copy()
    alpha = np.zeros(memory)
    oldest = max(0, count - memory)
    for k in range(count - 1, oldest - 1, -1):
        i = k % memory
        alpha[i] = rho[i] * np.dot(S[i], q)
        q -= alpha[i] * Y[i]
    if count > 0:
        last = (count - 1) % memory
        q *= 1.0 / (rho[last] * np.dot(Y[last], Y[last]))
    for k in range(oldest, count):
        i = k % memory
        q += (alpha[i] - rho[i] * np.dot(Y[i], q)) * S[i]
    return -q


def minimise(x, data, weight, edge, memory, history):
    S, Y, rho = np.zeros((memory, x.size)), np.zeros((memory, x.size)), np.zeros(memory)
    value, gradient = objective(x, data, weight, edge)
    for step in range(history.size):
        d = direction(gradient, S, Y, rho, step)
        slope = np.dot(d, gradient)
        length = 1.0
        ahead, gradient_ahead = objective(x + d, data, weight, edge)
        while ahead > value + 1e-4 * length * slope and length > 1e-6:
            length *= 0.5
            ahead, gradient_ahead = objective(x + length * d, data, weight, edge)
        slot = step % memory
        S[slot] = length * d
        Y[slot] = gradient_ahead - gradient
        rho[slot] = 1.0 / np.dot(S[slot], Y[slot])
        x += S[slot]
        value, gradient = ahead, gradient_ahead
        history[step] = value
