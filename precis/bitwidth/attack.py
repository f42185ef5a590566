"""The attack on a verdict: a search for an input that is worse than those held out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from precis.bitwidth.case import Case, case_at
from precis.bitwidth.contest import Contest
from precis.bitwidth.samples import Inputs, sample
from precis.bitwidth.validate import Validation
from precis.bitwidth.verdict import ROUNDS, Original, Verdict, validated
from precis.bitwidth.worst import Box, Worst, box_of, search_worst
from precis.errors import UsageError
from precis.formats import Assignment


@dataclass(frozen=True, slots=True)
class Attack:
    """Held-out inputs, and `steps` of search for a worse one within `box`; `tuned`: whether what is found is tuned on."""

    inputs: Inputs | None
    held_out: int
    steps: int
    box: Box | None
    tuned: bool

    def check(self) -> None:
        if self.steps < 0:
            raise UsageError(f"worst_case is {self.steps}; it is a number of steps, 0 for none")
        if self.steps and not self.box and (self.inputs is None or not self.held_out):
            raise UsageError("a worst-case search has to know which inputs are possible",
                             hints=("give inputs, a function of a seed, or box, argument -> (lowest, highest)",))  # fmt: skip
        if self.box and not self.steps:
            raise UsageError("a box was given, but no worst_case search to stay in it", hints=("state worst_case=8",))

    def run(self, case: Case, chosen: Assignment, validation: Validation) -> Worst:
        starts = {"the tuning input": case.arrays}
        seen = [case.arrays]
        for seed in validation.seeds:
            arrays, binding = sample(case.program, self.inputs, seed)
            if dict(binding) == dict(case.binding):
                seen.append(arrays)
                if validation.errors[validation.seeds.index(seed)] == validation.worst:
                    starts[f"held-out input {seed}"] = arrays
        return search_worst(case, chosen, starts, box_of(case.question.program, seen, self.box), self.steps)


def attacked(
    contest: Contest, original: Original, attack: Attack, say: Callable[[str], None]
) -> tuple[Verdict, Worst | None]:
    """The verdict on held-out inputs and on those that a search finds; without a search the former."""
    search = contest.search
    for k in range(ROUNDS):
        found = validated(contest, original, attack.inputs, attack.held_out, say)
        if not attack.steps or not found.holds:
            return found, None
        case, chosen = search.cases[0], found.chosen.proposal.assignment
        worst = attack.run(case, chosen, found.validation)
        say(f"worst-case search: {worst.error:.2g} after {worst.sweeps} sweeps")
        if worst.error <= search.rtol:
            return found, worst
        if not attack.tuned or k == ROUNDS - 1:
            break
        given = case.program, case.question, worst.arrays, worst.binding, search.rtol
        search.add(*case_at(*given, label="an input found by search"), chosen)
    return replace(found, chosen=original.contender(search.s), holds=False), worst
