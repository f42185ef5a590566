"""Edges: where rounding alone may turn what a program divides by, or takes a logarithm or root of, into zero or what lies beyond it.

Two ways lead there (the values in question: precis.bitwidth.domains).

Cancellation. v = t1 + t2 + .. from terms rounded to nearest, |error of t| <= u |t|: v may become 0 or change its sign only where

    |v| <= sum u_k |t_k|,        that is, 1 <= sum u_k / m_k,  m_k = |v / t_k|.

The sweep keeps the least m_k of every term, so that any formats can be asked about later. Errors that terms have from before are not in
it: they may add to the danger. Numbers that the format holds never meet the condition, since their difference is a multiple of its
spacing, which is above u |t|.

Underflow. v becomes 0 where |v| is at most half the smallest number of the format; a sum of n products becomes 0 only if all of them do,
so not where |v| > n times that.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.bitwidth.places import Place, Rounding
from precis.formats import Format

TERM, SMALL = "term", "small"
MARGIN = 2.0  # values are seen on the tuning input only: they may be half as large on others, as overflow counts with twice the largest

Edges = Mapping[Rounding, float]
"""(place, source, "term:<value>") -> the least m_k seen, at most 1; (place, source, "small") -> the least |v|, at most 1."""


def is_edge(cause: Rounding) -> bool:
    return cause.what == SMALL or cause.what.startswith(TERM)


def nearer(a: Edges, b: Edges) -> Edges:
    """For two inputs of one program."""
    return {cause: min(least, b[cause]) for cause, least in a.items()}


def near(edges: Edges, formats: Mapping[Place, Format]) -> tuple[Place, ...]:
    """Places where rounding to `formats` may do it."""
    found = {c.place for c, least in edges.items() if c.what == SMALL and _vanishes(least, _passed(c, formats))}
    lost: dict[tuple[Place, str], float] = {}
    for cause, least in edges.items():
        if cause.what != SMALL and least > 0.0:
            key = cause.place, cause.what
            lost[key] = lost.get(key, 0.0) + max(f.u for f in _passed(cause, formats)) / least
    return tuple(sorted(found | {place for (place, _), part in lost.items() if part >= 1.0}))


def _vanishes(least: float, passed: list[Format]) -> bool:
    return 0.0 < least <= MARGIN * max(float(f.min_subnormal) for f in passed) / 2.0


def _passed(cause: Rounding, formats: Mapping[Place, Format]) -> list[Format]:
    return [formats[place] for place in (cause.place, cause.source) if place]
