"""The pictures of a report: what each container may be, who used the tolerance, what that costs, how inputs differ."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

from precis.bitwidth.stored import width_named
from precis.errors import plural
from precis.formats import FORMATS
from precis.report import svg
from precis.report.markup import Markup
from precis.report.model import Budget, BudgetPart, Option, Options, ParetoPoint, SampleRow
from precis.report.numbers import percent, shares_like, short

ROWS_SHOWN = 26
PARTS_SHOWN = 14
SHAPES = {
    "binary64": "square",
    "binary32": "circle",
    "bfloat16": "diamond",
    "binary16": "triangle",
    "e4m3": "wedge",
    "e5m2": "wedge",
}
GROUPS = {
    "container": "stores",
    "site": "arithmetic",
    "model": "surrogate model",
    "decisions": "decisions",
    "other": "others",
}
LEFT = 176.0  # room for names
ROOM = 0.85  # of a bar: fuller ones have their number where the word would be
FLOOR = 1e-12  # of the tolerance: shares below are drawn there
TOLERANCE = "tolerance"


def format_class(name: str) -> str:
    """CSS class of a format's colour; only names of the table become classes."""
    plain = name.partition("*")[0]  # of a scaled format
    return f"f-{plain}" if plain in FORMATS else "f-other"


def options_chart(rows: Sequence[Options]) -> Markup | None:
    """Estimated share of the tolerance of every container in every format offered, on one logarithmic axis."""
    shown = sorted(rows, key=_hardest, reverse=True)[:ROWS_SHOWN]
    if not shown:
        return None
    right = svg.WIDTH - 96
    shares = [o.share for row in shown for o in row.options]
    scale = svg.log_scale([1.0, *shares], LEFT, right, FLOOR)
    clipped = min(shares, default=1.0) < scale.low

    def spell(tick: float) -> str:
        return f"≤ {short(tick)}" if clipped and tick == scale.ticks()[0] else short(tick)

    top, bottom = 46.0, 46.0 + svg.ROW * len(shown) + 4
    names = sorted({o.format for row in shown for o in row.options}, key=width_named, reverse=True)
    marks = [
        svg.horizontal_axis(scale, bottom, top, "estimated error, in tolerances, if stored alone in a format", spell),
        *_legend(names, LEFT),
        svg.text(right + 14, 14, "chosen", "tick"),
    ]
    marks += _limit(scale(1.0), top, bottom)
    for k, row in enumerate(shown):
        marks += _option_row(row, scale, top + svg.ROW * (k + 0.5) + 2)
    return svg.chart("options", "Sensitivity of each container", _options_words(shown), bottom + 42, marks)


def _hardest(row: Options) -> tuple[float, str]:
    return max((o.share for o in row.options), default=0.0), row.container


def _option_row(row: Options, scale: svg.Scale, y: float) -> Iterable[Markup]:
    yield svg.text(LEFT - 12, y + 4, svg.clip(row.container, LEFT - 14), "name", "end")
    positions = [scale(o.share) for o in row.options] or [LEFT]
    yield svg.line(min(positions), y, max(positions), y, "span")
    for option in sorted(row.options, key=lambda o: o.format == row.chosen):
        yield _option_mark(option, option.format == row.chosen, scale(option.share), y)
    yield svg.text(scale.right + 14, y + 4, row.chosen, f"name {format_class(row.chosen).replace('f-', 't-', 1)}")


def _option_mark(option: Option, chosen: bool, x: float, y: float) -> Markup:
    words = f"{option.format}: {short(option.share)} tolerances" + (", overflows" if option.overflow else "")
    state = "chosen" if chosen else "overflow" if option.overflow else "open"
    return svg.marker(
        SHAPES.get(option.format, "circle"),
        x,
        y,
        f"{format_class(option.format)} {state}",
        words,
        6.0 if chosen else 4.2,
    )


def _options_words(rows: Sequence[Options]) -> str:
    return "; ".join(f"{r.container}: " + ", ".join(f"{o.format} {short(o.share)}" for o in r.options) for r in rows)


