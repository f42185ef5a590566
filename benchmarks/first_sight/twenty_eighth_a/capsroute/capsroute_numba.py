import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def capsroute(u, W, rounds):
    batch, parts, d = u.shape
    outs, dim = W.shape[1], W.shape[2]
    votes = np.empty((parts, outs, dim), np.float32)
    logits, share = np.empty((parts, outs), np.float32), np.empty(outs, np.float32)
    length, v = np.empty((batch, outs), np.float32), np.empty((batch, outs, dim), np.float32)
    for b in range(batch):
        for i in range(parts):
            for o in range(outs):
                for j in range(dim):
                    s = np.float32(0.0)
                    for k in range(d):
                        s += u[b, i, k] * W[i, o, j, k]
                    votes[i, o, j] = s
        logits[:] = 0.0
        for turn in range(rounds):
            v[b] = 0.0
            for i in range(parts):
                top = logits[i].max()
                total = np.float32(0.0)
                for o in range(outs):
                    share[o] = np.exp(logits[i, o] - top)
                    total += share[o]
                for o in range(outs):
                    c = share[o] / total
                    for j in range(dim):
                        v[b, o, j] += c * votes[i, o, j]
            for o in range(outs):
                size = np.float32(0.0)
                for j in range(dim):
                    size += v[b, o, j] * v[b, o, j]
                scale = size / (np.float32(1.0) + size) / np.sqrt(size + np.float32(1e-8))
                for j in range(dim):
                    v[b, o, j] *= scale
                length[b, o] = np.sqrt(size) * scale
            if turn < rounds - 1:
                for i in range(parts):
                    for o in range(outs):
                        s = np.float32(0.0)
                        for j in range(dim):
                            s += votes[i, o, j] * v[b, o, j]
                        logits[i, o] += s
    return length, v
