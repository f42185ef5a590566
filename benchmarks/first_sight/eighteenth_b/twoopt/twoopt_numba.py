import math

import numba as nb
import numpy as np


@nb.njit
def whole_length(distance, tour):
    total = distance[tour[-1], tour[0]]
    for i in range(tour.size - 1):
        total += distance[tour[i], tour[i + 1]]
    return total


@nb.njit
def improve(places, tour, rounds):
    n = tour.size
    distance = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            x, y = places[i, 0] - places[j, 0], places[i, 1] - places[j, 1]
            distance[i, j] = math.sqrt(x * x + y * y)
    lengths = np.zeros(rounds + 1)
    lengths[0] = whole_length(distance, tour)
    turned, done = 0, 0
    for turn in range(rounds):
        better = False
        for i in range(n - 2):
            of_a, of_b = distance[tour[i]], distance[tour[i + 1]]
            here = of_a[tour[i + 1]]
            most, last = -np.inf, 0
            c = tour[i + 2]
            for j in range(i + 2, n):
                d = tour[j + 1] if j + 1 < n else tour[0]
                gain = here + distance[c, d] - of_a[c] - of_b[d]
                if gain > most:
                    most, last = gain, j
                c = d
            if most > 1e-12:
                low, high = i + 1, last
                while low < high:
                    tour[low], tour[high] = tour[high], tour[low]
                    low += 1
                    high -= 1
                turned += 1
                better = True
        done = turn + 1
        lengths[done] = whole_length(distance, tour)
        if not better:
            break
    return lengths, turned, done
