import numpy as np


def label(source, target, n):
    labels = np.arange(n)
    while True:
        before = labels.copy()
        np.minimum.at(labels, source, labels[target])
        np.minimum.at(labels, target, labels[source])
        labels = labels[labels]
        if np.array_equal(labels, before):
            break
    sizes = np.bincount(labels, minlength=n)
    return labels, sizes, np.argmax(sizes)
