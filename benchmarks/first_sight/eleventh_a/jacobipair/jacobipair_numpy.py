import numpy as np


def jacobipair(u, A, T):
    """The line relaxes by itself; the plane's first row follows it."""
    third, fifth = np.float32(1.0 / 3.0), np.float32(0.2)
    v, B = u.copy(), A.copy()
    for t in range(T):
        v[1:-1] = third * (u[:-2] + u[1:-1] + u[2:])
        A[0, :] = v
        B[0, :] = v
        B[1:-1, 1:-1] = fifth * (A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1])
        u[1:-1] = third * (v[:-2] + v[1:-1] + v[2:])
        A[1:-1, 1:-1] = fifth * (B[1:-1, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:] + B[2:, 1:-1] + B[:-2, 1:-1])
