"""Number formats as records: one row of FORMATS per format, every other constant derived from it.

A finite value is (-1)^s * m * 2^(e - p + 1) with integer 0 <= m < 2^p and emin <= e <= emax (IEEE 754-2019, section
3.3; e4m3 and e5m2: OCP 8-bit Floating Point Specification 1.0, section 5). Subnormals (m < 2^(p-1) at e = emin) are
always present.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format.

    name        as it is written in programs, assignments and reports
    precision   p, significant bits, the hidden one included
    emin, emax  exponents of the smallest and of the largest normal binade
    bits        width of one stored element, padding included
    infinities  True: the exponent above emax holds infinities and NaNs (IEEE 754). False: that exponent is spent on
                finite values of binade emax, all but the all-ones code, which is the only NaN (OCP e4m3)
    storable    False: a multiplicand format, to which matrix units round factors, but in which no array is stored (tf32)
    part        of a multiplicand format: the format of the numbers that a factor is passed to the units as; of a scaled
                format: the one that holds the scaled numbers; of an open format: the carrier in which its values are held
    products    how many products of parts make one product
    scale       of a scaled format: x is held as x * 2^scale
    slot        of an open format: its row in the table of formats that a run is given (`open_format`)
    """

    name: str
    precision: int
    emin: int
    emax: int
    bits: int
    infinities: bool = True
    storable: bool = True
    part: str = ""
    products: int = 1
    scale: int = 0
    slot: int | None = None

    def __hash__(self) -> int:
        return hash(self.name)  # known after the first time: formats are looked up in every table, in every rounding

    @property
    def unit(self) -> str:
        """The name of the format that the hardware knows: in which matrix units take the factors, memory the numbers."""
        return self.part or self.name

    @property
    def u(self) -> float:
        """Unit roundoff 2^-p: the largest relative error of rounding to nearest in the normal range."""
        return 2.0**-self.precision

    @property
    def held(self) -> int:
        """Significant bits up to which values are exact. Factors in several parts: those of one, as low parts are not multiplied."""
        return FORMATS[self.part].precision if self.products > 1 else self.precision

    @property
    def max_significand(self) -> int:
        """The integer m of the largest finite value m * 2^(emax - p + 1)."""
        return 2**self.precision - (1 if self.infinities else 2)

    @property
    def max(self) -> float | Fraction:
        """Largest finite value; a float where binary64 holds it exactly, else a Fraction."""
        return _exact(self.max_significand, self.emax - self.precision + 1)

    @property
    def min_normal(self) -> float | Fraction:
        """Smallest positive normal value 2^emin; a float where binary64 holds it exactly, else a Fraction."""
        return _exact(1, self.emin)

    @property
    def min_subnormal(self) -> float | Fraction:
        """Smallest positive value 2^(emin - p + 1); a float where binary64 holds it exactly, else a Fraction."""
        return _exact(1, self.emin - self.precision + 1)

    @property
    def bytes(self) -> int:
        """Bytes of one stored element."""
        return self.bits // 8

    def contains(self, other: Format) -> bool:
        """Whether every value of `other`, infinities included, is a value of this format."""
        return (
            self.held >= other.precision
            and self.emin - self.precision <= other.emin - other.precision
            and self.max >= other.max
            and self.infinities >= other.infinities
            and self.slot in (None, other.slot)
        )

    def __str__(self) -> str:
        return self.name


def _exact(significand: int, exponent: int) -> float | Fraction:
    """significand * 2^exponent."""
    length = significand.bit_length()
    if length <= 53 and -1074 <= exponent <= 1024 - length:
        return math.ldexp(significand, exponent)
    return significand * Fraction(2) ** exponent


# binary80 (x87 extended) codes have 80 bits, but fill 16 bytes in memory on x86-64.
_ROWS = (
    #      name         p   emin    emax   bits
    Format("e4m3", 4, -6, 8, 8, infinities=False),
    Format("e5m2", 3, -14, 15, 8),
    Format("binary16", 11, -14, 15, 16),
    Format("bfloat16", 8, -126, 127, 16),
    Format("tf32", 11, -126, 127, 32, storable=False),
    Format("binary32", 24, -126, 127, 32),
    Format("binary64", 53, -1022, 1023, 64),
    # The unevaluated sum of two binary64 numbers, normalised. Lower parts must be normal for the precision stated, hence emin.
    Format("binary64x2", 106, -969, 1023, 128),
    Format("binary80", 64, -16382, 16383, 128),
    Format("binary128", 113, -16382, 16383, 128),
)

FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}

# Multiplicand formats other than tf32: everything else at a site that computes in them runs in its accumulator format.
# xN: one product is the sum of N products of parts, as in XLA's BF16_BF16_F32_X3 (Henry, Tang & Heinecke 2019, Leveraging
# the bfloat16 artificial intelligence datatype for higher-precision computations, section 2). Its precision is that of a rounding with
# as large an error: docs/numerics.md, section 5.
MULTIPLICANDS: dict[str, Format] = {
    f"{short}x1": replace(FORMATS[part], name=f"{short}x1", storable=False, part=part)
    for short, part in (("e4m3", "e4m3"), ("e5m2", "e5m2"), ("fp16", "binary16"), ("bf16", "bfloat16"))
} | {
    f"{short}x3": Format(f"{short}x3", 2 * FORMATS[part].precision + 1, -126, 127, 32, storable=False, part=part, products=3)
    for short, part in (("bf16", "bfloat16"), ("tf32", "tf32"))
}

