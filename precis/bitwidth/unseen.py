"""Roundings that no derivative sees: of values that reach the results through decisions only.

A comparison, a position or a whole number is constant between its jumps, so the adjoint of what decides it is zero however
much a turned decision matters; at a symmetric point the adjoint of an even function is zero, too. First order has nothing to
say there, which is not the same as no error. Nor has it where an Assignment gives formats of their own to containers that a loop ties
together: what is handed on between them is rounded, and no probe stands there, since a choice never parts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from precis.ad.activity import useful_values
from precis.bitwidth.places import Place, Rounding
from precis.bitwidth.sensitivity import Sensitivity
from precis.formats import Format
from precis.ir.approx import inline_approx
from precis.ir.emulate import ROUNDED
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.rewrite import storage_classes
from precis.ir.types import Block, Program, values_of


@lru_cache(maxsize=8)
def unseen(s: Sensitivity) -> frozenset[Rounding]:
    """The operands of decisions, what is stored for decisions alone, and causes of rounding errors whose values were not zero while their
    cotangents all were; on whose places a judged result depends."""
    body = _judged(s.question.program, s.question.judged)
    used, felt = _used(body), useful_values(body)
    stored = {v.container for v in values_of(body) if v.container and v.kind in ROUNDED}
    deciding = {("storage", c) for c in stored - {v.container for v in values_of(body) if v.name in felt}}
    exact = set(s.question.exact)
    return frozenset(
        c for c, row in s.rows.items()
        if (c.what == "decision" or row.largest > 0.0 == row.adjoint or c.place in deciding)
        and c.what != "model" and c.place in used and c.place not in exact
    )  # fmt: skip


def parted(s: Sensitivity, formats: Mapping[Place, Format]) -> set[Place]:
    """Containers that are narrower than others of their storage class."""
    tied: dict[str, list[Place]] = {}
    for place in formats:
        if place[0] == "storage":
            tied.setdefault(_classes(s).get(place[1], place[1]), []).append(place)
    return {p for places in tied.values() for p in places if not all(formats[p].contains(formats[q]) for q in places)}


@lru_cache(maxsize=8)
def _classes(s: Sensitivity) -> Mapping[str, str]:
    return storage_classes(s.question.program)


def _judged(program: Program, judged: tuple[int, ...]) -> Block:
    """What the judged results are made of."""
    exact = inline_approx(program, "spec")
    return live(Block(exact.body.params, exact.body.nodes, tuple(exact.body.results[k] for k in judged)))


def _used(body: Block) -> set[Place]:
    """Containers and sites that its results depend on in any way, decisions included."""
    inputs = {v.name for n in body.walk() for v in n.inputs} | {v.name for v in body.results}
    stored = {v.container for v in values_of(body) if v.container and (v not in body.params or v.name in inputs)}
    sites = {n.site for n in body.walk() if n.op in OPS}
    places: set[Place] = {("storage", c) for c in stored}
    return places | {(kind, site) for kind in ("compute", "multiplicand", "accumulate") for site in sites}
