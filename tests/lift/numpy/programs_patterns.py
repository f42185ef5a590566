"""`match` on objects, dicts and sequences; views of dicts, which compare as sets; loops that are left before their names are assigned."""

import math
from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.case import Case


@dataclass(frozen=True)
class Disc:
    radius: float


@dataclass(frozen=True)
class Box:
    width: float
    height: float = 1.0


class Ring:
    __match_args__ = ("outer",)

    def __init__(self, outer, inner):
        self.outer, self.inner = outer, inner


def area(shape):
    match shape:
        case Disc(r):
            return np.pi * r * r
        case Box(width=a, height=b) if a > b:
            return 2 * a * b
        case Box(a, b):
            return a * b
        case Ring(r, inner=2):
            return r
        case Ring(r):
            return -r
        case {"kind": "triangle", "height": h, **rest}:
            return h * sum(rest.values()) / 2
        case [first, *_, last]:
            return first - last
        case float(v) | int(v):
            return 3 * v
        case "unit" | "one":
            return 1.0
        case str() as text:
            return float(len(text))
        case None:
            return -1.0
        case _:
            raise TypeError(shape)


def areas(x):
    triangle = {"kind": "triangle", "height": x[0], "base": x[1]}
    return [area(s) for s in (Disc(x[0]), Box(x[1]), Box(x[0], x[1]), Ring(x[0], 2), Ring(x[0], 3), triangle, [x[0], x[1], x[2]],
                              (x[0], x[2]), x[0], 3, "one", "four", None)]


def codes(x, k):
    total = 0.0
    for i in range(x.size):
        match int(x[i]), i:
            case 0, n if n > k:
                total += n
            case 1, n:
                total += 10 * n
            case a, b if a == b:
                total -= 1
            case _, n:
                total += 0.5 * n
    return total


def views_of_dicts(x):
    a, b = {"p": x, "q": 2 * x}, {"q": x, "p": 3 * x}
    same = a.keys() == b.keys() and {"p": 1, "q": 2}.items() == {"q": 2, "p": 1}.items() and tuple(a.keys()) != tuple(b.keys())
    wider = {**b, "r": x}
    inside = a.keys() < wider.keys() and not wider.keys() <= a.keys() and a.keys() >= {"p"} and {1, 2} < {3, 2, 1}
    apart = a.keys().isdisjoint({"z"}) and {"p"}.issubset(a)
    return (same, inside, apart, sum((a[k] * b[k] for k in sorted(a.keys() & b.keys())), 0 * x), sorted(wider.keys() - a.keys()),
            len(a.keys() | {"s"}), sorted(a.keys() ^ wider.keys()))


def left_at_once(x, tol):
    n = 0
    while n < 50:
        n += 1
        if x == 0:
            return 0.0, n
        half = 0.5 * x
        old, x = x, 0.5 * math.sin(x)
        if abs(old - x) < tol:
            break
    else:
        return math.nan, n
    return half, n


def numbers(*x):
    return np.array(x, dtype=float)


CASES = [
    Case(areas, (numbers(1, 2, 3),), [(numbers(3, 0.5, 1),)]),
    Case(codes, (numbers(0, 1, 2, 3, 4, 0, 0, 2), 3), [(numbers(0, 0, 1, 0, 1, 5, 2, 2), 1)]),
    Case(views_of_dicts, (numbers(1, 2),), [(numbers(3, 4, 5),)]),
    Case(left_at_once, (1.0, 1e-3), [(0.5, 1e-2), (0.0, 0.1), (2.0, -1.0)], 1e-14),
]
