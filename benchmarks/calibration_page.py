"""The calibration page: distributions of estimate / measurement, what attributions explain, and every miss by name."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks.held_out_page import told
from benchmarks.timing import machine, table
from precis.formats import format_named

Row = Mapping[str, Any]
KINDS = {
    "whole": "everything in one format",
    "container": "storage of one array or scalar",
    "line": "compute and accumulator of one line",
    "accumulator": "accumulator of one line, its compute format chosen apart",
    "multiplicand": "multiplicands of one line, sums in binary32",
    "split": "multiplicands in three products of parts, sums in binary32",
    "scaled": "storage of one array, scaled by a power of two",
    "schedule": "half of the iterations of a loop",
    "stochastic": "everything in one format, rounded stochastically",
    "double-double": "everything in binary64x2",
}
FORMATS = ("binary64x2", "binary32", "tf32", "bfloat16", "binary16", "e4m3", "e5m2")
AUDIBLE = 10.0  # times the error of the program's own binary64 run
NEAR, FAR = 3.0, 10.0  # factors between estimate and measurement
SMALL = 0.1  # relative error below which first order is claimed
EXPLAINED = 0.9
NONLINEAR = 0.5  # difference of what the two sweeps explain from which the attribution itself says that first order does not hold
DECIDED = 0.1  # share of the error that changed decisions leave, or that the run of the sweeps does not make, from which it says the same


def rows_of(records: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"program": name, **{k: _number(v) for k, v in p.items()}} for name, r in sorted(records.items()) for p in r.get("points", ())]


def _number(value: Any) -> Any:
    return float(value) if value in ("inf", "-inf", "nan") else value


def unit(fmt: str) -> str:
    """The format that something is rounded to: "bfloat16" of "bf16x3", "e4m3" of "e4m3*2^5" and of "e4m3 + binary32"."""
    return format_named(fmt.partition(" + ")[0]).unit


def family(fmt: str) -> str:
    """A format whatever its scale."""
    base, star, _ = fmt.partition("*")
    return f"{base}*2^k" if star else fmt


def warned(row: Row) -> bool:
    """Whether it is said that first order does not hold here: by the estimate, that a loop may end early; by the attribution; of stochastic
    runs by a mean output that is off by as much as single ones are."""
    sweeps, others = row["sweeps"], (row["decisions"], row.get("unmatched"))
    if row.get("vanishing") or (row.get("bias") or 0.0) > NONLINEAR * row["measured"]:
        return True
    return bool((sweeps and abs(sweeps[0] - sweeps[1]) > NONLINEAR) or any(part and abs(part) > DECIDED for part in others))


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


def groups(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """What and format -> the rows of it; each kind, then each format of it."""
    for what, kind in kinds(rows).items():
        found: dict[str, list[Row]] = {}
        for r in sorted(kind, key=lambda r: (FORMATS.index(unit(r["format"])), r["format"])):
            found.setdefault(family(r["format"]), []).append(r)
        if len(found) > 1:
            yield f"{what}, all formats", kind
        yield from ((f"{what}, {fmt}", part) for fmt, part in found.items())


def kinds(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Kind of choice -> its rows; of those that there are."""
    return {what: kind for what in KINDS if (kind := [r for r in rows if r["what"] == what])}


def claimed(row: Row) -> bool:
    """Whether first order is claimed to hold: no warning, and an error below 10 %."""
    return not warned(row) and row["measured"] < SMALL


def audible(row: Row, own: Mapping[str, float]) -> bool:
    """Whether the error is that of the narrow format, not that which the program has in binary64."""
    return row["measured"] > AUDIBLE * own.get(row["program"], 0.0)


