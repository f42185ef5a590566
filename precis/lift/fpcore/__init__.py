"""The front end for FPCore, the format of the FPBench benchmarks (fpbench.org, FPCore 2.0)."""

from precis.lift.fpcore.box import Interval
from precis.lift.fpcore.lift import File, Lifted, lift_fpcore, read_fpcore, read_text
from precis.lift.fpcore.sample import Sampler

__all__ = ["File", "Interval", "Lifted", "Sampler", "lift_fpcore", "read_fpcore", "read_text"]
