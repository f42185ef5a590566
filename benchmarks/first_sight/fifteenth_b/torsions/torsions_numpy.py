import numpy as np


def stretch(x, bonds, forces, k=300.0, rest=1.5):
    d = x[bonds[:, 1]] - x[bonds[:, 0]]
    r = np.sqrt(np.sum(d * d, axis=1))
    f = (2.0 * k * (r - rest) / r)[:, None] * d
    np.add.at(forces, bonds[:, 0], f)
    np.add.at(forces, bonds[:, 1], -f)


def bend(x, angles, forces, k=40.0, rest=-0.3):
    a = x[angles[:, 0]] - x[angles[:, 1]]
    b = x[angles[:, 2]] - x[angles[:, 1]]
    aa, bb = np.sqrt(np.sum(a * a, axis=1)), np.sqrt(np.sum(b * b, axis=1))
    c = np.sum(a * b, axis=1) / (aa * bb)
    slope = -2.0 * k * (c - rest)
    fa = slope[:, None] * (b / (aa * bb)[:, None] - (c / aa**2)[:, None] * a)
    fb = slope[:, None] * (a / (aa * bb)[:, None] - (c / bb**2)[:, None] * b)
    np.add.at(forces, angles[:, 0], fa)
    np.add.at(forces, angles[:, 2], fb)
    np.add.at(forces, angles[:, 1], -fa - fb)


def twist(x, torsions, forces, v=2.0, fold=3, shift=0.4):
    b1 = x[torsions[:, 1]] - x[torsions[:, 0]]
    b2 = x[torsions[:, 2]] - x[torsions[:, 1]]
    b3 = x[torsions[:, 3]] - x[torsions[:, 2]]
    m, n = np.cross(b1, b2), np.cross(b2, b3)
    mm, nn, bb = np.sum(m * m, axis=1), np.sum(n * n, axis=1), np.sum(b2 * b2, axis=1)
    r = np.sqrt(bb)
    phi = np.arctan2(r * np.sum(b1 * n, axis=1), np.sum(m * n, axis=1))
    slope = -v * fold * np.sin(fold * phi - shift)
    f1 = (slope * r / mm)[:, None] * m
    f4 = (-slope * r / nn)[:, None] * n
    s = (np.sum(b1 * b2, axis=1) / bb)[:, None] * f1 - (np.sum(b3 * b2, axis=1) / bb)[:, None] * f4
    np.add.at(forces, torsions[:, 0], f1)
    np.add.at(forces, torsions[:, 1], -f1 - s)
    np.add.at(forces, torsions[:, 2], s - f4)
    np.add.at(forces, torsions[:, 3], f4)


def bonded(x, bonds, angles, torsions, forces):
    forces[:] = 0.0
    stretch(x, bonds, forces)
    bend(x, angles, forces)
    twist(x, torsions, forces)
