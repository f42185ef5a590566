import numpy as np


def elute(feed, capacity, affinity, cells, steps, pulse):
    """Flow with dispersion, and a linear drive to Langmuir's isotherm for two substances that share the places."""
    length, speed, phase, rate = 1.0, 1.0, 1.5, 8.0
    dx = length / cells
    dt = 0.4 * dx / speed
    spread = 0.02 * speed * dx
    c = np.zeros((2, cells))
    q = np.zeros((2, cells))
    history = np.zeros((steps, 2))
    entered = np.zeros(2)
    for step in range(steps):
        inlet = feed if step * dt < pulse else np.zeros(2)
        wall = np.empty((2, cells + 1))
        wall[:, 0] = speed * inlet
        wall[:, 1:-1] = speed * c[:, :-1] - spread * (c[:, 1:] - c[:, :-1]) / dx
        wall[:, -1] = speed * c[:, -1]
        free = 1.0 + np.sum(affinity[:, None] * c, axis=0)
        rest = (capacity * affinity)[:, None] * c / free
        dq = rate * (rest - q)
        c += dt * ((wall[:, :-1] - wall[:, 1:]) / dx - phase * dq)
        q += dt * dq
        np.maximum(c, 0.0, out=c)
        history[step] = c[:, -1]
        entered += dt * inlet
    total = history.sum(axis=0)
    times = dt * np.arange(1, steps + 1)
    mean = times @ history / total
    width = np.sqrt(np.maximum(times**2 @ history / total - mean**2, 0.0))
    left = dx * np.sum(c + phase * q, axis=1)
    return history, mean, width, history.argmax(axis=0), (left + dt * speed * total) / entered
