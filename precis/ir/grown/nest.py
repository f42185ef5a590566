"""A loop and all in it, with its lists in the buffers that it carries."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from precis.ir.build import Build, Names
from precis.ir.grown.held import Held, Numbers, Valid, first_part, takes_rows
from precis.ir.grown.reserved import with_most
from precis.ir.rewrite import free_values, substitute
from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Value

ROOM = "room"
Env = dict[str, Held]


class Unheld(Exception):
    """A value of which rows that are not there are used: it cannot be held."""

    def __init__(self, name: str):
        self.name = name


class Nest:
    """A loop and all in it, whose lists live in buffers of one number of rows, `room`.

    refused  values that cannot be held
    known    the size symbols that are bound in front of the loop
    tops     what lengths of lists never exceed, in terms of these
    begun    attributes of updates that begin a buffer, of which nobody reads what they do not write
    asked    whether the run ends where there is no room (MOST): before something is appended
    """

    def __init__(self, names: Names, formats: Mapping[str, object], refused: set[str], known: frozenset[str], numbers: Numbers,
                 begun: Mapping[str, Any], asked: bool):
        self.names, self.formats, self.refused, self.known = names, ChainMap({}, dict(formats)), refused, known
        self.room, self.begun, self.asked = names.fresh(ROOM), begun, asked
        self.numbers = numbers.copy()
        self.tops: list[Size] = []

    def root(self, node: Node, roots: set[int], made: Mapping[str, Node]) -> tuple[list[Node], Env] | None:
        """The loop, with what goes before and behind it, and where its lists are then."""
        b, env = Build(self.names, node.span), Env()
        for j in roots:
            env[node.inputs[j].name] = self._begun(b, node.inputs[j], made)
            self._needs(node.inputs[j].shape[0])
        nodes = self._loop(node, env, b.nodes)
        left = {v.name: env[v.name] for v in node.outputs if v.name in env}
        for v in node.outputs:
            if v.name in left:
                nodes += self._padded_again(v, left[v.name], node)
        return [*b.nodes, *nodes], left

    def _begun(self, b: Build, x: Value, made: Mapping[str, Node]) -> Held:
        """A buffer that begins with the list that a loop begins with."""
        node, shape = made.get(x.name), (Size.of(self.room), *x.shape[1:])
        if node is not None and node.op == "broadcast" and not node.inputs[0].rank and self.numbers.spaces & x.shape[0].symbols():
            none = b.broadcast(node.inputs[0], shape=(Size(), *x.shape[1:]))
            buffer = b.update(b.zeros(shape, x.kind), none, at=_rows(Size(), Size(), x), **self.begun)
            return Held(self._formatted(buffer, x), x.shape[0], Size(), x)
        if node is not None and node.op == "broadcast" and not node.inputs[0].rank:
            return Held(self._formatted(b.broadcast(node.inputs[0], shape=shape), x), x.shape[0], x.shape[0], x)
        zeros = b.zeros(shape, x.kind)
        length = first_part(node) if node is not None and node.op == "update" else None
        source = node.inputs[1] if node is not None and length is not None else x
        length = x.shape[0] if length is None else length
        return Held(self._formatted(b.update(zeros, source, at=_rows(Size(), length, x), **self.begun), x), x.shape[0], length, x)

    def _not_written(self, node: Node, j: int, x: Held, begin: list[Node]) -> None:
        """Of a buffer that begins as one number everywhere, and of which no row is there before the first iteration: nothing is written."""
        k = next((k for k, n in enumerate(begin) if n.output.name == x.buffer.name and n.op == "broadcast"), None)
        if k is not None:
            b, like = Build(self.names, node.span), node.inputs[j]
            none = b.broadcast(begin[k].inputs[0], shape=(Size(), *like.shape[1:]))
            zeros = b.zeros(x.buffer.shape, x.buffer.kind)
            attrs = {"at": _rows(Size(), Size(), like), **self.begun}
            begin[k:k + 1] = [*b.nodes, Node("update", (zeros, none), (x.buffer,), attrs, (), node.span)]

    def _padded_again(self, v: Value, held: Held, node: Node) -> list[Node]:
        """What a loop left as it was: a list with zeros behind it."""
        b = Build(self.names, node.span)
        if isinstance(held.valid, frozenset):
            length = b.size(next(o for o in node.outputs if o.name in held.valid))
        else:
            length = held.valid
        part = b.slice(held.buffer, at=_rows(Size(), length, v))
        zeros = b.zeros(v.shape, v.kind)
        return [*b.nodes, Node("update", (zeros, part), (v,), {"at": _rows(Size(), length, v)}, (), node.span)]

    def _needs(self, length: Size) -> None:
        top = self.numbers.top(length, self.known)
        if top is None:
            raise Unheld("")
        self.tops.append(top)

    def _block(self, block: Block, env: Env) -> list[Node]:
        nodes: list[Node] = []
        self.numbers.learn_ahead(block.nodes)
        for node in block.nodes:
            self.numbers.learn(node)
            nodes += self._node(node, env)
        return nodes

    def _node(self, node: Node, env: Env) -> list[Node]:
        if node.op in ("loop", "while"):
            return self._loop(node, env)
        if node.op == "cond":
            return self._cond(node, env)
        held = env.get(node.inputs[0].name) if node.inputs else None
        found = _OPS[node.op](self, node, held, env) if held is not None and node.op in _OPS else None
        if found is None and node.op == "update":
            found = self._padding(node, env)
        if found is not None:
            return found
        before, node = self._plain(node, env)
        return [*before, node]

    def _plain(self, node: Node, env: Env) -> tuple[list[Node], Node]:
        """A node on lists as they were."""
        before: list[Node] = []
        used = dict.fromkeys((*node.inputs, *(v for b in node.blocks for v in free_values(b))))
        given = {v.name: self._value(v, env, before) for v in used if v.name in env}
        if not given:
            return before, node
        swapped = substitute(Block((), (node,), ()), given)
        return before, swapped.nodes[0]

    def _value(self, v: Value, env: Env, before: list[Node]) -> Value:
        held = env[v.name]
        if held.own is not None:
            return held.own
        if not held.full:
            raise Unheld(v.name)
        part = Value(self.names.fresh(), v.shape, v.kind)
        before.append(Node("slice", (held.buffer,), (part,), {"at": _rows(Size(), held.length, v)}, (), None))
        return part

    def _slice(self, node: Node, held: Held, env: Env) -> list[Node] | None:
        length = first_part(node)
        if length is not None and self.numbers.reaches(held, length):
            self.numbers.cut(length, held.length)
            env[node.output.name] = Held(held.buffer, length, length)
            return []
        if not takes_rows(node.attrs["at"]) or not held.full:
            return None
        before, node = self._plain(replace(node, inputs=(held.buffer, *node.inputs[1:])), env)
        return [*before, node]

    def _concatenate(self, node: Node, held: Held, env: Env) -> list[Node] | None:
        out, rest = node.output, node.inputs[1:]
        if node.attrs["axis"] != 0 or not held.full or not self._alike(out, held.buffer):
            return None
        self._needs(out.shape[0])
        nodes = [*with_most(out.shape[0], self.room, self.names, node.span)] if self.asked else []
        buffer, length = held.buffer, held.length
        for k, x in enumerate(rest):
            x = self._value(x, env, nodes) if x.name in env else x
            made = self._buffer(out, out.container if k == len(rest) - 1 else None)
            nodes.append(Node("update", (buffer, x), (made,), {"at": _rows(length, x.shape[0], out)}, (), node.span))
            buffer, length = made, length + x.shape[0]
        env[out.name] = Held(buffer, length, length)
        return nodes

    def _update(self, node: Node, held: Held, env: Env) -> list[Node] | None:
        if not takes_rows(node.attrs["at"]) or not held.full or not self._alike(node.output, held.buffer):
            return None
        made = self._buffer(node.output, node.output.container)
        before, changed = self._plain(replace(node, inputs=(held.buffer, *node.inputs[1:]), outputs=(made,)), env)
        env[node.output.name] = Held(made, held.length, held.length)
        return [*before, changed]

    def _padding(self, node: Node, env: Env) -> list[Node] | None:
        """A list with zeros behind it: it stays where it is, and is made as it was for whoever reads the zeros."""
        held, length = env.get(node.inputs[1].name), first_part(node)
        if held is None or length is None or not held.full or held.length != length or not self._alike(node.output, held.buffer):
            return None
        before, plain = self._plain(node, env)
        env[node.output.name] = Held(held.buffer, node.output.shape[0], length, node.output)
        return [*before, plain]

    def _alike(self, v: Value, buffer: Value) -> bool:
        """Whether a list may lie in a buffer."""
        return (v.kind, v.shape[1:], self.formats.get(v.name)) == (buffer.kind, buffer.shape[1:], self.formats.get(buffer.name))

    def _buffer(self, v: Value, container: str | None) -> Value:
        return self._formatted(Value(self.names.fresh(container or ""), (Size.of(self.room), *v.shape[1:]), v.kind, container), v)

    def _formatted(self, buffer: Value, v: Value) -> Value:
        """The buffer, known to have the format of the list in it."""
        self.formats[buffer.name] = self.formats.get(v.name)
        return buffer

    def _cond(self, node: Node, env: Env) -> list[Node]:
        envs = [dict(env) for _ in node.blocks]
        inner = [self._way(node, b, e) for b, e in zip(node.blocks, envs)]
        held = {k: valid for k, v in enumerate(node.outputs) if v.rank and (valid := self._met(node, k, envs)) is not None}
        blocks, outputs = [], list(node.outputs)
        for b, e, nodes in zip(node.blocks, envs, inner):
            results = [e[r.name].buffer if k in held else self._value(r, e, nodes) if r.name in e else r for k, r in enumerate(b.results)]
            blocks.append(Block(b.params, tuple(nodes), tuple(results)))
        for k, valid in held.items():
            v = node.outputs[k]
            outputs[k] = self._buffer(v, v.container)
            env[v.name] = Held(outputs[k], v.shape[0], valid)
        return [replace(node, outputs=tuple(outputs), blocks=tuple(blocks))]

    def _way(self, node: Node, block: Block, env: Env) -> list[Node]:
        """A branch: what it shows holds there alone."""
        before = len(self.numbers.fits)
        self.numbers.learn_way(node, block)
        nodes = self._block(block, env)
        del self.numbers.fits[before:]
        return nodes

    def _met(self, node: Node, k: int, envs: list[Env]) -> Valid | None:
        """How many rows of output `k` of a branch are there, whichever way it goes; None where it is not held."""
        out = node.outputs[k]
        ways = [e.get(b.results[k].name) for b, e in zip(node.blocks, envs)]
        if out.name in self.refused or not all(h is not None and self._alike(out, h.buffer) for h in ways):
            return None
        if all(h is not None and h.full for h in ways):
            return out.shape[0]
        told = [j for j, v in enumerate(node.outputs) if v.kind == "int64" and not v.rank and all(
            h is not None and self.numbers.covers(h, b.results[j]) for h, b in zip(ways, node.blocks))]
        return frozenset(node.outputs[j].name for j in told) or None

    def _loop(self, node: Node, env: Env, begin: list[Node] | None = None) -> list[Node]:
        """A loop that carries buffers for the lists that it is handed, and hands on. `begin`: what begins them, where nothing else does."""
        body = node.blocks[-1]
        counts = {k for k, p in enumerate(body.params) if p.kind == "int64" and not p.rank}
        held = {j for j, x in enumerate(node.inputs) if x.name in env and body.params[j].name not in self.refused}
        whole = {j for j in held if env[node.inputs[j].name].full}
        told = {j: {k for k in counts if self.numbers.covers(env[node.inputs[j].name], node.inputs[k])} for j in held}
        even = self._evenly(node, held - whole, env)
        part = {j for j in held - whole - even.keys() if told[j]}
        while True:
            inner, blocks = self._iteration(node, env, whole, part, told, even)
            buffers = whole | part | even.keys()
            ends = {j: h for j in buffers if (h := inner.get(body.results[j].name)) and self._alike(body.params[j], h.buffer)}
            kept = {j for j in whole & ends.keys() if ends[j].full}
            still = {j: length for j, length in even.items() if j in ends and ends[j].valid == _later(node, length)}
            now = {j: {k for k in told[j] if self.numbers.covers(ends[j], body.results[k])} for j in ends.keys() - kept - even.keys()}
            here = {j for j in now if now[j]}
            if (kept, here, still) == (whole, part, even) and all(now[j] == told[j] for j in here):
                empty = [j for j in (*part, *even) if self._begins_empty(node, told[j] if j in part else even[j])]
                if begin is not None:
                    for j in empty:
                        self._not_written(node, j, env[node.inputs[j].name], begin)
                return self._looped(node, env, inner, blocks, whole, part, told, even)
            whole, part, told, even = kept, here, {**told, **now}, still | self._evenly(node, (whole | part) - kept - here, env)

    def _begins_empty(self, node: Node, length: set[int] | Size) -> bool:
        """Whether no row is there before the first iteration: numbers of rows that are told (by carries), or one for each iteration."""
        if isinstance(length, Size):
            return length.substitute({node.attrs["index"]: node.attrs["range"].start}) == Size()
        return all(self.numbers.said.get(node.inputs[k].name) == Size() for k in length)

    def _evenly(self, node: Node, which: set[int], env: Env) -> dict[int, Size]:
        """How many rows of these are there at the start of each iteration, if every iteration appends as many: the length that an
        iteration takes of what it is handed, where as many rows are there before the first."""
        found = {j: self._even(node, j, env[node.inputs[j].name].valid) for j in which}
        return {j: length for j, length in found.items() if length is not None}

    def _even(self, node: Node, j: int, valid: Valid) -> Size | None:
        if node.op != "loop" or not isinstance(valid, Size):
            return None
        index, start, name = node.attrs["index"], node.attrs["range"].start, node.blocks[-1].params[j].name
        taken = (first_part(n) for n in node.blocks[-1].nodes if n.op == "slice" and n.inputs[0].name == name)
        return next((d for d in taken if d is not None and index in d.symbols()
                     and self.numbers.at_least(valid, d.substitute({index: start}))), None)

    def _iteration(self, node: Node, env: Env, whole: set[int], part: set[int], told: Mapping[int, set[int]],
                   even: Mapping[int, Size]) -> tuple[Env, list[Block]]:
        """(what is held at the end of an iteration, the blocks, which still hand on what they did)"""
        inner, blocks, buffers = env, [], whole | part | even.keys()
        for b in node.blocks:
            inner = dict(env)
            for j in buffers:
                p = b.params[j]
                valid = p.shape[0] if j in whole else even[j] if j in even else frozenset(b.params[k].name for k in told[j])
                inner[p.name] = Held(self._buffer(p, p.container), p.shape[0], valid)
            params = tuple(inner[p.name].buffer if j in buffers else p for j, p in enumerate(b.params))
            blocks.append(Block(params, tuple(self._block(b, inner)), b.results))
        return inner, blocks

    def _looped(self, node: Node, env: Env, inner: Env, blocks: list[Block], whole: set[int], part: set[int],
                told: Mapping[int, set[int]], even: Mapping[int, Size]) -> list[Node]:
        before, ends, buffers = list[Node](), list(blocks[-1].nodes), whole | part | even.keys()
        inputs = [env[x.name].buffer if j in buffers else self._value(x, env, before) if x.name in env else x
                  for j, x in enumerate(node.inputs)]
        results = [inner[r.name].buffer if j in buffers else self._value(r, inner, ends) if r.name in inner else r
                   for j, r in enumerate(node.blocks[-1].results)]
        blocks[-1] = Block(blocks[-1].params, tuple(ends), tuple(results))
        outputs = list(node.outputs)
        for j in buffers:
            v = node.outputs[j]
            outputs[j] = self._buffer(v, v.container)
            valid = v.shape[0] if j in whole else _later(node, even[j], behind=True) if j in even else \
                frozenset(node.outputs[k].name for k in told[j])
            env[v.name] = Held(outputs[j], v.shape[0], valid)
        return [*before, replace(node, inputs=tuple(inputs), outputs=tuple(outputs), blocks=tuple(blocks))]


def _later(node: Node, length: Size, behind: bool = False) -> Size:
    """A length at the start of the next iteration, or after all of them."""
    index, r = node.attrs["index"], node.attrs["range"]
    return length.substitute({index: r.start + r.trips * r.step if behind else Size.of(index) + r.step})


_OPS = {"slice": Nest._slice, "concatenate": Nest._concatenate, "update": Nest._update, "update_add": Nest._update}


def _rows(start: Size, length: Size, like: Value) -> tuple[Cut, ...]:
    """All of `length` rows from `start`."""
    return (Cut(start, length), *(Cut(Size(), d) for d in like.shape[1:]))
