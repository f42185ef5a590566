"""First-order estimates of the error that an Assignment causes. Estimates, never bounds."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from precis.bitwidth.places import Place, Rounding, formats_at
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.tally import Row, Share, independent_share, underflow
from precis.bitwidth.unseen import unseen
from precis.formats import FORMATS, Assignment, Format, format_named, round_array

OVERFLOW_MARGIN = 2.0  # ranges are seen on the tuning input only: a format must hold twice the largest magnitude

Corrections = Mapping[tuple[Place, str], float]
"""(place, format) -> attributed / estimated share. Holds for that format and for those of less precision."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """First-order estimate for one Assignment, in relative 2-norm of the outputs (root sum square over several
    outputs).

    rms           as if all roundings were independent
    absolute      if all had their largest size and the worst sign
    underflow     what values below the normal range add at most
    by_container, by_site   rms shares; they add in squares
    overflow      containers and sites whose values may leave the range of their format
    samples       cotangents that it rests on
    unseen        places that round, and whose values reach the outputs through decisions only (comparisons, positions, whole
                  numbers): first order says 0, which is no estimate of their share
    """

    rms: float
    absolute: float
    underflow: float
    by_container: Mapping[str, float]
    by_site: Mapping[str, float]
    overflow: tuple[str, ...]
    samples: int
    unseen: tuple[Place, ...] = ()

    def to_json(self) -> str:
        return json.dumps({"kind": "estimate", **asdict(self)}, indent=2)


def estimate(s: Sensitivity, assignment: Assignment, corrections: Corrections | None = None) -> Estimate:
    """What `assignment` does to the outputs, to first order."""
    containers: dict[str, float] = {}
    sites: dict[str, float] = {}
    total = Share()
    formats = formats_of(s, assignment)
    for cause, share in shares(s, formats, corrections or {}):
        total = Share(
            math.hypot(total.rms, share.rms), total.absolute + share.absolute, total.underflow + share.underflow
        )
        into = containers if cause.place[0] == "storage" else sites
        into[cause.place[1]] = math.hypot(into.get(cause.place[1], 0.0), share.rms)
    over = sorted({c.place[1] for c in s.causes if overflows(s.row(c), formats[c.place])})
    return Estimate(total.rms, total.absolute, total.underflow, containers, sites, tuple(over), s.samples, unseen_places(s, formats))


def unseen_places(s: Sensitivity, formats: Mapping[Place, Format]) -> tuple[Place, ...]:
    """Places of unseen causes that round to less than binary64 under these formats; constants that a format holds do not."""
    found = (c for c in unseen(s) if c.occurs(formats) and not formats[c.place].contains(FORMATS["binary64"]))
    return tuple(sorted({c.place for c in found if not _held(c, formats[c.place])}))


def _held(cause: Rounding, fmt: Format) -> bool:
    what, _, value = cause.what.partition(":")
    return what in ("power", "integer") or (what == "constant" and not constant_error(float.fromhex(value), fmt))


def formats_of(s: Sensitivity, assignment: Assignment) -> dict[Place, Format]:
    places = {p for c in s.causes for p in (c.place, c.source) if p}
    return formats_at(sorted(places), assignment)


def shares(
    s: Sensitivity, formats: Mapping[Place, Format], corrections: Corrections
) -> Iterator[tuple[Rounding, Share]]:
    """The share of every cause that rounds under these formats."""
    for cause in s.causes:
        if cause.occurs(formats):
            yield cause, share_of(s, cause, formats[cause.place], corrections)


def share_of(s: Sensitivity, cause: Rounding, fmt: Format, corrections: Corrections | None = None) -> Share:
    """The share of one cause when it rounds to `fmt`."""
    share = _plain_share(s, cause, fmt)
    factor = correction(corrections or {}, cause.place, fmt)
    if math.isinf(factor):  # given up, whatever the derivative says
        return Share(math.inf, math.inf, share.underflow)
    return Share(share.rms * factor, share.absolute * max(factor, 1.0), share.underflow)


def _plain_share(s: Sensitivity, cause: Rounding, fmt: Format) -> Share:
    row = s.row(cause)
    if cause.what == "model":
        return Share(row.signed, row.absolute)
    if cause.what == "input" and not fmt.scale:
        return s.inputs[cause.place[1]].get(fmt.name, Share())
    if cause.what.startswith("constant:"):
        relative = constant_error(float.fromhex(cause.what.partition(":")[2]), fmt)
        return Share(row.signed * relative, row.absolute * relative)
    if cause.what == "power" or (cause.what == "integer" and row.largest <= 2.0**fmt.precision):
        under = underflow(row, fmt)
        return Share(under, under, under)
    return independent_share(row, fmt)


def constant_error(x: float, fmt: Format) -> float:
    """|round(x) - x| / |x|: what is known of a constant is not estimated. Zero for formats as wide as binary64."""
    if x == 0.0 or fmt.contains(FORMATS["binary64"]):
        return 0.0
    return abs(float(round_array(x, fmt)) - x) / abs(x)


def correction(corrections: Corrections, place: Place, fmt: Format) -> float:
    """The largest factor found for this place at this precision or more."""
    kind = "compute" if place[0] == "multiplicand" else place[0]
    found = [
        f for (p, name), f in corrections.items() if p == (kind, place[1]) and format_named(name).precision >= fmt.precision
    ]
    return max(found, default=1.0)


def overflows(row: Row, fmt: Format) -> bool:
    """Whether values, or twice their largest, are beyond the format."""
    return row.largest * OVERFLOW_MARGIN > fmt.max
