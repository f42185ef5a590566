"""Number formats, exact rounding to them, and assignments of them to programs."""

from precis.formats.assignment import Assignment
from precis.formats.codes import code_dtype, decode, encode
from precis.formats.format import (
    FORMATS,
    MULTIPLICANDS,
    Format,
    at_any_scale,
    dtype_of,
    format_named,
    format_of_dtype,
    is_known,
    multiplicands_of,
    open_format,
    scaled,
)
from precis.formats.rounding import round_array, round_mpf, stochastic_round_array
from precis.formats.significand import precision_of

__all__ = [
    "FORMATS",
    "MULTIPLICANDS",
    "Assignment",
    "Format",
    "at_any_scale",
    "code_dtype",
    "decode",
    "dtype_of",
    "encode",
    "format_named",
    "format_of_dtype",
    "is_known",
    "multiplicands_of",
    "open_format",
    "precision_of",
    "round_array",
    "round_mpf",
    "scaled",
    "stochastic_round_array",
]
