import numpy as np


def squash(s):
    size = np.sum(s * s, axis=-1, keepdims=True)
    return s * (size / (1.0 + size)) / np.sqrt(size + np.float32(1e-8))


def capsroute(u, W, rounds):
    """Lengths of the capsules above, and the capsules."""
    votes = np.einsum("bid,iojd->bioj", u, W)
    logits = np.zeros(votes.shape[:3], dtype=np.float32)
    for turn in range(rounds):
        share = np.exp(logits - logits.max(axis=2, keepdims=True))
        share /= share.sum(axis=2, keepdims=True)
        v = squash(np.einsum("bio,bioj->boj", share, votes))
        if turn < rounds - 1:
            logits += np.einsum("bioj,boj->bio", votes, v)
    return np.sqrt(np.sum(v * v, axis=-1)), v
