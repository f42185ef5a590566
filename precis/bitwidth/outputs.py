"""Outputs: which results are judged, how their errors are measured, and quantities of interest made from them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Union

import numpy as np

from precis.bitwidth.holes import error
from precis.bitwidth.places import Place
from precis.bitwidth.runs import run
from precis.bitwidth.seminorm import Seminorm
from precis.bitwidth.tolerance import Tolerances, judged
from precis.errors import InputError, PrecisError, Span, UsageError
from precis.formats import FORMATS, Assignment
from precis.ir.emulate import ROUNDED
from precis.ir.rewrite import map_values, substitute
from precis.ir.ruled import without_rules
from precis.ir.size import Size, SizeLike
from precis.ir.trees import Leaf, Part, Tree
from precis.ir.types import Guard, Program, Value, values_of
from precis.lift import lift, speaks_jax

Qoi = Union[str, Sequence[str], Callable[..., Any], None]
PREFIX = "qoi."
INPUT = "_in"  # behind the name of a parameter of a quantity of interest: the input of that name, not the output


@dataclass(frozen=True, slots=True)
class Question:
    """What a tolerance is asked of: the program, with the quantity of interest behind it.

    judged     positions of the results whose errors count
    names      of those
    seminorms  of those: how their errors are measured
    exact      places of the quantity of interest, which is never rounded
    quantity   name of the quantity of interest, where it is a function
    """

    program: Program
    judged: tuple[int, ...]
    names: tuple[str, ...]
    seminorms: tuple[Seminorm, ...]
    exact: tuple[Place, ...] = ()
    quantity: str = ""

    def pick(self, results: Sequence[Any]) -> list[np.ndarray]:
        """The judged results."""
        return [np.asarray(results[k]) for k in self.judged]

    def errors(self, found: Sequence[Any], reference: Sequence[Any]) -> dict[str, float]:
        """Judged output -> its error, in the unit of the tolerance."""
        return {n: error(m, a, b) for n, m, a, b in zip(self.names, self.seminorms, found, reference)}

    def check(self, binding: Mapping[str, int]) -> None:
        """InputError for sizes that a quantity of interest in JAX was not traced for."""
        for guard in self.program.guards:
            if not guard.holds(binding):
                raise InputError(f"the quantity of interest {self.quantity} was traced for {guard}; here {dict(binding)}",
                                 hints=("let all inputs have the same shapes, or write it in NumPy",))  # fmt: skip

    def unrounded(self, assignment: Assignment) -> Assignment:
        """`assignment` with the quantity of interest in binary64."""
        wide = FORMATS["binary64"]
        return assignment.with_storage({n: wide for kind, n in self.exact if kind == "storage"}).with_compute(
            {n: wide for kind, n in self.exact if kind == "compute"}
        )


def ask(
    program: Program,
    qoi: Qoi = None,
    arrays: Sequence[Any] = (),
    binding: dict[str, int] | None = None,
    tolerance: Tolerances | None = None,
) -> Question:
    """The question that `qoi` asks of `program`: None: every floating output; names: these outputs; a function of the
    outputs (and of inputs, named behind them): its floating results. `arrays`, `binding` are an example for lifting a
    function. `tolerance` says how errors are measured (default: relative 2-norms). UsageError for an unknown name."""
    if callable(qoi):
        return _quantity(program, qoi, arrays, binding or program.binding, tolerance)
    names, results = output_names(program), program.body.results
    asked = names if qoi is None else [qoi] if isinstance(qoi, str) else list(qoi)
    unknown = [q for q in asked if q not in names]
    if unknown:
        raise UsageError(f"no output is called {unknown[0]!r}", hints=(f"outputs: {', '.join(names)}",))
    floating = [k for k, v in enumerate(results) if v.kind in ROUNDED and names[k] in asked]
    return _question(program, floating, names, tolerance)


def _quantity(
    program: Program,
    qoi: Callable[..., Any],
    arrays: Sequence[Any],
    binding: dict[str, int],
    tolerance: Tolerances | None,
) -> Question:
    """The question of a function of the outputs."""
    given = taken(program, qoi)
    outputs = run(program, arrays, binding)
    inputs = dict(zip((p.name for p in program.body.params), arrays))
    known = [*outputs, *(np.asarray(inputs[v.name]) for v in given[len(outputs) :])]
    quantity = _lifted(qoi, known)
    if speaks_jax(qoi, known, {}):
        program, given = _fixed(program, given, binding)
    joined = compose(program, quantity, given)
    results = range(len(quantity.returned))
    floating = [k for k in results if joined.body.results[k].kind in ROUNDED]
    if not floating:
        kinds = ", ".join(sorted({v.kind for v in quantity.returned})) or "nothing"
        raise UsageError(f"the quantity of interest {quantity.name} gives {kinds}: an error needs a floating result",
                         _span_of(qoi), hints=("return a real number, such as a mean, or an array of them",))  # fmt: skip
    names = [_result_name(quantity, k) for k in results]
    return _question(joined, floating, names, tolerance, _places(quantity), quantity.name)


def _lifted(qoi: Callable[..., Any], known: Sequence[Any]) -> Program:
    """Its errors say whose they are."""
    try:
        return without_rules(lift(qoi, *known))
    except PrecisError as problem:
        problem.notes += ("in the quantity of interest, which is read with the outputs of the program",)
        raise


def _fixed(program: Program, given: Sequence[Value], binding: Mapping[str, int]) -> tuple[Program, tuple[Value, ...]]:
    """(the program for the sizes of `binding` only, `given` in it): traced functions know numbers, not symbols."""
    sizes: dict[str, SizeLike] = {name: binding[name] for name, _ in program.sizes}
    guards = tuple(Guard(Size.of(name), "==", Size.of(binding[name])) for name in sizes)

    def fixed(v: Value) -> Value:
        return replace(v, shape=tuple(d.substitute(sizes) for d in v.shape))

    containers = tuple(replace(c, shape=tuple(d.substitute(sizes) for d in c.shape)) for c in program.containers)
    body = map_values(program.body, fixed, lambda d: d.substitute(sizes))
    return replace(program, body=body, containers=containers, guards=program.guards + guards), tuple(map(fixed, given))


def _result_name(quantity: Program, k: int) -> str:
    """A single result goes by the name of its function."""
    return quantity.name if len(quantity.returned) == 1 else output_names(quantity)[k]


def taken(program: Program, qoi: Callable[..., Any]) -> tuple[Value, ...]:
    """The values that a quantity of interest takes: the outputs in order, then inputs by the names of its further
    parameters (`u`, or `u_in` where an output has the name, too). UsageError where they do not fit."""
    results, inputs = program.body.results, {p.name: p for p in program.body.params}
    try:
        parameters = [p for p in inspect.signature(qoi).parameters.values() if p.default is p.empty]
    except (TypeError, ValueError):
        return results
    names = [p.name for p in parameters]
    further = [inputs.get(n) or inputs.get(n.removesuffix(INPUT)) for n in names[len(results) :]]
    if len(names) < len(results) or None in further:
        outputs = output_names(program)
        raise UsageError(
            f"the quantity of interest takes {len(names)} array{'s'[: len(names) != 1]} ({', '.join(names)}); {program.name} has "
            f"{len(results)} outputs, arguments that it changes among them: {', '.join(outputs)}",
            _span_of(qoi),
            hints=(f"take all of them in this order: ({', '.join(n.replace(' ', '_') for n in outputs)})" if len(names) < len(results)
                   else f"name inputs behind them: {', '.join(f'{n}{INPUT}' for n in inputs) or 'there are none'}",),
        )
    return (*results, *(v for v in further if v))


def _span_of(fn: Callable[..., Any]) -> Span | None:
    code = getattr(inspect.unwrap(fn), "__code__", None)
    return Span(code.co_filename, code.co_firstlineno) if code else None


def _question(
    program: Program,
    floating: list[int],
    names: Sequence[str],
    tolerance: Tolerances | None,
    exact: tuple[Place, ...] = (),
    quantity: str = "",
) -> Question:
    if not floating:
        raise UsageError(f"{program.name} has no floating output to judge an error by",
                         hints=("return a floating quantity that the others are made of, too",))  # fmt: skip
    measured = dict.fromkeys(floating, Seminorm()) if tolerance is None else judged(tolerance, names, floating)
    chosen = tuple(measured)
    return Question(program, chosen, tuple(names[k] for k in chosen), tuple(measured.values()), exact, quantity)


def output_names(program: Program) -> list[str]:
    """A name for every result: its container, else "result 0" and so on, counted as the function returns them; a repeated name gets its
    position."""
    number = {name: k for k, names in enumerate(_returned(program.returns)) for name in names}
    names = [v.container or f"result {number.get(v.name, k)}" for k, v in enumerate(program.body.results)]
    return [f"{n} ({k})" if names.count(n) > 1 else n for k, n in enumerate(names)]


def _returned(tree: Tree) -> Iterator[list[str]]:
    """The values of each thing that the function returns: several for an array whose length only the run knows."""
    if isinstance(tree, Leaf):
        yield from [[tree.value]] if tree.what == "value" else []
    elif isinstance(tree, Part):
        yield [name for item in tree for names in _returned(item) for name in names]
    else:
        for item in tree.values() if isinstance(tree, dict) else tree:
            yield from _returned(item)


def compose(program: Program, quantity: Program, given: Sequence[Value] | None = None) -> Program:
    """quantity(given) as one Program: its first results are those of `quantity`, then the final values of mutated
    arguments. given: values of `program`, its results if left out. Containers of `quantity` get the prefix "qoi."."""
    results, given = program.body.results, tuple(program.body.results if given is None else given)
    if len(quantity.body.params) != len(given):
        raise UsageError(
            f"the quantity of interest takes {len(quantity.body.params)} arrays; {program.name} has {len(results)} "
            f"outputs: {', '.join(output_names(program))}"
        )
    taken = {v.name for v in values_of(program.body)}
    sizes = _sizes(quantity, given)

    def rename(v: Value) -> Value:
        name = PREFIX + v.name
        while name in taken:
            name += "_"
        return replace(v, name=name, container=PREFIX + v.container if v.container else None)

    body = map_values(quantity.body, rename)
    body = substitute(body, {p.name: r for p, r in zip(body.params, given)}, sizes)
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
