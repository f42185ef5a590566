import numba as nb
import numpy as np


@nb.njit
def peaks(x, height, distance):
    n = len(x)
    places = np.empty(n // 2 + 1, np.int64)
    count = 0
    i = 1
    while i < n - 1:
        if x[i - 1] < x[i]:
            ahead = i + 1
            while ahead < n - 1 and x[ahead] == x[i]:
                ahead += 1
            if x[ahead] < x[i]:
                p = (i + ahead - 1) // 2
                if x[p] > height:
                    places[count] = p
                    count += 1
                i = ahead
        i += 1
    places = places[:count]
    keep = np.ones(count, np.bool_)
    for k in np.argsort(-x[places], kind="mergesort"):
        if not keep[k]:
            continue
        j = k - 1
        while j >= 0 and places[k] - places[j] < distance:
            keep[j] = False
            j -= 1
        j = k + 1
        while j < count and places[j] - places[k] < distance:
            keep[j] = False
            j += 1
    places = places[keep]
    prominence = np.empty(len(places))
    width = np.empty(len(places))
    for k in range(len(places)):
        p = places[k]
        top = x[p]
        left = i = p
        low = top
        while i >= 0 and x[i] <= top:
            if x[i] < low:
                left, low = i, x[i]
            i -= 1
        right = i = p
        low = top
        while i < n and x[i] <= top:
            if x[i] < low:
                right, low = i, x[i]
            i += 1
        prominence[k] = top - max(x[left], x[right])
        level = top - 0.5 * prominence[k]
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
