import numpy as np


def peaks(x, height, distance):
    """Peaks above a height, the highest first chosen within a distance, with prominences and widths at half prominence."""
    n = len(x)
    tops = []
    i = 1
    while i < n - 1:
        if x[i - 1] < x[i]:
            ahead = i + 1
            while ahead < n - 1 and x[ahead] == x[i]:
                ahead += 1
            if x[ahead] < x[i]:
                tops.append((i + ahead - 1) // 2)
                i = ahead
        i += 1
    places = np.array(tops)
    places = places[x[places] > height]
    keep = np.ones(len(places), dtype=bool)
    for k in np.argsort(-x[places], kind="stable"):
        if not keep[k]:
            continue
        j = k - 1
        while j >= 0 and places[k] - places[j] < distance:
            keep[j] = False
            j -= 1
        j = k + 1
        while j < len(places) and places[j] - places[k] < distance:
            keep[j] = False
            j += 1
    places = places[keep]
    prominence = np.empty(len(places))
    width = np.empty(len(places))
    for k, p in enumerate(places):
        left = i = p
        while i >= 0 and x[i] <= x[p]:
            if x[i] < x[left]:
                left = i
            i -= 1
        right = i = p
        while i < n and x[i] <= x[p]:
            if x[i] < x[right]:
                right = i
            i += 1
        prominence[k] = x[p] - max(x[left], x[right])
        level = x[p] - 0.5 * prominence[k]
        i = p
        while i > left and x[i] > level:
            i -= 1
        begin = i + (level - x[i]) / (x[i + 1] - x[i]) if x[i] < level else float(i)
        i = p
        while i < right and x[i] > level:
            i += 1
        end = i - (level - x[i]) / (x[i - 1] - x[i]) if x[i] < level else float(i)
        width[k] = end - begin
    return places, prominence, width
