"""What keeps a while loop from ending: places whose rounding errors alone are as large as the threshold of its condition.

The residual that a condition compares is looked at as an output, at the iteration where the program itself stops, and its tolerance is
the threshold. A Newton step contracts what came before: only what enters the last step counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.case import Case
from precis.bitwidth.estimate import share_of
from precis.bitwidth.outputs import Question
from precis.bitwidth.places import Place
from precis.bitwidth.runs import run
from precis.bitwidth.seminorm import Seminorm
from precis.bitwidth.sensitivity import Sensitivity, sweep
from precis.formats import Format
from precis.ir.build import Build
from precis.ir.condition import sides, threshold_of
from precis.ir.schedule import outer_loops, up_to
from precis.ir.types import Program, Value

HELD = ("storage", "compute", "accumulate")
Lost = dict[tuple[Place, str], float]


def too_coarse(case: Case, site: str, used: Mapping[Place, Format], offered: Iterable[Format]) -> Lost:
    """(place, format) -> infinity for what is estimated to keep the loop at `site` going, by one sweep on the input of `case`; where
    nothing is, or the condition has no threshold, for the least precise of the formats `used`."""
    stopped = _stopped(inline_impl(case.question.program), site)
    found: Lost = {}
    if stopped is not None:
        found = _above(_residual(stopped, case), (*offered, *used.values()))
    if any((place, f.name) in found for place, f in used.items()):
        return found
    least = min(f.precision for f in used.values())
    return {(place, f.name): math.inf for place, f in used.items() if f.precision == least}


def _stopped(program: Program, site: str) -> Program | None:
    """The program up to the end of the loop at `site`, whose results are residual and threshold; None for inner loops and for
    conditions without a threshold."""
    node = next((n for n in outer_loops(program) if n.op == "while" and n.site == site), None)
    if node is None or threshold_of(node) is None:
        return None

    def ended(b: Build) -> tuple[Value, ...]:
        b.learn(node)
        return sides(node, node.outputs, b)

    return up_to(program, node, ended)


def _residual(stopped: Program, case: Case) -> Sensitivity:
    residual, threshold = run(stopped, case.arrays, case.binding)
    question = Question(stopped, (0,), ("residual",), (Seminorm("2", 0.0, abs(float(threshold))),))
    return sweep(question, case.arrays, case.binding, [np.asarray(residual)], seeds=1)


def _above(s: Sensitivity, formats: Iterable[Format]) -> Lost:
    """What moves the residual by its threshold or more."""
    found: Lost = {}
    for f in dict.fromkeys(formats):
        sizes: dict[Place, float] = {}
        for cause in s.causes:
            if cause.place[0] in HELD:
                sizes[cause.place] = math.hypot(sizes.get(cause.place, 0.0), share_of(s, cause, f).size)
        found |= {(place, f.name): math.inf for place, size in sizes.items() if size >= 1.0}
    return found
