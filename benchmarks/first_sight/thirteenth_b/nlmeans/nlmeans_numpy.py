import numpy as np


def denoise(image, search, patch, strength):
    n, m = image.shape
    side = 2 * patch + 1
    padded = np.pad(image, search + patch, mode="reflect")
    core = padded[search:-search, search:-search]
    total = np.zeros((n, m))
    out = np.zeros((n, m))
    most = np.zeros((n, m))
    for dy in range(-search, search + 1):
        for dx in range(-search, search + 1):
            other = padded[search + dy:search + dy + n + 2 * patch, search + dx:search + dx + m + 2 * patch]
            apart = (core - other) ** 2
            distance = np.zeros((n, m))
            for i in range(side):
                for j in range(side):
                    distance += apart[i:i + n, j:j + m]
            weight = np.exp(-distance / (side * side * strength**2))
            if dy != 0 or dx != 0:
                most = np.maximum(most, weight)
            out += weight * other[patch:patch + n, patch:patch + m]
            total += weight
    return out / total, most
