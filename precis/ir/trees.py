"""Trees of arguments and results: where a Program's values lie in what its caller gives, and in what the caller gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Leaf:
    """A place in an argument or return tree that holds a Value (by name), an integer Size, or a static object. In a return tree `made`
    makes what the caller gets of the array or number, which is another where it is None; text does not know it."""

    what: str  # "value" | "size" | "static"
    value: Any = None  # value: name of the Value; size: the Size; static: int, float, str, bool, None, or a callable's name
    made: Callable[[Any], Any] | None = field(default=None, compare=False, repr=False)


Tree = Any  # Leaf, Part, Attributes, Fields, or tuple / list / dict[str, Tree] of Trees


def leaves_of(tree: Tree) -> list[Leaf]:
    """In the order in which values are taken apart."""
    if isinstance(tree, Leaf):
        return [tree]
    return [leaf for t in (tree.values() if isinstance(tree, dict) else tree) for leaf in leaves_of(t)]


class Part(tuple):
    """In a return tree: (array, length or None per dimension): the first elements of an array, of numbers known only at run time.
    What the caller gets is `made` of them. Text knows the tuple alone."""

    made: Callable[[Any], Any] | None = None

    @classmethod
    def of(cls, items: Iterable[Tree], made: Callable[[Any], Any] | None) -> Part:
        part = cls(items)
        part.made = made
        return part


class Attributes(dict):
    """In a return tree: the attributes of an object, which `made(attributes)` gives back. Text knows the attributes alone."""

    def __init__(self, items: Iterable[tuple[str, Tree]], made: Callable[[dict[str, Any]], Any]):
        super().__init__(items)
        self.made = made


class Fields(tuple):
    """In a return tree: the fields of a named tuple, which `made(fields)` gives back. Text knows the tuple alone."""

    made: Callable[[Iterable[Any]], Any]

    @classmethod
    def of(cls, items: Iterable[Tree], made: Callable[[Iterable[Any]], Any]) -> Fields:
        fields = cls(items)
        fields.made = made
        return fields


class Listed(tuple):
    """In an argument tree: the arrays that a list of the caller is (precis.ir.listed), whose items are of the form `form`. Text knows the
    tuple alone."""

    form: Any

    @classmethod
    def of(cls, items: Iterable[Tree], form: Any) -> Listed:
        listed = cls(items)
        listed.form = form
        return listed


@dataclass(frozen=True, slots=True)
class Each:
    """What stands in each item of a list under a key, or is an attribute of it."""

    key: Any


@dataclass(frozen=True, slots=True)
class Refill:
    """What a dict, list or object of the caller holds when the function returns.

    path    the parameter, then keys, attributes and positions
    items   (key, what stands there): the number of a child of the tree, or the path to a thing of the caller; of a list that a
            loop grew, one child for all, under None; of a list whose items are lists that stay, one child for all, under ...; of one
            whose items are things that stay, one child for a part of all, under Each(part)
    gone    keys that are no longer there
    """

    path: tuple[Any, ...]
    items: tuple[tuple[Any, int | tuple[Any, ...]], ...]
    gone: tuple[Any, ...] = ()


class Refilled(tuple):
    """A return tree: what the function returns, then what it puts into dicts, lists and objects of its arguments, as `refills` say.
    Text knows the tuple alone."""

    refills: tuple[Refill, ...]

    @classmethod
    def of(cls, items: Iterable[Tree], refills: tuple[Refill, ...]) -> Refilled:
        refilled = cls(items)
        refilled.refills = refills
        return refilled


def of_form(tree: Tree, items: Iterable[Tree]) -> Tree:
    """A tree with other children."""
    if isinstance(tree, Refilled):
        return Refilled.of(items, tree.refills)
    if isinstance(tree, Attributes):
        return Attributes(zip(tree, items), tree.made)
    if isinstance(tree, Fields):
        return Fields.of(items, tree.made)
    if isinstance(tree, Part):
        return Part.of(items, tree.made)
    if isinstance(tree, Listed):
        return Listed.of(items, tree.form)
    return dict(zip(tree, items)) if isinstance(tree, dict) else type(tree)(items)


def put_together(tree: Tree, items: Iterable[Any]) -> Any:
    """What a function returns by a tree that is no Leaf and no Part, of what stands for its children."""
    if isinstance(tree, dict):
        found = dict(zip(tree, items))
        return tree.made(found) if isinstance(tree, Attributes) else found
    return tree.made(items) if isinstance(tree, Fields) else type(tree)(items)


def parts_of(tree: Tree) -> Iterator[Part]:
    """The arrays of which a function returns the first part."""
    if isinstance(tree, Part):
        yield tree
    elif not isinstance(tree, Leaf):
        for t in tree.values() if isinstance(tree, dict) else tree:
            yield from parts_of(t)
