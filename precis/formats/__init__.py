"""Number formats, exact rounding to them, and assignments of them to programs."""

from precis.formats.assignment import Assignment
from precis.formats.format import FORMATS, Format, dtype_of, format_named, format_of_dtype

__all__ = ["FORMATS", "Assignment", "Format", "dtype_of", "format_named", "format_of_dtype"]
