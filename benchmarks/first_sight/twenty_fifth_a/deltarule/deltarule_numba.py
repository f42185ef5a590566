import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def deltarule(q, k, v, strength, forget, gain):
    heads, times, d = q.shape
    one = np.float32(1.0)
    out = np.empty_like(v)
    states = np.zeros((heads, d, d), np.float32)
    key, ask = np.empty(d, np.float32), np.empty(d, np.float32)
    for h in range(heads):
        state = states[h]
        for t in range(times):
            sk, sq = np.float32(1e-6), np.float32(1e-6)
            for j in range(d):
                sk += k[h, t, j] * k[h, t, j]
                sq += q[h, t, j] * q[h, t, j]
            sk, sq = one / np.sqrt(sk), one / np.sqrt(sq * np.float32(d))
            for j in range(d):
                key[j] = k[h, t, j] * sk
                ask[j] = q[h, t, j] * sq
            beta = one / (one + np.exp(-strength[h, t]))
            f = forget[h, t]
            keep = np.exp(np.float32(-0.1) * (max(f, np.float32(0.0)) + np.log1p(np.exp(-abs(f)))))
            level = np.float32(0.0)
            for i in range(d):
                held = np.float32(0.0)
                for j in range(d):
                    state[i, j] *= keep
                    held += state[i, j] * key[j]
                change = beta * (v[h, t, i] - held)
                given = np.float32(0.0)
                for j in range(d):
                    state[i, j] += change * key[j]
                    given += state[i, j] * ask[j]
                out[h, t, i] = given
                level += given * given
            level = one / np.sqrt(level / np.float32(d) + np.float32(1e-5))
            for i in range(d):
                out[h, t, i] *= level * gain[h, i]
    return out, states
