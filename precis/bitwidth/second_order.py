"""Second order: what adjoints leave out of the effect of rounding, per cause, from sweeps about a randomly perturbed run.

With relative errors e of the rounded values v, first order is g . (v e), and second order (v e) . H (v e) / 2. Its mean over
independent errors of mean zero is sum_i H_ii v_i^2 E[e_i^2] / 2, a bias that no cause shares with another. Along a run that
is perturbed by d_i = +-p v_i at random, the adjoint differs from that of the exact run by H d, so (g(perturbed) - g(exact)) . d / 2
has just that mean: for random signs, Hutchinson's estimator of a diagonal (Bekas, Kokiopoulou & Saad 2007), which is exact where
H is diagonal. Both runs are runs of one Program (precis.bitwidth.perturbation). The values v that its second run perturbs are those
of that run: what this adds has the mean 0 and is p times first order.

Both runs iterate as often as the exact one (precis.bitwidth.replay): a condition that fails later, or never, changes what is computed,
and is a decision like others. The mean of both sweeps must also give the change of the outputs, to third order (the trapezoid rule
between the runs). Where it does not, a decision fell otherwise in the perturbed run, or the run is chaotic, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

import numpy as np

from precis.ad import adjoint, probe_keys
from precis.bitwidth.perturbation import PERTURBATION, Signs
from precis.bitwidth.places import Rounding
from precis.bitwidth.probes import probe
from precis.bitwidth.replay import at_known_trips
from precis.bitwidth.runs import prepare
from precis.bitwidth.tally import root_mean_square
from precis.formats import Format
from precis.ir.build import Build, Names
from precis.ir.emulate import ROUNDED
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.rewrite import substitute
from precis.ir.size import Size, product
from precis.ir.types import Block, Node, Program, Value, values_of

SIGNED = TALLY_COLUMNS.index("signed")
COTANGENTS = 2
UNPERTURBED = ("model", "power")  # what needs no perturbation: its error is known, or it has none
UNEXPLAINED = 1e-3  # of the first-order change of the outputs, or of the second-order one: what the trapezoid rule may miss

Bends = Mapping[Rounding, tuple[float, ...]]
"""Cause -> signed second-order share per cotangent, for relative errors of root mean square PERTURBATION (precis.bitwidth.perturbation)."""


def bends(
    probed: Program,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    cotangents: Sequence[Sequence[np.ndarray]],
    carrier: Format,
) -> Bends | None:
    """Of a Program of `instrument`, whose floating results are weighed with each of `cotangents`; None where either run leaves the
    range of the carrier, where their difference is not what the sweeps say, and where whiles are entered too often."""
    found = at_known_trips(probed, arrays, binding, carrier)
    if found is None:
        return None
    program, trips = found
    turned, signs = perturbed(with_inputs(program), binding)
    keys = [Rounding.of(k) for k in probe_keys(turned)]
    moved = np.array([key.what not in UNPERTURBED for key in keys], bool)
    if not moved.any():
        return {}
    compiled = prepare(adjoint(turned, wrt=(), keep_results=True), carrier, binding, 2 * len(cotangents))
    shares: list[np.ndarray] = []
    for weights in cotangents:
        given = ([*arrays, *trips, *signs.arguments(p), *weights] for p in (0.0, PERTURBATION))
        exact, bent = (compiled.run(x, binding) for x in given)
        before, after = (np.asarray(run[-1], float)[moved, SIGNED] * PERTURBATION for run in (exact, bent))
        if not _explained(before, after, _change(probed.body.results, exact, bent, weights)):
            return None
        shares.append((after - before) / 2.0)
    return {key: tuple(map(float, column)) for key, column in zip(compress(keys, moved), np.array(shares).T)}


def perturbed(probed: Program, binding: Mapping[str, int]) -> tuple[Program, Signs]:
    """A Program of `instrument` with two further parameters: every value that is probed is moved by them, and its probe weighs with
    the value times its sign."""
    b = Build(Names({v.name for v in values_of(probed.body)}))
    signs = Signs.of(b, most_elements(probed, binding))
    body = _perturbed(probed.body, b, signs, ())
    return replace(probed, body=replace(body, params=(*body.params, signs.size, signs.table))), signs


def _explained(exact: np.ndarray, bent: np.ndarray, change: float) -> bool:
    """Whether the mean of the sweeps is the change of the outputs, all in the same cotangent."""
    rest = abs(change - float(np.sum(exact + bent)) / 2.0)
    return bool(rest <= UNEXPLAINED * float(np.sqrt(np.sum(np.square(exact)))) + abs(float(np.sum(bent - exact))) / 2.0)


def _change(results: Sequence[Value], exact: Sequence[Any], bent: Sequence[Any], weights: Sequence[np.ndarray]) -> float:
    """Of the floating results between two runs, in a cotangent."""
    floating = [(a, b) for v, a, b in zip(results, exact, bent) if v.kind in ROUNDED]
    terms = (np.nansum(np.real(np.conj(w) * (np.asarray(b) - np.asarray(a)))) for (a, b), w in zip(floating, weights))
    return float(sum(terms))


def most_elements(probed: Program, binding: Mapping[str, int]) -> int:
    """Of the values that are probed, at the largest in a loop."""
    sizes = (product(n.inputs[1].shape) for n in probed.nodes() if n.op == "probe")
    return max((size.value({s: binding.get(s, 0) for s in size.symbols()}) for size in sizes), default=0)


def _perturbed(block: Block, b: Build, signs: Signs, iterations: tuple[Size, ...]) -> Block:
    moved: dict[str, Value] = {}
    for node in block.nodes:
        b.span = node.span
        node = replace(node, inputs=tuple(moved.get(v.name, v) for v in node.inputs))
        if node.op == "probe" and node.attrs["key"][-1] not in UNPERTURBED:
            moved[node.output.name] = _moved(node, b, signs, iterations)
            continue
        inner = (*iterations, node.attrs["range"].iteration(node.attrs["index"])) if node.op == "loop" else iterations
        blocks = tuple(_perturbed(substitute(i, moved), b.child(), signs, inner) for i in node.blocks)
        b.learn(replace(node, blocks=blocks))
    return b.block(block.params, tuple(moved.get(v.name, v) for v in block.results))


def _moved(node: Node, b: Build, signs: Signs, iterations: tuple[Size, ...]) -> Value:
    (v, weight), key = node.inputs, node.attrs["key"]
    d = b.stop(b.mul(weight, signs.like(b, weight, key, iterations)))
    return b.probe(b.add(v, b.stop(b.mul(signs.size, d))), d, key=key)


def worst_bends(a: Bends | None, b: Bends | None) -> Bends | None:
    """For two inputs of one program: the larger of each cause; None where one is not known."""
    if a is None or b is None:
        return None
    return {cause: max(a[cause], b[cause], key=root_mean_square) for cause in a}


def with_inputs(probed: Program) -> Program:
    """`probed` with probes on its floating arguments, too."""
    b = Build(Names({v.name for v in values_of(probed.body)}))
    inputs = {
        p.name: probe(b, p, p, Rounding(("storage", p.container), None, "input"))
        for p in probed.body.params
        if p.kind in ROUNDED and p.container
    }
    body = substitute(Block((), probed.body.nodes, probed.body.results), inputs)
    return replace(probed, body=Block(probed.body.params, (*b.nodes, *body.nodes), body.results))
