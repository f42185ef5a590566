"""Sweeps of one input for several cotangents: one forward run serves them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from precis.ad import HUGE, adjoint, probe_keys
from precis.bitwidth.runs import prepare
from precis.formats import FORMATS, Format
from precis.ir.types import Program


def swept_for_each(probed: Program, arrays: Sequence[Any], binding: Mapping[str, int], cotangents: Sequence[Sequence[np.ndarray]],
                   carrier: Format = FORMATS["binary64"], guarded: bool = False, infinite: float = HUGE) -> list[list[Any]]:
    """For each of `cotangents`, arrays of one each floating result, what the adjoint of `probed` returns: cotangents of the floating
    arguments, and the tally where there are probes. guarded, infinite: as of `precis.ad.adjoint`."""
    count = len(cotangents)
    made = adjoint(probed, guarded=guarded, infinite=infinite, several=count if count > 1 else 0)
    if count == 1:
        return [list(prepare(made, carrier, binding, 1).run([*arrays, *cotangents[0]], binding))]
    sizes = {**binding, made.sizes[-1][0]: count}
    *bars, last = map(np.asarray, prepare(made, carrier, sizes, 1).run([*arrays, *map(np.stack, zip(*cotangents))], sizes))
    if probe_keys(probed):
        last = last.reshape(count, -1, *last.shape[1:])
    return [[x[c] for x in (*bars, last)] for c in range(count)]
