"""Regions as functions of a point: the check, and the same function as a Program over `n` points.

A region is pointwise when every element of its outputs depends on the elements of its inputs at the same place only:
pointwise operations under NumPy broadcasting, scalar constants, and loops whose number of trips is known. Branches and
`while` loops decide for a whole array at once, so they are allowed where the point is all there is (scalar regions).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from precis.errors import Span, UnsupportedProgram
from precis.ir.build import Build, Names
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import POINTWISE
from precis.ir.rewrite import map_sizes, sizes_in
from precis.ir.shapes import broadcast, text
from precis.ir.size import Size
from precis.ir.types import Block, Container, Leaf, Node, Program, Range, Shape, Value, shape_of

_MOVES = ("slice", "transpose", "reshape", "update", "update_add", "concatenate")
_POINTS: Shape = shape_of("n")


# ---- the check

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


# ---- the function of a point, over n points at once

def points_program(program: Program, name: str, nodes: Sequence[Node], inputs: Sequence[Value],
                   outputs: Sequence[Value]) -> Program:
    """The region as a Program of its own: one real array of n points per input, one per output.

    Branches become selections and `while` loops run until every point has finished, so that each point takes its own path.
    """
    b = Build(Names(set()))
    params = [b.value(f"x{k}", _POINTS, "real", f"x{k}") for k in range(len(inputs))]
    writer = _Points(fixed_sizes(program, nodes))
    env = {v.name: p for v, p in zip(inputs, params)}
    writer.run(b, nodes, env, None)
    results = [b.store(_full(b, env[v.name])) for v in outputs]
    containers = tuple(Container(p.name, _POINTS, "real", "input") for p in params)
    block = b.block(params, results)
    return Program(name, (("n", 1),), containers, block, tuple((p.name, Leaf("value", p.name)) for p in params),
                   tuple(Leaf("value", r.name) for r in results))


class _Points:
    """Writes nodes again for shape (n,); `active` (None: all) marks the points for which a block runs."""

    def __init__(self, fixed: Mapping[str, int]):
        self.fixed = fixed
        self.indices: dict[str, str] = {}

    def run(self, b: Build, nodes: Sequence[Node], env: dict[str, Value], active: Value | None) -> None:
        for node in nodes:
            control = {"loop": self._loop, "cond": self._cond, "while": self._while}.get(node.op, self._plain)
            for v, out in zip(node.outputs, control(b, node, env, active)):
                env[v.name] = out

    def _size(self, size: Size) -> Size:
        return size.substitute({**self.fixed, **self.indices})

    def _plain(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        inputs = [env[v.name] for v in node.inputs]
        if node.op in ("broadcast", "store", "astype", "stop", "round"):
            return inputs[:1]
        return (b.call(node.op, *inputs, **{k: map_sizes(a, self._size) for k, a in node.attrs.items()}),)

    def _loop(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        (body,), index = node.blocks, b.names.fresh("i")
        self.indices[node.attrs["index"]] = index
        range_: Range = map_sizes(node.attrs["range"], self._size)
        carries = [_full(b, env[v.name]) for v in node.inputs]
        inner = b.child()
        block = self._block(inner, body, env, active, [inner.value("", _POINTS, c.kind) for c in carries])
        return b.loop(range_, carries, block, index)

    def _block(self, b: Build, body: Block, env: dict[str, Value], active: Value | None, params: list[Value]) -> Block:
        scope = {**env, **{p.name: q for p, q in zip(body.params, params)}}
        self.run(b, body.nodes, scope, active)
        return b.block(params, [_full(b, scope[v.name]) for v in body.results])

    def _cond(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        taken = env[node.inputs[0].name]
        sides = []
        for block, mask in zip(node.blocks, (taken, b.bit_not(taken))):
            scope = dict(env)
            self.run(b, block.nodes, scope, _both(b, active, mask))
            sides.append([scope[v.name] for v in block.results])
        return [b.select(taken, x, y) for x, y in zip(*sides)]

    def _while(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        condition, body = node.blocks
        carries = [_full(b, env[v.name]) for v in node.inputs]

        def going(inner: Build, params: Sequence[Value]) -> Value:
            scope = {**env, **{p.name: q for p, q in zip(condition.params, params)}}
            self.run(inner, condition.nodes, scope, active)
            return _full(inner, _both(inner, active, scope[condition.results[0].name]))

        def params_of(inner: Build) -> list[Value]:
            return [inner.value("", _POINTS, c.kind) for c in carries]
        test, step = b.child(), b.child()
        asked, held = params_of(test), params_of(step)
        any_ = test.any(going(test, asked), axes=(0,))
        mask = going(step, held)
        scope = {**env, **{p.name: q for p, q in zip(body.params, held)}}
        self.run(step, body.nodes, scope, mask)
        moved = [step.select(mask, scope[r.name], old) for r, old in zip(body.results, held)]
        return b.while_(carries, test.block(asked, [any_]), step.block(held, moved))


def _full(b: Build, v: Value) -> Value:
    return v if v.rank else b.broadcast(v, shape=_POINTS)


def _both(b: Build, active: Value | None, mask: Value) -> Value:
    return mask if active is None else b.bit_and(active, mask)


def flops(nodes: Sequence[Node], binding: Mapping[str, int]) -> float:
    """Modelled floating-point operations for one point (`while` loops count one trip, branches the longer side)."""
    return float(sum(_node_flops(n, binding) for n in nodes))


def _node_flops(node: Node, binding: Mapping[str, int]) -> float:
    inner = [flops(b.nodes, binding) for b in node.blocks]
    if node.op == "loop":
        return inner[0] * _trips(node, binding)
    if node.op == "while":
        return sum(inner)
    return max(inner) if inner else OPS[node.op].flops if node.op in OPS else 0


def _trips(node: Node, binding: Mapping[str, int]) -> int:
    try:
        return node.attrs["range"].trips.value(binding)
    except KeyError:
        return 1
