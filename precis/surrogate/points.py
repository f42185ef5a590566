"""The function of a point, written again for any number of points: as a Program of its own, or inside another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from precis.ir.build import Build, Names
from precis.ir.ops import OPS
from precis.ir.rewrite import map_sizes
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Container, Node, Program, Range, Shape, Value, shape_of
from precis.surrogate.pointwise import fixed_sizes


def points_program(program: Program, name: str, nodes: Sequence[Node], inputs: Sequence[Value],
                   outputs: Sequence[Value]) -> Program:
    """The region as a Program of its own: one real array of n points per input, one per output."""
    b, shape = Build(Names(set())), shape_of("n")
    params = [b.value(f"x{k}", shape, "real", f"x{k}") for k in range(len(inputs))]
    writer = Rewriter(shape, fixed_sizes(program, nodes))
    results = [b.store(v) for v in writer.write(b, nodes, dict(zip((v.name for v in inputs), params)), outputs)]
    containers = tuple(Container(p.name, shape, "real", "input") for p in params)
    arguments = tuple((p.name, Leaf("value", p.name)) for p in params)
    returns = tuple(Leaf("value", r.name) for r in results)
    return Program(name, (("n", 1),), containers, b.block(params, results), arguments, returns)


class Rewriter:
    """Writes the nodes of a region for points of another shape: (n,), or () for one of them.

    Branches become selections and `while` loops run until every point has finished, so that each point takes its own path.
    Values lose their containers, which have the old shape. `made` tells the new name of every value.
    """

    def __init__(self, shape: Shape, fixed: Mapping[str, int]):
        self.shape = shape
        self.fixed = fixed
        self.indices: dict[str, str] = {}
        self.made: dict[str, str] = {}

    def write(self, b: Build, nodes: Sequence[Node], values: Mapping[str, Value], wanted: Sequence[Value]) -> list[Value]:
        """Append the nodes to `b`, with `values` for what they use from outside; returns the values for `wanted`."""
        env = dict(values)
        self._run(b, nodes, env, None)
        return [self._full(b, env[v.name]) for v in wanted]

    def _run(self, b: Build, nodes: Sequence[Node], env: dict[str, Value], active: Value | None) -> None:
        """`active` (None: all) marks the points for which these nodes are meant."""
        for node in nodes:
            b.span = node.span
            control = {"loop": self._loop, "cond": self._cond, "while": self._while}.get(node.op, self._plain)
            for v, out in zip(node.outputs, control(b, node, env, active)):
                env[v.name] = out
                self.made[v.name] = out.name

    def _size(self, size: Size) -> Size:
        return size.substitute({**self.fixed, **self.indices})

    def _full(self, b: Build, v: Value) -> Value:
        return v if v.shape == self.shape else b.broadcast(v, shape=self.shape)

    def _params(self, b: Build, carries: Sequence[Value]) -> list[Value]:
        return [b.value("", self.shape, c.kind) for c in carries]

    def _plain(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        inputs = [env[v.name] for v in node.inputs]
        if node.op in ("broadcast", "store", "stop"):
            return inputs[:1]
        return (b.call(node.op, *inputs, **{k: map_sizes(a, self._size) for k, a in node.attrs.items()}),)

    def _loop(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        (body,), index = node.blocks, b.names.fresh("i")
        self.indices[node.attrs["index"]] = index
        range_: Range = map_sizes(node.attrs["range"], self._size)
        carries = [self._full(b, env[v.name]) for v in node.inputs]
        inner = b.child()
        params = self._params(inner, carries)
        scope = {**env, **{p.name: q for p, q in zip(body.params, params)}}
        self._run(inner, body.nodes, scope, active)
        block = inner.block(params, [self._full(inner, scope[v.name]) for v in body.results])
        b.span = node.span
        return b.loop(range_, carries, block, index)

    def _cond(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        taken = env[node.inputs[0].name]
        sides = []
        for block, mask in zip(node.blocks, (taken, b.bit_not(taken))):
            scope = dict(env)
            self._run(b, block.nodes, scope, _both(b, active, mask))
            sides.append([scope[v.name] for v in block.results])
        b.span = node.span
        return [b.select(taken, x, y) for x, y in zip(*sides)]

    def _while(self, b: Build, node: Node, env: dict[str, Value], active: Value | None) -> Sequence[Value]:
        condition, body = node.blocks
        carries = [self._full(b, env[v.name]) for v in node.inputs]

        def going(inner: Build, params: Sequence[Value]) -> Value:
            scope = {**env, **{p.name: q for p, q in zip(condition.params, params)}}
            self._run(inner, condition.nodes, scope, active)
            return self._full(inner, _both(inner, active, scope[condition.results[0].name]))
        test, step = b.child(), b.child()
        asked, held = self._params(test, carries), self._params(step, carries)
        test_block = test.block(asked, [test.any(going(test, asked), axes=tuple(range(len(self.shape))))])
        mask = going(step, held)
        scope = {**env, **{p.name: q for p, q in zip(body.params, held)}}
        self._run(step, body.nodes, scope, mask)
        step_block = step.block(held, [step.select(mask, scope[r.name], old) for r, old in zip(body.results, held)])
        b.span = node.span
        return b.while_(carries, test_block, step_block)


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
