"""How values are called in the text: by their container wherever that always means its latest value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from precis.ir.canonical import canonical_names
from precis.ir.text.grammar import first_version, identifier
from precis.ir.types import Block, Program, Value, values_of


@dataclass(frozen=True)
class Spelling:
    """Names in the text.

    names    value name -> its text
    symbols  texts of all size symbols
    spans    whether places in the source are written
    """

    names: dict[str, str]
    symbols: frozenset[str]
    spans: bool

    @classmethod
    def of(cls, program: Program, spans: bool) -> Spelling:
        bound = [n.attrs["index" if n.op == "loop" else "symbol"] for n in program.nodes() if n.op in ("loop", "size")]
        return cls(value_names(program), frozenset(map(identifier, [*bound, *(s for s, _ in program.sizes)])), spans)

    def __getitem__(self, v: Value) -> str:
        return self.of_name(v.name)

    def of_name(self, name: str) -> str:
        return self.names.get(name, identifier(name))

    def is_plain(self, v: Value) -> bool:
        """Whether the value is called by its container's name."""
        return v.container is not None and self[v] == identifier(v.container)


def value_names(program: Program) -> dict[str, str]:
    """Value name -> its name in the text; canonical names (`_3`, `u__2`) where a container's name does not do."""
    taken = frozenset(c.name for c in program.containers)
    stale: set[str] = set()
    _find_stale(program.body, {}, stale)
    names = canonical_names(program.body, taken)

    def spell(v: Value) -> str:
        if not v.container or (v.name in stale and names[v.name] != v.container):
            return names[v.name]
        return first_version(v.container, taken) if v.name in stale else v.container
    return {v.name: identifier(spell(v)) for v in values_of(program.body)}


def _find_stale(block: Block, latest: dict[str, str], stale: set[str]) -> None:
    """Collect the values that are used while their container's name means another one. `latest`: container -> value name."""
    def use(values: Iterable[Value]) -> None:
        stale.update(v.name for v in values if v.container and latest.get(v.container) != v.name)

    def bind(values: Sequence[Value]) -> None:
        use(v for k, v in enumerate(values) if v.container in [w.container for w in values[k + 1:]])
        latest.update((v.container, v.name) for v in values if v.container)

    bind(block.params)
    for node in block.nodes:
        use(node.inputs)
        for inner in node.blocks:
            _find_stale(inner, dict(latest), stale)
        bind(node.outputs)
    use(block.results)
