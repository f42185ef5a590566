"""Parts of a chart: scales, axes, marks. A mark is Markup; a chart is a list of marks in a fixed viewBox.

Colours are CSS classes, so that light, dark and print pages share one picture. Sizes are in viewBox units (CSS pixels
at full width).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from precis.report.markup import Markup, join, tag
from precis.report.numbers import short

WIDTH = 760.0
ROW = 22.0
CHARACTER = 6.7  # mean advance of a label's character


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps [low, high] to [left, right]; logarithmic to base 10 where log. Values outside are clipped to the ends."""

    low: float
    high: float
    left: float
    right: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high, value = (self._measure(v) for v in (self.low, self.high, value))
        part = (value - low) / (high - low) if high > low else 0.5
        return self.left + (self.right - self.left) * min(1.0, max(0.0, part))

    def _measure(self, value: float) -> float:
        if not self.log:
            return value
        return math.log10(value) if value > 0 else -math.inf

    def ticks(self) -> list[float]:
        """At most eight values at whole decades, or about five round values between the ends."""
        return _decades(self.low, self.high) if self.log else _round_steps(self.low, self.high)


def log_scale(values: Sequence[float], left: float, right: float, floor: float = 0.0) -> Scale:
    """Whole decades around the positive values, none below `floor`; one decade around 1 where there are no values."""
    found = [max(v, floor) for v in values if v > 0 and math.isfinite(v)] or [1.0]
    low, high = math.floor(math.log10(min(found)) - 1e-9), math.ceil(math.log10(max(found)) + 1e-9)
    return Scale(10.0**low, 10.0 ** max(high, low + 1), left, right, log=True)


def _decades(low: float, high: float) -> list[float]:
    first, last = round(math.log10(low)), round(math.log10(high))
    step = max(1, math.ceil((last - first) / 7))
    return [10.0**k for k in range(first, last + 1, step)]


def _round_steps(low: float, high: float) -> list[float]:
    if not high > low:
        return [low]
    raw = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def chart(name: str, title: str, description: str, height: float, marks: Sequence[Markup]) -> Markup:
    """The picture with its accessible name; `name` makes its ids unique in the page."""
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", description, id=f"{name}-desc"),
        marks,
        viewBox=f"0 0 {WIDTH:.0f} {height:.0f}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        class_="chart",
        xmlns="http://www.w3.org/2000/svg",
    )


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def text(x: float, y: float, words: str, class_: str = "", anchor: str = "start", **more: object) -> Markup:
    return tag(
        "text", words, x=x, y=y, class_=class_ or None, text_anchor=None if anchor == "start" else anchor, **more
    )


def rect(x: float, y: float, width: float, height: float, class_: str, title: str = "") -> Markup:
    return tag(
        "rect", tag("title", title) if title else None, x=x, y=y, width=max(0.0, width), height=height, class_=class_
    )


def path(points: Sequence[tuple[float, float]], class_: str) -> Markup:
    steps = " ".join(f"{'M' if k == 0 else 'L'}{x:.1f} {y:.1f}" for k, (x, y) in enumerate(points))
    return tag("path", d=steps, class_=class_)


def horizontal_axis(scale: Scale, y: float, top: float, label: str, spell=short) -> Markup:
    """Ticks with grid lines from y up to top, values below, and the label under them."""
    marks = [line(scale(t), y, scale(t), top, "grid") for t in scale.ticks()]
    marks += [text(scale(t), y + 15, spell(t), "tick", "middle") for t in scale.ticks()]
    marks += [line(scale.left, y, scale.right, y, "axis")]
    return join([*marks, text((scale.left + scale.right) / 2, y + 32, label, "label", "middle")])


def vertical_axis(scale: Scale, x: float, end: float, label: str, spell=short) -> Markup:
    """Ticks with grid lines from x to end, values to the left, and the label turned along the axis."""
    marks = [line(x, scale(t), end, scale(t), "grid") for t in scale.ticks()]
    marks += [text(x - 7, scale(t) + 4, spell(t), "tick", "end") for t in scale.ticks()]
    middle = (scale.left + scale.right) / 2
    turned = text(0, 0, label, "label", "middle", transform=f"translate({x - 52:.0f} {middle:.0f}) rotate(-90)")
    return join([*marks, line(x, scale.left, x, scale.right, "axis"), turned])


def marker(shape: str, x: float, y: float, class_: str, title: str = "", r: float = 5.0) -> Markup:
    """A circle, square, diamond, triangle or cross of radius r at (x, y)."""
    name = tag("title", title) if title else None
    if shape == "circle":
        return tag("circle", name, cx=x, cy=y, r=r, class_=class_)
    corners = _CORNERS[shape]
    d = " ".join(f"{'M' if k == 0 else 'L'}{x + r * dx:.1f} {y + r * dy:.1f}" for k, (dx, dy) in enumerate(corners))
    return tag("path", name, d=f"{d} Z", class_=class_)


_CORNERS = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    "triangle": ((0, -1.15), (1.1, 0.85), (-1.1, 0.85)),
    "wedge": ((0, 1.15), (1.1, -0.85), (-1.1, -0.85)),
}


def clip(words: str, width: float) -> str:
    """Words cut to about `width` units, with an ellipsis."""
    room = max(2, int(width / CHARACTER))
    return words if len(words) <= room else words[: room - 1] + "…"
