"""All detectors, most specific first; and which of two that meet on one line says more."""

from precis.bitwidth.findings.argument import Argument
from precis.bitwidth.findings.branch import Branch
from precis.bitwidth.findings.cancellation import Cancellation
from precis.bitwidth.findings.chaos import Chaos
from precis.bitwidth.findings.conditioning import Conditioning
from precis.bitwidth.findings.conversion import Conversion
from precis.bitwidth.findings.detector import Detector
from precis.bitwidth.findings.idle import Idle
from precis.bitwidth.findings.kahan import Kahan
from precis.bitwidth.findings.logsumexp import LogSumExp
from precis.bitwidth.findings.overflow import Overflow
from precis.bitwidth.findings.position import Position
from precis.bitwidth.findings.quadratic import Quadratic
from precis.bitwidth.findings.resolution import Resolution
from precis.bitwidth.findings.series import Series
from precis.bitwidth.findings.stagnation import Stagnation
from precis.bitwidth.findings.summation import Summation
from precis.bitwidth.findings.trips import Trips
from precis.bitwidth.findings.underflow import Underflow
from precis.bitwidth.findings.variance import Variance

DETECTORS: tuple[type[Detector], ...] = (
    Overflow, LogSumExp, Underflow, Variance, Quadratic, Cancellation, Series, Argument, Conditioning, Stagnation, Summation,
    Branch, Position, Conversion, Trips, Resolution, Chaos, Kahan, Idle,
)  # fmt: skip

LOST_DIGITS = ("variance", "quadratic", "cancellation", "argument", "conditioning", "stagnation", "summation")
DECIDED = ("branch", "position", "conversion")

# A finding of the left makes those of the right on the same line redundant.
INSTEAD: dict[str, tuple[str, ...]] = {
    "stagnation": ("summation",),
    "variance": ("cancellation", "summation"),
    "quadratic": ("cancellation",),
    "conditioning": ("cancellation",),
    "log-sum-exp": ("overflow", "underflow"),
    "trips": ("branch",),
}
