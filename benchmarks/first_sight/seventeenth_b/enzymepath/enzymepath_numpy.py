from dataclasses import dataclass

import numpy as np

STOICHIOMETRY = np.array([
    [-1, 0, 0, 0, 0, 0, 0],
    [1, -1, 0, 0, 0, 0, 0],
    [0, 1, -1, 0, 0, 0, 0],
    [0, 0, 1, -1, 0, 0, 0],
    [0, 0, 0, 2, -1, 0, 0],
    [0, 0, 0, 0, 1, -1, 0],
    [-1, 0, -1, 0, 2, 0, -1],
    [1, 0, 1, 0, -2, 0, 1],
], dtype=np.float64)


@dataclass(frozen=True)
class Enzyme:
    """A reaction: greatest speed, substrates with Michaelis constants, and an inhibitor or activator (index -1: none)."""

    vmax: float
    substrates: tuple
    effector: int = -1
    constant: float = 1.0
    activates: bool = False

    def speed(self, c):
        v = self.vmax
        for s, km in self.substrates:
            v = v * c[s] / (km + c[s])
        if self.effector < 0:
            return v
        ratio = (c[self.effector] / self.constant) ** 2
        return v * (ratio / (1.0 + ratio) if self.activates else 1.0 / (1.0 + ratio))


@dataclass(frozen=True)
class Tolerance:
    relative: float = 1e-6
    absolute: float = 1e-9
    most: int = 2000


def pathway(vmax):
    """A short glycolysis: six sugars and acids, ATP (6) and ADP (7)."""
    return [
        Enzyme(vmax[0], ((0, 0.5), (6, 0.3)), effector=1, constant=1.2),
        Enzyme(vmax[1], ((1, 0.8),)),
        Enzyme(vmax[2], ((2, 0.2), (6, 0.2)), effector=6, constant=1.8),
        Enzyme(vmax[3], ((3, 0.3),)),
        Enzyme(vmax[4], ((4, 0.4), (7, 0.3)), effector=3, constant=0.1, activates=True),
        Enzyme(vmax[5], ((5, 1.0),)),
        Enzyme(vmax[6], ((6, 1.5),)),
    ]


def slope(enzymes, c):
    return STOICHIOMETRY @ np.array([e.speed(c) for e in enzymes])


def advance(enzymes, c, t, end, h, tol):
    """Bogacki's and Shampine's pair of order 3(2) with steps of its own choice; returns c, the next step and how many were taken."""
    k1 = slope(enzymes, c)
    taken = 0
    while t < end and taken < tol.most:
        step = min(h, end - t)
        k2 = slope(enzymes, c + 0.5 * step * k1)
        k3 = slope(enzymes, c + 0.75 * step * k2)
        new = c + step * (2.0 * k1 + 3.0 * k2 + 4.0 * k3) / 9.0
        k4 = slope(enzymes, new)
        wrong = step * (-5.0 * k1 / 72.0 + k2 / 12.0 + k3 / 9.0 - k4 / 8.0)
        error = np.sqrt(np.mean((wrong / (tol.absolute + tol.relative * np.maximum(np.abs(c), np.abs(new)))) ** 2))
        taken += 1
        if error <= 1.0:
            t = end if step < h else t + step
            c, k1 = new, k4
        h = step * min(4.0, max(0.2, 0.9 * max(error, 1e-10) ** (-1.0 / 3.0)))
    return c, h, taken


def simulate(start, vmax, times):
    """Courses (cells, times, species) of concentrations, and steps that each cell took."""
    cells, species = start.shape
    course = np.empty((cells, times.size, species))
    steps = np.zeros(cells, dtype=np.int64)
    tol = Tolerance()
    for k in range(cells):
        enzymes = pathway(vmax[k])
        c = start[k].copy()
        h = 1e-3
        course[k, 0] = c
        for m in range(1, times.size):
            c, h, taken = advance(enzymes, c, times[m - 1], times[m], h, tol)
            steps[k] += taken
            course[k, m] = c
    return course, steps
