"""Capture: run the program on samples and keep what flows through the region, one shard per sample."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from precis.errors import UsageError
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.ruled import without_rules
from precis.ir.types import Block, Node, Program, Value
from precis.surrogate.points import points_program
from precis.surrogate.region import Region, block_at, names_beside, with_block
from precis.surrogate.shards import Points, join, read_shard, write_shard

Inputs = Callable[..., Sequence[Any]]  # inputs(seed, size=None) -> arguments of the program

LARGEST_SAMPLE = 20000  # points kept of one run


def capture(program: Program, region: Region, inputs: Inputs, seeds: Sequence[int], folder: Path, *, role: str = "training",
            size: int | None = None, points: int = LARGEST_SAMPLE) -> Points:
    """The points of the runs on `inputs(seed, size)`, from shards in `folder` where they are there, else from running.

    At most `points` points of each run are kept, drawn evenly. A capture that was killed goes on where it stopped.
    """
    program = without_rules(program)
    folder.mkdir(parents=True, exist_ok=True)
    record = {"region": region.name, "fingerprint": fingerprint(program, region), "inputs": source_hash(inputs),
              "size": size, "points": points}
    watched = _watched(program, region)
    return join([_sample(watched, inputs, seed, folder, f"{role}-{seed:06d}", record) for seed in seeds])


def fingerprint(program: Program, region: Region) -> str:
    """Hash of what the region computes at a point: equal code has equal fingerprints, whatever its names and lines."""
    body = points_program(program, "region", region.nodes, region.inputs, region.outputs).body
    return hashlib.sha256(_text(body, {}).encode()).hexdigest()[:16]


def _text(block: Block, numbers: dict[str, int]) -> str:
    def number(v: Value) -> str:
        return str(numbers.setdefault(v.name, len(numbers)))

    def attr(key: str, a: Any) -> str:
        return "" if key == "index" else f"{key}={a.hex() if isinstance(a, float) else a}"
    lines = [",".join(map(number, block.params))]
    for n in block.nodes:
        inner = "".join("{" + _text(b, numbers) + "}" for b in n.blocks)
        attrs = ",".join(attr(k, n.attrs[k]) for k in sorted(n.attrs))
        lines.append(f"{','.join(map(number, n.outputs))}={n.op}({','.join(map(number, n.inputs))};{attrs}){inner}")
    return "\n".join([*lines, ",".join(map(number, block.results))])


def source_hash(function: Inputs) -> str:
    """Hash of the source of `inputs`, so that points drawn by another generator are not taken for its own."""
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError):
        text = getattr(function, "__qualname__", "")
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ---- one run

@dataclass(frozen=True)
class _Watched:
    """The program with the region's inputs marked by copies that a watch can see."""

    program: Program
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


def _watched(program: Program, region: Region) -> _Watched:
    names = names_beside(program, region)
    marks = tuple(Node("store", (v,), (replace(v, name=names.fresh(), container=None),)) for v in region.inputs)
    block = block_at(program.body, region.path)
    nodes = (*region.before, *marks, *region.nodes, *region.after)
    body = with_block(program.body, region.path, replace(block, nodes=nodes))
    return _Watched(program.with_body(body), tuple(m.output.name for m in marks), tuple(v.name for v in region.outputs))


def _sample(watched: _Watched, inputs: Inputs, seed: int, folder: Path, stem: str, record: Mapping[str, Any]) -> Points:
    """The points of one seed: from its shard if one fits, else by running the program and writing the shard."""
    for path in sorted(folder.glob(f"{stem}-*.h5")):
        found = read_shard(path, len(watched.inputs), len(watched.outputs))
        if found.record == {**record, "seed": seed}:
            return found
    print(f"precis: running {watched.program.name} on sample {seed} for {record['region']}", file=sys.stderr)
    found = run_points(watched, inputs(seed, record["size"]), record["points"], seed).finite()
    if not len(found):
        raise UsageError(f"{record['region']} sees no finite values on sample {seed}")
    points = Points(found.inputs, found.outputs, {**record, "seed": seed})
    write_shard(folder, stem, points)
    return points


def run_points(watched: _Watched, arguments: Sequence[Any], limit: int, seed: int) -> Points:
    """Run once and draw at most `limit` points."""
    arrays, binding = bind(watched.program, arguments)
    kept = _Reservoir(len(watched.inputs), limit, np.random.default_rng([seed, 7]))
    visit = _Visit(watched, kept)
    interpret(watched.program, arrays, binding, watch=visit)
    return kept.points()


@dataclass
class _Visit:
    """A watch that gathers the values of one pass through the region and hands them on as points."""

    watched: _Watched
    kept: _Reservoir
    seen: dict[str, Any] = field(default_factory=dict)

    def __call__(self, node: Node, outputs: tuple[Any, ...]) -> None:
        for v, array in zip(node.outputs, outputs):
            if v.name in self.watched.inputs or v.name in self.watched.outputs:
                self.seen[v.name] = array
        if len(self.seen) == len(self.watched.inputs) + len(self.watched.outputs):
            self.kept.add(np.broadcast_arrays(*(self.seen[n] for n in self.watched.inputs + self.watched.outputs)))
            self.seen = {}


class _Reservoir:
    """Keeps every point with the same probability, which halves whenever more than twice `limit` are held."""

    def __init__(self, inputs: int, limit: int, rng: np.random.Generator):
        self.inputs, self.limit, self.rng = inputs, limit, rng
        self.rows: list[np.ndarray] = []
        self.held, self.share = 0, 1.0

    def add(self, columns: Sequence[np.ndarray]) -> None:
        rows = np.stack([np.ravel(c) for c in columns], 1).astype(float)
        self.rows.append(rows if self.share == 1.0 else rows[self.rng.random(len(rows)) < self.share])
        self.held += len(self.rows[-1])
        while self.held > 2 * self.limit:
            rows = np.concatenate(self.rows)
            self.rows = [rows[self.rng.random(len(rows)) < 0.5]]
            self.held, self.share = len(self.rows[0]), self.share / 2

    def points(self) -> Points:
        rows = np.concatenate(self.rows) if self.rows else np.zeros((0, self.inputs))
        if len(rows) > self.limit:
            rows = rows[np.sort(self.rng.choice(len(rows), self.limit, replace=False))]
        return Points(rows[:, : self.inputs], rows[:, self.inputs:])
