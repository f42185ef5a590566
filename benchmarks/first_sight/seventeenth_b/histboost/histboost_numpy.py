import numpy as np

DEPTH = 3


class Tree:
    """A binary tree of fixed depth in heap order: features and thresholds of inner nodes, values of leaves."""

    def __init__(self, bins, penalty):
        self.bins = bins
        self.penalty = penalty
        self.feature = np.zeros(2**DEPTH - 1, dtype=np.int64)
        self.threshold = np.full(2**DEPTH - 1, bins, dtype=np.int64)
        self.leaf = np.zeros(2**DEPTH)

    def fit(self, X, g, h):
        self.grow(X, g, h, np.arange(g.size), 0, 0)
        return self

    def grow(self, X, g, h, rows, node, depth):
        if depth == DEPTH:
            self.leaf[node - (2**DEPTH - 1)] = -g[rows].sum() / (h[rows].sum() + self.penalty)
            return
        self.feature[node], self.threshold[node] = self.best_split(X, g, h, rows)
        left = X[rows, self.feature[node]] <= self.threshold[node]
        self.grow(X, g, h, rows[left], 2 * node + 1, depth + 1)
        self.grow(X, g, h, rows[~left], 2 * node + 2, depth + 1)

    def best_split(self, X, g, h, rows):
        """(feature, last bin on the left) where the loss sinks most; all on the left where nothing is gained."""
        best, feature, threshold = 1e-9, 0, self.bins
        G, H = g[rows].sum(), h[rows].sum()
        whole = G * G / (H + self.penalty)
        for f in range(X.shape[1]):
            column = X[rows, f]
            left_g = np.cumsum(np.bincount(column, weights=g[rows], minlength=self.bins))[:-1]
            left_h = np.cumsum(np.bincount(column, weights=h[rows], minlength=self.bins))[:-1]
            gain = left_g**2 / (left_h + self.penalty) + (G - left_g) ** 2 / (H - left_h + self.penalty) - whole
            k = np.argmax(gain)
            if gain[k] > best:
                best, feature, threshold = gain[k], f, k
        return feature, threshold

    def predict(self, X):
        node = np.zeros(X.shape[0], dtype=np.int64)
        for _ in range(DEPTH):
            right = X[np.arange(X.shape[0]), self.feature[node]] > self.threshold[node]
            node = 2 * node + 1 + right
        return self.leaf[node - (2**DEPTH - 1)]


def boost(X, y, bins, trees, rate=0.3, penalty=1.0):
    """Newton boosting of the logistic loss on binned features: the loss after each tree, margins, and the splits at the roots."""
    margin = np.zeros(y.size)
    loss = np.empty(trees)
    roots = np.empty((trees, 2), dtype=np.int64)
    for k in range(trees):
        p = 1.0 / (1.0 + np.exp(-margin))
        tree = Tree(bins, penalty).fit(X, p - y, p * (1.0 - p))
        margin += rate * tree.predict(X)
        loss[k] = np.mean(np.logaddexp(0.0, margin) - y * margin)
        roots[k] = tree.feature[0], tree.threshold[0]
    return loss, margin, roots
