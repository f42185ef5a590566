"""Idioms of scientific programs: classes and tuples with arrays, closures, and functions of NumPy in their many forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tests.lift.numpy.surface import Collection

PROGRAMS, prog = Collection(sizes=(6, 9, 14)).both


def R(*s):
    return np.random.default_rng(sum(s) + 7).normal(size=s)


def I(high, *s):  # noqa: E743
    return np.random.default_rng(sum(s) + 5).integers(0, high, s)


class Layer:
    def __init__(self, w, b, act=np.tanh):
        self.w, self.b, self.act = w, b, act
    def __call__(self, x):
        self.pre = x @ self.w + self.b
        return self.act(self.pre)


class Residual(Layer):
    def __init__(self, w, b):
        super().__init__(w, b, act=lambda z: np.maximum(z, 0.01 * z))
        self.scale = 0.5
    def __call__(self, x):
        return x + self.scale * super().__call__(x)


class State(NamedTuple):
    u: np.ndarray
    t: float = 0.0


@dataclass


class Grid:
    n: int
    h: float = 0.1
    data: Any = None
    def __post_init__(self):
        if self.data is None:
            self.data = np.zeros((self.n, self.n))
    def lap(self):
        d = self.data
        return (np.roll(d, 1, 0) + np.roll(d, -1, 0) + np.roll(d, 1, 1) + np.roll(d, -1, 1) - 4 * d) / self.h ** 2
    @classmethod
    def like(cls, other):
        return cls(other.n, other.h)
    @staticmethod
    def mix(a, b, w=0.5):
        return w * a + (1 - w) * b
