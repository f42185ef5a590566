import numpy as np


def mix(h):
    """The end of splitmix64: every bit of the input moves every bit of the output."""
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


def wlhash(src, dst, label, rounds):
    """Colours of a graph refined after Weisfeiler and Leman, as hashes of 64 bits; an edge goes both ways."""
    colour = mix(label + np.uint64(1))
    classes = np.zeros(rounds + 1, dtype=np.int64)
    features = np.zeros((rounds + 1, 64), dtype=np.int64)
    for r in range(rounds + 1):
        classes[r] = np.unique(colour).size
        features[r] = np.bincount((colour >> np.uint64(58)).astype(np.int64), minlength=64)
        if r == rounds:
            break
        told = mix(colour)
        heard = np.zeros_like(colour)
        np.add.at(heard, src, told[dst])
        np.add.at(heard, dst, told[src])
        colour = mix(colour * np.uint64(0x9E3779B97F4A7C15) + heard)
    return colour, classes, features, np.sum(mix(colour))
