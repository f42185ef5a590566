def trsmback(U, X):
    n = U.shape[0]
    for i in range(n)[::-1]:
        X[i] -= U[i, i + 1:] @ X[i + 1:]
        X[i] /= U[i, i]
