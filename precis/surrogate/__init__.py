"""Surrogates: regions of a Program, points captured from real runs, trained models, and their replacement."""

from precis.surrogate.fit import fit
from precis.surrogate.price import model_error
from precis.surrogate.region import Region, select
from precis.surrogate.replace import replace
from precis.surrogate.surrogate import Surrogate

__all__ = ["Region", "Surrogate", "fit", "model_error", "replace", "select"]