ALIASES: dict[str, str] = {
    "fp16": "binary16",
    "float16": "binary16",
    "half": "binary16",
    "bf16": "bfloat16",
    "fp32": "binary32",
    "float32": "binary32",
    "single": "binary32",
    "fp64": "binary64",
    "float64": "binary64",
    "double": "binary64",
}


LARGEST_SCALE = 850  # scaled numbers of every 16-bit format, subnormals included, are normal numbers of binary64
_SCALED = re.compile(r"([a-z0-9]+)\*2\^(-?[1-9][0-9]{0,2})")


def scaled(fmt: Format, scale: int) -> Format:
    """`fmt` with x held as x * 2^scale: the same significands, the range shifted. For formats of 16 bits or less."""
    if not scale:
        return fmt
    if fmt.bits > 16 or not fmt.storable or fmt.scale or abs(scale) > LARGEST_SCALE:
        raise ValueError(f"{fmt} cannot be scaled by 2^{scale}: formats of 16 bits or less can, by up to 2^{LARGEST_SCALE}")
    emin, emax = fmt.emin - scale, fmt.emax - scale
    return replace(fmt, name=f"{fmt}*2^{scale}", emin=emin, emax=emax, part=fmt.name, scale=scale)


def at_any_scale(fmt: Format) -> Format:
    """Formats of 16 bits or less, whatever their scale, as if their range had no end: that of binary64, of which it leaves out what is
    subnormal at its lower end. Rounding x * 2^scale is rounding x, but for range."""
    wide = FORMATS["binary64"]
    name = fmt.part if fmt.scale else fmt.name
    return replace(fmt, name=f"{name}*2^k", emin=wide.emin + fmt.precision - 1, emax=wide.emax, part=name, scale=0)


def open_format(slot: int, carrier: Format) -> Format:
    """A format that only the run knows: row `slot` of the table that a run in `carrier` is given, of formats no wider than binary64.
    It holds no value for sure, and no other open format holds its values, so that emulation rounds wherever a value enters it."""
    return Format(f"open {slot} in {carrier}", 1, 0, 0, carrier.bits, part=carrier.name, slot=slot)


def format_named(name: object) -> Format:
    """The format called `name` (or by an alias such as fp16, bf16, float32, double), scaled in "binary16*2^12";
    ValueError for any other name."""
    found = _found(name) if isinstance(name, str) else None
    if found is not None:
        return found
    known = f"known formats: {', '.join(FORMATS)}; aliases: {', '.join(ALIASES)}"
    raise ValueError(f"unknown format {name!r}; {known}; of factors of matrix products: {', '.join(MULTIPLICANDS)}")


def _found(name: str) -> Format | None:
    plain = ALIASES.get(name, name)
    if plain in FORMATS or plain in MULTIPLICANDS:
        return FORMATS.get(plain) or MULTIPLICANDS[plain]
    match = _SCALED.fullmatch(name)
    base = _found(match[1]) if match else None
    return scaled(base, int(match[2])) if match and base else None


def is_known(fmt: Format) -> bool:
    """Whether the name alone says which format it is."""
    try:
        return _found(fmt.name) == fmt
    except ValueError:
        return False


def multiplicands_of(fmt: Format) -> tuple[Format, ...]:
    """The multiplicand formats whose parts are in `fmt`, itself where it is one."""
    return tuple(m for m in (FORMATS["tf32"], *MULTIPLICANDS.values()) if fmt.name in (m.unit, m.name))


# dtypes of ml_dtypes are known by name, so that the library need not be installed.
_BY_DTYPE_NAME = {"bfloat16": "bfloat16", "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2"}
_BY_DTYPE_PRECISION = {11: "binary16", 24: "binary32", 53: "binary64", 64: "binary80", 113: "binary128"}


@cache
def format_of_dtype(dtype: np.dtype | type) -> Format | None:
    """The format of a NumPy floating dtype (of a complex dtype: of its two parts); None for any other dtype."""
    dtype = np.dtype(dtype)
    if dtype.name in _BY_DTYPE_NAME:
        return FORMATS[_BY_DTYPE_NAME[dtype.name]]
    if not np.issubdtype(dtype, np.inexact):
        return None
    name = _BY_DTYPE_PRECISION.get(np.finfo(dtype).nmant + 1)
    return FORMATS[name] if name else None


# longdouble first: where it is no wider than float64, float64 takes the row.
_DTYPES = {format_of_dtype(scalar): np.dtype(scalar) for scalar in (np.longdouble, np.float16, np.float32, np.float64)}


def dtype_of(fmt: Format) -> np.dtype:
    """The NumPy dtype with exactly the values of `fmt`; ValueError where there is none (bfloat16, tf32, fp8)."""
    if fmt in _DTYPES:
        return _DTYPES[fmt]
    raise ValueError(f"NumPy has no dtype for {fmt}; hold its values in float64 (round_array) or its codes (encode)")
