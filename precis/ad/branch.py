"""The reverse of a branch whose sides change arrays in loops: it rolls them back, as the reverse of a loop does.

    if abs(a[p, q]) > eps:
        for k: a[k, p], a[k, q] = rotated(a[k, p], a[k, q])

The branch returns what its reverse wants and does not compute again, each side its own in turn, for the tape of the loops around. Branches
that only make updates are undone from outside (precis/ad/rollback.py); all others run again from what is around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.ad.attempts import attempted
from precis.ad.back import Sweep
from precis.ad.forward import Forward, expensive
from precis.ad.lineage import lineage
from precis.ad.plan import Plan
from precis.ad.recover import RecoveredSide, Restored, recover_side
from precis.ad.rollback import Cycle, Step, chain, shared_slots
from precis.ad.tape import Tape, run_again
from precis.ir.build import Build, Names
from precis.ir.rewrite import free_values, substitute
from precis.ir.size import Size
from precis.ir.types import Block, Node, Range, Value

ONCE = Range(Size(), Size.of(1))
LITTLE = 1 / 8  # of arrays that a branch would be run again from: what it returns instead


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a branch: its forward nodes and results, and its reverse written as if all forward values were at hand. given: value that
    the reverse gives -> (output of a node, the earlier value that it equals)."""

    nodes: tuple[Node, ...]
    results: tuple[Value, ...]
    reverse: Block
    given: Mapping[str, tuple[Value, Value]]

    @property
    def restored(self) -> dict[str, Value]:
        """Output of a node -> what the reverse of that node restores."""
        return {o.name: x for o, x in self.given.values()}


@dataclass(frozen=True, slots=True)
class Rolled:
    """forward: the branch, which returns what is saved too; blocks: of its reverse, which end with what is restored; pairs: (output of the
    branch, what that was made of), of these."""

    forward: Node
    blocks: tuple[Block, ...]
    pairs: tuple[tuple[Value, Value], ...]


Chains = Mapping[int, tuple[Value, tuple[Step, ...]]]  # place of an output -> (what it was made of, the steps to it, newest first)


def rolled_branch(node: Node, sides: Sequence[Side], sweep: Sweep) -> Rolled | None:
    """The reverse of the branch `node` with its arrays rolled back; None where it changes none that only loops roll back, or at places
    that only loops find."""
    chains, finding = _common([_chains(side, sweep) for side in sides]), _finding(node, sides, sweep)
    while any(finding or step.recipe is None for found in chains for _, steps in found.values() for step in steps):
        made = [_planned(node, side, found, sweep) for side, found in zip(sides, chains)]
        whole = [m for m in made if isinstance(m, RecoveredSide)]
        if len(whole) == len(made):
            return _joined(node, sides, whole, [(node.outputs[k], x) for k, (x, _) in chains[0].items()], sweep.names)
        missed = frozenset().union(*(m for m in made if isinstance(m, frozenset)))
        chains = [{k: c for k, c in found.items() if k not in missed} for found in chains]
    return None


def _finding(node: Node, sides: Sequence[Side], sweep: Sweep) -> bool:
    """Whether a loop in the branch may find the places at which it changes an array that it is asked to roll back."""
    return any(o.name in sweep.rolling for o in node.outputs) and _loops(sides)


def _loops(sides: Sequence[Side]) -> bool:
    return any(expensive(n) for side in sides for n in side.nodes)


def kept_branch(node: Node, sides: Sequence[Side], around: Rolled, sweep: Sweep) -> Rolled | None:
    """The reverse of the branch `node` with what loops in it found out, which the branch returns, or what it read of arrays that it changes
    and is asked to roll back; None where this spares `around`, the reverse that runs the branch again, no arrays that take far more."""
    changed = _changed(node, sides, sweep)
    if not (changed or _loops(sides)):
        return None
    kept = _joined(node, sides, [_kept_side(side, changed, sweep) for side in sides], [], sweep.names)
    saved, read = kept.forward.outputs[len(node.outputs):], {v.name for v in _read(kept)}
    spared = (v for v in _read(around) if v.name not in read)
    return kept if _bytes(saved, sweep) <= LITTLE * _bytes(spared, sweep) else None


def _changed(node: Node, sides: Sequence[Side], sweep: Sweep) -> tuple[Value, ...]:
    """What the arrays are made of that the branch is asked to roll back."""
    asked = [k for k, o in enumerate(node.outputs) if o.name in sweep.rolling]
    found = (lineage(Block((), side.nodes, side.results), side.results[k]) for side in sides for k in asked)
    return tuple(dict.fromkeys(x.start for x in found if x))


