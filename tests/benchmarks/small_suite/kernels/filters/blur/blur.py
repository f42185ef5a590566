import numpy as np


def initialize(N, datatype=np.float32):
    return np.sin(np.arange(N * N)).reshape(N, N).astype(datatype)
