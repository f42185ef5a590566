"""`with`: objects of the user's classes that are entered and left, and generators that are made contexts."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Generating, Instance, Method


def within(lift: Lifting, items: Sequence[ast.withitem], body: Callable[[], None]) -> None:
    """Run `body` in the contexts of a `with`, the first outermost."""
    if not items:
        body()
        return
    item, frame = items[0], lift.frame
    with lift.at(item.context_expr):
        context = lift.evaluate(item.context_expr)

    def inside(entered: Any) -> None:
        with lift.returning_to(frame):
            if item.optional_vars is not None:
                lift.assign(item.optional_vars, entered)
            within(lift, items[1:], body)
    if isinstance(context, Generating):
        context.run(inside)
    elif isinstance(context, Instance) and hasattr(context.cls, "__enter__") and _plain(context.cls):
        inside(lift.call(Method(context, "__enter__"), [], {}))
        lift.call(Method(context, "__exit__"), [None, None, None], {})
    else:
        with lift.at(item.context_expr):
            lift.refuse("this context cannot be entered in a lifted program",
                        "open files and set contexts outside; np.errstate and the program's own contexts are taken as they are")


def _plain(cls: type) -> bool:
    """Whether leaving does what the class's own code says."""
    return cls is contextlib.nullcontext or cls.__module__ != "contextlib"


def suppressing(lift: Lifting, node: ast.With) -> ast.stmt:
    """`with contextlib.suppress(...)` alone as the `try` that it stands for; other statements as they are."""
    call = node.items[0].context_expr
    if len(node.items) > 1 or not isinstance(call, ast.Call) or lift.evaluate_or_none(call.func) is not contextlib.suppress:
        return node
    handler = ast.ExceptHandler(ast.Tuple(call.args, ast.Load()), None, [ast.Pass()])
    return ast.fix_missing_locations(ast.copy_location(ast.Try(node.body, [ast.copy_location(handler, node)], [], []), node))