def _estimates(rows: Sequence[Row], own: Mapping[str, float]) -> str:
    sure = [r for r in rows if not warned(r)]
    small = [r for r in rows if claimed(r)]
    made = [_summary("all points", rows), _summary("without those that their attribution warns of", sure),
            _summary("of these, errors below 10 %", small)]
    if own:
        made.append(_summary(f"of these, errors above {AUDIBLE:g}x the program's own in binary64", [r for r in small if audible(r, own)]))
    header = ("points", "number", "median estimate / measured", "5th percentile", "95th percentile", "within 3x", "within 10x")
    return table(header, [m for m in made if m])


def _by_kind(rows: Sequence[Row]) -> str:
    """Estimates and attributions of each kind of choice, of unwarned errors below 10 %, and how many are warned of."""
    made = []
    for what, kind in kinds(rows).items():
        told = [r for r in kind if comparable(r)]
        small = _summary(KINDS[what], [r for r in told if claimed(r)])
        asked = [r for r in told if claimed(r) and r["explained"] is not None]
        good = f"{sum(map(explains, asked)) / len(asked):.1%}" if asked else ""
        if small:
            made.append((*small[:2], sum(map(warned, told)), *small[2:3], *small[5:], len(asked), good))
    header = ("choice", "unwarned below 10 %", "warned of, besides", "median estimate / measured", "within 3x", "within 10x",
              "attributions", "explain 0.9 to 1.1")  # fmt: skip
    return table(header, made)


def _by_format(rows: Sequence[Row]) -> str:
    made = []
    for name, found in groups(rows):
        every, small = (_summary(name, x) for x in (found, [r for r in found if claimed(r)]))
        if every:
            made.append((name, every[1], every[2], *every[5:], *((small[1], small[2], *small[5:]) if small else ("",) * 4)))
    header = ("points", "number", "median", "within 3x", "within 10x", "unwarned below 10 %", "their median", "within 3x", "within 10x")
    return table(header, made)


def _attributions(rows: Sequence[Row], own: Mapping[str, float]) -> str:
    asked = [r for r in rows if comparable(r) and r["explained"] is not None and r["measured"] < SMALL]
    sure = [r for r in asked if not warned(r)]
    chosen = [("errors below 10 %", asked), ("of these, without a warning", sure)]
    if own:
        chosen.append((f"of these, errors above {AUDIBLE:g}x the program's own in binary64", [r for r in sure if audible(r, own)]))
    chosen += [(f"without a warning: {name}", found) for name, found in groups(sure)]
    header = ("attributions", "number", "median explained", "5th percentile", "within 0.9 to 1.1")
    return table(header, [_explained(name, found) for name, found in chosen if found])


def _explained(name: str, rows: Sequence[Row]) -> tuple[Any, ...]:
    shares = sorted(abs(r["explained"]) for r in rows)
    good = sum(map(explains, rows)) / len(rows)
    return name, len(rows), statistics.median(shares), shares[len(shares) // 20], f"{good:.1%}"


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
                           "" if r["explained"] is None else r["explained"], "yes" if warned(r) else "")
                          for r in sorted(found, key=lambda r: (not claimed(r), warned(r), ratio(r)))])


def explains(row: Row) -> bool:
    return EXPLAINED <= abs(row["explained"]) <= 2.0 - EXPLAINED


def _unexplained(rows: Sequence[Row]) -> str:
    """One line for runs of a program with the same result: what was rounded changed nothing, or the same decision."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for r in sorted(rows, key=lambda r: (warned(r), abs(r["explained"] or 0.0))):
        if comparable(r) and r["measured"] < SMALL and r["explained"] is not None and not explains(r):
            decided = "" if r["decisions"] is None else r["decisions"]
            said = (r["program"], r["measured"], r["explained"], *(r["sweeps"] or ("", "")), decided, "yes" if warned(r) else "")
            found.setdefault(said, []).append(" ".join(filter(None, (r["what"], r["name"], r["format"]))))
    header = ("program", "measured", "explained", "exact sweep", "rounded sweep", "decisions", "warned", "what")
    return table(header, [(*said, "; ".join(names)) for said, names in found.items()])


def _broken(rows: Sequence[Row]) -> list[str]:
    """Runs that did not come to an end, by program and reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for r in rows:
        if r.get("broken"):
            found.setdefault((r["program"], r["broken"]), []).append(" ".join(filter(None, (r["what"], r["name"], r["format"]))))
    return [f"- {program}, {len(names)} runs, {why}: {', '.join(names)}" for (program, why), names in found.items()]


