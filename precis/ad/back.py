"""What the reverse of a block has gathered so far: cotangents, the tally, arrays that reverse loops restore."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from precis.ad.activity import FLOATING
from precis.ad.cotangent import Cotangent
from precis.ad.extent import Extent
from precis.ad.formats import told
from precis.ad.guard import HUGE
from precis.ad.regions import Region
from precis.formats import Format
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.order import SHORT
from precis.ir.types import Block, Node, Shape, Value


@dataclass
class Sweep:
    """What all blocks of one sweep share.

    active     names of values whose cotangents count
    rows       probe key -> row of the tally
    memory     bytes that the tape of one loop may take
    bar_names  container -> container of its cotangents
    equal      values that equal others by construction (precis.ad.congruence), and the ends of a counted copy of a while
    again      outputs of loops that the reverse runs again rather than keep their tapes
    cuts       first output of a loop -> how often it and the loops that it came from were cut into segments
    guarded    whether derivatives that do not exist are kept from spoiling others (precis.ad.guard)
    infinite   what stands for derivatives that are infinite, where guarded
    in_order   whether loops may be reversed first to last
    at_ends    values of slices -> the same slices of what the program's loops begin or end with (precis.ad.ends)
    distinct   what updates make that store into no element twice (precis.ad.distinct)
    rolling    outputs of loops and branches whose reverse is asked to roll them back (precis.ad.lineage)
    vain       what was asked for so and did not pay
    formats    value -> its format, of a program whose spans tell those of its operations
    """

    names: Names
    active: set[str]
    rows: Mapping[object, int]
    memory: float
    extent: Extent
    bar_names: Mapping[str, str]
    equal: dict[str, Value] = field(default_factory=dict)
    again: set[str] = field(default_factory=set)
    cuts: dict[str, int] = field(default_factory=dict)
    guarded: bool = False
    infinite: float = HUGE
    in_order: bool = True
    at_ends: Mapping[str, Node] = field(default_factory=dict)
    distinct: frozenset[str] = frozenset()
    rolling: set[str] = field(default_factory=set)
    vain: set[frozenset[str]] = field(default_factory=set)
    formats: Mapping[str, Format | None] = field(default_factory=dict)

    def copy_facts(self, new: Value, old: Value) -> None:
        for names in (self.active, self.rolling):
            if old.name in names:
                names.add(new.name)


@dataclass
class Back:
    """The reverse of one block under construction.

    bars      cotangent so far of each forward value
    tally     the tally so far; () without probes
    restored  output of a reverse loop -> (output of the forward loop, the input of that loop that it equals)
    """

    sweep: Sweep
    b: Build
    bars: dict[str, Cotangent] = field(default_factory=dict)
    tally: tuple[Value, ...] = ()
    restored: dict[str, tuple[Value, Value]] = field(default_factory=dict)

    def active(self, v: Value) -> bool:
        return v.name in self.sweep.active and v.kind in FLOATING

    def reached(self, values: Iterable[Value]) -> bool:
        return any(v.name in self.bars for v in values)

    def add(self, v: Value, cotangent: Value) -> None:
        """Accumulate a cotangent that may have a broadcast shape."""
        if self.active(v):
            self.bars[v.name] = self.bars.get(v.name, Cotangent()).plus(unbroadcast(self.b, cotangent, v.shape, self.sweep.extent))

    def add_part(self, v: Value, region: Region, cotangent: Value) -> None:
        if self.active(v):
            self.bars[v.name] = self.bars.get(v.name, Cotangent()).plus_part(region, cotangent)

    def set(self, v: Value, cotangent: Value) -> None:
        self.bars[v.name] = Cotangent((cotangent,))

    def bar(self, v: Value) -> Value:
        """The cotangent of `v` so far, zeros where there is none."""
        span, found = self.b.span, self.bars.get(v.name, Cotangent())
        if len(found.whole) > 1 and (fmt := self.sweep.formats.get(v.name)):
            self.b.span = told(span, fmt)  # not that of the operation which is reversed just now
        total = found.total(self.b, v.shape, v.kind)
        self.b.span = span
        if v.name in self.bars:
            self.set(v, total)
        return total

    def settle(self, v: Value) -> None:
        """Sum the contributions to `v` here, before inner blocks use them."""
        if v.name in self.bars:
            self.bar(v)

    def take(self, v: Value) -> Value:
        """The cotangent of `v`, which is complete: it is forgotten here."""
        total = self.bar(v)
        self.drop((v,))
        return total

    def drop(self, values: Iterable[Value]) -> None:
        for v in values:
            self.bars.pop(v.name, None)

    def bar_name(self, v: Value) -> str | None:
        """The container of the cotangents of `v`, when `v` has one."""
        return self.sweep.bar_names.get(v.container) if v.container else None

    def param(self, v: Value) -> Value:
        """A parameter that carries the cotangent of `v`."""
        name = self.bar_name(v)
        return self.b.value(name or "", v.shape, v.kind, name)

    def tally_param(self) -> tuple[Value, ...]:
        return tuple(replace(t, name=self.sweep.names.fresh("tallies")) for t in self.tally)

    def living(self, params: Sequence[Value], results: Sequence[Value]) -> Block:
        """The block so far with what `results` need; what it needs restores all that it can."""
        block = self.b.block(params, results)
        alive = {v.name for n in live(block).nodes for v in n.outputs}
        needed = (n for n in block.nodes if any(v.name in alive for v in n.outputs))
        also = tuple(v for n in needed for v in n.outputs if v.name in self.restored and v.name not in alive)
        return replace(live(replace(block, results=(*block.results, *also))), results=block.results)

    def given(self, block: Block) -> dict[str, tuple[Value, Value]]:
        """The part of `restored` that `block` still computes."""
        alive = {v.name for n in block.nodes for v in n.outputs}
        return {name: pair for name, pair in self.restored.items() if name in alive}


def unbroadcast(b: Build, g: Value, shape: Shape, extent: Extent) -> Value:
    """Sum a cotangent over the dimensions along which an operand of `shape` was broadcast. Rows too short for lanes are summed first: in
    one sum with what is around them each term would wait for the one before (precis.ir.order)."""
    lead = g.rank - len(shape)
    if lead < 0:
        g, lead = b.broadcast(g, shape=shape), 0
    axes = tuple(k for k, d in enumerate(g.shape) if k < lead or d != shape[k - lead])
    if len(axes) > 1 and axes[-1] == g.rank - 1 and 1 < extent.value(g.shape[-1]) < SHORT:
        g, axes = b.sum(g, axes=axes[-1:]), axes[:-1]
    g = b.sum(g, axes=axes) if axes else g
    return g if g.shape == shape else b.reshape(g, shape=shape)
