"""What a program finds around it and hands on as a whole: interpolators made before, objects of its module, results in dicts."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from scipy import interpolate as ip

from tests.lift.numpy.case import Case

X = np.linspace(0.0, 1.0, 7)
Y = np.sin(3.0 * X)
TABLES = [ip.interp1d(X, Y, kind=kind) for kind in ("linear", "nearest", "previous", "next", "quadratic", "cubic")]
EDGED = ip.interp1d(X, Y, bounds_error=False, fill_value=(0.5, 2.0))
ONWARDS = ip.interp1d(X, Y, fill_value="extrapolate")
CURVES = (ip.CubicSpline(X, Y), ip.PchipInterpolator(X, Y), ip.Akima1DInterpolator(X, Y), ip.make_interp_spline(X, Y, k=5),
          ip.UnivariateSpline(X, Y, s=0.01), ip.PPoly(np.arange(12.0).reshape(4, 3), np.array([0.0, 0.2, 0.5, 1.0])))
ENDED = [ip.UnivariateSpline(X, Y, s=0.01, ext=ext) for ext in (0, 1, 3)]
PLANE = ip.RegularGridInterpolator((X, X), np.outer(Y, Y))
WIDE = ip.RegularGridInterpolator((X, X), np.outer(Y, Y), bounds_error=False, fill_value=-1.0)


def read_from_tables(x):
    far = 3.0 * x - 1.0
    return [t(x) for t in TABLES], EDGED(far), ONWARDS(far), [c(x) for c in CURVES], [c(far) for c in CURVES], [s(far) for s in ENDED]


def derived_from_tables(x):
    spline, pchip, _, quintic, _, pieces = CURVES
    return (spline(x, 1), spline.derivative()(x), pchip.derivative(2)(x), quintic.derivative()(x), spline.integrate(0.1, x[0]),
            pieces.antiderivative()(x), spline.x)


def read_from_grids(x):
    return PLANE(np.stack([x, x[::-1]], -1)), WIDE(np.column_stack([2.0 * x - 0.5, x])), PLANE([0.3, 0.4]), PLANE((0.3, x[0]))


def stepped_by_a_table(x, rate=TABLES[0]):
    t, out = 0.0, []
    while t < 0.9:
        out.append(float(rate(t)) + CURVES[0](x[0]))
        t += 0.1 + 0.01 * abs(rate(t))
    return np.array(out)


@dataclass
class Gate:
    power: int
    rate: object


@dataclass
class Ion:
    name: str
    gates: dict = field(default_factory=dict)


IONS = (Ion("na", {"m": Gate(3, lambda v: np.exp(-v)), "h": Gate(1, lambda v: 1.0 / (1.0 + v * v))}), Ion("k", {"n": Gate(4, np.cos)}))


def objects_of_the_module_in_a_loop(v, dt):
    """The loop's name was one of a comprehension before."""
    states = {ion.name: {g: gate.rate(v) for g, gate in ion.gates.items()} for ion in IONS}
    for _ in range(round(0.3 / dt)):
        for ion in IONS:
            for g, gate in ion.gates.items():
                states[ion.name][g] = states[ion.name][g] + dt * gate.rate(v) ** gate.power
        v = v + dt * states["na"]["m"]
    return v, states["k"]["n"]


def best_record(loads, x, fixed):
    """Selections in a record that one name hands to another, as the data ask for."""
    best = None
    for load in loads:
        moved = load * x
        record = {"moved": moved, "held": moved[fixed]}
        if best is None or record["moved"].max() > best["moved"].max():
            best = record
    return best


def named_spaces(x):
    pipes = {name: SimpleNamespace(flow=0.0, size=s) for name, s in zip("abc", x)}
    for pipe in pipes.values():
        pipe.flow += pipe.size * 2.0
    return [p.flow for p in pipes.values()]


def added_at_places_of_a_mask(x):
    f = np.zeros_like(x)
    low = np.flatnonzero(x < x.mean())
    np.add.at(f, low, 1.0 / len(low))
    np.add.at(f, np.where(x > 0.5)[0], x[x > 0.5])
    return f


def returns_where_a_solve_fails(a, b):
    x = b.copy()
    for k in range(20):
        r = b - a @ x
        if np.linalg.norm(r) < 1e-9:
            break
        try:
            step = np.linalg.solve(a, r)
        except np.linalg.LinAlgError:
            return x, k, False
        x = x + 0.9 * step
    return x, k, True


