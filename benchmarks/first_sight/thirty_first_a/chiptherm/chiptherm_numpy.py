import numpy as np


def chiptherm(temp, power, most=300, rest=400.0, side=0.016, thick=0.0005, ambient=318.0, sink=0.5):
    """Temperatures of the chip, in place; the last greatest change, the hottest cell and the steps taken."""
    rows, cols = temp.shape
    dy, dx = side / rows, side / cols
    conduct, heat = 100.0, 1.75e6
    cap = 0.5 * heat * thick * dx * dy
    rx, ry = dx / (2.0 * conduct * thick * dy), dy / (2.0 * conduct * thick * dx)
    rz = thick / (conduct * dx * dy) + sink * rows * cols
    dt = 0.4 / (1.0 / rx + 1.0 / ry + 1.0 / rz) * cap
    for step in range(1, most + 1):
        padded = np.pad(temp, 1, mode="edge")
        lateral_y = (padded[2:, 1:-1] + padded[:-2, 1:-1] - 2.0 * temp) / ry
        lateral_x = (padded[1:-1, 2:] + padded[1:-1, :-2] - 2.0 * temp) / rx
        delta = dt / cap * (power + lateral_y + lateral_x + (ambient - temp) / rz)
        temp += delta
        change = np.max(np.abs(delta))
        if change < rest * dt:
            break
    return change, np.argmax(temp), step
