"""What is asked of `tune`, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from precis.bitwidth.attack import Attack
from precis.bitwidth.devices import Device
from precis.bitwidth.discrete import check_integers
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.pins import Pins
from precis.bitwidth.samples import Inputs, check_counts
from precis.bitwidth.select import objective_named
from precis.bitwidth.task import offered_formats
from precis.bitwidth.timing import Timing
from precis.bitwidth.tolerance import Tolerances
from precis.errors import UsageError
from precis.formats import Format

HELD_OUT = 16


@dataclass(frozen=True, slots=True)
class Request:
    """The arguments of `precis.tune`, which documents them.

    wanted  carrier of the references; None: chosen
    clock   times a choice against the original on this machine; None: nothing is timed
    say     told of every step
    trips   of while loops by site, where they were counted
    stochastic  runs of what is chosen with stochastic rounding, beside the one that rounds to nearest
    """

    tolerance: Tolerances
    qoi: Qoi
    inputs: Inputs | None
    tune_on: int
    formats: Sequence[str | Format]
    pins: Pins | None
    device: Device
    attack: Attack
    wanted: Format | None
    clock: Callable[..., Timing | None] | None
    objective: str
    integers: str
    findings: bool
    say: Callable[[str], None]
    schedules: bool = False
    stochastic: int = 0
    trips: Mapping[str, float] = field(default_factory=dict)

    @property
    def rtol(self) -> float:
        """The unit of the tolerance."""
        return self.tolerance.unit

    @property
    def held_out(self) -> int:
        return self.attack.held_out

    def check(self) -> None:
        """UsageError for what makes no sense whatever the program."""
        offered_formats(self.formats)
        objective_named(self.objective)
        check_integers(self.integers)
        check_counts(self.inputs, self.tune_on, self.held_out)
        self.attack.check()
        if self.stochastic < 0:
            raise UsageError(f"stochastic is {self.stochastic}; it is a number of runs, 0 for none")
        if self.schedules and self.objective != "time":
            raise UsageError("schedules are chosen for time: both parts of a loop keep arrays of their own",
                             hints=("leave out the objective",))  # fmt: skip

    def limits(self, work: Any) -> dict[str, Any]:
        """Keyword arguments of `assign`."""
        return {"formats": self.formats, "device": self.device, "pins": self.pins, "work": work, "objective": self.objective}
