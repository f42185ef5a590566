import numpy as np


def reestimate(A, B, first, seen):
    T, n = seen.size, A.shape[0]
    alpha = np.zeros((T, n))
    beta = np.zeros((T, n))
    scale = np.zeros(T)
    for t in range(T):
        alpha[t] = B[:, seen[t]] * (first if t == 0 else alpha[t - 1] @ A)
        scale[t] = 1.0 / np.sum(alpha[t])
        alpha[t] *= scale[t]
    beta[-1] = scale[-1]
    for t in range(T - 2, -1, -1):
        beta[t] = scale[t] * (A @ (B[:, seen[t + 1]] * beta[t + 1]))
    gamma = alpha * beta
    gamma /= gamma.sum(axis=1, keepdims=True)
    xi = np.zeros_like(A)
    for t in range(T - 1):
        joint = alpha[t][:, np.newaxis] * A * (B[:, seen[t + 1]] * beta[t + 1])[np.newaxis, :]
        xi += joint / np.sum(joint)
    A[:] = xi / xi.sum(axis=1, keepdims=True)
    for s in range(B.shape[1]):
        B[:, s] = gamma[seen == s].sum(axis=0)
    B /= B.sum(axis=1)[:, np.newaxis]
    first[:] = gamma[0]
    return np.sum(np.log(scale))
