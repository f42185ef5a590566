def herk(alpha, beta, A, C):
    for i in range(C.shape[0]):
        C[i, :i + 1] *= beta
        C[i, :i + 1] += alpha * (A[:i + 1].conj() @ A[i])
        C[i, i] = C[i, i].real
