"""Arrays that a loop changes element by element or row by row are converted where they are stored, not whenever they are read.

`instrument` puts one probe on each version of an array that a site reads. Where an iteration stores one element, a probe on the whole
array costs as much as all its elements, and counts the rounding error of an element once for every version. So the loop carries a
second array, the shadow, of what the site reads: equal to the first, and filled with probes of what is stored there.

    for i: u[i] = f(probe(u)[i - 1])     ->     s = probe(u); for i: x = f(s[i - 1]); u[i] = x; s[i] = probe(x)

The adjoint finds that the two are equal (precis.ad.congruence): a shadow costs an array of cotangents, and nothing in the forward run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from precis.bitwidth.trips import Sizes, elements
from precis.ir.build import Build, Names
from precis.ir.shapes import indexed
from precis.ir.types import At, Block, New, Node, Pick, Value

FEWEST = 4  # with fewer rows, arrays of cotangents of their own cost more than the others' elements

Key = tuple[str, ...]  # of a probe
Shadows = dict[str, dict[Key, Value]]  # name of a version of an array -> what stands for it at each site that converts it


def with_shadows(body: Block, names: Names, sizes: Sizes) -> Block:
    """The body of an instrumented program with the conversions of such arrays where they are stored."""
    thin = frozenset(node.output.name for node in body.walk() if _is_thin(node, sizes))
    b, _, results = _Rewriting(names, thin).block(body, {})
    return b.block(body.params, results)


def _is_thin(node: Node, sizes: Sizes) -> bool:
    """Whether `node` stores an element or a row, one of FEWEST or more, each element once."""
    if node.op not in ("update", "update_add") or node.output.kind != "real" or any(p.rank for p in node.inputs[2:]):
        return False
    taken = (item for item in node.attrs["at"] if not isinstance(item, New))
    return elements(tuple(d for item, d in zip(taken, node.output.shape) if isinstance(item, (At, Pick))), sizes) >= FEWEST


def _converts(node: Node) -> bool:
    return node.op == "probe" and node.inputs[0] == node.inputs[1] and node.output.rank > 0


def _demands(block: Block, versions: set[str], thin: frozenset[str]) -> dict[Key, None]:
    """Keys of the probes on `versions` of an array, which grow by what thin stores make of them."""
    keys: dict[Key, None] = {}
    for node in block.nodes:
        if _converts(node) and node.inputs[0].name in versions:
            keys[node.attrs["key"]] = None
        elif len(node.outputs) == 1 and node.output.name in thin and node.inputs[0].name in versions:
            versions.add(node.output.name)
        elif node.op == "loop":
            for j, v in enumerate(node.inputs):
                found = _carried(node, j, thin) if v.name in versions else None
                if found is not None:
                    versions.add(node.outputs[j].name)
                    keys |= found
        elif node.op == "cond":
            sides = [set(versions) for _ in node.blocks]
            for inner, side in zip(node.blocks, sides):
                keys |= _demands(inner, side, thin)
            versions |= {o.name for k, o in enumerate(node.outputs) if all(b.results[k].name in s for b, s in zip(node.blocks, sides))}
    return keys


def _carried(node: Node, j: int, thin: frozenset[str]) -> dict[Key, None] | None:
    """Keys of the probes on a carry that a loop changes by thin stores only; None for other carries."""
    (body,) = node.blocks
    versions = {body.params[j].name}
    keys = _demands(body, versions, thin)
    return keys if body.results[j].name in versions else None


class _Rewriting:
    def __init__(self, names: Names, thin: frozenset[str]):
        self.names, self.thin = names, thin
        self.same: dict[str, Value] = {}  # output of a probe that is not needed any more -> the shadow

    def block(self, block: Block, shadows: Shadows) -> tuple[Build, Shadows, tuple[Value, ...]]:
        b, shadows = Build(self.names), dict(shadows)
        for node in block.nodes:
            b.span = node.span
            node = replace(node, inputs=tuple(map(self._now, node.inputs)))
            known = shadows.get(node.inputs[0].name, {}) if node.inputs else {}
            if _converts(node) and node.attrs["key"] in known:
                self.same[node.output.name] = known[node.attrs["key"]]
            elif node.op == "loop":
                self._loop(node, b, shadows)
            elif node.op == "cond":
                self._cond(node, b, shadows)
            else:
                b.learn(replace(node, blocks=tuple(self._inner(inner) for inner in node.blocks)))
                if known and len(node.outputs) == 1 and node.output.name in self.thin:
                    shadows[node.output.name] = {key: _stored(node, key, s, b) for key, s in known.items()}
        return b, shadows, tuple(map(self._now, block.results))

    def _now(self, v: Value) -> Value:
        return self.same.get(v.name, v)

    def _inner(self, block: Block) -> Block:
        b, _, results = self.block(block, {})
        return b.block(block.params, results)

    def _loop(self, node: Node, b: Build, shadows: Shadows) -> None:
        (body,), k = node.blocks, len(node.inputs)
        pairs = [(j, key) for j in range(k) for key in self._keys(node, j, shadows)]
        inits = [_converted(node.inputs[j], key, shadows, b) for j, key in pairs]
        params, outs = ([self._like(body.params[j]) for j, _ in pairs] for _ in range(2))
        inside, after, results = self.block(body, {**shadows, **_grouped((body.params[j], key, p) for (j, key), p in zip(pairs, params))})
        ends = [_converted(body.results[j], key, after, inside) for j, key in pairs]
        block = inside.block((*body.params, *params), (*results[:k], *ends, *results[k:]))
        outputs = (*node.outputs[:k], *outs, *node.outputs[k:])
        b.learn(replace(node, inputs=(*node.inputs, *inits), outputs=outputs, blocks=(block,)))
        shadows |= _grouped((node.outputs[j], key, o) for (j, key), o in zip(pairs, outs))

    def _keys(self, node: Node, j: int, shadows: Shadows) -> Iterable[Key]:
        found = _carried(node, j, self.thin)
        changed = found is not None and node.blocks[0].results[j] != node.blocks[0].params[j]
        return {**shadows.get(node.inputs[j].name, {}), **found} if found is not None and changed else ()

    def _cond(self, node: Node, b: Build, shadows: Shadows) -> None:
        """Branches that both give versions of an array give their shadows, too."""
        sides = [self.block(inner, shadows) for inner in node.blocks]
        blocks, outs = [inside.block((), results) for inside, _, results in sides], list(node.outputs)
        for k, o in enumerate(node.outputs):
            (first, *rest) = (after.get(results[k].name, {}) for _, after, results in sides)
            for key in (key for key in first if all(key in other for other in rest)):
                given = [after[results[k].name][key] for _, after, results in sides]
                blocks = [replace(block, results=(*block.results, v)) for block, v in zip(blocks, given)]
                outs.append(self._like(o))
                shadows[o.name] = {**shadows.get(o.name, {}), key: outs[-1]}
        b.learn(replace(node, outputs=tuple(outs), blocks=tuple(blocks)))

    def _like(self, v: Value) -> Value:
        return replace(v, name=self.names.fresh(), container=None)


def _grouped(found: Iterable[tuple[Value, Key, Value]]) -> Shadows:
    shadows: Shadows = {}
    for v, key, s in found:
        shadows.setdefault(v.name, {})[key] = s
    return shadows


def _converted(v: Value, key: Key, shadows: Mapping[str, Mapping[Key, Value]], b: Build) -> Value:
    return shadows.get(v.name, {}).get(key) or b.probe(v, v, key=key)


def _stored(node: Node, key: Key, shadow: Value, b: Build) -> Value:
    """The shadow after a thin store into its array."""
    target, new, *picks = node.inputs
    at = node.attrs["at"]
    if node.op == "update_add" or new.shape != indexed(target.shape, at, picks):
        new = b.slice(node.output, *picks, at=at)
    return b.update(shadow, b.probe(new, new, key=key), *picks, at=at)
