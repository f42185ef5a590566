import numpy as np


def tuckerproj(T, A, B, C, steps, pace=0.3):
    """Factors of three modes descend along the squares that their core leaves; what is left is noted."""
    left = np.empty(steps)
    for t in range(steps):
        core = np.einsum("ijk,ip,jq,kr->pqr", T, A, B, C, optimize=True)
        rows = np.tensordot(core, C, axes=(2, 1))
        wide = np.einsum("pqk,jq->pjk", rows, B)
        rest = T - np.tensordot(A, wide, axes=1)
        left[t] = np.sum(rest ** 2)
        dA = np.einsum("ijk,pjk->ip", rest, wide)
        half = np.einsum("ijk,ip->pjk", rest, A)
        dB = np.einsum("pjk,pqk->jq", half, rows)
        dC = np.einsum("pjk,pqr,jq->kr", half, core, B, optimize=True)
        rate = pace / np.sum(core ** 2)
        A += rate * dA
        B += rate * dB
        C += rate * dC
    return core, left
