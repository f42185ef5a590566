def solve(x, f):
    """Coefficients, lowest power first, in place of values at x: a row for each polynomial. Newton's form on the way."""
    n = len(x)
    for row in f:
        for k in range(n - 1):
            for i in range(n - 1, k, -1):
                row[i] = (row[i] - row[i - 1]) / (x[i] - x[i - k - 1])
        for k in range(n - 2, -1, -1):
            for i in range(k, n - 1):
                row[i] -= x[k] * row[i + 1]
