"""`approx` nodes for analyses: the replacement runs, and a probe on each result knows the model error."""

from __future__ import annotations

from dataclasses import replace

from precis.bitwidth.places import Rounding
from precis.ir.approx import inline_approx
from precis.ir.build import Build, Names
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Node, Program, Value, values_of


def model_cause(name: str) -> Rounding:
    """The error of the replacement of the region called `name`."""
    return Rounding(("model", name), None, "model")


def inline_impl(program: Program) -> Program:
    """`program` with every `approx` node replaced by its implementation, whose real results carry probes ("model",
    name). Their weight is the model error: impl - spec on the same inputs."""
    if not any(n.op == "approx" for n in program.nodes()):
        return program
    names = Names({v.name for v in values_of(program.body)})
    return inline_approx(program.with_body(_block(program.body, Build(names), {})), "impl")


def _block(block: Block, b: Build, env: dict[str, Value]) -> Block:
    for node in block.nodes:
        b.span = node.span
        if node.op == "approx":
            _approx(node, b, env)
        else:
            inner = tuple(_block(i, b.child(), env) for i in node.blocks)
            b.learn(replace(node, inputs=tuple(env.get(v.name, v) for v in node.inputs), blocks=inner))
    return b.block(block.params, tuple(env.get(v.name, v) for v in block.results))


def _approx(node: Node, b: Build, env: dict[str, Value]) -> None:
    inputs = tuple(env.get(v.name, v) for v in node.inputs)
    b.learn(replace(node, inputs=inputs))
    spec = node.blocks[0]
    spec = substitute(spec, {p.name: v for p, v in zip(spec.params, inputs)})
    for n in spec.nodes:
        b.learn(n)
    key = model_cause(str(node.attrs["name"])).key
    for out, meant in zip(node.outputs, spec.results):
        if out.kind == "real":
            env[out.name] = b.probe(out, b.stop(b.sub(out, meant)), key=key)
