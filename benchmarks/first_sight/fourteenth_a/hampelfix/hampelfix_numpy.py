import numpy as np


def repair(x, k, sigmas=3.0):
    padded = np.pad(x, ((0, 0), (k, k)), mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * k + 1, axis=1)
    middle = np.median(windows, axis=2)
    spread = 1.4826 * np.median(np.abs(windows - middle[:, :, None]), axis=2)
    wrong = np.abs(x - middle) > sigmas * spread
    x[wrong] = middle[wrong]
    return wrong.sum(axis=1)
