import numpy as np


def squash(x):
    return np.float32(1.0) / (np.float32(1.0) + np.exp(-x))


def learn(centre, outer, word, label, rate, change):
    """One step for a pair; outer changes in place, what is due to centre is gathered in change. Returns the loss."""
    p = squash(np.dot(centre, outer[word]))
    g = rate * (label - p)
    change += g * outer[word]
    outer[word] += g * centre
    return -np.log(p if label > 0.5 else np.float32(1.0) - p)


def train(text, drawn, inner, outer, window, rate=np.float32(0.05)):
    """Mikolov's skip-grams with negative samples in single precision, word by word; both matrices change in place."""
    tokens = text.size
    chunk = max(tokens // 8, 1)
    losses = np.zeros((tokens + chunk - 1) // chunk, dtype=np.float32)
    change = np.zeros(inner.shape[1], dtype=np.float32)
    for t in range(tokens):
        centre = inner[text[t]]
        for s in range(max(t - window, 0), min(t + window + 1, tokens)):
            if s == t:
                continue
            change[:] = 0.0
            loss = learn(centre, outer, text[s], np.float32(1.0), rate, change)
            for word in drawn[t]:
                if word != text[s]:
                    loss += learn(centre, outer, word, np.float32(0.0), rate, change)
            centre += change
            losses[t // chunk] += loss
    norms = np.sqrt(np.sum(inner * inner, axis=1))
    return losses, (inner @ inner[text[0]]) / (norms * norms[text[0]])
