import numpy as np


def grow(x, y, classes, deepest, least):
    """A classification tree: feature, threshold and children of each node, leaves with feature -1, labels by majority."""
    feature, threshold, left, right, label = [-1], [0.0], [-1], [-1], [0]
    stack = [(0, 0, np.arange(len(y)))]
    while stack:
        node, depth, rows = stack.pop()
        n = len(rows)
        counts = np.bincount(y[rows], minlength=classes)
        label[node] = np.argmax(counts)
        if depth == deepest or n < 2 * least or counts.max() == n:
            continue
        best = n - np.sum(counts**2) / n - 1e-9
        cut = -1
        value = 0.0
        for f in range(x.shape[1]):
            order = rows[np.argsort(x[rows, f], kind="stable")]
            v = x[order, f]
            below = np.cumsum(y[order][:, None] == np.arange(classes), axis=0)[least - 1:n - least]
            above = counts - below
            m = np.arange(least, n - least + 1)
            impurity = n - np.sum(below**2, axis=1) / m - np.sum(above**2, axis=1) / (n - m)
            impurity[v[least - 1:n - least] == v[least:n - least + 1]] = np.inf
            k = np.argmin(impurity)
            if impurity[k] < best:
                best = impurity[k]
                cut = f
                value = 0.5 * (v[least - 1 + k] + v[least + k])
        if cut < 0:
            continue
        feature[node] = cut
        threshold[node] = value
        low = x[rows, cut] <= value
        for side, part in ((left, rows[low]), (right, rows[~low])):
            side[node] = len(feature)
            stack.append((len(feature), depth + 1, part))
            feature.append(-1)
            threshold.append(0.0)
            left.append(-1)
            right.append(-1)
            label.append(0)
    return np.array(feature), np.array(threshold), np.array(left), np.array(right), np.array(label)
