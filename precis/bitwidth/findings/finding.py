"""A finding: one numerical fault, with the evidence for it and what textbooks do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from precis.bitwidth.tally import finite
from precis.errors import Span

SEVERITIES = ("error", "warning", "note")
DECISIONS = {  # an acceptance that meets one of these rests on it
    "branch": "a comparison that rounding decides",
    "position": "an argmin or argmax that rounding decides",
    "conversion": "a conversion to an integer that rounding decides",
    "trips": "a number of iterations that rounding decides",
    "chaos": "values whose errors grow exponentially",
}
SLIGHT = 0.1  # of the tolerance: what changes the outputs by less is only worth knowing
NOTHING = 1e-3  # of the tolerance: digits lost that change outputs by less are not worth knowing; its square for a state, which may grow
OUTPUT = "the output"
STATE = "the state of the outermost loop, where watching ended"


@dataclass(frozen=True, slots=True)
class Margin:
    """A number of evidence. word: measurement (observed in the two runs) or estimate (first order)."""

    label: str
    value: float
    word: str = "measurement"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a detector found at one place.

    kind        the detector
    severity    error: results or decisions are wrong; warning: digits are lost; note: worth knowing
    span        the line
    message     what happens there
    where       the input, the iterations and the element in which it was worst
    margins     the numbers
    effect      change of the worst output when this place alone is exact (or decides otherwise), in the seminorm of that
                output: a measurement; None where nothing was run for it
    upon        what the effect is on: the OUTPUT, or the STATE where a run was watched in part, which says less of the output
    reproducer  NumPy that shows it: a few lines with the numbers observed, or the program itself (precis.bitwidth.findings.script)
    remedy, source   what to write instead, and where that is explained
    format      in which it was seen
    """

    kind: str
    severity: str
    span: Span | None
    message: str
    where: str
    margins: tuple[Margin, ...]
    reproducer: str
    remedy: str
    source: str
    format: str = ""
    effect: float | None = None
    upon: str = OUTPUT

    @property
    def place(self) -> str:
        return str(self.span) if self.span else ""

    @property
    def decides(self) -> bool:
        """Whether a result may rest on it though no error shows."""
        return self.kind in DECISIONS and self.severity != "note"

    def weighed(self, tolerance: float) -> Finding:
        """A note where its effect is known to be slight beside the tolerance."""
        slight = self.effect is not None and self.effect < SLIGHT * tolerance
        return replace(self, severity="note") if slight else self

    def matters(self, tolerance: float) -> bool:
        """Whether it is worth knowing beside the tolerance; decisions always are."""
        if self.effect is None or self.kind in DECISIONS:
            return True
        return self.effect >= (NOTHING if self.upon == OUTPUT else NOTHING**2) * tolerance

    def confirmed(self, effect: float, whole: bool) -> Finding:
        """With the effect that a rerun showed; of a run watched in part, no error: what becomes of the outputs was not seen."""
        if whole:
            return replace(self, effect=effect)
        return replace(self, effect=effect, upon=STATE, severity="warning" if self.severity == "error" else self.severity)

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return finite({
            "kind": self.kind, "severity": self.severity, "place": self.place, "message": self.message, "where": self.where,
            "format": self.format, "effect": {"kind": "measurement", "value": self.effect, "upon": self.upon},
            "margins": [{"label": m.label, "value": m.value, "kind": m.word} for m in self.margins],
            "reproducer": self.reproducer, "remedy": self.remedy, "source": self.source,
        })  # fmt: skip

    def lines(self) -> list[str]:
        """For people: at most four lines."""
        effect = "" if self.effect is None else f"; effect on {self.upon} {self.effect:.2g} (measurement)"
        numbers = ", ".join(f"{m.label} {m.value:.3g} ({m.word})" for m in self.margins)
        return [f"{self.place or 'program'}: {self.severity}: {self.message} [{self.kind}]",
                f"  {self.where}: {numbers}{effect}", f"  remedy: {self.remedy} ({self.source})"]  # fmt: skip


def severest_first(items: Iterable[Finding]) -> list[Finding]:
    return sorted(items, key=lambda f: (SEVERITIES.index(f.severity), -(f.effect or 0.0), f.place))


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything found, most severe first.

    whole    whether the runs were observed to their end; else only their first part was
    checked  reruns with one place exact
    inputs   what was looked at, where there were several
    work     operations and elements run, in runs of the largest size that is watched
    """

    items: tuple[Finding, ...] = ()
    whole: bool = True
    checked: int = 0
    skipped: str = field(default="")  # why nothing was looked for
    inputs: tuple[str, ...] = ()
    work: float = 0.0

    def __iter__(self):
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def weighed(self, tolerance: float) -> Findings:
        """For outputs that may be off by `tolerance`, in the seminorms of the effects: without what is nothing beside it."""
        kept = (f.weighed(tolerance) for f in self.items if f.matters(tolerance))
        return replace(self, items=tuple(severest_first(kept)))

    @property
    def extent(self) -> str:
        """' on 5 inputs (inputs(0) to inputs(4)), the first part of long runs only'; "" for the whole run on a single one."""
        seen = f" on {len(self.inputs)} inputs ({self.inputs[0]} to {self.inputs[-1]})" if len(self.inputs) > 1 else ""
        return seen if self.whole else f"{seen}, the first part of long runs only"

    @property
    def rests(self) -> str:
        """What an acceptance rests on besides errors that were measured; "" where there is nothing."""
        flagged = [f for f in self.items if f.decides]
        if not flagged:
            return ""
        first, more = flagged[0], len(flagged) - 1
        rest = f" and on {more} more such place{'s' if more > 1 else ''}" if more else ""
        return f"this rests on {DECISIONS[first.kind]} ({first.place}){rest}"

    def record(self) -> dict[str, Any]:
        return {"whole": self.whole, "reruns": self.checked, "skipped": self.skipped, "inputs": list(self.inputs),
                "items": [f.record() for f in self]}
