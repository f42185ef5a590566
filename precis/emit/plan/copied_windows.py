"""What loops copy side by side, where it is windows of an image that fill an array: `base[at]`, and how its axes are joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from precis.emit.plan.boxes import Read, read_of
from precis.formats import Format
from precis.ir.size import Size
from precis.ir.types import At, Cut, Item, Node, Range, Shape, Value, Windows

Formats = Mapping[str, Format | None]
Groups = tuple[tuple[int, ...], ...]  # for each axis of an array the axes of the windows that it joins


@dataclass(frozen=True, slots=True)
class Windowed:
    """`base[at]`, whose axes, joined by `groups`, are those of an array that loops fill."""

    base: Value
    at: tuple[Item | Windows, ...]
    shape: Shape
    groups: Groups


def windowed(loop: Node, formats: Formats) -> Windowed | None:
    """What the only carry of a loop is behind it, where each iteration copies a part of an image to a part of its own, and they fill it."""
    ranges: dict[str, Range] = {}
    defined: dict[str, Node] = {}
    node, outer = loop, loop
    while node.op == "loop":
        (body,) = node.blocks
        if [len(values) for values in (node.inputs, node.outputs, body.results)] != [1, 1, 1]:
            return None
        if node is not loop and node.inputs[0].name != outer.blocks[0].params[0].name:
            return None
        ranges[node.attrs["index"]] = node.attrs["range"]
        defined |= {v.name: n for n in body.nodes for v in n.outputs}
        outer, node = node, defined.get(body.results[0].name, node)
        if node is outer:
            return None
    if node.op != "update" or len(node.inputs) != 2 or node.inputs[0].name != outer.blocks[0].params[0].name:
        return None
    read = read_of(node.inputs[1], defined)
    inside = {*defined, *(p.name for n in (loop, outer) for p in n.blocks[0].params)}
    if read is None or read.base.name in inside or formats.get(read.base.name) != formats.get(loop.output.name):
        return None
    return _joined(node, read, ranges)


def _joined(update: Node, read: Read, ranges: Mapping[str, Range]) -> Windowed | None:
    """An axis of the windows is called by the index of its loop, or by its number in what is copied."""
    targets, images = _targets(update, ranges), _images(read, ranges)
    if targets is None or images is None:
        return None
    at, axes, shape = images
    wanted = [name for group in targets for name in group]
    if sorted(map(str, wanted)) != sorted(map(str, axes)) or {n for n in wanted if isinstance(n, str)} != ranges.keys():
        return None
    return Windowed(read.base, at, shape, tuple(tuple(axes.index(name) for name in group) for group in targets))


def _targets(update: Node, ranges: Mapping[str, Range]) -> list[list[str | int]] | None:
    """For each axis of the array what runs along it, slowest first; None where a part stays as it was."""
    array, new = update.inputs
    found: list[list[str | int]] = []
    axis = 0
    at = update.attrs["at"]
    for item, extent in zip((*at, *(Cut(Size(), d) for d in array.shape[len(at):])), array.shape):
        if not isinstance(item, (At, Cut)) or (isinstance(item, Cut) and (item.step != 1 or new.shape[axis:axis + 1] != (item.length,))):
            return None
        start, unit = (item.start, item.length) if isinstance(item, Cut) else (item.position, Size.of(1))
        names: list[str | int] = [axis] if isinstance(item, Cut) else []
        axis += isinstance(item, Cut)
        turns = _turns(start, ranges)
        if turns is None or turns[0].terms or any(turns[1].keys() & i.symbols() for i in (unit,)):
            return None
        steps = dict(turns[1])
        while nearest := next((index for index, step in steps.items() if step == unit), None):
            names.insert(0, nearest)
            unit = unit * ranges[nearest].trips
            del steps[nearest]
        if steps or unit != extent:
            return None
        found.append(names)
    return found if axis == new.rank and len(found) == array.rank else None


def _turns(start: Size, ranges: Mapping[str, Range]) -> tuple[Size, dict[str, Size]] | None:
    """(where a position begins, how far an iteration of each loop moves it)"""
    steps: dict[str, Size] = {}
    for index in start.symbols() & ranges.keys():
        step = start.coefficient(index)
        if step is None or step.symbols() & ranges.keys():
            return None
        steps[index] = step * ranges[index].step
    first = start.substitute({index: ranges[index].start for index in steps})
    return (first, steps) if not first.symbols() & ranges.keys() else None


def _images(read: Read, ranges: Mapping[str, Range]) -> tuple[tuple[Item | Windows, ...], list[str | int], Shape] | None:
    """(items over the axes of the image, what runs along the axes that they give, how long these are)"""
    at: list[Item | Windows] = []
    axes: list[str | int] = []
    shape: list[Size] = []
    for k, item in enumerate(read.at):
        turns = _turns(item.position if isinstance(item, At) else item.start, ranges)  # type: ignore[union-attr]
        if turns is None or len(turns[1]) > 1 or (isinstance(item, Cut) and item.length.symbols() & ranges.keys()):
            return None
        index, step = next(iter(turns[1].items()), ("", Size()))
        if index and not step.constant:
            return None
        if isinstance(item, Cut):
            at.append(Windows(turns[0], item.length, ranges[index].trips, item.step, step.constant or 0) if index else item)
            axes.append(read.axes.index(k))
            shape.append(item.length)
        else:
            at.append(Cut(turns[0], ranges[index].trips, step.constant or 0) if index else item)
        if index:
            axes.append(index)
            shape.append(ranges[index].trips)
    return tuple(at), axes, tuple(shape)
