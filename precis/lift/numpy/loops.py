"""`for` and `while`: loops stay loops; those whose iterations differ in kind are peeled or written out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from precis.errors import PrecisError, UnsupportedProgram
from precis.ir.size import Size
from precis.ir.types import Range, Value
from precis.lift.numpy import carries
from precis.lift.numpy.aliases import Position, positions
from precis.lift.numpy.branches import branch, choose, short_circuit
from precis.lift.numpy.carries import Attempt, NeedsPeeling, Plan, Rules
from precis.lift.numpy.counters import counting
from precis.lift.numpy.decisions import disjunction, negation, truth
from precis.lift.numpy.iterables import Counted, Listed, iterable
from precis.lift.numpy.joins import ArrayLeaf, CannotJoin
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.memory import index_symbol, recall, remember
from precis.lift.numpy.numbers import constant, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.source import loads_of
from precis.lift.numpy.state import Lifting, NeedsUnrolling
from precis.lift.numpy.values import MISSING, Array, Int, Scalar, Stacked, serials

TRIES = 16  # trials of a body until its carries do not change
PEELED = 2  # iterations that may be written out in front of a loop
SHORT = 8  # iterations of a loop that is written out rather than computing the bounds of slices at run time
LISTED = 16  # items of a list that a loop grows one by one; longer ones become the rows of an array
WRITTEN_OUT = 256  # iterations of a loop that may be written out in full

Bind = Callable[[Any], None]


def for_loop(lift: Lifting, node: ast.For) -> None:
    """`for target in iterable`."""
    over = iterable(lift, lift.evaluate(node.iter), stem(node.target))
    repeat(lift, node, over, lambda item: lift.assign(node.target, item), lambda: lift.execute(node.body), node.orelse)


def stem(target: ast.expr) -> str:
    """How the index of a loop is called."""
    if isinstance(target, ast.Tuple) and target.elts:
        return stem(target.elts[0])
    return target.id if isinstance(target, ast.Name) and target.id.strip("_") else "k"


def repeat(lift: Lifting, node: ast.AST, over: Counted | Listed, bind: Bind, body: Callable[[], None],
           orelse: list[ast.stmt] | None = None) -> None:
    """Run `body` for every item of `over`."""
    flow = lift.frame.flow
    outer = flow.get("broke", False)
    lift.journal.set(flow, "broke", False)
    if isinstance(over, Listed):
        _listed(lift, list(over.items), bind, body)
    else:
        _counted(lift, node, over, bind, body, 0)
    _else(lift, orelse or [])
    lift.journal.set(flow, "broke", outer)


def _else(lift: Lifting, orelse: list[ast.stmt]) -> None:
    if orelse:
        guarded(lift, _stopped(lift), lambda: None, lambda: lift.execute(orelse))


def guarded(lift: Lifting, holds: Any, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
    """`if holds`, decided or not."""
    if isinstance(holds, bool):
        (then if holds else otherwise)()
    else:
        branch(lift, holds, then, otherwise)


def _stopped(lift: Lifting) -> Any:
    """Whether the loop was left by break or return."""
    flow = lift.frame.flow
    return disjunction(lift, lift.journal.get(flow, "broke"), lift.journal.get(flow, "returned"))


def _listed(lift: Lifting, items: list[Any], bind: Bind, body: Callable[[], None]) -> None:
    """One copy of the body per item."""
    for k, item in enumerate(items):
        bind(item)
        body()
        stopped = _stopped(lift)
        if stopped is True:
            return
        if stopped is not False:
            branch(lift, stopped, lambda: None, lambda: _listed(lift, items[k + 1:], bind, body))
            return


def _counted(lift: Lifting, node: ast.AST, over: Counted, bind: Bind, body: Callable[[], None], peeled: int) -> None:
    """A loop node for items found by their number; the first iterations are written out where they differ in kind."""
    if lift.sizes.example(over.range.trips) == 0:
        lift.sizes.nonnegative(over.range.trips - 1)
        return
    mark, nodes, span = lift.journal.mark(), len(lift.build.nodes), lift.span
    index = index_symbol(lift, (node, peeled), over.name)
    try:
        _loop(lift, node, over, index, bind, body)
        return
    except NeedsUnrolling as problem:
        if problem.index != index:
            raise
        reason: Exception = problem
    except (NeedsPeeling, CannotJoin) as problem:
        reason = problem
    except UnsupportedProgram as problem:
        if not _few(lift, over, LISTED):
            raise
        reason = problem
    lift.journal.rollback(mark)
    del lift.build.nodes[nodes:]
    lift.span = span
    if isinstance(reason, NeedsPeeling) and peeled < PEELED and lift.sizes.nonnegative(over.range.trips - 1):
        bind(over.item(lift, over.range.start))
        body()
        if _stopped(lift) is False:
            lift.span = span
            _counted(lift, node, over.after_first(), bind, body, peeled + 1)
            return
    _written_out(lift, over, bind, body, reason)


def _few(lift: Lifting, over: Counted, number: int) -> bool:
    """Whether a loop has a known number of iterations that is small."""
    trips = lift.sizes.resolve(over.range.trips).constant
    return trips is not None and trips <= number


def _written_out(lift: Lifting, over: Counted, bind: Bind, body: Callable[[], None], reason: Exception) -> None:
    trips = lift.sizes.example(over.range.trips)
    hint = "give what changes one shape and one type before the loop"
    if trips is None or trips > WRITTEN_OUT:
        if isinstance(reason, PrecisError):
            raise reason
        lift.refuse(f"this loop cannot be kept as a loop: {reason}", hint)
    count = lift.fixed(over.range.trips, "the number of iterations")
    _listed(lift, [over.item(lift, over.range.start + k * over.range.step) for k in range(count)], bind, body)


def _loop(lift: Lifting, node: ast.AST, over: Counted, index: str, bind: Bind, body: Callable[[], None]) -> None:
    range_ = over.range
    trips = lift.sizes.resolve(range_.trips)
    symbol = Size.of(index)

    def try_(plan: Plan) -> Attempt:
        attempt = Attempt(plan, lift.build.child())
        first, last = range_.ends
        with lift.journal.watching() as watch, lift.sizes.inside(index, first, last, [trips - 1]):
            def whole() -> None:
                bind(over.item(lift, symbol))
                body()
            carries.run(lift, attempt, range_.iteration(symbol), whole, watch)
        return attempt

    rules = _rules(lift, node, lambda: lift.sizes.nonnegative(trips - 1) is True, index, range_)
    span = lift.span
    attempt = converge(lift, (node, "for"), try_, rules)
    lift.span = span
    if _leaves_early(lift, attempt):
        _counted_while(lift, node, over, index, bind, body)
        return
    block = attempt.build.block(attempt.params, attempt.results)
    if _few(lift, over, SHORT) and any(n.op == "size" for n in block.walk()):
        raise NeedsUnrolling(index, "a slice has bounds that change with the loop")
    inits = carries.initial(lift, attempt, rules.at_least_once)
    lift.build.span = lift.span
    outs = lift.build.loop(Range(lift.sizes.resolve(range_.start), trips, range_.step), inits, block, index)
    lift.dtypes.update((o.name, lift.dtypes[p.name]) for o, p in zip(outs, attempt.params))
    carries.finish(lift, attempt, outs, trips)
    rotate(lift, attempt, trips)


def _leaves_early(lift: Lifting, attempt: Attempt) -> bool:
    """Whether the body may break or return."""
    return any(table is lift.frame.flow and key in ("broke", "returned") and value is not False
               for table, key, value in attempt.finals.values())


def converge(lift: Lifting, key: Any, try_: Callable[[Plan], Attempt], rules: Rules) -> Attempt:
    """Trials of the body until the plan of carries holds; the state is then as before the loop, guards apart."""
    plan = recall(lift, key)
    for _ in range(TRIES):
        mark = lift.journal.mark()
        attempt = try_(plan)
        if rules.counted and _leaves_early(lift, attempt):
            lift.journal.rollback(mark)
            return attempt
        revised = carries.revise(lift, attempt, rules)
        if attempt.grown:
            _check_growth(lift, attempt, rules)
        if revised == plan:
            carries.close(lift, attempt)
            lift.journal.rollback(mark, lift.lasting)
            remember(lift, key, plan)
            return attempt
        lift.journal.rollback(mark, {id(lift.sizes.solved)})
        plan = revised
    lift.refuse("what this loop carries from one iteration to the next does not settle on one shape and type",
                "keep the shape and type of every variable the same in all iterations")


def _check_growth(lift: Lifting, attempt: Attempt, rules: Rules) -> None:
    """Lists that a loop grows become arrays of rows; short ones of known length are written out."""
    if not rules.counted:
        lift.refuse("a list that grows in a while loop has a length that is known only at run time", "use an array of the largest length")
    if rules.short():
        raise CannotJoin("a list grows")
    for items, _, appended in attempt.grown.values():
        try:
            leaf = carries.stackable(lift, appended)
        except CannotJoin as problem:
            raise CannotJoin(f"a list {problem}") from None
        if (isinstance(leaf, ArrayLeaf) and any(map(rules.inner, leaf.shape))) or isinstance(lift.content[items], Stacked):
            raise CannotJoin("a list grows by arrays of different shapes")


def _rules(lift: Lifting, node: ast.AST, at_least_once: Callable[[], bool], index: str | None, range_: Range | None) -> Rules:
    loads, inside = lift.frame.loads, loads_of([node])  # type: ignore[list-item]
    outer = set(lift.sizes.binding) | set(lift.sizes.ranges) | set(lift.counts)

    def matters(table: Table, key: Any) -> bool:
        return table is not lift.frame.names or loads.get(key, 0) > inside.get(key, 0) or not isinstance(key, str)

    def inner(size: Size) -> bool:
        return not lift.sizes.resolve(size).symbols() <= outer

    def last(x: Any) -> Any:
        end = {index: range_.last} if index and range_ else {}
        return _at_end(lift, x, end, inner)
    def short() -> bool:
        trips = lift.sizes.resolve(range_.trips).constant if range_ else None
        return trips is not None and trips <= LISTED
    return Rules(matters, at_least_once, last, inner, index is not None, short)


def _at_end(lift: Lifting, x: Any, end: dict[str, Size], inner: Callable[[Size], bool]) -> Any:
    """An int or view that depends on nothing but the loop index, in the last iteration; MISSING for others."""
    if isinstance(x, Int):
        size = lift.sizes.resolve(x.size).substitute(end)
        return MISSING if inner(size) else Int(size, x.dtype)
    if isinstance(x, tuple):
        items = tuple(_at_end(lift, i, end, inner) for i in x)
        return MISSING if any(i is MISSING for i in items) else items
    if x is None or isinstance(x, (bool, str)) or callable(x):
        return x
    return MISSING


def rotate(lift: Lifting, attempt: Attempt, trips: Size) -> None:
    """Arrays that the body passes round among names (u, v = v, u): what each array from before the loop holds at the end."""
    ends, before = carries.plan_ends(attempt.plan), positions(lift, attempt.before, views=False)
    ring = {p: end.source for p, end in ends.items() if end.kind == "head" and end.whole and p in before}
    ring = {p: q for p, q in ring.items() if q in ring}
    if set(ring.values()) != set(ring) or len({before[p] for p in ring}) != len(ring):
        return
    now = positions(lift, {s: attempt.plan[s].table[attempt.plan[s].key] for s, _ in ring})
    order = _order(ring)
    for position in ring:
        ways = [lift.content[now[_holder(ring, position, k)]] for k in range(order)]
        lift.hold(before[position], _by_remainder(lift, ways, trips, order, before[position]))


def _order(ring: dict[Position, Position]) -> int:
    """After how many iterations every position has its first array again."""
    places, order = dict(ring), 1
    while any(p != q for p, q in places.items()):
        places, order = {p: ring[q] for p, q in places.items()}, order + 1
    return order


def _holder(ring: dict[Position, Position], position: Position, trips: int) -> Position:
    """Where the array that was at `position` first is after `trips` iterations."""
    places = {p: p for p in ring}
    for _ in range(trips):
        places = {p: places[ring[p]] for p in ring}
    return next(p for p, q in places.items() if q == position)


def _by_remainder(lift: Lifting, ways: list[Value], trips: Size, order: int, array: Array) -> Value:
    """ways[trips mod order]."""
    remainder = trips - (trips // order) * order
    if remainder.constant is not None:
        return ways[remainder.constant]
    result = ways[-1]
    for k, way in enumerate(ways[:-1]):
        number = value_of(lift, Int(remainder))
        holds = Scalar(BOOL, lift.emit("eq", number, constant(lift, k, INT), dtype=BOOL))
        one, other = (lift.new_array(v, array.dtype, lift.container(array)) for v in (way, result))
        chosen = choose(lift, holds, lambda one=one: one, lambda other=other: other)
        result = lift.content[chosen]
    return result


def _counted_while(lift: Lifting, node: ast.AST, over: Counted, index: str, bind: Bind, body: Callable[[], None]) -> None:
    """A counted loop that may be left early: a while loop that counts its iterations itself."""
    range_ = over.range
    trips = lift.sizes.resolve(range_.trips)
    hidden = lift.new_table()
    lift.journal.set(hidden, "iteration", Scalar(INT, constant(lift, 0, INT), weak=True))

    def going() -> Any:
        limit = value_of(lift, Int(trips))
        return Scalar(BOOL, lift.emit("lt", value_of(lift, lift.journal.get(hidden, "iteration")), limit, dtype=BOOL))

    def whole() -> None:
        now = lift.journal.get(hidden, "iteration")
        lift.build.span = lift.span
        symbol = lift.build.size(value_of(lift, now), index)
        lift.journal.set(lift.counts, str(symbol), True)
        with lift.sizes.inside(str(symbol), ZERO, trips - 1, [trips - 1]):
            bind(over.item(lift, range_.start + range_.step * symbol))
            body()
        after = lift.emit("add", value_of(lift, now), constant(lift, 1, INT), dtype=INT)
        lift.journal.set(hidden, "iteration", Scalar(INT, after, weak=True))
    _while(lift, node, going, whole, lambda: lift.sizes.nonnegative(trips - 1) is True)


def while_loop(lift: Lifting, node: ast.While) -> None:
    """`while test`."""
    flow = lift.frame.flow
    outer = flow.get("broke", False)
    lift.journal.set(flow, "broke", False)

    def test() -> Any:
        return truth(lift, lift.evaluate(node.test))
    counter = counting(lift, node)
    if counter is not None:
        _counted(lift, node, counter.items, lambda item: lift.assign(counter.name, item), lambda: lift.execute(node.body), 0)
    else:
        _while_or_written_out(lift, node, test)
    _else(lift, node.orelse)
    lift.journal.set(flow, "broke", outer)


def _while_or_written_out(lift: Lifting, node: ast.While, test: Callable[[], Any]) -> None:
    """A `while` node; iterations that the sizes decide are written out where no node can be made."""
    for k in range(WRITTEN_OUT):
        mark, nodes, span = lift.journal.mark(), len(lift.build.nodes), lift.span
        try:
            if k <= PEELED:
                _while(lift, node, test, lambda: lift.execute(node.body), lambda: False)
                return
        except (NeedsPeeling, CannotJoin, PrecisError) as found:
            problem = found
            lift.journal.rollback(mark)
            del lift.build.nodes[nodes:]
            lift.span = span
        holds = test()
        if holds is False:
            return
        if holds is not True:
            break
        lift.execute(node.body)
        lift.span = span
        stopped = _stopped(lift)
        if stopped is not False:
            if stopped is True:
                return
            break
    if isinstance(problem, PrecisError):
        raise problem
    lift.refuse(f"this loop cannot be kept as a loop: {problem}", "give what changes one shape and one type before the loop")


def _while(lift: Lifting, node: ast.AST, test: Callable[[], Any], body: Callable[[], None], at_least_once: Callable[[], bool]) -> None:
    """A `while` node; the test and the body get the same carries."""
    def try_(plan: Plan) -> Attempt:
        attempt = Attempt(plan, lift.build.child())
        with lift.journal.watching() as watch:
            attempt.condition = _condition(lift, attempt, test)
            if attempt.condition.value is not False:
                with lift.sizes.knowing(()):
                    carries.run(lift, attempt, None, body, watch)
                attempt.reads |= attempt.condition.reads
        return attempt

    rules = _rules(lift, node, at_least_once, None, None)
    span = lift.span
    attempt = converge(lift, (node, "while"), try_, rules)
    lift.span = span
    if attempt.condition.value is False:
        return
    if not any(table is lift.frame.flow for table, _, _ in attempt.finals.values()) and attempt.condition.value is True:
        lift.refuse("this loop never ends", "let its condition depend on what the loop computes")
    inits = carries.initial(lift, attempt, at_least_once)
    lift.build.span = lift.span
    body_block = attempt.build.block(attempt.params, attempt.results)
    outs = lift.build.while_(inits, attempt.condition.block(lift), body_block)
    lift.dtypes.update((o.name, lift.dtypes[p.name]) for o, p in zip(outs, attempt.params))
    carries.finish(lift, attempt, outs, None)


class Condition:
    """The test of a while loop under a plan: its block, its value there, and what it read."""

    def __init__(self, build: Any, params: list[Value], value: Any, reads: set[Slot]):
        self.build, self.params, self.value, self.reads = build, params, value, reads

    def block(self, lift: Lifting) -> Any:
        with lift.building(self.build):
            result = constant(lift, self.value, BOOL) if isinstance(self.value, bool) else value_of(lift, self.value)
        return self.build.block(self.params, [result])


def _condition(lift: Lifting, attempt: Attempt, test: Callable[[], Any]) -> Condition:
    build, mark = lift.build.child(), lift.journal.mark()
    with lift.journal.watching() as watch, lift.building(build):
        params = carries.start(lift, attempt, build, None)
        watch.mark = next(serials)
        going = negation(lift, _stopped(lift))
        changes = lift.journal.mark()
        value = going if going is False else test() if going is True else short_circuit(lift, going, test, False)
        if any(id(entry[0]) not in lift.lasting and entry[0] in (lift.frame.names,) for entry in lift.journal.entries[changes:]):
            lift.refuse("the condition of a while loop changes a variable", "change it in the loop's body")
    lift.journal.rollback(mark, lift.lasting)
    return Condition(build, params, value, watch.reads)


