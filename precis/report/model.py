"""What a report says, as data: frozen, JSON-able, free of layout. The printers read only this.

Every quantity that precis found is a Number, which carries its word: bound (proved), estimate (first order, or a cost
model), measurement (observed), count (exact, by counting). Errors are relative 2-norms per output unless the tolerance is
stated otherwise; a share is an error divided by the tolerance, so that 1 uses it up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from precis.report.numbers import short

SCHEMA = 1
WORDS = ("bound", "estimate", "measurement", "count")


@dataclass(frozen=True, slots=True)
class Number:
    """A value with what kind of knowledge it is; value None: asked for, but not known (note says why).

    unit     "" for pure ratios, else "s", "bytes", ...
    samples  inputs (or repetitions) behind the value; None where that means nothing
    """

    value: float | None
    word: str
    unit: str = ""
    samples: int | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if self.word not in WORDS:
            raise ValueError(f"a number is one of {', '.join(WORDS)}, not {self.word!r}")


@dataclass(frozen=True, slots=True)
class Range:
    """Smallest non-zero and largest magnitude seen in the exact runs of the tuning inputs (a measurement)."""

    smallest: float | None
    largest: float | None


def one_file(places: Iterable[str]) -> bool:
    """Whether places, "file:line" each, are all in one file."""
    return len({place.rpartition(":")[0] for place in places if place}) <= 1


def within(place: str, alone: bool) -> str:
    """Within one file, the line says where."""
    return f"line {place.rpartition(':')[2]}" if alone and place else place


@dataclass(frozen=True, slots=True)
class ContainerRow:
    """One array or scalar that the user named.

    place       "file:line" of its first store, "" where unknown
    shape       text, e.g. "130 x 130"; "" for a scalar
    estimate    predicted share of the tolerance under the chosen formats
    attributed  share of the tolerance that the emulated run's attribution gives it
    reason      why it keeps a wide format, in plain words; "" where it does not
    must        what says that a narrower format would break the tolerance or the range: a measurement, an estimate or the user's request;
                "" where it would gain nothing
    """

    name: str
    place: str
    shape: str
    role: str
    original: str
    chosen: str
    estimate: Number | None = None
    attributed: Number | None = None
    seen: Range | None = None
    reason: str = ""
    must: str = ""


@dataclass(frozen=True, slots=True)
class SiteRow:
    """One source statement: the format in which it computes; accumulate is "" where it sums nothing."""

    place: str
    code: str
    original: str
    chosen: str
    accumulate: str = ""
    estimate: Number | None = None
    attributed: Number | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """Estimated share of the tolerance if only this container were stored in `format`, all else exact.

    overflow: values seen do not fit, whatever the share.
    """

    format: str
    share: float
    overflow: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """The formats offered to one container; `chosen` is one of them or the original."""

    container: str
    chosen: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class BudgetPart:
    """Who used how much of the tolerance: group is container, site, model or decisions. Shares are signed."""

    label: str
    group: str
    share: float


@dataclass(frozen=True, slots=True)
class Budget:
    """Attribution of the error on the tuning input. With several outputs the parts divide the root sum square of their
    errors, and `measured` is that of the worst output."""

    parts: tuple[BudgetPart, ...]
    measured: float  # share of the tolerance
    explained: float | None  # sum of the parts / what they divide
    word: str  # of the parts: "measurement" when attributed to real residuals, "estimate" when predicted


@dataclass(frozen=True, slots=True)
class LoopRow:
    """The attributed shares of an outer loop's iterations, in their order, and their sum, all of one word; of what is outside of all loops
    where place is "" (one share). Those of all rows add up to what those of containers and sites do.

    trips of the loop, `width` of them in each share: 1 but for long loops
    """

    place: str
    code: str
    trips: int
    width: int
    shares: tuple[float, ...]
    total: Number

    @property
    def tells(self) -> bool:
        """Whether some iteration has a share, and all are finite."""
        return any(self.shares) and all(map(math.isfinite, self.shares))

    @property
    def largest(self) -> int:
        """Position of the share of the largest magnitude."""
        return max(range(len(self.shares)), key=lambda k: abs(self.shares[k]))

    def which(self, k: int, shares: int = 1) -> str:
        """The iterations of the group number k of `shares` shares each, counted from 1: "17", "1 to 24"."""
        each = self.width * shares
        first, last = k * each + 1, min((k + 1) * each, self.trips)
        return str(first) if first == last else f"{first} to {last}"


@dataclass(frozen=True, slots=True)
class ParetoPoint:
    """One tolerance tried in the model: modelled time over that of the original, estimated error; role "",
    chosen or original."""

    tolerance: float | None
    time: float
    error: float
    role: str = ""


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One input that was run: measured error of its worst output."""

    name: str
    group: str  # tuning | held-out
    error: float
    output: str = ""


@dataclass(frozen=True, slots=True)
class OutputRow:
    """One floating output (mutated arguments included): its measured error on the tuning input."""

    name: str
    error: Number
    estimate: Number | None = None


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of the user's program with the formats beside it; share None where nothing rounds."""

    number: int
    text: str
    stores: tuple[tuple[str, str], ...] = ()  # (container, format)
    compute: str = ""
    accumulate: str = ""
    share: float | None = None


@dataclass(frozen=True, slots=True)
class SourceFile:
    name: str
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One numerical fault: its line, the numbers behind it, what it does to the worst output, and the remedy.

    where     input, iteration and element; format: in which it was seen
    effect    change when this place alone is exact, or decides otherwise; upon: of what, "the output" if not said otherwise
    reproducer  a script in NumPy
    """

    kind: str
    severity: str
    place: str
    message: str
    where: str
    format: str
    margins: tuple[tuple[str, Number], ...]
    effect: Number | None
    upon: str
    reproducer: str
    remedy: str
    source: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled number; group orders the section (error, speed, memory, work)."""

    group: str
    label: str
    number: Number


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a report says, in the order in which it says it. Tuples may be empty where a part is not known."""

    program: str
    place: str
    target: str
    device: str
    tolerance: float
    met: bool
    headline: str
    containers: tuple[ContainerRow, ...]
    sites: tuple[SiteRow, ...]
    options: tuple[Options, ...] = ()
    budget: Budget | None = None
    loops: tuple[LoopRow, ...] = ()
    pareto: tuple[ParetoPoint, ...] = ()
    samples: tuple[SampleRow, ...] = ()
    outputs: tuple[OutputRow, ...] = ()
    sources: tuple[SourceFile, ...] = ()
    facts: tuple[Fact, ...] = ()
    findings: tuple[FindingRow, ...] = ()
    machine: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    discrete: tuple[str, ...] = ()  # one sentence per integer or boolean output
    limits: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    made: str = ""  # date and time, only where the caller gives it: equal inputs give equal pages
    stated: str = ""  # the tolerance in words, where it is not a plain relative one
    schema: int = SCHEMA

    @property
    def shared(self) -> bool:
        """Whether anything says which container has which share of the tolerance."""
        return any(row.estimate or row.attributed for row in self.containers)

    @property
    def limit(self) -> str:
        """What stands behind the word tolerance."""
        return self.stated or short(self.tolerance)
