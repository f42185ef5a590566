"""Derivatives of Programs, as Programs."""

from precis.ad.adjoint import adjoint, probe_keys
from precis.ad.guard import HUGE
from precis.ad.segment import cuts_into_segments

__all__ = ["HUGE", "adjoint", "cuts_into_segments", "probe_keys"]
