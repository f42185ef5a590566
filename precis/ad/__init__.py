"""Derivatives of Programs, as Programs."""

from precis.ad.adjoint import adjoint, probe_keys
from precis.ad.segment import cuts_into_segments

__all__ = ["adjoint", "cuts_into_segments", "probe_keys"]
