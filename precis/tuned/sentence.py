"""What was found, in one sentence: which formats, how large the error is, what it brings, and what stands in the way."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from precis.bitwidth.cost import seconds
from precis.bitwidth.estimate import overflows
from precis.bitwidth.select import OFFERED
from precis.bitwidth.tally import independent_share
from precis.bitwidth.task import offered_formats, room
from precis.formats import Format
from precis.ir.emulate import ROUNDED
from precis.ir.types import Container
from precis.tuned.ratio import ratio, stopwatch

if TYPE_CHECKING:
    from precis.tuned.tuned import Tuned

NAMES_SHOWN = 3


def sentence(r: Tuned) -> str:
    rests = r.findings.rests if r.holds else ""
    cut = r.schedule.words(r.assignment) if r.schedule else ""
    parts = _formats_sentence(r), cut, _error_sentence(r), _gain_sentence(r), *r.changed, rests, *r.cautions
    return "; ".join(filter(None, parts))


def _formats_sentence(r: Tuned) -> str:
    """'9 of 14 arrays can be binary32, 2 bfloat16, 3 must stay binary64 by estimate (`residual`, heat.py:42)'."""
    floating = _floating(r)
    if not floating:
        return "no floating arrays or scalars to choose formats for"
    pairs = {c.name: (r.original.storage_of(c.name), r.assignment.storage_of(c.name)) for c in floating}
    narrowed = Counter(new for old, new in pairs.values() if new.precision < old.precision)
    raised = [name for name, (old, new) in pairs.items() if new.precision > old.precision]
    kept = [name for name, (old, new) in pairs.items() if new.precision == old.precision]
    beyond = [name for name in kept if _out_of_range(r, name)]
    costly = [name for name in kept if name not in beyond and _is_too_costly(r, name)]
    groups = [f"{n} can be {fmt}" for fmt, n in sorted(narrowed.items(), key=lambda item: -item[0].precision)]
    groups = groups[:1] + [g.replace("can be ", "") for g in groups[1:]]
    groups += [_named(r, raised, "must rise to")] if raised else []
    groups += [_named(r, beyond, "must stay")] if beyond else []
    groups += [_named(r, costly, "must stay", " by estimate")] if costly else []
    groups += [_named(r, rest, "can stay")] if (rest := [n for n in kept if n not in beyond + costly]) else []
    noun = "arrays" if all(c.shape for c in floating) else "variables"
    count, _, verb = groups[0].partition(" ")
    return ", ".join([f"{count} of {len(floating)} {noun} {verb}", *groups[1:]])


def _out_of_range(r: Tuned, name: str) -> bool:
    """Whether values seen leave the range of the next narrower format."""
    fmt, row = _narrower(r, name), r.sensitivity.containers.get(name)
    return fmt is not None and row is not None and overflows(row, fmt)


def _is_too_costly(r: Tuned, name: str) -> bool:
    """Whether the next narrower format would use up what the estimate may use, to first order."""
    fmt, row = _narrower(r, name), r.sensitivity.containers.get(name)
    if fmt is None or row is None:
        return False
    share, used = independent_share(row, fmt).rms / r.rtol, r.estimate.rms / r.rtol
    return math.hypot(share, used) > room(used)


def _narrower(r: Tuned, name: str) -> Format | None:
    """The next narrower format that a container may be offered."""
    chosen = r.assignment.storage_of(name)
    return next((f for f in reversed(offered_formats(OFFERED)) if f.storable and f.precision < chosen.precision), None)


def remedy(r: Tuned) -> str:
    """'; with binary64x2 in `h` and on model.py:12 it holds'."""
    if not r.holds:
        return ", and no choice tried keeps it"
    stored = {f"`{c.name}`": (r.original.storage_of(c.name), r.assignment.storage_of(c.name)) for c in _floating(r)}
    sites = {site: (r.original.accumulate_of(site), r.assignment.accumulate_of(site)) for site in r.sensitivity.sites if site}
    raised = [
        {name: new for name, (old, new) in table.items() if new.precision > old.precision} for table in (stored, sites)
    ]
    if not any(raised):
        return "; the choice made holds"
    wider = " and ".join(sorted({str(f) for table in raised for f in table.values()}))
    return f"; with {wider} {' and '.join(_listed(names, word) for names, word in zip(raised, ('in', 'on')) if names)} it holds"


def _listed(names: Sequence[str] | dict[str, Format], word: str) -> str:
    shown = list(names)[:NAMES_SHOWN]
    return f"{word} {', '.join(shown)}{', ...' if len(names) > NAMES_SHOWN else ''}"


def _floating(r: Tuned) -> list[Container]:
    return [c for c in r.program.containers if c.kind in ROUNDED]


def _named(r: Tuned, names: Sequence[str], verb: str, by: str = "") -> str:
    """'3 must stay binary64 by estimate (`residual`, heat.py:42)': the name with the largest share."""
    shares = r.measurement.by_container or r.estimate.by_container
    first = max(names, key=lambda name: abs(shares.get(name, 0.0)))
    span = r.program.container(first).span
    place = f", {span.site}" if span else ""
    return f"{len(names)} {verb} {r.assignment.storage_of(first)}{by} (`{first}`{place})"


def _error_sentence(r: Tuned) -> str:
    where = f"on {r.validation.samples} held-out inputs" if r.validation.samples else "on the tuning input"
    verdict = "" if r.holds else ", which no choice tried keeps"
    if r.error == 0.0:
        return f"no error measured against {r.measurement.reference} {where} (tolerance {r.tolerance.words})"
    return f"worst measured error {r.error:.2g} against tolerance {r.tolerance.words} {where}{verdict}"


def _gain_sentence(r: Tuned) -> str:
    memory = f"{ratio(r.memory, 'less memory')} in named arrays (counted)"
    if r.passed and r.assignment == r.original:
        return _nothing_faster(r)
    if r.timing and r.timing.tells:
        return f"{ratio(r.timing.speedup, 'faster')} ({stopwatch(r.timing)}), {memory}"
    if (r.device.kind != "cpu" or r.timing) and r.assignment != r.original:
        modelled = seconds(r.work, r.original, r.device) / (seconds(r.work, r.assignment, r.device) or 1.0)
        return f"{ratio(modelled, 'faster')} (estimate, cost model of {r.device.name}), {memory}"
    return memory if r.memory != 1.0 else ""


def _nothing_faster(r: Tuned) -> str:
    best = max(c.speedup for c in r.passed)
    told = f"no cheaper formats that hold were faster here (at best {best:.2f}x, measured)"
    if r.smaller is None:
        return told
    memory = r.memory_of(r.smaller.proposal.assignment)
    return f"{told}; {ratio(memory, 'less memory')} is possible with the objective memory"
