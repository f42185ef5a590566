"""Selection: the formats of least modelled cost whose estimated error keeps to the tolerance, as a mixed-integer linear
program.

Binary x[g, o]: the storage class or site g takes option o (a format; for sites that sum a pair of compute and
accumulator format). Where a value passes from one group to another, both its conversion and its rounding error depend
on the two options together: flows z[g, o, h, p] >= 0 with sum_p z = x[g, o] and sum_o z = x[h, p] carry them (transport
formulation). Epigraph variables t[site] stand for the longer of moving and computing. One row holds the squared error
shares; scipy's HiGHS solves it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from precis.bitwidth.cost import SiteWork, Work, arithmetic_seconds, cast_seconds
from precis.bitwidth.devices import Device, device_named
from precis.bitwidth.equals import assignment_of, widened
from precis.bitwidth.estimate import Corrections, estimate, share_of
from precis.bitwidth.linear import Linear
from precis.bitwidth.pins import Pins
from precis.bitwidth.places import Place, Rounding
from precis.bitwidth.resident import observed_work
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.task import SAFETY, Option, Task, check_tolerance, task_of
from precis.errors import ToleranceNotMet, UsageError
from precis.formats import FORMATS, Assignment, Format
from precis.ir.ruled import without_rules
from precis.ir.types import Program

UPWARD = ("binary64x2",)  # offered in addition where those offered by default, binary64 among them, do not hold
FINEST = 1e-15  # tolerances below cannot be kept by results that are returned in binary64
OFFERED = ("bfloat16", "binary16", "tf32", "binary32", "binary64")
# Weights of relative time and relative memory. What brings nothing to the objective is narrowed for the other, and with
# the used part of the error budget as the third, what brings nothing to either is not narrowed.
OBJECTIVES = {"time": (1.0, 1e-2), "memory": (1e-2, 1.0)}
ERROR_WEIGHT = 1e-3


def assign(
    program: Program,
    s: Sensitivity,
    rtol: float = 1e-6,
    formats: Sequence[str | Format] = OFFERED,
    device: str | Device = "cpu",
    pins: Pins | None = None,
    *,
    corrections: Corrections | None = None,
    safety: float = SAFETY,
    work: Work | None = None,
    objective: str = "time",
) -> Assignment:
    """The Assignment of least modelled cost on `device` whose estimated relative error is at most safety * rtol; of those of equal cost
    one that nothing wider equals.

    formats      those offered for storage, computing and accumulating (tf32 and fp8 where the device computes in them);
                 by default binary64x2 too, but only where binary64 is not enough
    pins         container, site, place or pattern -> format that it must have, or formats that it may have
    corrections  factors that attribution found (precis.bitwidth.estimate)
    objective    "time" or "memory": what cost is; the other decides between equals
    Raises ToleranceNotMet where even the widest formats offered are estimated to miss the tolerance, UsageError for
    unknown names.
    """
    check_tolerance(rtol)
    program = without_rules(program)
    weights = objective_named(objective)
    work = work or observed_work(program, s)
    limits = device_named(device), pins or {}, corrections or {}, safety, work
    task = task_of(program, s, rtol, formats, *limits)
    chosen = _solve(task, weights)
    if chosen is None and tuple(formats) == OFFERED and rtol >= FINEST:
        task = task_of(program, s, rtol, (*formats, *UPWARD), *limits)
        chosen = _solve(task, weights)
    if chosen is None:
        raise _not_met(task, rtol)
    return assignment_of(task, widened(task, chosen))


def objective_named(name: str) -> tuple[float, float]:
    """The weights of time and memory. UsageError for an unknown objective."""
    if name not in OBJECTIVES:
        raise UsageError(f"unknown objective {name!r}", hints=(f"one of {', '.join(OBJECTIVES)}",))
    return OBJECTIVES[name]


def error_share(task: Task, cause: Rounding, fmt: Format) -> float:
    """Squared share of the budget when `cause` rounds to `fmt`."""
    size = share_of(task.s, cause, fmt, task.corrections).size
    if cause.place[0] == "multiplicand" and fmt.unit in task.device.flushes:
        row = task.s.row(cause)
        size += row.adjoint * float(fmt.min_normal) if row.smallest < float(fmt.min_normal) else 0.0
    return (size / task.budget) ** 2


def _solve(task: Task, weights: tuple[float, float]) -> dict[Place, Option] | None:
    """The best option of every group; None where there is none within the budget."""
    lp = Linear()
    x = {g: [lp.column(binary=True) for _ in options] for g, options in task.options.items()}
    for columns in x.values():
        lp.row(dict.fromkeys(columns, 1.0), 1.0, 1.0)
    flows = _Flows(lp, x)
    error = _error_row(task, lp, x, flows)
    (time, memory), unit = weights, _unit(task)
    _memory(task, lp, x, memory)
    _borders(task, lp, x, unit, time)
    for name, site in task.work.sites.items():
        _site_time(task, lp, x, flows, name, site, unit, time)
    for column, weight in error.items():
        lp.cost(column, ERROR_WEIGHT * weight)
    lp.row(error, -math.inf, 1.0)
    values = lp.solve()
    if values is None:
        return None
    return {g: task.options[g][int(np.argmax(values[columns]))] for g, columns in x.items()}


class _Flows:
    """The z variables between pairs of groups, made when first asked for."""

    def __init__(self, lp: Linear, x: Mapping[Place, list[int]]):
        self.lp, self.x = lp, x
        self.columns: dict[tuple[Place, Place], np.ndarray] = {}

    def between(self, g: Place, h: Place) -> np.ndarray:
        """Columns [option of g, option of h]."""
        if (g, h) not in self.columns:
            a, b = self.x[g], self.x[h]
            z = np.array([[self.lp.column() for _ in b] for _ in a])
            for o, column in enumerate(a):
                self.lp.row({**dict.fromkeys(z[o], 1.0), column: -1.0}, 0.0, 0.0)
            for p, column in enumerate(b):
                self.lp.row({**dict.fromkeys(z[:, p], 1.0), column: -1.0}, 0.0, 0.0)
            self.columns[g, h] = z
        return self.columns[g, h]


def _error_row(task: Task, lp: Linear, x: Mapping[Place, list[int]], flows: _Flows) -> dict[int, float]:
    """Column -> squared share of the budget. Options that use it up alone are closed."""
    row: dict[int, float] = {}
    for cause in task.s.causes:
        if cause.place not in task.group:
            continue
        for column, target, source in _columns(task, x, flows, cause.source, cause.place):
            if source is None or not target.contains(source):
                row[column] = row.get(column, 0.0) + error_share(task, cause, target)
    for column, share in row.items():
        if share > 1.0:
            lp.close(column)
    return {column: share for column, share in row.items() if 1e-12 < share <= 1.0}


def _columns(
    task: Task, x: Mapping[Place, list[int]], flows: _Flows, source: Place | None, target: Place
) -> Iterable[tuple[int, Format, Format | None]]:
    """(column, target format, source format) of every combination of options behind a conversion (or a rounding of its
    own)."""
    h = task.of(target)
    if source is None or source not in task.group:
        wide = None if source is None else FORMATS["binary128"]
        return [(c, task.format(target, o), wide) for c, o in zip(x[h], task.options[h])]
    g = task.of(source)
    if g == h:
        return [(c, task.format(target, o), task.format(source, o)) for c, o in zip(x[h], task.options[h])]
    z = flows.between(g, h)
    return [
        (z[i, j], task.format(target, o), task.format(source, p))
        for i, p in enumerate(task.options[g])
        for j, o in enumerate(task.options[h])
    ]


def _memory(task: Task, lp: Linear, x: Mapping[Place, list[int]], weight: float) -> None:
    total = 8.0 * sum(task.work.kept.values()) or 1.0
    for container, n in task.work.kept.items():
        g = task.group.get(("storage", container))
        for column, (fmt, _) in zip(x[g], task.options[g]) if g else ():
            lp.cost(column, weight * n * fmt.bytes / total)


def _site_time(
    task: Task, lp: Linear, x: Mapping[Place, list[int]], flows: _Flows, name: str, site: SiteWork, unit: float, weight: float
) -> None:
    """t >= moving and t >= computing, in units of the binary64 time of the whole run; what does not overlap is added."""
    moving: dict[int, float] = {}
    for container, n in site.moved.items():
        g = task.group.get(("storage", container))
        for column, (fmt, _) in zip(x[g], task.options[g]) if g else ():
            moving[column] = moving.get(column, 0.0) + n * fmt.bytes / task.bandwidth
    computing: dict[int, float] = {}
    own = ("compute", name)
    if own in task.group:
        g = task.of(own)
        for column, o in zip(x[g], task.options[g]):
            computing[column] = arithmetic_seconds(site, o[0], task.format(own, o), o[1], task.device)
    for (source, target), n in site.casts.items():
        if source in task.group and target in task.group:
            for column, to, frm in _columns(task, x, flows, source, target):
                computing[column] = computing.get(column, 0.0) + (cast_seconds(n, frm, to, task.device) if frm else 0.0)
    sides = [side for side in (moving, computing) if any(side.values())]
    if sides:
        hidden = task.device.overlap
        t = lp.column(cost=weight * hidden)
        for side in sides:
            lp.row({t: -1.0, **{c: v / unit for c, v in side.items()}}, -math.inf, 0.0)
            for column, value in side.items():
                lp.cost(column, weight * (1.0 - hidden) * value / unit)


def _borders(task: Task, lp: Linear, x: Mapping[Place, list[int]], unit: float, weight: float) -> None:
    """What a call converts."""
    for container, border in task.work.borders.items():
        g = task.group.get(("storage", container))
        for column, (fmt, _) in zip(x[g], task.options[g]) if g else ():
            lp.cost(column, weight * border.seconds(fmt, task.device) / unit)


def _unit(task: Task) -> float:
    """Binary64 seconds of the run, the unit of time in the model."""
    wide = FORMATS["binary64"]
    return (
        sum(
            max(8.0 * sum(w.moved.values()) / task.bandwidth, arithmetic_seconds(w, wide, wide, wide, task.device))
            for w in task.work.sites.values()
        )
        or 1.0
    )


def _not_met(task: Task, rtol: float) -> ToleranceNotMet:
    """The estimate under the widest options, and who is to blame for it."""
    storage = {name: task.options[g][-1][0] for (kind, name), g in task.group.items() if kind == "storage"}
    sites = {g[1]: task.options[g][-1] for g in task.options if g[0] == "site" and g[1]}
    widest = Assignment(
        storage, {k: o[0] for k, o in sites.items()}, {k: o[1] for k, o in sites.items()}, default=FORMATS["binary64"]
    )
    found = estimate(task.s, task.s.question.unrounded(widest), task.corrections)
    worst = sorted({**found.by_container, **found.by_site}.items(), key=lambda item: -item[1])[:3]
    return ToleranceNotMet(
        f"no assignment of these formats is estimated to hold {rtol:g}: the widest reach {found.rms:.2g} "
        f"(estimate; {task.budget / rtol:.2g} of the tolerance is given to it)",
        notes=tuple(f"{name}: {share:.2g}" for name, share in worst),
        hints=("offer wider formats, remove pins or loosen the tolerance",),
    )
