import numpy as np


def half_step(A, B, kappa):
    k = kappa[1:-1, np.newaxis, np.newaxis]
    centre = A[1:-1, 1:-1, 1:-1]
    B[1:-1, 1:-1, 1:-1] = (k * (A[2:, 1:-1, 1:-1] - 2.0 * centre + A[:-2, 1:-1, 1:-1])
                           + k * (A[1:-1, 2:, 1:-1] - 2.0 * centre + A[1:-1, :-2, 1:-1])
                           + 0.125 * (A[1:-1, 1:-1, 2:] - 2.0 * centre + A[1:-1, 1:-1, :-2]) + centre)


def heatcube(A, B, kappa, T):
    for t in range(T):
        half_step(A, B, kappa)
        half_step(B, A, kappa)
