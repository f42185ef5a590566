import numpy as np

R = 8.314462618


def largest_and_least(c2, c1, c0):
    """Real roots of z^3 + c2 z^2 + c1 z + c0, the greatest and the least; one root alone is both."""
    q = (c2 * c2 - 3.0 * c1) / 9.0
    r = (2.0 * c2 ** 3 - 9.0 * c2 * c1 + 27.0 * c0) / 54.0
    three = r * r < q ** 3
    root = np.sqrt(np.where(three, q, 1.0))
    angle = np.arccos(np.clip(np.where(three, r / root ** 3, 0.0), -1.0, 1.0))
    high = -2.0 * root * np.cos((angle + 2.0 * np.pi) / 3.0) - c2 / 3.0
    low = -2.0 * root * np.cos(angle / 3.0) - c2 / 3.0
    s = -np.sign(r) * np.cbrt(np.abs(r) + np.sqrt(np.where(three, 0.0, r * r - q ** 3)))
    alone = s + q / np.where(s == 0.0, 1.0, s) - c2 / 3.0
    return np.where(three, high, alone), np.where(three, low, alone)


def fugacities(x, a, b, kij, T, P, vapour):
    """Logarithms of the coefficients of fugacity, one row a state."""
    root = np.sqrt(a)
    cross = np.einsum("ni,ij,nj->nij", root, 1.0 - kij, root)
    mixed = np.einsum("nij,nj->ni", cross, x)
    am, bm = np.sum(mixed * x, axis=1), x @ b
    A, B = am * P / (R * T) ** 2, bm * P / (R * T)
    high, low = largest_and_least(B - 1.0, A - 3.0 * B * B - 2.0 * B, -(A * B - B * B - B ** 3))
    Z = high if vapour else low
    share = b / bm[:, None]
    wide = np.log((Z + (1.0 + np.sqrt(2.0)) * B) / (Z + (1.0 - np.sqrt(2.0)) * B))
    pull = (A / (2.0 * np.sqrt(2.0) * B))[:, None] * (2.0 * mixed / am[:, None] - share) * wide[:, None]
    return share * (Z - 1.0)[:, None] - np.log(Z - B)[:, None] - pull


def rachford_rice(z, K, halvings=45):
    """Share of vapour by halving; nothing or all where there is one phase."""
    low, high = np.zeros(K.shape[0]), np.ones(K.shape[0])
    for _ in range(halvings):
        mid = 0.5 * (low + high)
        g = np.sum(z * (K - 1.0) / (1.0 + mid[:, None] * (K - 1.0)), axis=1)
        low = np.where(g > 0.0, mid, low)
        high = np.where(g > 0.0, high, mid)
    return 0.5 * (low + high)


def pengflash(z, tc, pc, omega, kij, T, P, tol=1e-8, most=200):
    n = T.size
    b = 0.07780 * R * tc / pc
    kappa = 0.37464 + 1.54226 * omega - 0.26992 * omega ** 2
    a = 0.45724 * (R * tc) ** 2 / pc * (1.0 + kappa * (1.0 - np.sqrt(T[:, None] / tc))) ** 2
    K = pc / P[:, None] * np.exp(5.373 * (1.0 + omega) * (1.0 - tc / T[:, None]))
    share = np.zeros(n)
    liquid, vapour = np.zeros((n, z.size)), np.zeros((n, z.size))
    turns = np.zeros(n, dtype=np.int64)
    left = np.arange(n)
    while left.size > 0 and turns.max() < most:
        k, t, p = K[left], T[left], P[left]
        v = rachford_rice(z, k)
        x = z / (1.0 + v[:, None] * (k - 1.0))
        y = k * x
        x, y = x / x.sum(axis=1, keepdims=True), y / y.sum(axis=1, keepdims=True)
        new = np.exp(fugacities(x, a[left], b, kij, t, p, False) - fugacities(y, a[left], b, kij, t, p, True))
        change = np.max(np.abs(new / k - 1.0), axis=1)
        K[left] = new
        share[left], liquid[left], vapour[left] = v, x, y
        turns[left] += 1
        left = left[change > tol]
    return share, liquid, vapour, turns
