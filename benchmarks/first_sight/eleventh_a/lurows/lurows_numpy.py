def lurows(A):
    for i in range(A.shape[0]):
        for k in range(i):
            A[i, k] /= A[k, k]
            A[i, k + 1:] -= A[i, k] * A[k, k + 1:]
