import numpy as np
from numpy.polynomial import legendre


def points(order):
    """Points after Gauss and Lobatto, their weights and the matrix of slopes."""
    P = legendre.Legendre.basis(order)
    x = np.concatenate(([-1.0], np.sort(P.deriv().roots().real), [1.0]))
    p = P(x)
    gap = x[:, None] - x + np.eye(order + 1)
    D = p[:, None] / (p * gap)
    D[np.arange(order + 1), np.arange(order + 1)] = 0.0
    D[0, 0], D[-1, -1] = -order * (order + 1) / 4.0, order * (order + 1) / 4.0
    return x, 2.0 / (order * (order + 1) * p ** 2), D


def initialize(elements, order):
    """A square of elements that is periodic; every point has one number, however many elements share it."""
    x, w, D = points(order)
    n = elements * order
    e, k = np.arange(elements)[:, None] * order, np.arange(order + 1)
    line = (e + k) % n
    at = (line[:, None, :, None] * n + line[None, :, None, :]).reshape(-1, order + 1, order + 1)
    where = np.zeros(n)
    where[line.ravel()] = ((np.arange(elements)[:, None] + 0.5 * (x + 1.0)) / elements).ravel() % 1.0
    X, Y = np.meshgrid(where, where, indexing="ij")
    half = 0.5 / elements
    weight = np.outer(w, w)
    mass = np.bincount(at.ravel(), np.broadcast_to(weight * half ** 2, at.shape).ravel(), n * n)
    speed = 1.0 + 0.3 * np.sin(2.0 * np.pi * X.ravel()[at])
    return D, weight, at, speed ** 2, np.exp(-60.0 * ((X - 0.4) ** 2 + (Y - 0.55) ** 2)).ravel(), mass
