"""The calibration page: distributions of estimate / measurement, what attributions explain, and every miss by name."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from benchmarks.timing import machine, table

Row = Mapping[str, Any]
NEAR, FAR = 3.0, 10.0  # factors between estimate and measurement
SMALL = 0.1  # relative error below which first order is claimed
EXPLAINED = 0.9
NONLINEAR = 0.5  # difference of what the two sweeps explain from which the attribution itself says that first order does not hold
DECIDED = 0.1  # share of the error that changed decisions leave, from which the attribution says the same


def rows_of(records: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"program": name, **{k: _number(v) for k, v in p.items()}} for name, r in sorted(records.items()) for p in r.get("points", ())]


def _number(value: Any) -> Any:
    return float(value) if value in ("inf", "-inf", "nan") else value


def warned(row: Row) -> bool:
    """Whether the attribution says that first order does not hold here."""
    sweeps, decisions = row["sweeps"], row["decisions"]
    return bool((sweeps and abs(sweeps[0] - sweeps[1]) > NONLINEAR) or (decisions and abs(decisions) > DECIDED))


def comparable(row: Row) -> bool:
    """Whether there is an error to predict: finite, not zero, and not a change of range that the estimate announces."""
    return 0.0 < row["measured"] < math.inf and not row["overflow"]


def ratio(row: Row) -> float:
    """Infinite where there is no estimate (NaN: a derivative is infinite where its factor is zero)."""
    return math.inf if math.isnan(row["rms"]) else row["rms"] / row["measured"]


def within(ratios: Sequence[float], factor: float) -> float:
    return sum(1.0 / factor <= r <= factor for r in ratios) / len(ratios)


def _summary(name: str, rows: Iterable[Row]) -> tuple[Any, ...] | None:
    ratios = sorted(ratio(r) for r in rows if comparable(r))
    if not ratios:
        return None
    return (name, len(ratios), statistics.median(ratios), ratios[len(ratios) // 20], ratios[-1 - len(ratios) // 20],
            f"{within(ratios, NEAR):.1%}", f"{within(ratios, FAR):.1%}")


def _estimates(rows: Sequence[Row]) -> str:
    sure = [r for r in rows if not warned(r)]
    small = [r for r in sure if r["measured"] < SMALL]
    groups: list[tuple[str, Callable[[Row], bool]]] = [
        *((f"{what}, {fmt}", lambda r, what=what, fmt=fmt: (r["what"], r["format"]) == (what, fmt))
          for what in ("whole", "container", "line") for fmt in ("binary32", "tf32", "bfloat16", "binary16", "e4m3", "e5m2"))]
    made = [_summary("all points", rows), _summary("without those that their attribution warns of", sure),
            _summary("of these, errors below 10 %", small), *(_summary(name, [r for r in rows if holds(r)]) for name, holds in groups)]
    header = ("points", "number", "median estimate / measured", "5th percentile", "95th percentile", "within 3x", "within 10x")
    return table(header, [m for m in made if m])


def _attributions(rows: Sequence[Row]) -> str:
    asked = [r for r in rows if comparable(r) and r["explained"] is not None and r["measured"] < SMALL]
    made = []
    for name, chosen in (("errors below 10 %", asked), ("of these, without a warning", [r for r in asked if not warned(r)])):
        if chosen:
            shares = sorted(abs(r["explained"]) for r in chosen)
            good = sum(EXPLAINED <= s <= 2.0 - EXPLAINED for s in shares) / len(shares)
            made.append((name, len(chosen), statistics.median(shares), shares[len(shares) // 20], f"{good:.1%}"))
    return table(("attributions", "number", "median explained", "5th percentile", "within 0.9 to 1.1"), made)


def _range(rows: Sequence[Row]) -> str:
    broken = [r for r in rows if not math.isfinite(r["measured"])]
    fine = [r for r in rows if r["measured"] < SMALL]
    missed = [r for r in broken if not (r["overflow"] or r["edges"])]
    header = ("announced by", "of those with infinities or NaN", "of those with errors below 10 %", "recall", "precision")
    words = (("the range gate", ("overflow",)), ("edges of domains", ("edges",)), ("either", ("overflow", "edges")))
    lines = [f"{len(broken)} assignments gave infinities or NaN. Two announcements are made before anything is rounded: that values leave "
             "the range of a format (the range gate), and that rounding may leave the domain of a division, a logarithm or a root, or turn "
             "a comparison that decides between an infinity and a number (edges, docs/adr/0027). Recall: of the infinities and NaN, the "
             "share that was announced. Precision: of what was announced, the share with infinities, NaN or errors of 10 % and more.", "",
             table(header, [_announced(name, keys, rows, broken, fine) for name, keys in words]), "",
             *(f"- not announced: {_name(r)}" for r in missed),
             *(f"- announced in vain: {_name(r)} (error {r['measured']:.2g})" for r in fine if r["overflow"] or r["edges"])]
    return "\n".join(lines)


def _announced(name: str, keys: Sequence[str], rows: Sequence[Row], broken: Sequence[Row], fine: Sequence[Row]) -> tuple[Any, ...]:
    every, hits, vain = (sum(any(r[key] for key in keys) for r in group) for group in (rows, broken, fine))
    return (name, hits, vain, f"{hits / len(broken):.0%}" if broken else "", f"{1.0 - vain / every:.0%}" if every else "")


def _misses(rows: Sequence[Row]) -> str:
    found = [r for r in rows if comparable(r) and not 1 / FAR <= ratio(r) <= FAR]
    header = ("program", "what", "format", "estimate", "measured", "estimate / measured", "explained by attribution", "warned")
    return table(header, [(r["program"], f"{r['what']} {r['name']}".strip(), r["format"], r["rms"], r["measured"], ratio(r),
                           "" if r["explained"] is None else r["explained"], "yes" if warned(r) else "") for r in sorted(found, key=ratio)])


def _unexplained(rows: Sequence[Row]) -> str:
    found = [r for r in rows if comparable(r) and r["explained"] is not None and r["measured"] < SMALL
             and not EXPLAINED <= abs(r["explained"]) <= 2.0 - EXPLAINED]
    header = ("program", "what", "format", "measured", "explained", "exact sweep", "rounded sweep", "decisions", "warned")
    return table(header, [(r["program"], f"{r['what']} {r['name']}".strip(), r["format"], r["measured"], r["explained"],
                           *(r["sweeps"] or ("", "")), "" if r["decisions"] is None else r["decisions"], "yes" if warned(r) else "")
                          for r in sorted(found, key=lambda r: abs(r["explained"]))])


def _name(row: Row) -> str:
    return " ".join(filter(None, (row["program"], row["what"], row["name"], row["format"])))


def page(records: Mapping[str, Mapping[str, Any]]) -> str:
    rows = rows_of(records)
    failures = [f"- {name}: {r['failure']}" for name, r in sorted(records.items()) if r.get("failure")]
    programs = sum(bool(r.get("points")) for r in records.values())
    return "\n".join([
        "# Calibration", "",
        f"{len(rows)} assignments of {programs} programs, each measured on one input (`python -m benchmarks.calibration`), on {machine()}. "
        "Estimates (rms) are first order, made before anything is rounded: errors that are known on this input as they are, the others "
        "as if independent (docs/adr/0020). Measurements are emulated "
        "runs against a wider reference. *Warned*: the attribution itself says that first order does not hold, since the sweeps about "
        "the exact and the rounded run differ, or decisions changed.", "",
        "![estimate against measurement](calibration.svg)", "",
        "## Estimates", "", _estimates(rows), "", "## Attributions", "", _attributions(rows), "", "## Range", "", _range(rows), "",
        "## Every estimate off by more than 10x", "", _misses(rows), "", "## Every error below 10 % that is not explained to 10 %", "",
        _unexplained(rows), "", *(["## Not measured", "", *failures, ""] if failures else [])])


COLOURS = {"binary32": "#1f6feb", "tf32": "#8250df", "bfloat16": "#bf8700", "binary16": "#1a7f37", "e4m3": "#cf222e", "e5m2": "#6e7781"}
LOW, HIGH, SIDE, EDGE = -18, 2, 560, 50  # decades shown, size of the square in CSS pixels, room for labels


def _at(value: float) -> float:
    part = (math.log10(min(max(value, 10.0**LOW), 10.0**HIGH)) - LOW) / (HIGH - LOW)
    return part * SIDE


def plot(records: Mapping[str, Mapping[str, Any]]) -> str:
    """Estimate (down to up) against measurement (left to right), both logarithmic; diagonals at 1 and 10 times."""
    marks = []
    for k in range(LOW, HIGH + 1, 4):
        x = _at(10.0**k)
        marks.append(f'<path d="M{EDGE + x:.1f} {EDGE}v{SIDE}M{EDGE} {EDGE + SIDE - x:.1f}h{SIDE}" stroke="#d0d7de" fill="none"/>')
        marks.append(f'<text x="{EDGE + x:.1f}" y="{EDGE + SIDE + 16}" text-anchor="middle">1e{k}</text>')
        marks.append(f'<text x="{EDGE - 6}" y="{EDGE + SIDE - x + 4:.1f}" text-anchor="end">1e{k}</text>')
    shift = SIDE / (HIGH - LOW)
    for by, dash in ((0.0, ""), (shift, ' stroke-dasharray="4 4"'), (-shift, ' stroke-dasharray="4 4"')):
        a, b = max(0.0, -by), min(SIDE, SIDE - by)
        ends = f"M{EDGE + a:.1f} {EDGE + SIDE - a - by:.1f}L{EDGE + b:.1f} {EDGE + SIDE - b - by:.1f}"
        marks.append(f'<path d="{ends}" stroke="#57606a"{dash}/>')
    for r in rows_of(records):
        if comparable(r):
            place = f'cx="{EDGE + _at(r["measured"]):.1f}" cy="{EDGE + SIDE - _at(r["rms"]):.1f}"'
            marks.append(f'<circle {place} r="2" fill="{COLOURS[r["format"]]}" fill-opacity="0.5"/>')
    for k, (name, colour) in enumerate(COLOURS.items()):
        marks.append(f'<text x="{EDGE + 10 + 90 * k}" y="{EDGE - 26}" fill="{colour}">{name}</text>')
    marks.append(f'<text x="{EDGE + SIDE / 2}" y="{EDGE + SIDE + 36}" text-anchor="middle">measured error</text>')
    marks.append(f'<text x="{EDGE + 4}" y="{EDGE - 6}">estimated error (rms)</text>')
    width = SIDE + 2 * EDGE
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" font-family="sans-serif" font-size="12" role="img">'
            f'<title>Estimate against measurement</title><rect width="{width}" height="{width}" fill="white"/>{"".join(marks)}</svg>\n')
