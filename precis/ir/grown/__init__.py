"""Lists that loops grow and shrink, as arrays that are updated in place."""

from precis.ir.grown.lists import lists_in_place

__all__ = ["lists_in_place"]
