"""`precis tune --statistic`: formats under which the mean over an ensemble keeps to the tolerance."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from precis.bitwidth.by_statistic import HELD_OUT, UNIFORM, Chosen, assign_by_statistic
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.tolerance import Tolerances
from precis.cli.choices import formats_from, pins_from
from precis.cli.load import Job
from precis.errors import UsageError
from precis.ir.ruled import without_rules
from precis.lift import lift

SINGLE = {  # options that speak of single runs: name -> the value that asks for nothing
    "tune_on": 1, "worst_case": 0, "tune_on_worst": False, "schedules": False, "rounding": "nearest", "integers": "report",
    "reference": "auto", "bound": False,
}  # fmt: skip


def chosen_by_statistic(a: argparse.Namespace, job: Job, wanted: Tolerances, qoi: Qoi, say: Callable[[str], None]) -> Chosen:
    """What --statistic asks for. UsageError beside options that speak of single runs."""
    refuse_single_runs(a)
    program = without_rules(lift(job.function, *job.arguments))
    return assign_by_statistic(
        program,
        job.arguments,
        qoi,
        tolerance=wanted,
        formats=formats_from(a.formats, UNIFORM),
        pins=pins_from(a),
        members=a.members,
        seed=a.seed,
        device="cpu" if a.device is None else a.device,
        inputs=job.inputs,
        held_out=HELD_OUT if a.samples is None else a.samples,
        objective=a.objective,
        progress=say,
    )


def refuse_single_runs(a: argparse.Namespace) -> None:
    for name, default in SINGLE.items():
        if getattr(a, name) != default:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} speaks of single runs, --statistic of means over many",
                             hints=(f"leave out {option}, or --statistic",))  # fmt: skip
