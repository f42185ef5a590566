"""Records and lists as programs keep them: dataclasses replaced and taken apart, copies, enumerations, lists that are changed."""

import copy
import itertools
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


class Wall(Enum):
    STICKY = "sticky"
    SMOOTH = "smooth"
    ROUND = "round"


class Slot(IntEnum):
    MASS = 0
    FLUX = 1


@dataclass
class Tank:
    level: Any
    wall: Wall = Wall.SMOOTH
    flows: list = field(default_factory=list)


@dataclass(frozen=True)
class Settings:
    gain: float = 1.5
    tank: Tank = field(default_factory=lambda: Tank(2.0))
    weights: Any = field(default_factory=lambda: np.arange(3.0))


SETTINGS = Settings()


class Point(NamedTuple):
    x: float
    y: float

    def __add__(self, other):
        return Point(*(a + b for a, b in zip(self, other)))

    @property
    def norm(self):
        return np.sqrt(sum(c * c for c in self))


class Options:
    def __init__(self, **given):
        self.gain = 1.0
        self.__dict__.update(given)


@prog(lambda n: (U(n), U(2, n)))
def enumerations(x, w):
    found = []
    for wall in Wall:
        y = x.copy()
        if wall is Wall.STICKY:
            y[0] = y[-1] = 0.0
        elif wall == Wall.SMOOTH:
            y[0], y[-1] = y[1], y[-2]
        found.append(y)
    return found, w[Slot.MASS] - w[Slot.FLUX], Wall("round").name == "ROUND", len(list(Wall))


@prog(lambda n: (U(n),))
def records(x):
    tank = Tank(x)
    other = replace(tank, level=x * 2.0)
    tank.flows.append(x[0])
    deep, flat = copy.deepcopy(tank), copy.copy(tank)
    deep.level[0] = 9.0
    flat.flows.append(x[1])
    whole = asdict(other)
    return tank.level, len(tank.flows), len(deep.flows), whole["level"], astuple(deep)[0], Options(gain=x[1]).gain, vars(other)["level"][0]


@prog(lambda n: (U(n),))
def settings_of_the_module(x):
    mine, whole = replace(SETTINGS, gain=x[0]), asdict(SETTINGS)
    return x * mine.gain * SETTINGS.gain * mine.tank.level, whole["tank"]["level"] + whole["weights"].sum(), astuple(mine)[2]


@prog(lambda n: (U(n),))
def fields_by_name(x):
    """Of an object and of its class: names, defaults, and what a loop over them makes of the object."""
    mine = Settings(gain=x[0])
    found = {f.name: getattr(mine, f.name) for f in fields(mine) if f.name != "tank"}
    plain = sum(f.default for f in fields(Settings) if isinstance(f.default, float))
    return found["gain"] * x, len(fields(Settings)), [f.name for f in fields(mine)].index("gain"), plain, sum(f.init for f in fields(Tank))


@prog(lambda n: (U(n, 2),))
def named_points(x):
    p, rows = Point(0.0, 0.0), np.zeros((len(x), 2))
    for k, (a, b) in enumerate(x):
        p = p + Point(a, b)
        rows[k] = p
    return rows, p.norm, np.array(p) * 2.0, (0.5,) * int(np.log2(4.0))


@prog(lambda n: (U(n), 4), sizes=(6,), grad=False)
def lists_changed_at_computed_positions(x, bins):
    counts, order = [0] * bins, list(range(len(x)))
    for v in x:
        counts[int(v * bins) % bins] += 1
    for k in range(len(x)):
        j = k + int(np.argmax(x[k:] * (order[k] + 1)))
        order[k], order[j] = order[j], order[k]
    return counts, np.array(order), sum(counts), max(order)


@prog(lambda n: (U(n),))
def lists_extended_and_cut(x):
    grown = []
    for k in range(3):
        grown.extend(x * (k + 1.0))
    grown.insert(1, 5.0)
    grown[2] = -1.0
    last = grown.pop()
    parts = grown[:3] + grown[-2:]
    parts += x.tolist()
    grown.reverse()
    return np.array(grown), last, np.array(parts), grown[1]


