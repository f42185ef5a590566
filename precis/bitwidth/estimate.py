"""Estimates of the error that an Assignment causes, to first and second order. Estimates, never bounds."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import zip_longest

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.edges import near
from precis.bitwidth.perturbation import PERTURBATION
from precis.bitwidth.places import Place, Rounding, formats_at
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.sentinels import infinite_places
from precis.bitwidth.tally import MEAN_SQUARE, Row, Share, independent_share, relative_error, root_mean_square, underflow_share
from precis.bitwidth.unseen import parted, unseen
from precis.bitwidth.vanishing import vanishing
from precis.formats import FORMATS, Assignment, Format, at_any_scale, format_named

OVERFLOW_MARGIN = 2.0  # ranges are seen on the tuning input only: a format must hold twice the largest magnitude

ShareRule = Callable[..., Share]
Corrections = Mapping[tuple[Place, str], float]
"""(place, format) -> attributed / estimated share. Holds for that format and for those of less precision."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimate for one Assignment, in relative 2-norm of the outputs (root sum square over several outputs).

    rms           the parts `random`, `signed`, `second_order` and `half_order` together, as if independent
    random        independent errors, which add in squares, to first order
    signed        what rounding increments adds to that with signs that are known, to first order (precis.bitwidth.increments)
    second_order  the mean effect of squared errors, which adds with its sign; None where the sensitivity does not know it
    half_order    what rounding does to roots at 0, of the order of sqrt(u), from perturbed runs (precis.bitwidth.roots)
    absolute      the worst case of first order: all errors of their largest size and the worst sign
    underflow     what values below the normal range add at most
    by_container, by_site   rms shares; they add in squares, but for second-order parts of one sign
    overflow      containers and sites whose values may leave the range of their format
    samples       cotangents that it rests on
    unseen        places that round, and whose values reach the outputs through decisions only (comparisons, positions, whole
                  numbers), or that round what a loop hands on between names that share a storage otherwise: first order says 0,
                  which is no estimate of their share
    singular      places that round what meets an infinite derivative (a square root at 0), and whose share is not known from perturbed
                  runs either: first order says infinity, which is no estimate
    edges       places where rounding may leave the domain of a division, a logarithm or a root (precis.bitwidth.edges): infinities
                and NaN, of which first order knows nothing
    second_by     the second-order shares of containers and sites
    vanishing     containers that a while loop ends by, and whose smallest values are 0 in their format: it may end early, and what it then
                leaves undone is in no estimate (precis.bitwidth.vanishing)
    """

    rms: float
    random: float
    signed: float
    second_order: float | None
    absolute: float
    underflow: float
    by_container: Mapping[str, float]
    by_site: Mapping[str, float]
    overflow: tuple[str, ...]
    samples: int
    unseen: tuple[Place, ...] = ()
    singular: tuple[Place, ...] = ()
    edges: tuple[Place, ...] = ()
    second_by: Mapping[str, float] = field(default_factory=dict)
    half_order: float = 0.0
    vanishing: tuple[Place, ...] = ()

    @property
    def first_order(self) -> float:
        """Random errors and those of known sign together."""
        return math.hypot(self.random, self.signed)

    def to_json(self) -> str:
        return json.dumps({"kind": "estimate", **asdict(self)}, indent=2)


def estimate(s: Sensitivity, assignment: Assignment, corrections: Corrections | None = None, share: ShareRule | None = None) -> Estimate:
    """What `assignment` does to the outputs, to first order, on the inputs that `s` has seen: errors that are known there are not
    estimated. share: what a cause adds (default `share_here`: of rounding to nearest)."""
    containers: dict[str, Share] = {}
    sites: dict[str, Share] = {}
    total, singular = Share(), set()
    formats = formats_of(s, assignment)
    for cause, part in shares(s, formats, corrections or {}, share or share_here):
        total = total.plus(part)
        if math.isinf(part.size) and math.isinf(s.row(cause).rms):
            singular.add(cause.place)
        into = containers if cause.place[0] == "storage" else sites
        into[cause.place[1]] = into.get(cause.place[1], Share()).plus(part)
    over = {c.place[1] for c in s.causes if overflows(s.row(c), formats[c.place])}
    over |= {p[1] for p in _infinite(s) if p in formats and not formats[p].infinities}
    return Estimate(
        rms=total.size,
        random=total.rms,
        signed=root_mean_square(total.signed),
        second_order=None if s.second is None else root_mean_square(total.second),
        absolute=total.absolute,
        underflow=total.underflow,
        by_container={name: share.size for name, share in containers.items()},
        by_site={name: share.size for name, share in sites.items()},
        overflow=tuple(sorted(over)),
        samples=s.samples,
        unseen=unseen_places(s, formats),
        singular=tuple(sorted(singular)),
        edges=near(s.edges, formats),
        half_order=total.half,
        second_by={name: size for name, x in (containers | sites).items() if (size := root_mean_square(x.second))},
        vanishing=vanishing(s, formats),
    )


def unseen_places(s: Sensitivity, formats: Mapping[Place, Format]) -> tuple[Place, ...]:
    """Places of unseen causes that round to less than binary64 under these formats, of which constants that a format holds do not; and
    containers that are narrower than others with which a loop ties them together."""
    return tuple(sorted({c.place for c in unseen(s) if narrows(c, formats)} | parted(s, formats)))


def narrows(cause: Rounding, formats: Mapping[Place, Format]) -> bool:
    """Whether values are rounded there to less than binary64 under these formats."""
    fmt = formats[cause.place]
    return cause.occurs(formats) and not fmt.contains(FORMATS["binary64"]) and not _held(cause, fmt)


def _held(cause: Rounding, fmt: Format) -> bool:
    what, _, value = cause.what.partition(":")
    return what in ("power", "integer") or (what == "constant" and not relative_error(float.fromhex(value), fmt))


def formats_of(s: Sensitivity, assignment: Assignment) -> dict[Place, Format]:
    places = {p for c in (*s.causes, *s.edges) for p in (c.place, c.source) if p}
    return formats_at(sorted(places), assignment)


def shares(
    s: Sensitivity, formats: Mapping[Place, Format], corrections: Corrections, share: ShareRule
) -> Iterator[tuple[Rounding, Share]]:
    """The share of every cause that rounds under these formats, by `share_here` or `share_of`."""
    for cause in s.causes:
        if cause.occurs(formats):
            yield cause, share(s, cause, formats[cause.place], corrections)


def share_here(s: Sensitivity, cause: Rounding, fmt: Format, corrections: Corrections | None = None) -> Share:
    """The share of one cause on the inputs that were seen, when it rounds to `fmt`."""
    return whole_share(s, cause, fmt, corrections, _with_known(s, cause, fmt, _share_seen(s, cause, fmt)), _error_here(s, cause, fmt))


def share_of(s: Sensitivity, cause: Rounding, fmt: Format, corrections: Corrections | None = None) -> Share:
    """The share of one cause for a choice that has to hold on other inputs, too, which may not be as round as those seen
    (a = 0.0, b = 1.0): no less than that of independent errors, unless all inputs round so, nor than what underflow may add."""
    return whole_share(s, cause, fmt, corrections, _share_elsewhere(s, cause, fmt), error_size(cause, fmt))


@lru_cache(maxsize=2**14)
def _share_elsewhere(s: Sensitivity, cause: Rounding, fmt: Format) -> Share:
    """To first order, on other inputs, before corrections: a search asks for the same again and again."""
    independent = independent_of(s, cause, fmt)
    return _with_known(s, cause, fmt, _share_seen(s, cause, fmt).worst(independent).with_underflow())


def _with_known(s: Sensitivity, cause: Rounding, fmt: Format, share: Share) -> Share:
    """With what is known of increments."""
    return share.beyond_chance(_known_sums(s, cause, fmt))


def whole_share(s: Sensitivity, cause: Rounding, fmt: Format, corrections: Corrections | None, share: Share, error: float) -> Share:
    """With roots, corrections and second order. error: root mean square of the relative errors."""
    factor = correction(corrections or {}, cause.place, fmt)
    if math.isinf(factor):  # given up, whatever the derivative says
        return Share(math.inf, math.inf, share.underflow)
    errors = math.hypot(error, s.row(cause).relative_underflow(fmt))
    passed, is_low = max(((root.share(errors), root.is_low) for root in s.roots.get(cause, ())), default=(math.inf, False))
    if passed < share.size:  # whatever the order: the runs that it is known from leave nothing out
        rms, half = (0.0, passed * factor) if is_low else (passed * factor, 0.0)
        return Share(rms, share.absolute * max(factor, 1.0), min(share.underflow, passed * factor), half=half)
    second, signed = (tuple(factor * x for x in known) for known in (_second_order(s, cause, error, share), share.signed))
    return Share(share.rms * factor, share.absolute * max(factor, 1.0), share.underflow, second, signed)


def _known_sums(s: Sensitivity, cause: Rounding, fmt: Format) -> tuple[float, ...]:
    """Per cotangent, what storing increments in `fmt` adds: at the place where they are rounded, the store or the arithmetic."""
    if cause.what != "value":
        return ()
    found = [
        known.get(fmt.precision, ())
        for stored, known in s.residuals.items()
        if stored == cause or (cause.source is None and stored.source == cause.place)
    ]
    return tuple(map(sum, zip_longest(*found, fillvalue=0.0)))


def _second_order(s: Sensitivity, cause: Rounding, error: float, first: Share) -> tuple[float, ...]:
    """The second-order shares of a cause of relative errors `error` whose first-order share is `first`: they grow with the square of the
    errors, up to the worst case of first order. Beyond, the adjoint has changed by as much as its own size: a kink was passed, or the
    curvature ends (sqrt(h^2 + d^2) for errors of d above h), and the square says nothing more. Where the derivative vanishes there is
    no such scale.
    """
    shares = (s.second or {}).get(cause, ())
    found = root_mean_square(shares)
    if not found or not error or (s.row(cause).absolute and not first.absolute):  # what the format holds is not rounded
        return ()
    errors = error / PERTURBATION
    worst = s.row(cause).absolute * PERTURBATION
    most = first.absolute / s.row(cause).several  # a sum counts as one rounding of its root sum square
    allowed = most / (found * errors**2) if found < worst else 1.0
    return tuple(x * errors**2 * min(1.0, allowed) for x in shares)


def _error_here(s: Sensitivity, cause: Rounding, fmt: Format) -> float:
    """Root mean square relative error, no more than that of values which are known to become one number."""
    known = s.row(cause).known_errors(fmt) if cause.what == "value" else None
    return min(error_size(cause, fmt), max(map(abs, known))) if known else error_size(cause, fmt)


def error_size(cause: Rounding, fmt: Format) -> float:
    """Root mean square relative error of rounding to `fmt`; of a constant, the error."""
    if cause.what.startswith("constant:"):
        return relative_error(float.fromhex(cause.what.partition(":")[2]), fmt)
    return math.sqrt(MEAN_SQUARE) * fmt.u


def _share_seen(s: Sensitivity, cause: Rounding, fmt: Format) -> Share:
    """To first order, with the errors that are known on the inputs seen."""
    row = s.row(cause)
    if cause.what == "input":
        share = s.inputs[cause.place[1]].get(_known_as(fmt), Share())
        return share.plus(underflow_share(row, fmt)) if fmt.scale else share
    if cause.what == "value" and row.is_held_by(fmt):
        return underflow_share(row, fmt)
    known = row.known_share(fmt) if cause.what == "value" else None
    return independent_of(s, cause, fmt) if known is None else known


def independent_of(s: Sensitivity, cause: Rounding, fmt: Format) -> Share:
    """To first order, with independent errors where they are not known whatever the inputs."""
    row = s.row(cause)
    if cause.what == "model":
        return Share(row.signed, row.absolute)
    if cause.what == "input" and _known_as(fmt) not in s.inputs[cause.place[1]]:
        return underflow_share(row, fmt) if fmt.scale else Share()
    if cause.what.startswith("constant:"):
        relative = relative_error(float.fromhex(cause.what.partition(":")[2]), fmt)
        return Share(row.signed * relative, row.absolute * relative)
    if cause.what == "power" or (cause.what == "integer" and row.largest <= 2.0**fmt.held):
        return underflow_share(row, fmt)
    return independent_share(row, fmt)


def _known_as(fmt: Format) -> str:
    """The name under which `Sensitivity.inputs` has the errors of `fmt`: of scaled ones without their range."""
    return at_any_scale(fmt).name if fmt.scale else fmt.name


def correction(corrections: Corrections, place: Place, fmt: Format) -> float:
    """The largest factor found for this place at this precision or more."""
    kind = "compute" if place[0] == "multiplicand" else place[0]
    found = [
        f for (p, name), f in corrections.items() if p == (kind, place[1]) and format_named(name).precision >= fmt.precision
    ]
    return max(found, default=1.0)


@lru_cache(maxsize=8)
def _infinite(s: Sensitivity) -> frozenset[Place]:
    return infinite_places(inline_impl(s.question.program))


def overflows(row: Row, fmt: Format) -> bool:
    """Whether values, or twice their largest, are beyond the format."""
    return row.largest * OVERFLOW_MARGIN > fmt.max
