import numpy as np


def trellis():
    """State and input to state and parity, of the code of eight states that telephones use."""
    after, parity = np.zeros((8, 2), dtype=np.int64), np.zeros((8, 2))
    for s in range(8):
        a, b, c = s >> 2, s >> 1 & 1, s & 1
        for u in range(2):
            f = u ^ b ^ c
            after[s, u] = f << 2 | a << 1 | b
            parity[s, u] = 2 * (f ^ a ^ c) - 1
    return after, parity


def decode(belief, checks, after, parity):
    """What the whole block says of each bit: the best path with a one less the best with a zero."""
    blocks, size = belief.shape
    before = np.argsort(after.ravel(), kind="stable").reshape(8, 2)
    branch = 0.5 * (belief[..., None, None] * np.array([-1.0, 1.0]) + checks[..., None, None] * parity)
    flat = branch.reshape(blocks, size, 16)
    alpha = np.full((size + 1, blocks, 8), -1e9)
    alpha[0, :, 0] = 0.0
    for k in range(size):
        new = np.max(alpha[k][:, before // 2] + flat[:, k][:, before], axis=2)
        alpha[k + 1] = new - new.max(axis=1, keepdims=True)
    out = np.empty((blocks, size))
    beta = np.zeros((blocks, 8))
    for k in range(size - 1, -1, -1):
        path = beta[:, after] + branch[:, k]
        whole = np.max(alpha[k][:, :, None] + path, axis=1)
        out[:, k] = whole[:, 1] - whole[:, 0]
        beta = np.max(path, axis=2)
        beta -= beta.max(axis=1, keepdims=True)
    return out


def turbodec(sent, first, second, order, rounds, trust=0.75):
    """Bits, how sure, and rounds used: it ends early once both decoders agree everywhere."""
    after, parity = trellis()
    told = np.zeros_like(sent)
    back = np.empty_like(sent)
    used = 0
    for used in range(1, rounds + 1):
        one = decode(sent + told, first, after, parity)
        known = (sent + trust * (one - sent - told))[:, order]
        two = decode(known, second, after, parity)
        back[:, order] = two
        told[:, order] = trust * (two - known)
        if np.array_equal(one > 0.0, back > 0.0):
            break
    return (back > 0.0).astype(np.uint8), back, used