def _name(row: Row) -> str:
    return " ".join(filter(None, (row["program"], row["what"], row["name"], row["format"])))


def page(records: Mapping[str, Mapping[str, Any]], held_out: Mapping[str, Mapping[str, Any]] | None = None, note: str = "") -> str:
    """records: of benchmarks.calibration; held_out: of benchmarks.held_out, by program; note: a paragraph on how they came about."""
    rows = rows_of(records)
    own = {name: r["own"] for name, r in (held_out or {}).items() if "own" in r}
    failures = [f"- {name}: {r['failure']}" for name, r in sorted(records.items()) if r.get("failure")]
    ran = [r for r in rows if not r.get("broken")]
    return "\n".join([
        "# Calibration", "", _introduction(records, rows), "", *([note, ""] if note else []),
        "![estimate against measurement, and how far apart they are](calibration.svg)", "",
        "## Estimates", "", _estimates(ran, own), "", "### By kind of choice", "", _by_kind(ran), "",
        "### By kind and format", "", _by_format(ran), "",
        "## Attributions", "", _attributions(ran, own), "", "## Held-out inputs", "", told(held_out or {}), "",
        "## Range", "", _range(ran), "",
        "## Every estimate off by more than 10x", "", "Those that no attribution warns of, of errors below 10 %, stand first.", "",
        _misses(ran), "", "## Every error below 10 % that is not explained to 10 %", "", _unexplained(ran), "",
        *(["## Runs that did not come to an end", "", *found, ""] if (found := _broken(rows)) else []),
        *(["## Not measured", "", *failures, ""] if failures else [])])


def _introduction(records: Mapping[str, Mapping[str, Any]], rows: Sequence[Row]) -> str:
    programs = [r for r in records.values() if r.get("points")]
    commits = sorted({r["commit"] for r in programs if r.get("commit")})
    checks = [r["reference"]["converged"] for r in programs if "reference" in r]
    seconds = sum(r.get("seconds", 0.0) for r in records.values())
    made = f" of commit {', '.join(commits)} in {seconds / 60:.0f} minutes of one core" if commits else ""
    confirmed = f"{sum(checks)} of {len(checks)} programs"
    agree = f", which another carrier confirms to a hundredth of the smallest error in {confirmed}" if checks else ""
    return (
        f"{len(rows)} assignments of {len(programs)} programs, each measured on one input: the whole program, every named array or scalar "
        "alone (those that a loop ties together as one) and every line alone, in every format; and of each program, where it has them, "
        "some drawn with a fixed seed: accumulators apart from compute formats, multiplicands of wider sums and in several products of "
        "parts, arrays scaled by powers of two, a loop whose halves differ, the whole program rounded stochastically (root mean square "
        "over 16 seeds) and in binary64x2 (emulated in 226 bits), by `python -m benchmarks.calibration`"
        f"{made}, on {machine()}. Estimates (rms) are first order, made before anything is rounded: errors that are known on this input as "
        "they are, the others as if independent (docs/adr/0020). Measurements are emulated runs against a run in binary80"
        f"{agree}. *Warned*: the attribution itself says that first order does not hold, since the sweeps about "
        "the exact and the rounded run differ, or decisions changed, or a tenth of the error is that of elementary functions, "
        "which the sweeps round correctly; of stochastic runs, the mean output is off by half as much as the outputs are. Or the estimate "
        "itself, that a loop may end early, since what it ends by is 0 in its format. "
        "All points: calibration.json.")
