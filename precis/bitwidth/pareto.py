"""The trade of modelled time for estimated error: one choice per tolerance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from precis.bitwidth.cost import Work, seconds
from precis.bitwidth.devices import device_named
from precis.bitwidth.estimate import estimate
from precis.bitwidth.resident import observed_work
from precis.bitwidth.select import OFFERED, assign
from precis.bitwidth.sensitivity import Sensitivity
from precis.errors import ToleranceNotMet
from precis.formats import Assignment
from precis.ir.ruled import without_rules
from precis.ir.types import Program

TOLERANCES = tuple(10.0**-k for k in range(1, 15))


@dataclass(frozen=True, slots=True)
class Point:
    """The assignment chosen for `rtol`: estimated relative error, modelled seconds, bytes of all named arrays.
    Estimates."""

    rtol: float
    assignment: Assignment
    error: float
    seconds: float
    bytes: float


def pareto(
    program: Program,
    s: Sensitivity,
    *,
    tolerances: Sequence[float] = TOLERANCES,
    device: Any = "cpu",
    formats: Sequence[Any] = OFFERED,
    pins: Mapping[Any, Any] | None = None,
    work: Work | None = None,
) -> list[Point]:
    """The points that no other beats in both time and error, among one choice per tolerance that the formats hold."""
    program = without_rules(program)
    machine, work = device_named(device), work or observed_work(program, s)
    found: dict[Assignment, Point] = {}
    for rtol in tolerances:
        try:
            chosen = assign(program, s, rtol, formats, machine, pins, work=work)
        except ToleranceNotMet:
            break
        error = estimate(s, s.question.unrounded(chosen)).rms
        found[chosen] = Point(rtol, chosen, error, seconds(work, chosen, machine), work.memory(chosen))
    return [p for p in found.values() if not any(_dominates(q, p) for q in found.values())]


def _dominates(q: Point, p: Point) -> bool:
    return q.seconds <= p.seconds and q.error <= p.error and (q.seconds, q.error) != (p.seconds, p.error)
