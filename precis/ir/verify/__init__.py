"""The rules of the IR, as tables of small checks. Every Program -> Program function must keep them.

A check is a generator of sentences that say what is wrong; `verify` raises the first, with the place of its node.
"""

from __future__ import annotations

from precis.errors import VerifyError
from precis.ir.emulate import STORES
from precis.ir.ops import CONTROL
from precis.ir.types import Block, Node, Program, Value
from precis.ir.verify.nodes import BLOCKS, CHECKS, NODE_CHECKS, OP_CHECKS
from precis.ir.verify.program import PROGRAM_CHECKS, RESULT_CHECKS, leaves
from precis.ir.verify.values import Problems, Scope, definition, uses


def verify(program: Program) -> None:
    """Raise VerifyError at the first rule that `program` breaks, with the place in the source of the node that breaks it."""
    for check in PROGRAM_CHECKS:
        for problem in check(program):
            raise VerifyError(f"{program.name}: {problem}")
    scope = Scope(program, symbols={s for s, _ in program.sizes})
    _block(program.body, scope, None)
    for check in RESULT_CHECKS:
        for problem in check(program):
            raise VerifyError(f"{program.name}: {problem}")


def _block(block: Block, scope: Scope, owner: Node | None) -> None:
    for p in block.params:
        _raise(definition(p, scope, may_be_kept=True), owner)
        _define(p, scope)
    for node in block.nodes:
        for check in NODE_CHECKS:
            _raise(check(node, scope), node)
        for check in CHECKS.get(node.op, OP_CHECKS):
            _raise(check(node, scope), node)
        for inner in node.blocks:
            _block(inner, scope.inner([node.attrs["index"]] if node.op == "loop" else ()), node)
        if node.op == "size":
            scope.symbols.add(node.attrs["symbol"])
        for v in node.outputs:
            _raise(definition(v, scope, may_be_kept=node.op in STORES or node.op in CONTROL), node)
            _define(v, scope)
    _raise(uses(block.results, scope), owner)


def _define(v: Value, scope: Scope) -> None:
    scope.values[v.name] = v
    scope.defined.add(v.name)


def _raise(problems: Problems, node: Node | None) -> None:
    for problem in problems:
        raise VerifyError(f"{describe(node)}: {problem}" if node else problem, node.span if node else None)


def describe(node: Node) -> str:
    """A node on one line, by the names of its values: `_3 = add(x, _2)`."""
    outputs = ", ".join(v.name for v in node.outputs)
    return (f"{outputs} = " if outputs else "") + f"{node.op}({', '.join(v.name for v in node.inputs)})"


__all__ = ["BLOCKS", "CHECKS", "Scope", "describe", "leaves", "verify"]
