"""The check that a region is a function of each point.

A region is pointwise when every element of its outputs depends on the elements of its inputs at the same place only:
pointwise operations under NumPy broadcasting, scalar constants, and loops whose number of trips is known. Branches and
`while` loops decide for a whole array at once, so they are allowed where the point is all there is (scalar regions).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from precis.errors import Span, UnsupportedProgram
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import POINTWISE
from precis.ir.rewrite import sizes_in
from precis.ir.shapes import broadcast, text
from precis.ir.types import Node, Program, Shape, Value

_MOVES = ("slice", "transpose", "reshape", "update", "update_add", "concatenate")


def check_points(program: Program, nodes: Sequence[Node], inputs: Sequence[Value], outputs: Sequence[Value],
                 span: Span) -> Shape:
    """The shape of the points. Raises UnsupportedProgram at the statement that is not pointwise."""
    for v in (*inputs, *outputs):
        if v.kind != "real":
            what = "takes" if v in inputs else "gives"
            _refuse(program, f"the region {what} {v.container or 'a value'} of kind {v.kind}; a surrogate maps reals to reals",
                    span, "name lines without it")
    shape = _joined(program, inputs, span)
    known = set(program.binding) | {n.attrs["index"] for n in _walk(nodes) if n.op == "loop"}
    for node in _walk(nodes):
        problem = _problem(node, known, shape)
        if problem:
            _refuse(program, problem, node.span, "a surrogate replaces a function of each element: name other lines")
    for v in outputs:
        if v.shape != shape:
            _refuse(program, f"{v.container or 'a result'} has shape {text(v.shape)} where the points have {text(shape)}", span,
                    "name lines whose results all have the shape of the points")
    return shape


def fixed_sizes(program: Program, nodes: Sequence[Node]) -> dict[str, int]:
    """Size symbols of the Program that the value of a point depends on, with their example binding."""
    used: set[str] = set()
    for node in _walk(nodes):
        used |= _counted(node)
    return {s: program.binding[s] for s in sorted(used) if s in program.binding}


def _walk(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        for block in node.blocks:
            yield from _walk(block.nodes)


def _joined(program: Program, inputs: Sequence[Value], span: Span) -> Shape:
    try:
        return broadcast([v.shape for v in inputs])
    except ValueError as problem:
        names = ", ".join(f"{v.container or v.name} {text(v.shape)}" for v in inputs)
        _refuse(program, f"the inputs do not broadcast to one shape of points: {problem}", span, "inputs: " + names)
        raise


def _problem(node: Node, known: set[str], shape: Shape) -> str:
    wide = [v for v in node.outputs if not _within(v.shape, shape)]
    return _operation_problem(node, known, shape) or (
        f"makes an array of shape {text(wide[0].shape)} where the points have {text(shape)}" if wide else "")


def _operation_problem(node: Node, known: set[str], shape: Shape) -> str:
    if node.op in ("cond", "while"):
        return "" if not shape else f"a {'branch' if node.op == 'cond' else 'while loop'} decides for all points at once"
    if node.op == "loop":
        unknown = _counted(node) - known
        if unknown:
            return f"the number of trips depends on {', '.join(sorted(unknown))}"
        return "keeps every iteration" if len(node.outputs) > len(node.inputs) else ""
    if node.op == "index":
        unknown = _counted(node) - known
        return f"computes with the index of an outer loop: {', '.join(sorted(unknown))}" if unknown else ""
    if node.op == "const":
        return "uses a table" if isinstance(node.attrs["value"], ArrayConstant) else ""
    if node.op == "broadcast" or (node.op in OPS and OPS[node.op].category == POINTWISE):
        return ""
    if node.op in _MOVES:
        return f"moves elements between points ({node.op})"
    return f"joins or reads several points ({node.op})"


def _within(shape: Shape, points: Shape) -> bool:
    try:
        return broadcast([shape, points]) == points
    except ValueError:
        return False


def _counted(node: Node) -> set[str]:
    """Size symbols that decide the value of a point: trips of loops and indices turned into numbers."""
    if node.op == "loop":
        return set(sizes_in(node.attrs["range"]))
    return set(node.attrs["value"].symbols()) if node.op == "index" else set()


def _refuse(program: Program, message: str, span: Span | None, hint: str) -> None:
    raise UnsupportedProgram(message, span, hints=(hint,), source=program.sources.get(span.file) if span else None)
