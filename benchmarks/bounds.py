"""Proved bounds, estimates and measurements of the programs in bounds.fpcore, side by side: writes BOUNDS.md.

    python -m benchmarks.bounds [SECONDS [NAME ...]]

SECONDS are spent on each bound (default 3); measurements are 10,000 samples and a local search around the worst.
"""

from __future__ import annotations

import math
import statistics
import sys
from pathlib import Path

import numpy as np

from benchmarks.options import parser_of
from precis.bitwidth.bound.bracket import Box, Bracket, bracket
from precis.lift.fpcore import Lifted, Sampler, lift_fpcore, read_fpcore

HERE = Path(__file__).parent
FILE, PAGE = HERE / "bounds.fpcore", HERE / "BOUNDS.md"
SAMPLES, BRANCHING_SAMPLES = 10_000, 1_000
HEAD = """# Bounds, estimates and measurements

Made by `python -m benchmarks.bounds {seconds:g}` from `benchmarks/bounds.fpcore`: each program in its own formats, over the box of its
precondition.
**Bound**: proved (docs/numerics.md, section 8), {seconds:g} s each. **Estimate**: first order at the worst sample, every rounding at
its largest there and of the worst sign (section 5a). **Measured**: the worst of {samples:,} samples ({branching:,} for
programs with branches, which run one by one) and of a local search around the worst: screened in binary80, the 400
worst of each batch measured against mpmath. Tightness is bound / measured. Errors are absolute; relative ones where they are
proved. Wherever a bound is below a measurement, this page would say VIOLATED.

"""
COLUMNS = ("program", "bound", "estimate", "measured", "tightness", "relative bound", "relative measured", "note")


def bracketed(lifted: Lifted, seconds: float) -> Bracket:
    branching = any(node.op in ("cond", "while") for node in lifted.program.nodes())
    drawn = Sampler(lifted).points(BRANCHING_SAMPLES if branching else SAMPLES)
    points = [c for x in drawn.values() for c in np.reshape(x, (len(x), -1)).T]
    box = Box({name: (i.low, i.high) for name, i in lifted.box.items()}, lifted.formats, lifted.predicate, lifted.literals)
    assert lifted.program.original is not None
    return bracket(lifted.program, lifted.program.original, box, points, seconds=seconds)[0]


def row(name: str, b: Bracket) -> list[str]:
    assert b.measured is not None
    factor = tightness(b)
    violated = [f for f in b.flags if "fault" in f]
    note = "VIOLATED" if violated else b.bound.reason
    if b.bound.branches is not None and b.bound.absolute is not None and b.bound.branches < b.bound.absolute:
        note = f"{b.bound.branches:.2g} where the branches agree"
    note = note or "; ".join(b.flags)
    numbers = [b.bound.absolute, b.estimate, b.measured.absolute]
    relative = [b.bound.relative, b.measured.relative if b.bound.relative is not None else None]
    shown = ["" if x is None else f"{x:.2e}" for x in numbers]
    return [name, *shown, f"{factor:.3g}" if math.isfinite(factor) else "", *("" if x is None else f"{x:.2e}" for x in relative), note]


def tightness(b: Bracket) -> float:
    if b.bound.absolute is None or b.measured is None or not b.measured.absolute:
        return math.inf
    return b.bound.absolute / b.measured.absolute


def summary(brackets: dict[str, Bracket]) -> str:
    factors = {name: tightness(b) for name, b in brackets.items() if math.isfinite(tightness(b))}
    jumps = [name for name, b in brackets.items() if b.bound.branches is not None and b.bound.branches < 0.5 * (b.bound.absolute or 0.0)]
    smooth = {name: f for name, f in factors.items() if name not in jumps}
    ordered = sorted(smooth, key=lambda name: smooth[name])
    near = sum(f <= 2.0 for f in smooth.values())
    violated = sum(any("fault" in f for f in b.flags) for b in brackets.values())
    lines = [f"{len(brackets)} programs, {len(factors)} bounded, {violated} violated. Tightness of the {len(smooth)} without jumps: "
             f"median {statistics.median(smooth.values()):.3g}, within 2 for {near}, "
             f"worst {smooth[ordered[-1]]:.3g} ({ordered[-1]}), next {smooth[ordered[-2]]:.3g} ({ordered[-2]})."]
    inside = [b for b in brackets.values() if b.estimate is not None and b.bound.absolute is not None]
    fine = sum(not b.flags for b in inside)
    lines.append(f"The estimate is between measurement and bound for {fine} of the {len(inside)} that are bounded.")
    return "\n".join(lines)


def page(brackets: dict[str, Bracket], seconds: float) -> str:
    rows = [row(name, b) for name, b in brackets.items()]
    head = HEAD.format(seconds=seconds, samples=SAMPLES, branching=BRANCHING_SAMPLES)
    table = [f"| {' | '.join(cells)} |" for cells in (COLUMNS, ["---"] + ["---:"] * 6 + ["---"], *rows)]
    return head + summary(brackets) + "\n\n" + "\n".join(table) + "\n"


def main() -> None:
    parser = parser_of("bounds", __doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=3.0, help="spent on each bound")
    parser.add_argument("names", nargs="*", help="programs; with some, rows are told and no page is written")
    asked = parser.parse_args()
    seconds = asked.seconds
    file, found = read_fpcore(FILE), {}
    for name in asked.names or file.names:
        found[name] = bracketed(lift_fpcore(file, name), seconds)
        print("  ".join(row(name, found[name])), file=sys.stderr, flush=True)
    if not asked.names:
        PAGE.write_text(page(found, seconds), encoding="utf-8")


if __name__ == "__main__":
    main()
