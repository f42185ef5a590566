"""Objects that loops change: arrays and counters in one object, properties with setters, objects in objects, arrays that change places."""

from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.surface import Collection, R, U

PROGRAMS, prog = Collection(sizes=(5, 7, 10)).both


@dataclass
class Tank:
    level: np.ndarray
    salt: np.ndarray
    spills: int = 0

    @property
    def content(self):
        return np.stack([self.level, self.salt])

    @content.setter
    def content(self, new):
        self.level, self.salt = new

    def pour(self, share):
        new = self.content
        new[:, 1:] += share * (new[:, :-1] - new[:, 1:])
        self.content = new


@prog(lambda n: (U(n), U(n, 1)[:, 0], 4))
def property_with_setter(level, salt, steps):
    tank = Tank(level, salt)
    for _ in range(steps):
        tank.pour(0.25)
    return tank.level, tank.salt


class Walker:
    def __init__(self, sites):
        self.sites = sites
        self.hits = 0

    def visit(self, coins):
        for i in range(self.sites.shape[0]):
            if coins[i] < 0.5:
                self.sites[i] *= -1
                self.hits += 1


@prog(lambda n: (U(n), R(n).random((4, n))), grad=False)
def array_and_counter(sites, coins):
    walker = Walker(sites)
    means = []
    for row in coins:
        walker.visit(row)
        means.append(walker.sites.mean())
    return np.array(means), walker.hits


class Inner:
    def __init__(self, a):
        self.a, self.count = a, 0


class Outer:
    def __init__(self, a):
        self.inner, self.total = Inner(a), 0.0


@prog(lambda n: (U(n), n))
def object_in_object(a, n):
    outer = Outer(a)
    inner = outer.inner
    for i in range(n):
        outer.inner.a[i] += 1.0
        outer.inner.count += 1
        outer.total += outer.inner.a[i]
    return inner.a.sum(), inner.count, outer.total


@prog(lambda n: (U(n), R(n).random(n)))
def item_of_a_dict_that_stays(a, coins):
    held = {"fixed": a.copy(), "grows": a, "hits": 0}
    alias = held["fixed"]
    for x in coins:
        if x < 0.5:
            held["fixed"][0] += x
            held["hits"] += 1
        held["grows"] = held["grows"] + x
    return alias, held["grows"], held["hits"]


@prog(lambda n: (U(n), 5))
def attributes_change_places(a, steps):
    outer = Outer(a)
    outer.p, outer.q = a.copy(), a * 2.0
    for i in range(steps):
        outer.total += 1.0
        outer.p, outer.q = outer.q, outer.p
        outer.p[0] += outer.total
    return outer.p, outer.q, outer.inner.a
