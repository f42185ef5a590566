import numpy as np


def syr2kouter(A, B, C, alpha=1.5, beta=1.2):
    C *= beta
    for k in range(A.shape[1]):
        a, b = A[:, k], B[:, k]
        C += alpha * (np.outer(a, b) + np.outer(b, a))
