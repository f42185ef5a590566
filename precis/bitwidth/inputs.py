"""Rounding of arguments: their values and their cotangents are at hand, so their errors are known and not estimated."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from precis.bitwidth.holes import filled
from precis.bitwidth.holes import finite as is_finite
from precis.bitwidth.singular import SINGULAR, without_guards
from precis.bitwidth.tally import Row, Share, root_mean_square
from precis.formats import FORMATS, Format, at_any_scale, format_of_dtype, precision_of, round_array

NARROW = tuple(f for f in FORMATS.values() if f.storable and f.precision < FORMATS["binary64"].precision)
SCALED = tuple(f for f in NARROW if f.bits <= 16)

Sample = tuple[np.ndarray, np.ndarray]  # an input and its cotangent, of one sweep


def input_row(samples: Sequence[Sample]) -> Row:
    """The row of an input, as a tally has it for values that are computed."""
    return Row.of(without_guards(np.array([_row(x, g) for x, g in samples])))


def _row(x: np.ndarray, g: np.ndarray) -> tuple[float, ...]:
    """A tally row for an input (columns TALLY_COLUMNS); holes count nothing."""
    x, g = filled(x), np.where(is_finite(x), g, 0.0)
    share, size = np.real(np.conj(g) * x), np.abs(x)
    nonzero = size[size != 0]
    return (
        share.sum(),
        np.abs(share).sum(),
        (share**2).sum(),
        np.abs(g[size != 0]).sum(),
        size.max(initial=0.0),
        nonzero.min(initial=math.inf),
        precision_of(x) if np.isrealobj(x) else math.inf,
    )


def known_shares(samples: Sequence[Sample], alone: bool) -> dict[str, Share]:
    """Format -> share of rounding an input, from its actual errors. Formats that hold every value
    of its dtype are left out. Those that may be scaled stand there without their range, too, as `at_any_scale` names them.

    alone: one number is judged, of which each sweep tells the whole first-order error. Otherwise errors of one size and random
    signs are a better guess than the few sums that are known, unless these exceed it.
    """
    own, found = format_of_dtype(samples[0][0].dtype), {}
    for fmt in NARROW:
        if own is None or not fmt.contains(own):
            found[fmt.name] = _known_share(samples, fmt, alone)
    least, largest = _ends(samples)
    for fmt in SCALED:
        wide, within = at_any_scale(fmt), fmt.min_normal <= least and largest <= fmt.max
        if own is None or not wide.contains(own):
            found[wide.name] = found[fmt.name] if within else _known_share(samples, wide, alone)
    return found


def _known_share(samples: Sequence[Sample], fmt: Format, alone: bool) -> Share:
    errors = [_input_errors(x, g, fmt) for x, g in samples]
    sums = tuple(float(e.sum()) for e in errors)
    rms = root_mean_square(math.sqrt(float(np.sum(e**2))) for e in errors)
    absolute = float(np.mean([np.abs(e).sum() for e in errors]))
    return Share(0.0, absolute, signed=sums) if alone else Share(rms, absolute).beyond_chance(sums)


def _ends(samples: Sequence[Sample]) -> tuple[float, float]:
    """The least and the largest size of what is not 0, of real and imaginary parts for themselves."""
    sizes = [np.abs(part) for x, _ in samples for part in ((np.real(x), np.imag(x)) if np.iscomplexobj(x) else (x,))]
    least = min(float(np.min(p, where=p != 0, initial=math.inf)) for p in sizes)
    return least, max(float(np.max(p, initial=0.0)) for p in sizes)


def _input_errors(x: np.ndarray, g: np.ndarray, fmt: Format) -> np.ndarray:
    """What rounding each element of `x` adds; infinite where it leaves the range."""
    x, g = filled(x), np.where(is_finite(x), g, 0.0)
    with np.errstate(all="ignore"):
        share = np.real(np.conj(g) * (round_array(x.astype(np.result_type(x, np.float64)), fmt) - x))
    return np.where(np.abs(share) <= SINGULAR, share, math.inf)
