import jax
import numpy as np
from jax import lax


@jax.jit
def propagate(p, old, c2, source):
    n = p.shape[0]
    mid = n // 2
    weights = np.array([-5.0 / 2.0, 4.0 / 3.0, -1.0 / 12.0], dtype=np.float32)
    inner = (slice(2, -2),) * 3

    def step(state, s):
        p, old = state
        bent = 3 * weights[0] * p[inner]
        for k in range(1, 3):
            bent += weights[k] * (p[2 + k:n - 2 + k, 2:-2, 2:-2] + p[2 - k:n - 2 - k, 2:-2, 2:-2]
                                  + p[2:-2, 2 + k:n - 2 + k, 2:-2] + p[2:-2, 2 - k:n - 2 - k, 2:-2]
                                  + p[2:-2, 2:-2, 2 + k:n - 2 + k] + p[2:-2, 2:-2, 2 - k:n - 2 - k])
        old = old.at[inner].set(2 * p[inner] - old[inner] + c2[inner] * bent)
        old = old.at[mid, mid, mid].add(s)
        return (old, p), old[mid, mid, 4]
    (p, old), trace = lax.scan(step, (p, old), source)
    return (trace, p, old) if source.shape[0] % 2 == 0 else (trace, old, p)
