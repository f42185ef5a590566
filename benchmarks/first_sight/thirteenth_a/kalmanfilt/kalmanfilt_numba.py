import numba as nb
import numpy as np


@nb.njit
def times(A, B, out):
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            out[i, j] = 0.0
        for k in range(A.shape[1]):
            for j in range(B.shape[1]):
                out[i, j] += A[i, k] * B[k, j]


@nb.njit
def kalman(F, H, Q, R, x, P, z):
    T, m = z.shape
    n = x.size
    states, variances = np.empty((T, n)), np.empty((T, n))
    FP, PH, S = np.empty((n, n)), np.empty((n, m)), np.empty((m, m))
    gain, HP = np.empty((n, m)), np.empty((m, n))
    FT, HT = F.T.copy(), H.T.copy()
    x, P = x.copy(), P.copy()
    new, miss = np.empty(n), np.empty(m)
    loglik = -0.5 * T * m * np.log(2.0 * np.pi)
    for t in range(T):
        for i in range(n):
            new[i] = 0.0
            for j in range(n):
                new[i] += F[i, j] * x[j]
        times(F, P, FP)
        times(FP, FT, P)
        for i in range(n):
            for j in range(n):
                P[i, j] += Q[i, j]
        times(P, HT, PH)
        times(H, PH, S)
        for i in range(m):
            miss[i] = z[t, i]
            for j in range(n):
                miss[i] -= H[i, j] * new[j]
            for j in range(m):
                S[i, j] += R[i, j]
        inverse = np.linalg.inv(S)
        times(PH, inverse, gain)
        times(H, P, HP)
        for i in range(n):
            x[i] = new[i]
            for j in range(m):
                x[i] += gain[i, j] * miss[j]
                for k in range(n):
                    P[i, k] -= gain[i, j] * HP[j, k]
            states[t, i] = x[i]
            variances[t, i] = P[i, i]
        far = 0.0
        for i in range(m):
            for j in range(m):
                far += miss[i] * inverse[i, j] * miss[j]
        loglik -= 0.5 * (far + np.log(np.linalg.det(S)))
    return states, variances, loglik
