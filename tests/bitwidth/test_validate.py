"""Held-out inputs: what is measured there is the error of the choice, not that of the reference."""

import numpy as np

from precis.tune import tune


def gap(x, unused):
    return np.sqrt(x + 1.0) - np.sqrt(x)


def inputs(seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(500.0, 1000.0, 16), rng.uniform(0.0, 1.0, 16)


def test_errors_below_those_of_the_reference_are_measured_against_a_wider_one():
    """All but an array that nothing reads stays binary64, and so is the reference: against it there is no error."""
    pins = {"unused": "binary32", "x": "binary64", "lines": "binary64"}
    found = tune(gap, *inputs(0), rtol=1e-6, inputs=inputs, held_out=2, timed=False, pins=pins)
    assert found.validation and found.reference and found.reference.carrier.name == "binary64"
    assert all(1e-14 < error < 1e-12 for error in found.validation.errors)
