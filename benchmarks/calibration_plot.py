"""The plots of the calibration page: estimates against measurements for each kind of assignment, and how far apart they are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.calibration_page import FORMATS, Row, claimed, comparable, ratio, rows_of, unit

COLOURS = {"binary64x2": "#000000", "binary32": "#1f6feb", "tf32": "#8250df", "bfloat16": "#bf8700", "binary16": "#1a7f37",
           "e4m3": "#cf222e", "e5m2": "#6e7781"}  # fmt: skip
LOW, HIGH = -18, 2  # decades shown; what is smaller stands at the border
FACTORS = 3  # decades of the factor between estimate and measurement
SIDE, GAP, EDGE = 400, 70, 60  # size of a square in CSS pixels, room between squares and around them
TITLES = {"whole": "whole programs", "container": "one array or scalar alone", "line": "one line alone", "": "all other choices"}


def plot(records: Mapping[str, Mapping[str, Any]]) -> str:
    """Four squares of estimate (up) over measurement (right), both logarithmic, with diagonals at 1 and 10 times; one of the shares of
    points whose estimate is within a factor."""
    rows = [r for r in rows_of(records) if comparable(r)]
    places = [(EDGE + k % 2 * (SIDE + GAP), EDGE + k // 2 * (SIDE + GAP)) for k in range(5)]
    shown: dict[str, list[Row]] = {title: [] for title in TITLES}
    for r in rows:
        shown[r["what"] if r["what"] in TITLES else ""].append(r)
    parts = [_square(x, y, _scatter(what, found)) for (what, found), (x, y) in zip(shown.items(), places)]
    parts += [_square(*places[4], _shares([r for r in rows if claimed(r)])), *_legend()]
    width, height = (n * SIDE + (n - 1) * GAP + 2 * EDGE for n in (2, 3))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" role="img">'
            f'<title>Estimate against measurement</title><rect width="{width}" height="{height}" fill="white"/>{"".join(parts)}</svg>\n')


def _square(x: float, y: float, parts: Iterator[str]) -> str:
    return f'<g transform="translate({x} {y})">{"".join(parts)}</g>'


def _legend() -> Iterator[str]:
    for k, name in enumerate(FORMATS):
        yield f'<text x="{EDGE + 90 * k}" y="22" fill="{COLOURS[name]}" font-weight="bold">{name}</text>'


def _at(value: float) -> float:
    """Where no estimate could be made, at the upper border: a path ends at the first place that is no number."""
    value = 10.0**HIGH if math.isnan(value) else value
    part = (math.log10(min(max(value, 10.0**LOW), 10.0**HIGH)) - LOW) / (HIGH - LOW)
    return part * SIDE


def _scatter(what: str, rows: Sequence[Row]) -> Iterator[str]:
    for k in range(LOW, HIGH + 1, 4):
        x = _at(10.0**k)
        yield f'<path d="M{x:.1f} 0v{SIDE}M0 {SIDE - x:.1f}h{SIDE}" stroke="#d0d7de" fill="none"/>'
        yield f'<text x="{x:.1f}" y="{SIDE + 16}" text-anchor="middle">1e{k}</text>'
        yield f'<text x="-6" y="{SIDE - x + 4:.1f}" text-anchor="end">1e{k}</text>'
    shift = SIDE / (HIGH - LOW)
    for by, dash in ((0.0, ""), (shift, ' stroke-dasharray="4 4"'), (-shift, ' stroke-dasharray="4 4"')):
        a, b = max(0.0, -by), min(SIDE, SIDE - by)
        yield f'<path d="M{a:.1f} {SIDE - a - by:.1f}L{b:.1f} {SIDE - b - by:.1f}" stroke="#57606a"{dash}/>'
    for name in FORMATS:
        marks = "".join(f"M{_at(r['measured']):.1f} {SIDE - _at(r['rms']):.1f}h0" for r in rows if unit(r["format"]) == name)
        yield f'<path d="{marks}" stroke="{COLOURS[name]}" stroke-width="3.5" stroke-linecap="round" stroke-opacity="0.45" fill="none"/>'
    yield from _labels(f"{TITLES[what]} ({len(rows)} points)", "measured error", "estimated error (rms)")


def _shares(rows: Sequence[Row]) -> Iterator[str]:
    for k in range(FACTORS + 1):
        x = SIDE * k / FACTORS
        yield f'<path d="M{x:.1f} 0v{SIDE}" stroke="#d0d7de" fill="none"/>'
        yield f'<text x="{x:.1f}" y="{SIDE + 16}" text-anchor="middle">{10**k}x</text>'
    for share in (0.5, 0.75, 0.95, 1.0):
        yield f'<path d="M0 {SIDE * (1 - share):.1f}h{SIDE}" stroke="#d0d7de" fill="none"/>'
        yield f'<text x="-6" y="{SIDE * (1 - share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    for name in FORMATS:
        found = sorted(_decades(ratio(r)) for r in rows if unit(r["format"]) == name)
        ends = "".join(f"H{SIDE * min(d, FACTORS) / FACTORS:.1f}V{SIDE * (1 - (k + 1) / len(found)):.1f}" for k, d in enumerate(found))
        yield f'<path d="M0 {SIDE}{ends}" stroke="{COLOURS[name]}" stroke-width="1.5" fill="none"/>'
    yield from _labels(f"unwarned, below 10 % ({len(rows)} points)", "estimate and measurement are apart by at most", "share of points")


def _decades(ratio: float) -> float:
    return abs(math.log10(ratio)) if 0.0 < ratio < math.inf else math.inf


def _labels(title: str, below: str, beside: str) -> Iterator[str]:
    yield f'<text x="{SIDE / 2}" y="-8" text-anchor="middle" font-weight="bold">{title}</text>'
    yield f'<text x="{SIDE / 2}" y="{SIDE + 32}" text-anchor="middle">{below}</text>'
    yield f'<text transform="translate(-44 {SIDE / 2}) rotate(-90)" text-anchor="middle">{beside}</text>'
