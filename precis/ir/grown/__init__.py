"""Lists that loops grow and shrink, as arrays that are updated in place."""

from precis.ir.grown.columns_apart import columns_apart
from precis.ir.grown.first_runs import first_runs_kept
from precis.ir.grown.lists import lists_in_place
from precis.ir.grown.logs import logs_begun
from precis.ir.grown.spacious import rooms_reserved

__all__ = ["columns_apart", "first_runs_kept", "lists_in_place", "logs_begun", "rooms_reserved"]
