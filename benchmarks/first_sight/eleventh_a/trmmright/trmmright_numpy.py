def trmmright(U, B, alpha=0.9):
    """B becomes alpha B U."""
    for j in range(U.shape[0] - 1, -1, -1):
        B[:, j] = B[:, :j + 1] @ U[:j + 1, j]
    B *= alpha
