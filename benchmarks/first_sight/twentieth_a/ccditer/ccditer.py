import numpy as np


def initialize(no, nv):
    rng = np.random.default_rng(18)
    def anti(a):
        a = a - a.transpose(1, 0, 2, 3)
        a = a - a.transpose(0, 1, 3, 2)
        return 0.5 * (a + a.transpose(2, 3, 0, 1)) if a.shape[0] == a.shape[2] else a
    oooo, vvvv = anti(rng.standard_normal((no,) * 4)), anti(rng.standard_normal((nv,) * 4))
    ovov = rng.standard_normal((no, nv, no, nv))
    oovv = anti(rng.standard_normal((no, no, nv, nv)))
    eo, ev = -np.sort(rng.uniform(0.5, 2.0, no))[::-1], np.sort(rng.uniform(0.8, 3.0, nv))
    return eo, ev, 0.02 * oooo, 0.02 * vvvv, 0.02 * (ovov + ovov.transpose(2, 3, 0, 1)), 0.05 * oovv, np.zeros((no, no, nv, nv))
