import numpy as np


def attend(start, source, target, x, W, a, b):
    """One layer of graph attention: x (nodes, inputs) -> (nodes, heads, width). Edges lie by target; each node has at least one."""
    nodes = start.size - 1
    heads, width = a.shape
    h = (x @ W).reshape(nodes, heads, width)
    from_source = np.sum(h * a, axis=-1)
    from_target = np.sum(h * b, axis=-1)
    score = from_source[source] + from_target[target]
    score = np.where(score > 0.0, score, 0.2 * score)
    top = np.maximum.reduceat(score, start[:-1], axis=0)
    weight = np.exp(score - top[target])
    total = np.add.reduceat(weight, start[:-1], axis=0)
    weight /= total[target]
    return np.add.reduceat(weight[:, :, None] * h[source], start[:-1], axis=0)


def network(start, source, x, W1, a1, b1, W2, a2, b2):
    """Velickovic's two layers: heads are put side by side after the first and averaged after the second. Logarithms of probabilities."""
    nodes = start.size - 1
    target = np.repeat(np.arange(nodes), np.diff(start))
    h = attend(start, source, target, x, W1, a1, b1).reshape(nodes, -1)
    h = np.where(h > 0.0, h, np.expm1(np.minimum(h, 0.0)))
    logits = attend(start, source, target, h, W2, a2, b2).mean(axis=1)
    logits -= logits.max(axis=1, keepdims=True)
    return logits - np.log(np.sum(np.exp(logits), axis=1, keepdims=True))