@prog(lambda n: (U(n), U(n) - 0.5))
def left_out_elements_have_derivatives(x, y):
    above = y > 0.0
    ratio = np.divide(x, np.where(above, y, 0.0), out=np.zeros_like(x), where=above)
    return ratio, np.log(np.where(above, y, 0.0), out=np.zeros_like(x), where=above), np.sqrt(x * above, out=x.copy(), where=above)


SEEN_BY_ALL = 0.25


class Cell:
    def __init__(self, value, parents=()):
        self.value, self.parents = value, parents
        self.slope = np.zeros_like(value)

    def ordered(self):
        order, seen = [], set()

        def visit(cell):
            if cell not in seen:
                seen.add(cell)
                for parent in cell.parents:
                    visit(parent)
                order.append(cell)
        visit(self)
        return order


@prog(lambda n: (U(n),))
def sets_of_objects_and_numbers(x):
    a = Cell(x)
    b = Cell(x * 2.0, (a,))
    c = Cell(a.value * b.value, (a, b))
    for k, cell in enumerate(reversed(c.ordered())):
        cell.slope += x * k
    used = {1, 3} | {3, 5}
    used.discard(1)
    used.update([7, 5])
    return [cell.slope for cell in c.ordered()], len(used), 3 in used, sorted(used - {7})


@prog(lambda n: (U(n),))
def keys_of_tuples(x):
    table = {(i, j): x[i] * x[j] for i, j in itertools.product(range(2), repeat=2)}
    total = 0.0
    for (i, j), value in table.items():
        total += value * (i - 2.0 * j)
    return total, sum(table[key] for key in table), {0.5: x[0]}[0.5]


@prog(lambda n: (U(n), 5))
def endless_and_kept(x, steps):
    global SEEN_BY_ALL
    kept, found = [], 0
    for k in itertools.count(1):
        x = x * SEEN_BY_ALL
        for j in itertools.count():
            if j >= k:
                break
            found += j
        if x.max() < 1e-3 or k > 9:
            break
    for k in range(steps):
        x = x + 0.1
        if k % 2 == 0:
            kept.append(Tank(x.copy(), flows=[k]))
    return np.array([t.level for t in kept]), k, found, [t.flows[0] for t in kept]


class Material(NamedTuple):
    stiff: float
    weights: Any
    name: str = "steel"

    def energy(self, strain):
        return 0.5 * self.stiff * strain @ strain


STEEL = Material(1.2, np.array([0.5, 0.25]))


@prog(lambda n: (U(n),))
def records_as_defaults_and_globals(a, material=Material(0.7, (1.0, 2.0))):
    stiff, weights, name = material
    return material.energy(a) + STEEL.energy(2.0 * a), stiff * STEEL.stiff, weights[0] * STEEL.weights, len(name)


BODY = np.dtype([("place", "f8", 3), ("speed", "f8", (3,)), ("mass", float), ("number", "i4")])


def bodies(n):
    found = np.zeros(n, BODY)
    found["place"], found["speed"], found["mass"], found["number"] = U(n, 3), U(3, n).T, U(n), np.arange(n)[::-1]
    return found


@prog(lambda n: (bodies(n), U(n), 0.01))
def pulled(body, pull, dt):
    """Arrays of records: fields, records and parts of both, read and changed; sorted, and made of rows."""
    force = np.zeros_like(body["place"])
    for i in range(len(body)):
        d = body[0]["place"] - body["place"][i]
        force[i] = body["mass"][0] * d / (np.sum(d**2) + 0.1) ** 1.5
    body["speed"] += dt * force
    first, heavy = body[0], body[body["mass"] > 0.8]
    first["mass"] = 3.0 * pull[0]
    body[1]["number"] = -7
    for b in body[2:]:
        b["speed"][0] *= pull[b["number"]]
    ordered = body[np.argsort(body["number"])]
    ordered["mass"][0] = -1.0
    levels = np.array([(p, k) for k, p in enumerate(pull)], dtype=[("pull", float), ("k", int)])
    levels.sort(order="pull")
    grid = np.zeros((2, 3), dtype=[("u", "f8"), ("set", "?")])
    grid[0, 1]["u"] = pull[1]
    grid[1] = grid[0].copy()
    grid["set"] = grid["u"] > 0.0
    levels[0], levels[1] = levels[1].copy(), (0.25, 9)
    return heavy["mass"].sum(), ordered["place"], ordered["mass"], levels["pull"], levels["k"], grid["u"], grid["set"].sum(), body.size
