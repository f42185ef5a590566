"""The last word on a schedule: the cut program against the best without that cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, replace
from typing import Any

from precis.bitwidth.contest import Contender
from precis.bitwidth.cost import seconds
from precis.bitwidth.schedule import WORTH, Schedule
from precis.bitwidth.timing import Timing
from precis.tuned.tuned import Executions, Tuned


def faster(
    best: Tuned, cut: Tuned, plain: Tuned, kwargs: Mapping[str, Any], clock: Callable[..., Timing | None] | None
) -> Tuned:
    """`cut` where it holds and is faster than `best`, as measured by `clock`, or as modelled where there is no clock (or a run
    is too brief or scatters too much for one); else `best` with a note. Speed-ups are told against `plain`, the program as it was."""
    counts = _together(best.executions, cut.executions)
    told = cut.schedule.words(cut.assignment) if cut.schedule else ""
    if not cut.holds or not (cut.schedule and cut.schedule.differs(cut.assignment)):
        why = "was not found to hold" if not cut.holds else "brought nothing"
        return replace(best, executions=counts, cuts=(*best.cuts, f"{told}: {why}"))
    between = clock((best.program, best.assignment), (cut.program, cut.assignment), cut.args, kwargs) if clock else None
    counts = replace(counts, timing=counts.timing + (between.runs if between else 0))
    gain, word = _gain(best, cut, between)
    if best.holds and gain < 1.0 / WORTH:
        note = f"{told}: {gain:.2f} times as fast as without the cut ({word})"
        return replace(best, executions=counts, cuts=(*best.cuts, note))
    timing = clock((plain.program, plain.original), (cut.program, cut.assignment), cut.args, kwargs) if clock else None
    counts = replace(counts, timing=counts.timing + (timing.runs if timing else 0))
    return replace(cut, executions=counts, timing=timing, cuts=best.cuts, baseline=best.baseline)


def passed(best: Tuned, schedule: Schedule, found: Contender | None, counts: Executions) -> Tuned:
    """`best` with a note on a cut that was left before it was validated: nothing held, nothing differed, or it was slower."""
    together = _together(best.executions, counts)
    if found is None:
        note = f"the loop on {schedule.site} cut {schedule.switch}: was not found to hold"
    elif not schedule.differs(found.proposal.assignment):
        note = f"{schedule.words(found.proposal.assignment)}: brought nothing"
    else:
        note = f"{schedule.words(found.proposal.assignment)}: {found.speedup:.2f} times as fast as without the cut (measured)"
    return replace(best, executions=together, cuts=(*best.cuts, note))


def _together(a: Executions, b: Executions) -> Executions:
    return Executions(*(x + y for x, y in zip(astuple(a), astuple(b))))


def _gain(best: Tuned, cut: Tuned, between: Timing | None) -> tuple[float, str]:
    if between and between.tells:
        return between.speedup, "measured"
    modelled = [seconds(r.work, r.assignment, r.device) for r in (best, cut)]
    return modelled[0] / (modelled[1] or 1.0), "modelled"
