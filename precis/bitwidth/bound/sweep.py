"""One forward and one reverse sweep over a path, for many boxes at once: the first-order Taylor form with its remainder inside.

Write the rounded run as v~_i = f_i(v~_args) + r_i with |r_i| <= R_i, and let v(t) be the run whose roundings are t r_i. Then, exactly,

    v~_out - v_out = sum_i r_i  int_0^1 a_i(t) dt,     a_i(t) = d v_out / d v_i  along v(t)

(mean value theorem in the r_i; the symbolic Taylor expansions of Solovyev et al. 2015, eq. 7, bound the same sum with a separate
second-order term). The forward sweep encloses, per box, the exact values X_i, the computed values Y_i, and all v_i(t) by
W_i = X_i +- E_i with E_i = sum_k |f_i,k(W)| E_k + R_i; the reverse sweep encloses the adjoints A_i over W. So sum_i |A_i| R_i is a bound,
and what widening X to W adds is of second order.

Where a derivative does not exist on W (sqrt at 0, floor at an integer), the operation is cut: its own change, bounded by a modulus of
continuity or by the distance of X from Y, becomes a residual, and nothing is propagated through it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from precis.bitwidth.bound.graph import CONST, INPUT, ROUND, Cell, Clock, Decision, NoBound
from precis.bitwidth.bound.intervals import INFINITY, Intervals, constant, up
from precis.bitwidth.bound.meanvalue import MeanValue
from precis.bitwidth.bound.rules import DOMAIN, JUMP, NEEDS, RANGE, SLOPES, TOP
from precis.bitwidth.bound.ulps import ULPS, ulps_of
from precis.formats import Format, round_array
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY

SMALLEST = 5e-324
LONG = 400  # cells from which ranges are taken in the mean value form too
INPUTS = 8  # and inputs up to which


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """One way through the cells of a trace: the cells of its outputs, the decisions that lead to it, and all cells that these need.
    open: why the path was given up; "" where it ends."""

    outputs: Sequence[int]
    decisions: Sequence[Decision]
    needed: frozenset[int]
    open: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The cells of all paths of a Program. formats: of the inputs; enclosures: of the constants,
    with how far the number in the program is from the one that is meant; held: a format that holds the computed
    values of a cell."""

    cells: Sequence[Cell]
    formats: Sequence[Format]
    enclosures: Mapping[int, tuple[float, float, float]]
    held: Sequence[Format | None]
    paths: Sequence[Path] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Swept:
    """Of one path and output, per box: exact (X) and computed (Y) ranges, a bound of the error, whether exact and computed runs can
    take the path, and what stands in the way (kind -> mask). near: per decision, whether its operands are so close that rounding may
    turn it."""

    exact: Intervals
    computed: Intervals
    bound: np.ndarray
    exact_may: np.ndarray
    computed_may: np.ndarray
    bad: dict[str, np.ndarray]
    near: Sequence[np.ndarray]