def _legend(names: Sequence[str], x: float) -> Iterable[Markup]:
    for name in names:
        yield svg.marker(SHAPES.get(name, "circle"), x + 6, 10, f"{format_class(name)} open", r=4.2)
        yield svg.text(x + 16, 14, name, "tick")
        x += 34 + svg.CHARACTER * len(name)


def _limit(x: float, top: float, bottom: float) -> list[Markup]:
    return [svg.line(x, top - 4, x, bottom, "limit"), svg.text(x, top - 8, TOLERANCE, "limit-label", "middle")]


def budget_chart(budget: Budget) -> Markup | None:
    """A meter of the tolerance used, and under it one signed bar for every part, largest first."""
    parts = merged(budget.parts)
    if not parts:
        return None
    low, high = min(0.0, *(p.share for p in parts)), max(0.0, *(p.share for p in parts))
    scale = svg.Scale(low, high or 1.0, LEFT, svg.WIDTH - 90)
    top = 68.0
    bottom = top + svg.ROW * len(parts) + 4
    label = f"share of the tolerance, {'attributed' if budget.word == 'measurement' else 'estimated'}"
    spell = shares_like(max(high, -low))
    marks = [*_meter(budget, svg.WIDTH - 90), *_groups(parts), svg.horizontal_axis(scale, bottom, top, label, spell)]
    for k, part in enumerate(parts):
        marks += _part_row(part, scale, top + svg.ROW * k + 3, spell)
    marks += [svg.line(scale(0.0), top, scale(0.0), bottom, "axis")]
    words = "; ".join(f"{p.label} ({GROUPS.get(p.group, p.group)}): {spell(p.share)}" for p in parts)
    return svg.chart("budget", "Error budget", words, bottom + 42, marks)


def merged(parts: Sequence[BudgetPart], shown: int = PARTS_SHOWN) -> list[BudgetPart]:
    """The largest parts by magnitude; the small ones as one part."""
    ordered = sorted(parts, key=lambda p: (-abs(p.share), p.group, p.label))
    head, tail = (ordered, []) if len(ordered) <= shown else (ordered[: shown - 1], ordered[shown - 1 :])
    rest = BudgetPart(f"{len(tail)} smaller ones", "other", math.fsum(p.share for p in tail))
    return [*head, rest] if tail else list(head)


def _meter(budget: Budget, right: float) -> Iterable[Markup]:
    used = min(1.0, budget.measured)
    width = right - LEFT
    over = budget.measured > 1.0
    yield svg.text(LEFT - 12, 27, "used of the tolerance", "name", "end")
    yield svg.rect(LEFT, 14, width, 18, "meter")
    yield svg.rect(LEFT, 14, width * used, 18, "over" if over else "used", f"measured: {percent(budget.measured)}")
    yield svg.text(LEFT + width * used + 8, 27, percent(budget.measured), "value")
    yield svg.line(right, 10, right, 36, "limit")
    if used < ROOM:
        yield svg.text(right + 8, 27, TOLERANCE, "limit-label")


def _groups(parts: Sequence[BudgetPart]) -> Iterable[Markup]:
    """A key to the colours, where there is more than one."""
    found = {p.group for p in parts}
    names = [g for g in GROUPS if g in found] + sorted(found - GROUPS.keys())
    for k, name in enumerate(names if len(names) > 1 else []):
        yield svg.rect(LEFT + 130 * k, 46, 10, 10, f"g-{name}")
        yield svg.text(LEFT + 130 * k + 15, 55, GROUPS.get(name, name), "tick")


def _part_row(part: BudgetPart, scale: svg.Scale, y: float, spell: Callable[[float], str]) -> Iterable[Markup]:
    zero, end = scale(0.0), scale(part.share)
    yield svg.text(LEFT - 12, y + 12, svg.clip(part.label, LEFT - 14), "name", "end")
    yield svg.rect(
        min(zero, end),
        y,
        abs(end - zero),
        svg.ROW - 6,
        f"g-{part.group}",
        f"{part.label} ({GROUPS.get(part.group, part.group)}): {spell(part.share)}",
    )
    yield svg.text(max(zero, end) + 6, y + 12, spell(part.share), "value")


