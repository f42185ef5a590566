"""Why two things have no common template, and what to write instead."""

from __future__ import annotations

from precis.lift.numpy.values import Undefined


class CannotJoin(Exception):
    """Two things have no common template; the message says why, the hint what to write where branches meet."""

    hint = "give it the same type and shape in both branches"


def has_no_value(x: Undefined) -> CannotJoin:
    """The problem that left something without a value, met again."""
    problem = CannotJoin(x.reason)
    problem.hint = x.hint or problem.hint
    return problem


class TextsDiffer(CannotJoin):
    """Texts meet, of which only a run tells which it is."""

    hint = "compute the position instead (np.argmin of an array), or what is chosen in each branch"


class KeysDiffer(CannotJoin):
    """Dicts or objects meet that have other keys or attributes, as one has that is filled where a condition holds."""

    hint = "give it all its keys or attributes before: series = {'time': [], 'energy': []}"


class NoneDiffers(CannotJoin):
    """None and something meet in a loop, as of what is found first."""

    hint = "give it a value before: best = -1, or np.inf"


UNBOUNDED = "whose largest is not known"


class Unbounded(CannotJoin):
    """Nothing says how long an array becomes."""

    hint = "loop over a slice of an array, or over a range up to a size, where the list grows"


class NoRows(CannotJoin):
    """A list whose length a run tells has things in it that are no rows of an array."""

    hint = "grow a list for each part of the things, or write them into arrays and count them"

    def __init__(self) -> None:
        super().__init__("grows by other things than numbers, tuples of numbers or arrays of one shape")


class ShapesDiffer(CannotJoin):
    """Arrays whose shapes differ meet."""