class Forward:
    """Ranges of every cell of a trace over boxes of shape (count, inputs, 2)."""

    def __init__(self, trace: Trace, boxes: np.ndarray, clock: Clock, long: bool = False):
        """long: whether ranges are taken in the mean value form too, which pays in unrolled loops."""
        self.trace, self.boxes, self.clock = trace, boxes, clock
        self.form = MeanValue(boxes) if long else None
        self.zero = np.zeros(len(boxes))
        self.x: list[Intervals] = []
        self.y: list[Intervals] = []
        self.w: list[Intervals] = []
        self.e: list[np.ndarray] = []
        self.r: list[np.ndarray] = []
        self.slopes: list[Sequence[Intervals]] = []
        self.fixed: list[bool] = []  # whether a cell is the same for all inputs
        self.bad: list[tuple[int, str, np.ndarray]] = []

    def run(self) -> None:
        """Of the cells that are new since the last call. OutOfTime by the clock."""
        for k in range(len(self.x), len(self.trace.cells)):
            self.clock.check()
            cell = self.trace.cells[k]
            if cell.op == INPUT:
                ends = self.boxes[:, cell.data, :]
                given = Intervals(ends[:, 0].copy(), ends[:, 1].copy())
                if self.form:
                    self.form.given(cell.data)
                self._add(given, given, self.zero, self.zero, ())
            elif cell.op == CONST:
                low, high, off = self.trace.enclosures[k]
                exact = Intervals(np.full_like(self.zero, low), np.full_like(self.zero, high))
                error = np.full_like(self.zero, off)
                if self.form:
                    self.form.constant(exact)
                self._add(exact, constant(cell.data[0], self.zero), error, error, ())
            elif cell.op == ROUND:
                self._round(cell)
            else:
                self._operation(cell)

    def _add(self, x: Intervals, y: Intervals, e: np.ndarray, r: np.ndarray, slopes: Sequence[Intervals]) -> None:
        self.x.append(x)
        self.y.append(y)
        self.e.append(e)
        self.w.append(x.widened(e))
        self.r.append(r)
        self.slopes.append(slopes)
        cell = self.trace.cells[len(self.fixed)]
        self.fixed.append(cell.op != INPUT and all(self.fixed[a] for a in cell.args))

    def _mark(self, why: str, mask: np.ndarray) -> None:
        """Note what is wrong with the cell that is being computed."""
        if mask.any():
            self.bad.append((len(self.x), why, mask))

    def _operation(self, cell: Cell) -> None:
        if cell.op not in RANGE:
            raise NoBound(f"there is no rule for bounds of {cell.op}")
        x, y, w = ([kind[a] for a in cell.args] for kind in (self.x, self.y, self.w))
        found_x, found_y = RANGE[cell.op](cell, x), RANGE[cell.op](cell, y)
        domain = DOMAIN.get(cell.op)
        if domain:
            why = NEEDS.get(cell.op, f"the argument of {cell.op} may leave its domain")
            self._mark(why, ~(domain(cell, x) & domain(cell, y)))
        slopes = list(SLOPES[cell.op](cell, w, RANGE[cell.op](cell, w)))
        if self.form:
            found_x = found_x.meet(self.form.applied(cell, slopes))
        moved = sum((_size(s, self.e[a]) for s, a in zip(slopes, cell.args)), self.zero)
        moved = np.where(moved > 0, up(moved * TOP), moved)  # what carries no error stays free of it: counters decide loops
        jump = distance(found_x, found_y)
        if cell.op in JUMP:
            jump = np.minimum(jump, JUMP[cell.op](cell, x, [self.e[a] for a in cell.args]) * TOP)
        cut = ~(moved < INFINITY) | ((jump < 0.5 * moved) if cell.op in JUMP else False)
        cut &= sum((self.e[a] for a in cell.args), self.zero) > 0
        flat = constant(0.0, self.zero)
        slopes = [flat.where(cut | (self.e[a] == 0), s) for s, a in zip(slopes, cell.args)]
        error = np.where(cut, jump, moved)
        self._add(found_x, found_y.meet(found_x.widened(error)), error, np.where(cut, jump, 0.0), slopes)

    def _round(self, cell: Cell) -> None:
        (a,), fmt = cell.args, cell.data
        inner = self.trace.cells[a]
        y, extra, whole = self.y[a], self.zero, False
        if (inner.op in ULPS and OPS[inner.op].rounding == LIBRARY) or inner.op == "power":
            count, of = ulps_of("pow" if inner.op == "power" else inner.op, fmt)
            extra = 2 * count * half_ulp(of, up(y.magnitude)) * TOP
            whole = of == fmt  # the stated ulps are those of the result, its rounding included
            y = y.widened(extra)
        low, high = _rounded(y.low, fmt), _rounded(y.high, fmt)
        self._mark(f"a value may overflow {fmt}", ~(np.isfinite(low) & np.isfinite(high)))
        rounding = self.zero if whole else self._rounding(inner, a, fmt, y)
        residual = up((rounding + extra) * TOP)
        residual = np.where(residual <= SMALLEST, np.where(rounding + extra > 0, SMALLEST, 0.0), residual)
        error = np.where(residual > 0, up(self.e[a] + residual), self.e[a])
        x = self.x[a]
        if self.form:
            self.form.same(a)
        computed = Intervals(low, high).meet(x.widened(error))
        self._add(x, computed, error, residual, [constant(1.0, self.zero)])

    def _rounding(self, inner: Cell, a: int, fmt: Format, y: Intervals) -> np.ndarray:
        """The largest rounding error of a value in `y`; 0 where it is a number of the format already."""
        held = self.trace.held[a]
        if held is not None and fmt.contains(held):
            return self.zero
        worst = half_ulp(fmt, y.magnitude)
        if self.fixed[a]:
            worst = np.where(y.point, np.abs(_rounded(y.low, fmt) - y.low), worst)
        if inner.op in ("add", "sub"):
            return np.where(self._close(inner, fmt), 0.0, worst)
        if inner.op == "mul":
            return np.where(self._scaled(inner, fmt, y), 0.0, worst)
        if inner.op == "div":
            return np.where(self._power_of_two(inner.args[1]) & self._normal(fmt, y) & self._holds(inner.args[0], fmt), 0.0, worst)
        return worst

    def _close(self, inner: Cell, fmt: Format) -> np.ndarray:
        """Sterbenz: b/2 <= a <= 2b makes a - b exact (Higham, Accuracy and Stability, 2nd ed., theorem 2.5); so does a zero."""
        b, c = inner.args
        if not (self._holds(b, fmt) and self._holds(c, fmt)):
            return np.zeros(len(self.zero), bool)
        first, second = self.y[b], self.y[c]
        second = -second if inner.op == "add" else second
        same = ((first.low > 0) & (second.low > 0)) | ((first.high < 0) & (second.high < 0))
        a, d = first.abs(), second.abs()
        near = same & (a.low * 2.0 >= d.high) & (d.low * 2.0 >= a.high)
        zero = (first.magnitude == 0) | (second.magnitude == 0)
        return near | zero

    def _scaled(self, inner: Cell, fmt: Format, y: Intervals) -> np.ndarray:
        b, c = inner.args
        times = (self._power_of_two(b) & self._holds(c, fmt)) | (self._power_of_two(c) & self._holds(b, fmt))
        return times & self._normal(fmt, y)

    def _holds(self, k: int, fmt: Format) -> bool:
        held = self.trace.held[k]
        return held is not None and fmt.contains(held)

    def _power_of_two(self, k: int) -> np.ndarray:
        y = self.y[k]
        return y.point & (np.abs(np.frexp(y.low)[0]) == 0.5)

    def _normal(self, fmt: Format, y: Intervals) -> np.ndarray:
        """Whether no value is below the normal range, where scaling loses bits."""
        return (y.mignitude >= float(fmt.min_normal)) | (y.magnitude == 0)