def _kept_side(side: Side, changed: tuple[Value, ...], sweep: Sweep) -> RecoveredSide:
    """A side and its reverse under the plan that saves least, where the arrays that the branch changes would have to be saved, too."""
    forward = Forward(changed, side.nodes, (), (), sweep.equal)
    tape = Tape("", ONCE, frozenset(forward.counts), sweep.extent)
    restored: Restored = {name: x for name, (_, x) in side.given.items()}
    wanted = forward.wants(side.reverse.nodes, side.reverse.results)
    return attempted(forward, wanted, [], tape, run_again(sweep.again, tape),
                     lambda plan: recover_side(forward, side.reverse, restored, plan, tape, {}, (), sweep.names))


def _read(rolled: Rolled) -> dict[Value, None]:
    """What the reverse of a branch takes from around it."""
    return dict.fromkeys(v for b in rolled.blocks for v in free_values(b))


def _bytes(values: Iterable[Value], sweep: Sweep) -> int:
    return sum(sweep.extent.bytes(v.shape, v.kind) for v in values)


def _chains(side: Side, sweep: Sweep) -> Chains:
    """The results that come from values around the branch by steps that can be undone."""
    forward = Forward((), side.nodes, side.results, (), sweep.equal)
    found = {k: chain(forward, forward.root(r), side.restored, sweep.names) for k, r in enumerate(side.results) if r.rank}
    return {k: c for k, c in found.items() if c}


def _common(chains: Sequence[Chains]) -> list[Chains]:
    """Those of outputs that both sides make of one value, each of another."""
    first, second = chains
    places: dict[str, int] = {}
    for k in first.keys() & second.keys():
        if first[k][0].name == second[k][0].name:
            places.setdefault(first[k][0].name, k)
    return [{k: found[k] for k in sorted(places.values())} for found in chains]


def _planned(node: Node, side: Side, chains: Chains, sweep: Sweep) -> RecoveredSide | frozenset[int]:
    """A side and its reverse under the plan that saves least, or the places of outputs that this does not roll back."""
    starts, changed = tuple(x for x, _ in chains.values()), [k for k, (_, steps) in chains.items() if steps]
    passed = {x.name: node.outputs[k] for k, (x, steps) in chains.items() if not steps}
    forward = Forward(tuple(chains[k][0] for k in changed), side.nodes, tuple(side.results[k] for k in changed), (), sweep.equal | passed)
    candidates = [Cycle((j,), (chains[k][1],)) for j, k in enumerate(changed)]
    tape = Tape("", ONCE, frozenset(forward.counts), sweep.extent)
    ends = {forward.root(side.results[k]).name: node.outputs[k] for k in changed}
    restored: Restored = {name: x for name, (_, x) in side.given.items()}

    def by(plan: Plan) -> RecoveredSide | frozenset[int]:
        rolled = {j for c in plan.rolled for j in c.carries}
        missed = frozenset(k for j, k in enumerate(changed) if j not in rolled)
        return missed or recover_side(forward, side.reverse, restored, plan, tape, ends, starts, sweep.names)

    wanted = forward.wants(side.reverse.nodes, (*side.reverse.results, *starts))
    return attempted(forward, wanted, candidates, tape, run_again(sweep.again, tape), by)


def _joined(node: Node, sides: Sequence[Side], made: Sequence[RecoveredSide], pairs: Sequence[tuple[Value, Value]], names: Names) -> Rolled:
    """Both sides with the same results: what one saves is zeros on the other, or something of that shape."""
    saves, shared = shared_slots([m.slots for m in made], names)
    blocks = tuple(substitute(m.block, dict(slots)) for m, slots in zip(made, shared))
    forward = tuple(_returning(side, m, saves, slots, names) for side, m, slots in zip(sides, made, shared))
    return Rolled(replace(node, outputs=node.outputs + saves, blocks=forward), blocks, tuple(pairs))


def _returning(side: Side, made: RecoveredSide, saves: Sequence[Value], slots: Mapping[str, Value], names: Names) -> Block:
    own = {slots[s.name].name: v for s, v in zip(made.slots, made.kept)}
    b = Build(names)
    b.nodes += made.forward
    return b.block((), (*side.results, *(own.get(v.name) or b.zeros(v.shape, v.kind) for v in saves)))
