"""The picture of shares by iteration: one strip of columns for each outer loop, in the order of its run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from precis.errors import plural
from precis.report import svg
from precis.report.markup import Markup
from precis.report.model import LoopRow
from precis.report.numbers import shares_like

LOOPS_SHOWN = 12  # the largest
COLUMNS = 240  # of a strip: more bins share columns, in which they add up
HEIGHT = 44.0  # of a strip
LEFT = 150.0


def loop_chart(rows: Sequence[LoopRow]) -> Markup | None:
    """Signed shares of the tolerance over the iterations of each loop, all on one scale per loop."""
    loops = [row for row in rows if row.place and len(row.shares) > 1 and row.tells]
    shown = sorted(loops, key=lambda row: -max(map(abs, row.shares)))[:LOOPS_SHOWN]
    if not shown:
        return None
    marks: list[Markup] = []
    for k, row in enumerate(shown):
        marks += _strip(row, 22.0 + (HEIGHT + 34.0) * k)
    words = "; ".join(f"{row.place}: {_words(row)}" for row in shown)
    return svg.chart("iterations", "Error by iteration", words, 22.0 + (HEIGHT + 34.0) * len(shown), marks)


def columns(shares: Sequence[float], most: int = COLUMNS) -> tuple[int, tuple[float, ...]]:
    """(bins of a column, sums of columns) with the fewest bins in each that make at most `most` columns."""
    each = max(1, -(-len(shares) // most))
    return each, tuple(math.fsum(shares[k : k + each]) for k in range(0, len(shares), each))


def _strip(row: LoopRow, top: float) -> Iterable[Markup]:
    each, sums = columns(row.shares)
    right = svg.WIDTH - 110.0
    scale = svg.Scale(min(0.0, *sums), max(0.0, *sums), top + HEIGHT, top)
    step, zero = (right - LEFT) / len(sums), scale(0.0)
    yield svg.text(LEFT - 12, top + HEIGHT / 2 + 4, svg.clip(row.place, LEFT - 14), "name", "end")
    largest = max(sums, key=abs)
    spell = shares_like(largest)
    for k, share in enumerate(sums):
        y, words = scale(share), f"iterations {row.which(k, each)}: {spell(share)}"
        yield svg.rect(LEFT + step * k, min(y, zero), 0.9 * step, abs(y - zero), "g-site", words)
    yield svg.line(LEFT, zero, right, zero, "axis")
    yield svg.text(LEFT, top + HEIGHT + 16, f"{plural(row.trips, 'iteration')}, {each * row.width} in each column", "tick")
    yield svg.text(right + 8, scale(largest) + 4, spell(largest), "value")


def _words(row: LoopRow) -> str:
    largest = row.shares[row.largest]
    return f"largest in {row.which(row.largest)} of {row.trips}, {shares_like(largest)(largest)}"
