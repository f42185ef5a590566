import numba as nb
import numpy as np


@nb.njit(fastmath={"reassoc", "contract"})
def learn(centre, other, label, rate, change):
    """The dot product in any order, so that it is vectorised."""
    dot = np.float32(0.0)
    for d in range(centre.size):
        dot += centre[d] * other[d]
    p = np.float32(1.0) / (np.float32(1.0) + np.exp(-dot))
    g = rate * (label - p)
    for d in range(centre.size):
        o = other[d]
        change[d] += g * o
        other[d] = o + g * centre[d]
    return -np.log(p if label > 0.5 else np.float32(1.0) - p)


@nb.njit
def train(text, drawn, inner, outer, window, rate=np.float32(0.05)):
    tokens, dim = text.size, inner.shape[1]
    chunk = max(tokens // 8, 1)
    losses = np.zeros((tokens + chunk - 1) // chunk, np.float32)
    change = np.empty(dim, np.float32)
    for t in range(tokens):
        centre = inner[text[t]]
        for s in range(max(t - window, 0), min(t + window + 1, tokens)):
            if s == t:
                continue
            change[:] = 0.0
            loss = learn(centre, outer[text[s]], np.float32(1.0), rate, change)
            for k in range(drawn.shape[1]):
                if drawn[t, k] != text[s]:
                    loss += learn(centre, outer[drawn[t, k]], np.float32(0.0), rate, change)
            for d in range(dim):
                centre[d] += change[d]
            losses[t // chunk] += loss
    first = inner[text[0]]
    likeness, norms = np.empty(inner.shape[0], np.float32), np.empty(inner.shape[0], np.float32)
    for w in range(inner.shape[0]):
        dot, square = np.float32(0.0), np.float32(0.0)
        for d in range(dim):
            dot += inner[w, d] * first[d]
            square += inner[w, d] * inner[w, d]
        likeness[w], norms[w] = dot, np.sqrt(square)
    for w in range(inner.shape[0]):
        likeness[w] /= norms[w] * norms[text[0]]
    return losses, likeness
