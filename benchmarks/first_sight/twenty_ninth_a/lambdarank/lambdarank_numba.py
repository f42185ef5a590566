import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lambdarank(scores, grades, steep=1.0, top=10):
    queries, docs = scores.shape
    slope, curve = np.zeros((queries, docs)), np.zeros((queries, docs))
    gain = np.ones(queries)
    discount, worth, at = np.empty(docs), np.empty(docs), np.empty(docs)
    for d in range(docs):
        discount[d] = 1.0 / np.log2(d + 2.0)
    most = min(top, docs)
    for q in range(queries):
        for d in range(docs):
            worth[d] = 2.0 ** grades[q, d] - 1.0
        ranked = np.sort(worth)
        best = 0.0
        for d in range(most):
            best += ranked[docs - 1 - d] * discount[d]
        if best == 0.0:
            continue
        order = np.argsort(-scores[q])
        got = 0.0
        for d in range(docs):
            at[order[d]] = discount[d]
            if d < most:
                got += worth[order[d]] * discount[d]
        gain[q] = got / best
        for i in range(docs):
            for j in range(docs):
                if grades[q, i] > grades[q, j]:
                    rho = 1.0 / (1.0 + np.exp(steep * (scores[q, i] - scores[q, j])))
                    pull = steep * rho * abs((worth[i] - worth[j]) * (at[i] - at[j])) / best
                    bend = steep * (1.0 - rho) * pull
                    slope[q, i] -= pull
                    slope[q, j] += pull
                    curve[q, i] += bend
                    curve[q, j] += bend
    return slope, curve, gain
