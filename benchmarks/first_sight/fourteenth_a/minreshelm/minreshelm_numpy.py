import numpy as np


def operator(u, slow):
    """Five points, nothing beyond the walls; indefinite."""
    out = (4.0 - slow) * u
    out[1:] -= u[:-1]
    out[:-1] -= u[1:]
    out[:, 1:] -= u[:, :-1]
    out[:, :-1] -= u[:, 1:]
    return out


def helmholtz(b, slow, tolerance, limit):
    x = np.zeros_like(b)
    history = np.zeros(limit)
    beta = np.sqrt(np.sum(b * b))
    size = beta
    v, v_old = b / beta, np.zeros_like(b)
    w, w_old = np.zeros_like(b), np.zeros_like(b)
    eta = beta
    c, c_old, s, s_old = 1.0, 1.0, 0.0, 0.0
    turns = 0
    while turns < limit and abs(eta) > tolerance * size:
        p = operator(v, slow)
        alpha = np.sum(v * p)
        p -= alpha * v
        if turns > 0:
            p -= beta * v_old
        beta_new = np.sqrt(np.sum(p * p))
        before = beta if turns > 0 else 0.0
        delta = c * alpha - c_old * s * before
        first = np.sqrt(delta**2 + beta_new**2)
        second = s * alpha + c_old * c * before
        third = s_old * before
        c_old, c, s_old, s = c, delta / first, s, beta_new / first
        w_old, w = w, (v - third * w_old - second * w) / first
        x += c * eta * w
        eta = -s * eta
        v_old, v = v, p / beta_new
        beta = beta_new
        history[turns] = abs(eta) / size
        turns += 1
    return x, history, turns
