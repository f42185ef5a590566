"""Derivatives of Programs, as Programs."""

from precis.ad.adjoint import adjoint, probe_keys

__all__ = ["adjoint", "probe_keys"]
