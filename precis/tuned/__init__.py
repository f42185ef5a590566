"""What `tune` found: a record, and the sentence that tells it."""

from precis.tuned.faster import faster
from precis.tuned.tuned import Executions, Tuned

__all__ = ["Executions", "Tuned", "faster"]