def status_that_is_only_shown(x):
    status = "high" if x.sum() > 1.0 else "low"
    print(f"status {status}")
    return x * 2.0


def extrapolated_history(x, tol):
    """The last three of at most four results, asked for at a position that early trials of the loop do not have yet."""
    u, history, step, error = x.copy(), [], 0, 1.0
    while error > tol:
        new = 0.5 * u + 0.1
        history.append(new)
        if len(history) > 4:
            history.pop(0)
        if step % 6 == 5:
            new = (history[-1] + history[-2] + history[-3]) / 3.0
        error, u = np.max(np.abs(new - u)), new
        step += 1
    return u, step


def ones_of_codes(codes, mask):
    """Hamming distances, written in three ways."""
    distances = [bin(int(c) ^ mask).count("1") for c in codes]
    return np.array(distances), sum(int(c).bit_count() for c in codes), np.bitwise_count(codes ^ mask)


@dataclass(frozen=True)
class State:
    x: np.ndarray
    label: str = "now"
    parts: list = field(default_factory=list)

    @property
    def total(self):
        return self.x.sum()


@dataclass(slots=True)
class Summary:
    most: float
    state: State


class Answer(NamedTuple):
    u: np.ndarray
    summary: Summary


class Kept:
    def __init__(self, x):
        self.x = x[x > 0.5]


def objects_come_back(x):
    state = State(2.0 * x, parts=[x.sum(), x[0]])
    return Answer(x + 1.0, Summary(x.max(), state)), {"kept": Kept(x)}


def powers_in_loops(a, n, x):
    """Exponents that the loop or the data tell."""
    stacked = np.vstack([np.linalg.matrix_power(a, k + 1) for k in range(n)])
    return stacked, np.array([np.linalg.matrix_power(a, k) for k in range(-2, 3)]), np.linalg.matrix_power(a, int(x[0] * 9.0))


INNER = slice(1, -1)
NAMED = {"odd": np.s_[1::2], "corner": np.s_[:2, INNER]}


def slices_of_the_module(a, part, parts=(INNER, slice(None, None, -1))):
    inner = (INNER, INNER)
    for one in (a[part], a[NAMED["corner"]]):
        one *= 1.5
    a[inner] += a[parts][:, :-2].copy()
    return a[NAMED["odd"]].sum(), a[(slice(None),) * 2 + (None,)], part.start, a[INNER]


U = np.random.default_rng(3).random(9)
SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
CASES = [
    Case(read_from_tables, (U[:5],), more=[(U,)], close=1e-12),
    Case(derived_from_tables, (U[:5],), more=[(U,)], close=1e-12),
    Case(read_from_grids, (U[:5],), more=[(U,)], close=1e-13),
    Case(stepped_by_a_table, (U,), close=1e-13),
    Case(objects_of_the_module_in_a_loop, (U[:4], 0.1), more=[(U, 0.06)], close=1e-13),
    Case(best_record, (U[:3], U[:4], np.array([True, False, True, True])), more=[(U[:5], U[:6], U[:6] > 0.5)]),
    Case(extrapolated_history, (U[:4], 1e-6), more=[(U, 1e-9)], close=1e-14),
    Case(ones_of_codes, (np.array([1, 6, 12, -7]), 5), more=[(np.array([0, 255, 1 << 40]), 5)]),
    Case(objects_come_back, (U[:4],), more=[(U,)]),
    Case(powers_in_loops, (np.eye(3) + 0.1, 4, U), more=[(np.eye(2) - 0.3, 7, 0.0 * U)], close=1e-14),
    Case(slices_of_the_module, (np.outer(U[:5], U[:5]), slice(1, 3)), more=[(np.outer(U, U), slice(2, 7))], close=1e-15),
    Case(named_spaces, (U[:3],)),
    Case(added_at_places_of_a_mask, (U[:4],), more=[(U,)]),
    Case(returns_where_a_solve_fails, (SINGULAR + np.eye(2), np.ones(2)), more=[(SINGULAR, np.ones(2))], close=1e-12),
    Case(status_that_is_only_shown, (U[:4],), more=[(U,)]),
]
