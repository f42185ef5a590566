"""What `tune` found: a record, and the sentence that tells it."""

from precis.tuned.faster import faster, passed
from precis.tuned.tuned import Executions, Tuned

__all__ = ["Executions", "Tuned", "faster", "passed"]
