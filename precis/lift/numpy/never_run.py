"""Loops of which each iteration fails, as far as things are followed here: the program is for data that do not ask for one."""

from __future__ import annotations

from precis.ir.types import Assumption
from precis.lift.numpy.problems import Mistaken
from precis.lift.numpy.state import Lifting


def never_runs(lift: Lifting, runs: bool, problem: Mistaken) -> None:
    """Leave such a loop out; `runs`: it surely has an iteration, so that the block around is what is not reached."""
    if lift.build.parent is None:
        raise problem
    if runs:
        raise Mistaken(problem.message, problem.hints, lift.build)
    lift.note(Assumption(f"this is not reached: {problem.message}", problem.span, own=False))
