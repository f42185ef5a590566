"""Outputs: which results are judged, how their errors are measured, and quantities of interest made from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Union

import numpy as np

from precis.bitwidth.places import Place
from precis.bitwidth.runs import run
from precis.errors import UsageError
from precis.formats import FORMATS, Assignment
from precis.ir.emulate import ROUNDED
from precis.ir.rewrite import map_values, substitute
from precis.ir.size import SizeLike
from precis.ir.types import Leaf, Program, Value, values_of
from precis.lift import lift

Qoi = Union[str, Sequence[str], Callable[..., Any], None]
PREFIX = "qoi."


@dataclass(frozen=True, slots=True)
class Question:
    """What a tolerance is asked of: the program, with the quantity of interest behind it.

    judged   positions of the results whose errors count
    names    of those
    exact    places of the quantity of interest, which is never rounded
    """

    program: Program
    judged: tuple[int, ...]
    names: tuple[str, ...]
    exact: tuple[Place, ...] = ()

    def pick(self, results: Sequence[Any]) -> list[np.ndarray]:
        """The judged results."""
        return [np.asarray(results[k]) for k in self.judged]

    def unrounded(self, assignment: Assignment) -> Assignment:
        """`assignment` with the quantity of interest in binary64."""
        wide = FORMATS["binary64"]
        return assignment.with_storage({n: wide for kind, n in self.exact if kind == "storage"}).with_compute(
            {n: wide for kind, n in self.exact if kind == "compute"}
        )


def ask(
    program: Program, qoi: Qoi = None, arrays: Sequence[Any] = (), binding: dict[str, int] | None = None
) -> Question:
    """The question that `qoi` asks of `program`: None: every floating output; names: these outputs; a function of the
    outputs: its floating results. `arrays`, `binding` are an example for lifting a function. UsageError for an unknown
    name."""
    if callable(qoi):
        quantity = lift(qoi, *run(program, arrays, binding or program.binding))
        joined = compose(program, quantity)
        results = range(len(quantity.returned))
        return _question(joined, [k for k in results if joined.body.results[k].kind in ROUNDED], _places(quantity))
    names, results = output_names(program), program.body.results
    asked = names if qoi is None else [qoi] if isinstance(qoi, str) else list(qoi)
    unknown = [q for q in asked if q not in names]
    if unknown:
        raise UsageError(f"no output is called {unknown[0]!r}", hints=(f"outputs: {', '.join(names)}",))
    return _question(program, [k for k, v in enumerate(results) if v.kind in ROUNDED and names[k] in asked])


def _question(program: Program, judged: list[int], exact: tuple[Place, ...] = ()) -> Question:
    if not judged:
        raise UsageError(f"{program.name} has no floating output to judge an error by",
                         hints=("return a floating quantity that the others are made of, too",))
    names = output_names(program)
    return Question(program, tuple(judged), tuple(names[k] for k in judged), exact)


def output_names(program: Program) -> list[str]:
    """A name for every result: its container, else "result 0" and so on; a repeated name gets its position."""
    names = [v.container or f"result {k}" for k, v in enumerate(program.body.results)]
    return [f"{n} ({k})" if names.count(n) > 1 else n for k, n in enumerate(names)]


def norm(x: Any) -> float:
    """The 2-norm, without overflow on the way; infinite where an element is NaN."""
    a = np.asarray(np.abs(np.asarray(x)))
    a = a.astype(np.longdouble) if a.dtype != object else a
    largest = a.max() if a.size else 0.0
    if not math.isfinite(largest):
        return math.inf
    return float(largest * np.sum((a / largest) ** 2) ** 0.5) if largest else 0.0


def relative_error(found: Any, reference: Any) -> float:
    """||found - reference|| / ||reference||; where the reference is zero: 0 if `found` is, else infinity."""
    error, size = norm(difference(found, reference)), norm(reference)
    return error / size if size else (math.inf if error else 0.0)


def difference(found: Any, reference: Any) -> np.ndarray:
    """found - reference in the wider of their types."""
    found, reference = np.asarray(found), np.asarray(reference)
    wide = object if reference.dtype == object else np.result_type(found, reference, np.float64)
    with np.errstate(all="ignore"):
        return np.asarray(found.astype(wide) - reference.astype(wide))


def scales(arrays: Sequence[Any]) -> list[float]:
    """1 / ||y|| per output; 0 for an output that is zero, whose relative error has no derivative."""
    return [1.0 / n if n and math.isfinite(n) else 0.0 for n in map(norm, arrays)]


def compose(program: Program, quantity: Program) -> Program:
    """quantity(results of program) as one Program: its first results are those of `quantity`, then the final values of
    mutated arguments. Containers of `quantity` get the prefix "qoi."."""
    results = program.body.results
    if len(quantity.body.params) != len(results):
        raise UsageError(
            f"the quantity of interest takes {len(quantity.body.params)} arrays; {program.name} has {len(results)} "
            f"outputs: {', '.join(output_names(program))}"
        )
    taken = {v.name for v in values_of(program.body)}
    sizes = _sizes(quantity, results)

    def rename(v: Value) -> Value:
        name = PREFIX + v.name
        while name in taken:
            name += "_"
        return replace(v, name=name, container=PREFIX + v.container if v.container else None)

    body = map_values(quantity.body, rename)
    body = substitute(body, {p.name: r for p, r in zip(body.params, results)}, sizes)
    parameters = {p.container for p in quantity.body.params}
    containers = tuple(
        replace(c, name=PREFIX + c.name, role="local", shape=tuple(d.substitute(sizes) for d in c.shape))
        for c in quantity.containers
        if c.name not in parameters
    )
    joined = replace(
        program.body, nodes=program.body.nodes + body.nodes, results=body.results + results[len(program.returned) :]
    )
    return replace(
        program,
        name=f"{quantity.name}({program.name})",
        body=joined,
        returns=tuple(Leaf("value", v.name) for v in body.results),
        containers=program.containers + containers,
        constants={**program.constants, **quantity.constants},
    )


def _sizes(quantity: Program, results: Sequence[Value]) -> dict[str, SizeLike]:
    """The size symbols of `quantity` in terms of those of the program before it."""
    found: dict[str, SizeLike] = {}
    for p, r in zip(quantity.body.params, results):
        if p.kind != r.kind or p.rank != r.rank:
            raise UsageError(f"the quantity of interest takes {p!r} where the program gives {r!r}")
        found.update((d.symbol, n) for d, n in zip(p.shape, r.shape) if d.symbol is not None)
    return found


def _places(quantity: Program) -> tuple[Place, ...]:
    parameters = {p.container for p in quantity.body.params}
    storage = [("storage", PREFIX + c.name) for c in quantity.containers if c.name not in parameters]
    return tuple(storage + sorted({("compute", n.site) for n in quantity.nodes()}))
