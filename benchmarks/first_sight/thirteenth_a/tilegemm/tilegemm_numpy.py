def tiled(alpha, beta, A, B, C, tile):
    n, m = C.shape
    k = A.shape[1]
    C *= beta
    for i in range(0, n, tile):
        for j in range(0, m, tile):
            for l in range(0, k, tile):
                C[i:i + tile, j:j + tile] += alpha * (A[i:i + tile, l:l + tile] @ B[l:l + tile, j:j + tile])
