"""The text form of a Program: Python syntax, read with `ast` and never executed. Grammar: docs/grammar.md."""

from precis.ir.text.parse import parse
from precis.ir.text.show import show

__all__ = ["parse", "show"]