def forward(trace: Trace, boxes: np.ndarray, clock: Clock) -> Forward:
    """Ranges of all cells over boxes of shape (count, inputs, 2). OutOfTime by the clock, as `sweep` does."""
    with np.errstate(all="ignore"):
        f = Forward(trace, boxes, clock, len(trace.cells) >= LONG and boxes.shape[1] <= INPUTS)
        f.run()
        return f


def sweep(f: Forward, number: int = 0) -> list[Swept]:
    """What holds on every path for the output element `number`."""
    with np.errstate(all="ignore"):
        return [_swept(f, p, number) for p in f.trace.paths]


def _swept(f: Forward, p: Path, number: int) -> Swept:
    exact, computed = (_feasible(p.decisions, kind, len(f.zero)) for kind in (f.x, f.y))
    near = [_near(f, d) for d in p.decisions]
    if p.open:
        return Swept(constant(0.0, f.zero), constant(0.0, f.zero), f.zero, exact, computed, {}, near)
    cell = p.outputs[number]
    bound = _reverse(f, cell) if (exact | computed).any() else f.zero
    bad: dict[str, np.ndarray] = {}
    for k, why, mask in f.bad:
        if k in p.needed:
            bad[why] = bad.get(why, np.zeros(len(mask), bool)) | mask
    return Swept(f.x[cell], f.y[cell], bound, exact, computed, bad, near)