def pareto_chart(points: Sequence[ParetoPoint], tolerance: float) -> Markup | None:
    """Modelled time against estimated error of the assignments found at a ladder of tolerances."""
    if len(points) < 2:
        return None
    left, right, top, bottom = 86.0, svg.WIDTH - 120, 22.0, 270.0
    times = svg.Scale(0.0, 1.08 * max(1.0, *(p.time for p in points)), left, right)
    errors = svg.log_scale([tolerance, *(p.error for p in points)], bottom, top)
    marks = [
        svg.horizontal_axis(times, bottom, top, "modelled time, relative to the original", short),
        svg.vertical_axis(errors, left, right, "estimated error (relative 2-norm)", short),
        svg.line(left, errors(tolerance), right, errors(tolerance), "limit"),
        svg.text(right + 6, errors(tolerance) + 4, TOLERANCE, "limit-label"),
    ]
    marks += [svg.path(_stairs([(times(p.time), errors(p.error)) for p in _front(points)]), "front")]
    marks += [
        mark for p in sorted(points, key=lambda p: bool(p.role)) for mark in _point(p, times(p.time), errors(p.error))
    ]
    words = "; ".join(f"{p.role or short(p.tolerance)}: time {short(p.time)}, error {short(p.error)}" for p in points)
    return svg.chart("pareto", "Modelled time against estimated error", words, bottom + 42, marks)


def _front(points: Sequence[ParetoPoint]) -> list[ParetoPoint]:
    """The points that no other beats in both time and error, fastest first."""
    front: list[ParetoPoint] = []
    for point in sorted(points, key=lambda p: (p.time, p.error)):
        if not front or point.error < front[-1].error:
            front.append(point)
    return front


def _stairs(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Steps between points: an assignment serves every looser tolerance up to the next cheaper one."""
    steps = [points[0]] if points else []
    for (x0, _), (x1, y1) in itertools.pairwise(points):
        steps += [(x1, steps[-1][1]), (x1, y1)] if x1 > x0 else [(x1, y1)]
    return steps


def _point(point: ParetoPoint, x: float, y: float) -> Iterable[Markup]:
    words = (
        f"{point.role or 'tolerance ' + short(point.tolerance)}: time {short(point.time)}, error {short(point.error)}"
    )
    shape = {"chosen": "circle", "original": "square"}.get(point.role, "circle")
    yield svg.marker(shape, x, y, f"point {point.role}".strip(), words, 6.5 if point.role else 4.0)
    if point.role:
        yield svg.text(x + 11, y - 8 if point.role == "original" else y + 16, point.role, "value")


def samples_chart(samples: Sequence[SampleRow], tolerance: float) -> Markup | None:
    """Measured error of every input that was run, tuning and held-out inputs on a line each, with the tolerance."""
    if not samples:
        return None
    groups = sorted({s.group for s in samples}, key=lambda g: g != "tuning")
    scale = svg.log_scale([tolerance, *(s.error for s in samples)], LEFT, svg.WIDTH - 60)
    top, bottom = 30.0, 30.0 + 34 * len(groups)
    marks = [svg.horizontal_axis(scale, bottom, top, "measured error of the worst output (relative 2-norm)", short)]
    marks += _limit(scale(tolerance), top, bottom)
    for k, group in enumerate(groups):
        y, found = top + 34 * (k + 0.5), [s for s in samples if s.group == group]
        marks += [svg.text(LEFT - 12, y + 4, plural(len(found), f"{group} input"), "name", "end")]
        marks += [
            svg.marker(
                "circle",
                scale(s.error),
                y,
                "sample over" if s.error > tolerance else "sample",
                f"{s.name}: {short(s.error)} {s.output}".strip(),
                5.0,
            )
            for s in found
        ]
    words = "; ".join(f"{s.group} {s.name}: {short(s.error)}" for s in samples)
    return svg.chart("samples", "Measured error of every input", words, bottom + 42, marks)
