"""The verdict: what the contest chose, on inputs that were never tuned on."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from precis.bitwidth.breakdown import Failure
from precis.bitwidth.case import Case, case_of
from precis.bitwidth.contest import Contender, Contest
from precis.bitwidth.discrete import Discrete
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import Measurement, compare
from precis.bitwidth.pins import Pins, allowed_formats
from precis.bitwidth.places import formats_at
from precis.bitwidth.samples import FIRST_SEED, Inputs, draw
from precis.bitwidth.search import Proposal, Search
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.timing import Timing
from precis.bitwidth.validate import Validation, validate
from precis.formats import Assignment
from precis.ir.emulate import round_alike

ROUNDS = 3  # validations, each on inputs not seen before
WORTH = 1.05  # times as fast or as small: below, the sentence says "no faster" and "the same memory"
DOUBT = 1e-2  # of the tolerance: the estimated error of the original program from which it is measured


@dataclass(frozen=True, slots=True)
class Original:
    """The program's own formats: what others are measured and timed against.

    baseline  their measurement, where it was made
    clock     times (program, original, chosen, args, kwargs); None where this machine is not meant
    """

    case: Case
    formats: Assignment
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    baseline: Measurement | None
    clock: Callable[..., Timing | None] | None
    discrete: Discrete

    def time(self, chosen: Assignment) -> Timing | None:
        """None where there is nothing to time: the same formats, another machine, no compiler."""
        program = self.case.program
        if self.clock is None or round_alike(program, chosen, self.formats):
            return None
        return self.clock(program, self.formats, chosen, self.args, self.kwargs)

    def admitted(self, pins: Pins | None) -> bool:
        """Whether the program's own formats are among those that pins allow."""
        allowed = allowed_formats(self.case.program, pins or {})
        own = formats_at(allowed, self.formats)
        return all(own[place] in formats for place, formats in allowed.items())

    def contender(self, s: Sensitivity) -> Contender:
        """The program's own formats, measured as they are."""
        found = self.baseline or _measured(self.case, self.formats)
        return Contender(Proposal(self.formats, estimate(s, self.case.question.unrounded(self.formats)), found, 0.0))


@dataclass(frozen=True, slots=True)
class Verdict:
    """runs: on held-out inputs; passed: what holds, too, but is slower."""

    chosen: Contender
    holds: bool
    validation: Validation
    runs: int
    passed: tuple[Contender, ...] = ()


def validated(
    contest: Contest, original: Original, inputs: Inputs | None, held_out: int, say: Callable[[str], None]
) -> Verdict:
    """The fastest that holds on held-out inputs, too; the program's own formats where there is none or all are slower.

    A held-out input on which the choice fails becomes a tuning input, and others are held out in its place.
    """
    search, runs, seeds = contest.search, 0, range(FIRST_SEED, FIRST_SEED)
    for _ in range(ROUNDS):
        contenders = contest.run()
        if not contenders:
            break
        chosen, passed = _fastest(contenders, original, search)
        case, seeds = search.cases[0], _following(seeds, inputs, held_out)
        if seeds:
            say(f"validating on {len(seeds)} held-out inputs")
        validation = validate(case, chosen.proposal.assignment, inputs, seeds, search.rtol, original.discrete, bool(search.guard))
        runs += len(seeds)
        if seeds:
            say(f"validation: worst error {validation.worst:.1e} on {validation.samples} held-out inputs")
        if not seeds or validation.worst <= search.rtol:
            explained = replace(chosen, proposal=search.explained(chosen.proposal))
            return Verdict(explained, True, validation, runs, tuple(passed))
        _learn(search, inputs, validation, chosen.proposal.assignment)
    return _as_it_is(search, original, inputs, _following(seeds, inputs, held_out), runs)


def _following(seeds: range, inputs: Inputs | None, held_out: int) -> range:
    """Seeds of inputs that were not seen before."""
    return range(seeds.stop, seeds.stop + (held_out if inputs is not None else 0))


def _as_it_is(search: Search, original: Original, inputs: Inputs | None, seeds: range, runs: int) -> Verdict:
    """The program's own formats, where no others were found. They may hold although their estimate does not: measured on every tuning
    input, then on held-out ones."""
    own, label = _on_every_input(original.contender(search.s), search)
    case, worst = search.cases[0], own.proposal.measurement.error
    if worst > search.rtol:
        search.failures.append(Failure(original.formats, label, worst, {}))
        return Verdict(own, False, Validation(), runs)
    if not original.admitted(search.limits["pins"]):
        return Verdict(own, False, Validation(), runs)
    validation = validate(case, original.formats, inputs, seeds, search.rtol, original.discrete, bool(search.guard))
    return Verdict(own, validation.worst <= search.rtol, validation, runs + len(seeds))


def _on_every_input(own: Contender, search: Search) -> tuple[Contender, str]:
    """The program's own formats, measured on the first tuning input, with the worst measurement of all; its input."""
    found = [own.proposal.measurement, *(_measured(c, own.proposal.assignment) for c in search.cases[1:])]
    worst, label = max(zip(found, (c.label for c in search.cases)), key=lambda item: item[0].error)
    return replace(own, proposal=replace(own.proposal, measurement=worst)), label


def _fastest(
    contenders: Sequence[Contender], original: Original, search: Search
) -> tuple[Contender, Sequence[Contender]]:
    """(chosen, passed over): the program's own formats where nothing else brings anything and pins admit them."""
    memory = search.limits["work"].memory
    useless = contenders[0].slower or _brings_nothing(contenders[0], memory(original.formats))
    if useless and original.admitted(search.limits["pins"]):
        own, _ = _on_every_input(original.contender(search.s), search)
        if own.proposal.measurement.error <= search.rtol:
            return own, contenders
    return contenders[0], contenders[1:]


def _brings_nothing(found: Contender, own_bytes: float) -> bool:
    """Whether a contender was measured to be as fast as the program's own formats, and takes their memory."""
    timing = found.timing
    return timing is not None and timing.tells and timing.speedup < WORTH and own_bytes < WORTH * found.proposal.bytes


def _learn(search: Search, inputs: Inputs | None, validation: Validation, failed: Assignment) -> None:
    """The worst held-out input becomes a tuning input."""
    seed, case = validation.seeds[validation.errors.index(validation.worst)], search.cases[0]
    given = case.program, draw(inputs, seed), {}, search.rtol
    search.add(*case_of(*given, question=case.question, label=f"held-out input {seed}"), failed)


def baseline_of(case: Case, s: Sensitivity, original: Assignment, rtol: float) -> Measurement | None:
    """The program's own formats measured, where the estimate leaves a doubt that they hold, or a run in binary64 went astray: so may
    the run that the estimate was made along."""
    doubtful = bool(case.astray) or estimate(s, case.question.unrounded(original)).rms > DOUBT * rtol
    return _measured(case, original) if doubtful else None


def _measured(case: Case, original: Assignment) -> Measurement:
    return compare(case.question, original, case.arrays, case.binding, case.reference, case.wide, most=case.evidence.allowed,
                   above=math.inf)
