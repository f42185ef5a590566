"""Bit widths: sensitivities, estimates, choice, measurement with attribution, cost model and devices."""

from precis.bitwidth.devices import DEVICES, Device, device_named, this_cpu
from precis.bitwidth.estimate import Estimate, estimate
from precis.bitwidth.measure import Measurement, measure
from precis.bitwidth.pareto import pareto
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import Sensitivity, sensitivity

__all__ = [
    "DEVICES",
    "Device",
    "Estimate",
    "Measurement",
    "Sensitivity",
    "assign",
    "device_named",
    "estimate",
    "measure",
    "pareto",
    "sensitivity",
    "this_cpu",
]
