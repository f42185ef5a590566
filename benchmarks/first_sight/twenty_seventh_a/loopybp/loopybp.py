import numpy as np


def initialize(rows, columns, labels):
    rng = np.random.default_rng(331)
    y, x = np.mgrid[:rows, :columns]
    truth = (labels * (0.3 + 0.25 * np.sin(5.0 * x / columns) + 0.3 * (y > rows // 2))).astype(np.int64)
    seen = truth + 0.12 * labels * rng.standard_normal((rows, columns))
    data = np.minimum(np.abs(seen[:, :, None] - np.arange(labels)), 0.4 * labels)
    return (np.round(256.0 * data) / 256.0).astype(np.float32), np.float32(0.625), np.float32(2.0)
