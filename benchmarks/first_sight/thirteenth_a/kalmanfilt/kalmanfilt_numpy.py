import numpy as np


def kalman(F, H, Q, R, x, P, z):
    T, m = z.shape
    states = np.empty((T, x.size))
    variances = np.empty((T, x.size))
    loglik = -0.5 * T * m * np.log(2.0 * np.pi)
    for t in range(T):
        x = F @ x
        P = F @ P @ F.T + Q
        S = H @ P @ H.T + R
        gain = P @ H.T @ np.linalg.inv(S)
        miss = z[t] - H @ x
        x = x + gain @ miss
        P = (np.eye(x.size) - gain @ H) @ P
        states[t] = x
        variances[t] = np.diag(P)
        loglik -= 0.5 * (miss @ np.linalg.solve(S, miss) + np.log(np.linalg.det(S)))
    return states, variances, loglik
