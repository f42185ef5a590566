"""Why a container keeps a wide format: one table of reasons, the first that applies is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from precis.bitwidth.breakdown import Failure
from precis.bitwidth.pins import allowed_formats
from precis.bitwidth.probes import place_classes
from precis.bitwidth.search import CHEAPER
from precis.bitwidth.stored import width
from precis.bitwidth.task import SAFETY, room
from precis.formats import Format, format_named
from precis.report.model import Option, Options
from precis.report.numbers import of_tolerance, short
from precis.tuned import Tuned
from precis.tuned.ratio import factor, slower

if TYPE_CHECKING:
    from precis.report.rows import Asked

NOTABLE = 0.1  # of a measured error, from which a container is named as a cause
REGISTER = 32  # bits; narrower scalars gain nothing


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one container. narrower: options that are narrower than the chosen one; fitting: those whose range
    holds the values seen; best: the one with the smallest share of the tolerance."""

    tuned: Tuned
    name: str
    chosen: Format
    pinned: bool
    narrower: tuple[Option, ...]

    @property
    def fitting(self) -> list[Option]:
        return [o for o in self.narrower if not o.overflow]

    @property
    def best(self) -> Option:
        return min(self.fitting, key=lambda o: (o.share, -format_named(o.format).precision))

    @property
    def used(self) -> float:
        """The share of the tolerance that the estimate of the choice uses."""
        return self.tuned.estimate.rms / self.tuned.rtol

    @property
    def together(self) -> float:
        """The share that it would use with the best narrower format here."""
        return math.hypot(self.used, self.best.share)

    @property
    def failures(self) -> list[Failure]:
        """Runs that failed with this container narrower than chosen, those of the widest formats first."""
        narrower = [f for f in self.tuned.failures if width(f.assignment.storage_of(self.name)) < width(self.chosen)]
        return sorted(narrower, key=lambda f: width(f.assignment.storage_of(self.name)), reverse=True)


def evidence(tuned: Tuned, asked: Asked, name: str, options: Options) -> Evidence:
    chosen = tuned.assignment.storage_of(name)
    classes = place_classes(tuned.program)
    allowed = allowed_formats(tuned.program, asked.pins or {}, classes)
    pin = allowed.get(classes.get(("storage", name), ("storage", name)))
    narrower = [o for o in options.options if width(format_named(o.format)) < width(chosen)]
    if not tuned.program.container(name).shape:
        narrower = [o for o in narrower if format_named(o.format).bits >= REGISTER]
    pinned = pin is not None and all(format_named(o.format) not in pin for o in narrower)
    return Evidence(tuned, name, chosen, pinned, tuple(narrower))


def reason_to_stay(e: Evidence) -> tuple[str, str]:
    """(why nothing narrower was chosen, what says that it could not have been: "" where it could)."""
    for reason in REASONS:
        told = reason.tell(e)
        if told is not None:
            return told, reason.must if told else ""
    return "", ""


def _pinned(e: Evidence) -> str | None:
    return "pinned by you" if e.pinned else None


def _nothing_narrower(e: Evidence) -> str | None:
    return None if e.narrower else ""


def _out_of_range(e: Evidence) -> str | None:
    names = " and ".join(o.format for o in e.narrower)
    return None if e.fitting else f"values seen leave the range of {names}"


def _broke_down(e: Evidence) -> str | None:
    """In the best narrower format, a run was not finite."""
    found = [f for f in e.failures if not math.isfinite(f.error) and _format(f, e) == e.best.format]
    return _told_breakdown(found[0], e) if found else None


def _missed(e: Evidence) -> str | None:
    """In the best narrower format, a run missed the tolerance, and this container was a cause."""
    found = [f for f in e.failures if _format(f, e) == e.best.format and _is_cause(f, e)]
    return _told_miss(found[0], e) if found else None


def _too_large(e: Evidence) -> str | None:
    return _also(e, _estimate(e)) if e.best.share > 1.0 else None


def _no_room(e: Evidence) -> str | None:
    return _also(e, f"{_estimate(e)}, with no room left for it") if e.together > room(e.used) else None


def _not_cheap(e: Evidence) -> str | None:
    """It would fit, but only into what `Search` gives away for time."""
    if not e.used <= SAFETY < e.together:
        return None
    gain = f"{100 * (1.0 - CHEAPER):.0f} %"
    return _also(e, f"{_estimate(e)}; more than half of it is only spent on what is {gain} cheaper in the cost model")


def _slower(e: Evidence) -> str | None:
    """Choices that hold with it narrower were timed."""
    speeds = [c.speedup for c in e.tuned.passed if width(c.proposal.assignment.storage_of(e.name)) < width(e.chosen)]
    if not speeds:
        return None
    return _also(e, f"narrower in choices that hold but are {slower(max(speeds))} (at best {factor(max(speeds))} the speed, measured)")


def _no_faster(e: Evidence) -> str | None:
    return _also(e, f"{e.best.format} would fit, but is no faster in the cost model")


@dataclass(frozen=True, slots=True)
class Reason:
    """tell: the sentence, None where it does not apply; must: what says that the container could not have been narrower, a request, a
    measurement or an estimate; "" where it could."""

    tell: Callable[[Evidence], str | None]
    must: str = ""


REASONS: Sequence[Reason] = (
    Reason(_pinned, "request"),
    Reason(_nothing_narrower),
    Reason(_out_of_range, "measurement"),
    Reason(_broke_down, "measurement"),
    Reason(_missed, "measurement"),
    Reason(_too_large, "estimate"),
    Reason(_no_room, "estimate"),
    Reason(_slower),
    Reason(_not_cheap),
    Reason(_no_faster),
)


def _estimate(e: Evidence) -> str:
    return f"{e.best.format} alone would use {of_tolerance(e.best.share)} (estimate)"


def _also(e: Evidence, told: str) -> str:
    """`told`, behind what was measured in formats that are narrower still."""
    broken = [f for f in e.failures if not math.isfinite(f.error)]
    missed = [f for f in e.failures if _is_cause(f, e)]
    before = _told_breakdown(broken[0], e) if broken else _told_miss(missed[0], e) if missed else ""
    return f"{before}; {told}" if before else told


def _format(f: Failure, e: Evidence) -> str:
    return f.assignment.storage_of(e.name).name


def _is_cause(f: Failure, e: Evidence) -> bool:
    share = abs(f.shares.get(("storage", e.name), 0.0))
    return math.isfinite(f.error) and share > NOTABLE * f.error


def _told_breakdown(f: Failure, e: Evidence) -> str:
    if f.note:
        return f"with {_format(f, e)} here {f.note} on {f.where} (measured)".replace("`", "")
    why = f": {f.breakdown}" if f.breakdown else ""
    return f"with {_format(f, e)} here a run was not finite on {f.where} (measured){why}".replace("`", "")


def _told_miss(f: Failure, e: Evidence) -> str:
    part = abs(f.shares.get(("storage", e.name), 0.0)) / e.tuned.rtol
    whole = f.error / e.tuned.rtol
    its = f"{short(part)} of them from it" if part <= whole else f"{short(part)} from it, which others undid in part"
    return f"with {_format(f, e)} here a run missed on {f.where}: {short(whole)} tolerances (measured), {its} (attributed)"
