import numpy as np

CIRCLE = ((-3, 0), (-3, 1), (-2, 2), (-1, 3), (0, 3), (1, 3), (2, 2), (3, 1),
          (3, 0), (3, -1), (2, -2), (1, -3), (0, -3), (-1, -3), (-2, -2), (-3, -1))


def fastnine(image, threshold):
    """Corners: nine of sixteen pixels round about in a row, all brighter or all darker (FAST); the highest score among neighbours stays."""
    h, w = image.shape
    I = image.astype(np.int16)
    inner = I[3:-3, 3:-3]
    diff = np.empty((16, h - 6, w - 6), dtype=np.int16)
    for k, (dy, dx) in enumerate(CIRCLE):
        diff[k] = I[3 + dy:h - 3 + dy, 3 + dx:w - 3 + dx] - inner
    score = np.zeros((h - 6, w - 6), dtype=np.int16)
    for k in range(16):
        arc = diff[(k + np.arange(9)) % 16]
        np.maximum(score, arc.min(axis=0), out=score)
        np.maximum(score, -arc.max(axis=0), out=score)
    score[score <= threshold] = 0
    padded = np.pad(score, 1)
    highest = np.zeros_like(score)
    for dy in range(3):
        for dx in range(3):
            if dy != 1 or dx != 1:
                highest = np.maximum(highest, padded[dy:dy + h - 6, dx:dx + w - 6])
    corners = np.zeros((h, w), dtype=bool)
    corners[3:-3, 3:-3] = (score > 0) & (score >= highest)
    return corners, score, np.count_nonzero(corners)
