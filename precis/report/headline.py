"""The one sentence: what can be narrower, how large the error then is, what it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from precis.bitwidth.stored import width_named
from precis.errors import plural
from precis.report.model import ContainerRow, Number, one_file, within
from precis.report.numbers import short
from precis.tuned.ratio import factor, ratio

NAMES_SHOWN = 3
WORDS = {"estimate": "by the cost model", "count": "counted", "bound": "proved"}


@dataclass(frozen=True, slots=True)
class Gain:
    """How much faster and smaller than the original: ratios of original to chosen.

    Where the original was kept because all else was slower: the best speed that cheaper formats had, and the memory
    that the smallest of them save. stopwatch: how a measured speed was measured.
    """

    speed: Number | None = None
    memory: Number | None = None
    kept: bool = False
    stopwatch: str = "measured here"


def headline(
    rows: Sequence[ContainerRow],
    tolerance: float,
    error: Number | None,
    held_out: int,
    gain: Gain,
    *,
    met: bool = True,
    stated: str = "",
) -> str:
    """The sentence. rows: floating containers; error: the worst measured over `held_out` inputs; stated: the tolerance
    in words, where a number does not say it."""
    return clauses(rows, _error(error, stated or short(tolerance), held_out, met), gain)


def clauses(rows: Sequence[ContainerRow], evidence: str, gain: Gain) -> str:
    """What can be narrower; the evidence in words; what it brings."""
    return "; ".join(clause for clause in (_formats(rows), evidence, _gain(gain)) if clause)


def noun(rows: Sequence[ContainerRow]) -> str:
    """What the containers are: arrays, scalars, or variables where there are both."""
    arrays = sum(bool(row.shape) for row in rows)
    return "arrays" if arrays == len(rows) else "variables" if arrays else "scalars"


def _formats(rows: Sequence[ContainerRow]) -> str:
    if not rows:
        return "nothing to lower: the program holds no floating arrays or scalars"
    kept = [row for row in rows if row.chosen == row.original]
    raised = [row for row in rows if width_named(row.chosen) > width_named(row.original)]
    lowered = Counter(row.chosen for row in rows if row not in kept and row not in raised)
    groups = [(count, name) for name, count in sorted(lowered.items(), key=lambda item: width_named(item[0]), reverse=True)]
    groups = [(count, f"can be {name}" if k == 0 else name) for k, (count, name) in enumerate(groups)]
    alone = one_file(row.place for row in rows)
    groups += _group("must rise to", raised, alone) + _group("must stay", [row for row in kept if row.must not in ("", "estimate")], alone)
    groups += _group("must stay", [row for row in kept if row.must == "estimate"], alone, " by estimate")
    groups += _idle([row for row in kept if not row.must])
    (count, text), rest = groups[0], groups[1:]
    return ", ".join([f"{_of(count, rows)} {text}", *(f"{n} {phrase}" for n, phrase in rest)])


def _of(count: int, rows: Sequence[ContainerRow]) -> str:
    if count < len(rows):
        return f"{count} of {len(rows)} {noun(rows)}"
    return f"all {count} {noun(rows)}" if count > 1 else f"the one {noun(rows)[:-1]}"


def _group(verb: str, rows: Sequence[ContainerRow], alone: bool, by: str = "") -> list[tuple[int, str]]:
    if not rows:
        return []
    formats = ", ".join(sorted({row.chosen for row in rows}, key=width_named, reverse=True))
    named = ", ".join(_where(row, alone) for row in rows[:NAMES_SHOWN])
    more = f", and {len(rows) - NAMES_SHOWN} more" if len(rows) > NAMES_SHOWN else ""
    return [(len(rows), f"{verb} {formats}{by} ({named}{more})")]


def _idle(rows: Sequence[ContainerRow]) -> list[tuple[int, str]]:
    """Those that could be narrower, but nothing would get faster."""
    return (
        [(len(rows), f"{'stays' if len(rows) == 1 else 'stay'} as {'it is' if len(rows) == 1 else 'they are'}")]
        if rows
        else []
    )


def _where(row: ContainerRow, alone: bool) -> str:
    name = row.name.replace("`", "'")  # the printers read what stands between grave accents as code
    return f"`{name}`, {within(row.place, alone)}" if row.place else f"`{name}`"


def _error(error: Number | None, tolerance: str, held_out: int, met: bool) -> str:
    if error is None or error.value is None:
        return f"tolerance {tolerance}"
    where = f"on {plural(held_out, 'held-out input')}" if held_out else "on the tuning input"
    verdict = "" if met else ", which it does not meet"
    kind = "worst measured error" if error.word == "measurement" else f"error {error.word}"
    return f"{kind} {short(error.value)} against tolerance {tolerance} {where}{verdict}"


def _gain(gain: Gain) -> str:
    known = [
        (number, text)
        for number, text in ((gain.speed, "faster"), (gain.memory, "less memory"))
        if number is not None and number.value  # empty arrays have no ratio of bytes
    ]
    phrases = [ratio(number.value or 1.0, text) for number, text in known]
    words = [{**WORDS, "measurement": gain.stopwatch}[number.word] for number, _ in known]
    if not known:
        return ""
    if gain.kept:
        return _kept(gain)
    if len(known) > 1 and len(set(words)) == 1:
        return f"{', '.join(phrases)}, both {words[0]}"
    return ", ".join(f"{phrase} ({word})" for phrase, word in zip(phrases, words))


def _kept(gain: Gain) -> str:
    speed = (gain.speed and gain.speed.value) or 1.0
    told = f"no cheaper formats that hold were faster (the best: {factor(speed)} the speed, measured here)"
    if gain.memory is None or (gain.memory.value or 0.0) < 1.05:
        return told
    return f"{told}; {ratio(gain.memory.value or 1.0, 'less memory')} is possible with --objective memory (counted)"