def _near(f: Forward, d: Decision) -> np.ndarray:
    """Whether |left - right| may be within the errors of both; never where neither has one."""
    errors = f.e[d.left] + f.e[d.right]
    return (errors > 0) & ((f.x[d.left] - f.x[d.right]).mignitude <= up(errors))


def needed(cells: Sequence[Cell], wanted: Sequence[int]) -> frozenset[int]:
    """The cells that some cells are computed from, themselves included."""
    found, waiting = set(wanted), list(wanted)
    while waiting:
        new = [a for a in cells[waiting.pop()].args if a not in found]
        found.update(new)
        waiting += new
    return frozenset(found)


def _reverse(f: Forward, output: int) -> np.ndarray:
    """sum |A_i| R_i for one output; at most the distance of its computed from its exact range."""
    adjoints: list[Intervals | None] = [None] * (output + 1)
    adjoints[output] = constant(1.0, f.zero)
    total = np.zeros_like(f.zero)
    for k in range(output, -1, -1):
        a = adjoints[k]
        if a is None:
            continue
        f.clock.check()
        adjoints[k] = None
        if f.r[k] is not f.zero:
            total = total + _size(a, f.r[k]) * TOP
        for arg, slope in zip(f.trace.cells[k].args, f.slopes[k]):
            before, share = adjoints[arg], a * slope
            adjoints[arg] = share if before is None else before + share
    total = np.where(total > 0, up(total * (1.0 + 2.0**-30)), total)
    return np.minimum(total, np.minimum(f.e[output], distance(f.x[output], f.y[output])))


def _size(a: Intervals, r: np.ndarray) -> np.ndarray:
    """max |a| times r, where 0 times anything is 0."""
    found = a.magnitude * r
    found = np.where(found > 0, up(found), np.where(np.isnan(found), INFINITY, np.where(a.magnitude > 0, SMALLEST, 0.0)))
    return np.where(r == 0, 0.0, found)


def distance(x: Intervals, y: Intervals) -> np.ndarray:
    """The largest |a - b| with a in x and b in y."""
    gap = np.maximum(y.high - x.low, x.high - y.low)
    return np.where(np.isnan(gap), INFINITY, np.where(gap > 0, up(gap), 0.0))


def half_ulp(fmt: Format, magnitude: np.ndarray) -> np.ndarray:
    """The largest rounding error of numbers up to `magnitude`: half the spacing below it (2^-p times its binade, or half the smallest
    subnormal)."""
    fraction, exponent = np.frexp(np.where(np.isfinite(magnitude), magnitude, 1.0))
    binade = exponent - 1 - (fraction == 0.5)
    found = np.maximum(np.ldexp(1.0, np.maximum(binade, fmt.emin) - fmt.precision), SMALLEST)
    return np.where(magnitude == 0, 0.0, np.where(np.isfinite(magnitude), found, INFINITY))


def _rounded(x: np.ndarray, fmt: Format) -> np.ndarray:
    found = round_array(x, fmt) if fmt.precision < 53 else x
    return found if fmt.infinities else np.where(np.isnan(found), INFINITY, found)


def _feasible(decisions: Sequence[Decision], values: Sequence[Intervals], count: int) -> np.ndarray:
    """Whether all decisions may hold for values in these ranges."""
    found = np.ones(count, bool)
    for d in decisions:
        a, b = values[d.left], values[d.right]
        found &= ~surely_fails(d.op, a, b)
    return found


def surely_fails(op: str, a: Intervals, b: Intervals) -> np.ndarray:
    """Whether a comparison surely does not hold."""
    return {"lt": a.low >= b.high, "le": a.low > b.high, "gt": a.high <= b.low, "ge": a.high < b.low,
            "eq": (a.high < b.low) | (a.low > b.high), "ne": a.point & b.point & (a.low == b.low)}[op]
