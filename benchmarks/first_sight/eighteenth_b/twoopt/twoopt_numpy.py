import numpy as np


def tour_length(distance, tour):
    return np.sum(distance[tour, np.roll(tour, -1)])


def improve(places, tour, rounds):
    """A round trip made shorter by turning pieces of it around, the first that helps at each place, until none does; in place."""
    n = len(tour)
    distance = np.sqrt(np.sum((places[:, np.newaxis] - places) ** 2, axis=2))
    lengths = np.zeros(rounds + 1)
    lengths[0] = tour_length(distance, tour)
    turned = 0
    done = 0
    for round in range(rounds):
        better = False
        for i in range(n - 2):
            a, b = tour[i], tour[i + 1]
            c = tour[i + 2:]
            d = np.append(tour[i + 3:], tour[0])
            gain = distance[a, b] + distance[c, d] - distance[a, c] - distance[b, d]
            k = np.argmax(gain)
            if gain[k] > 1e-12:
                tour[i + 1:i + 3 + k] = tour[i + 1:i + 3 + k][::-1].copy()
                turned += 1
                better = True
        done = round + 1
        lengths[done] = tour_length(distance, tour)
        if not better:
            break
    return lengths, turned, done
