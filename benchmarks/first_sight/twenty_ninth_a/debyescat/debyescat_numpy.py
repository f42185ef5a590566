import numpy as np


def debyescat(places, factor, q):
    r = np.linalg.norm(places[:, None] - places[None, :], axis=-1)
    return np.array([factor @ np.sinc(k * r / np.pi) @ factor for k in q])
