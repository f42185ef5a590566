"""Second order: what adjoints leave out of the effect of rounding, per cause, from sweeps about a randomly perturbed run.

With relative errors e of the rounded values v, first order is g . (v e), and second order (v e) . H (v e) / 2. Its mean over
independent errors of mean zero is sum_i H_ii v_i^2 E[e_i^2] / 2, a bias that no cause shares with another. Along a run that
is perturbed by d_i = +-p v_i at random, the adjoint differs from that of the exact run by H d, so (g(perturbed) - g(exact)) . d / 2
has just that mean: for random signs, Hutchinson's estimator of a diagonal (Bekas, Kokiopoulou & Saad 2007), which is exact where
H is diagonal. Both runs are one Program (precis.bitwidth.pairs); the exact run follows the decisions of the perturbed one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ad import adjoint, probe_keys
from precis.bitwidth.pairs import EXACT_RUN, ROUNDED_RUN, UNPERTURBED, pair
from precis.bitwidth.places import Rounding
from precis.bitwidth.probes import probe
from precis.bitwidth.runs import prepare
from precis.bitwidth.tally import root_mean_square
from precis.formats import Format
from precis.ir.build import Build, Names
from precis.ir.emulate import ROUNDED
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Program, values_of

SIGNED = TALLY_COLUMNS.index("signed")
COTANGENTS = 2

Bends = Mapping[Rounding, tuple[float, ...]]
"""Cause -> signed second-order share per cotangent, for relative errors of root mean square PERTURBATION (precis.bitwidth.perturbation)."""


def bends(
    probed: Program,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    cotangents: Sequence[Sequence[np.ndarray]],
    carrier: Format,
) -> Bends | None:
    """Of a Program of `instrument`, whose floating results are weighed with each of `cotangents`; None where either run
    leaves the range of the carrier."""
    paired = pair(_with_inputs(probed))
    keys = probe_keys(paired)
    if not keys:
        return {}
    compiled = prepare(adjoint(paired), carrier, binding)
    tallies = [np.asarray(compiled.run([*arrays, *w, *w], binding)[-1])[:, SIGNED] for w in cotangents]
    found: dict[Rounding, np.ndarray] = {}
    for key, shares in zip(keys, np.array(tallies, float).T):
        cause, sign = Rounding.of(key[:-1]), {ROUNDED_RUN: 0.5, EXACT_RUN: -0.5}[key[-1]]
        if cause.what not in UNPERTURBED:
            found[cause] = found.get(cause, 0.0) + sign * shares
    if not all(np.all(np.isfinite(x)) for x in found.values()):
        return None
    return {cause: tuple(map(float, x)) for cause, x in found.items()}


def worst_bends(a: Bends | None, b: Bends | None) -> Bends | None:
    """For two inputs of one program: the larger of each cause; None where one is not known."""
    if a is None or b is None:
        return None
    return {cause: max(a[cause], b[cause], key=root_mean_square) for cause in a}


def _with_inputs(probed: Program) -> Program:
    """`probed` with probes on its floating arguments, too."""
    b = Build(Names({v.name for v in values_of(probed.body)}))
    inputs = {
        p.name: probe(b, p, p, Rounding(("storage", p.container), None, "input"))
        for p in probed.body.params
        if p.kind in ROUNDED and p.container
    }
    body = substitute(Block((), probed.body.nodes, probed.body.results), inputs)
    return replace(probed, body=Block(probed.body.params, (*b.nodes, *body.nodes), body.results))
