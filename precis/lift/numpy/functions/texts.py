"""Texts, which only name things: put together where all that is in them is known while lifting, opaque where it is not."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.lift.numpy.chosen import is_named
from precis.lift.numpy.iterables import Listed, iterable
from precis.lift.numpy.numbers import is_number, is_numeric, is_weak, known
from precis.lift.numpy.problems import MayHaveChanged
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.scopes import is_users
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import FROZENSET, TEXT, Chosen, Instance, Int, Items, Method, Opaque, Scalar, Wording

TEXTS = 64  # of which one that is put together is one: a loop that lengthens it multiplies them
AS_THEY_ARE = (str, bool, Opaque, Wording, Chosen, type, enum.Enum, np.dtype)
METHODS = {str: ("__str__", "__repr__"), repr: ("__repr__",)}


@dataclasses.dataclass(frozen=True, slots=True)
class _Object:
    """An object of the user's in a text: what str and repr give of it."""

    text: Any
    represented: Any

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.represented


HOLDING = (list, tuple, dict, _Object)


def shown(lift: Lifting, x: Any) -> Any:
    """str(x)"""
    return _of_object(lift, x, str) if isinstance(x, Instance) else _made(lift, str, [_plain(lift, x)], {})


def represented(lift: Lifting, x: Any) -> Any:
    """repr(x)"""
    return _of_object(lift, x, repr) if isinstance(x, Instance) else _made(lift, repr, [_plain(lift, x)], {})


def formatted(lift: Lifting, x: Any, spec: Any = "") -> Any:
    """format(x, spec)"""
    if not isinstance(x, Instance):
        return _made(lift, format, [_plain(lift, x), spec], {})
    if _is_users(x.cls, "__format__"):
        return _by_method(lift, x, "__format__", spec)
    return shown(lift, x) if spec == "" else TEXT


CONVERSIONS = {-1: lambda lift, x: x, ord("s"): shown, ord("r"): represented,
               ord("a"): lambda lift, x: _made(lift, ascii, [_plain(lift, x)], {})}


def _of_object(lift: Lifting, x: Instance, how: Any) -> Any:
    """What str or repr give of an object of the user's: by its methods, by its fields where a dataclass or a named tuple made these."""
    named = next((name for name in METHODS[how] if inspect.getattr_static(x.cls, name) is not getattr(object, name)), "")
    if named and _is_users(x.cls, named):
        return _by_method(lift, x, named)
    names = _shown_fields(x.cls)
    held = lift.held(x)
    if named != "__repr__" or names is None or not set(names) <= set(held):
        return TEXT
    fields = [_plain(lift, held[name]) for name in names]
    return _made(lift, lambda *values: f"{x.cls.__qualname__}({', '.join(map('{}={!r}'.format, names, values))})", fields, {})


def _is_users(cls: type, name: str) -> bool:
    """Whether the user wrote a method (dataclasses and named tuples make theirs)."""
    method = inspect.getattr_static(cls, name)
    return isinstance(method, FunctionType) and not inspect.unwrap(method).__code__.co_filename.startswith("<") and is_users(method)


def _shown_fields(cls: type) -> tuple[str, ...] | None:
    """The fields that a __repr__ names which a dataclass or a named tuple made; None of others."""
    owner = next(c for c in cls.__mro__ if "__repr__" in vars(c))
    if dataclasses.is_dataclass(owner):
        return tuple(f.name for f in dataclasses.fields(owner) if f.repr)
    return getattr(owner, "_fields", None)


def _by_method(lift: Lifting, x: Instance, name: str, *given: Any) -> Any:
    """What a method gives that says how an object is shown: nothing of it is computed where that cannot be lifted."""
    before = savepoint(lift)
    try:
        found = lift.call(Method(x, name), list(given), {})
    except MayHaveChanged:
        raise
    except UnsupportedProgram:
        before.undo(lift)
        return TEXT
    return found if isinstance(found, (str, Wording, Chosen)) else TEXT


def method_of_text(lift: Lifting, method: Any, args: Any, kwargs: Any) -> Any:
    """A method of a str: known where all that it is given is known."""
    return _made(lift, method, [_plain(lift, a) for a in args], {k: _plain(lift, v) for k, v in kwargs.items()})


def _made(lift: Lifting, make: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """What a function of Python gives for plain arguments: TEXT where one is opaque, a Wording where one has sizes in it."""
    parts = [*_leaves(given), *_leaves(tuple(named.values()))]
    if any(isinstance(p, Opaque) for p in parts):
        return TEXT
    several = {id(p.which): p for p in parts if isinstance(p, Chosen)}
    if several:
        return _of_each(lift, make, given, named, list(several.values()))
    if any(isinstance(p, Wording) for p in parts):
        sizes = tuple(s for p in parts if isinstance(p, Wording) for s in p.sizes)
        return Wording(sizes, lambda *numbers: _worded(make, given, named, numbers))
    try:
        return _wrapped(lift, make(*given, **named))
    except (TypeError, ValueError, IndexError, KeyError) as problem:
        lift.wrong(str(problem))


def _of_each(lift: Lifting, make: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any], several: Sequence[Chosen]) -> Any:
    """The same for every option of what is one of several texts: again one of several."""
    if math.prod(len(x.options) for x in several) > TEXTS:
        lift.refuse(f"a text is one of more than {TEXTS}", "collect its parts in a list, or compute the number that it stands for")
    made = []
    for places in itertools.product(*(range(len(x.options)) for x in several)):
        taken = {id(x.which): k for x, k in zip(several, places, strict=True)}
        made.append(_made(lift, make, _chosen(list(given), taken), {k: _chosen(x, taken) for k, x in named.items()}))
    if not all(isinstance(m, str) for m in made):
        return TEXT
    which = several[0].which
    for x in several[1:]:
        which = lift.call(np.add, [lift.call(np.multiply, [which, Int.of(len(x.options))], {}), x.which], {})
    return Chosen(tuple(made), which)


def _chosen(x: Any, taken: Mapping[int, int]) -> Any:
    """With the options that are taken in the places of the texts that are one of several."""
    if isinstance(x, HOLDING):
        return _across(lambda i: _chosen(i, taken), x)
    return x.options[taken[id(x.which)]] if isinstance(x, Chosen) else x


def _worded(make: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any], numbers: Iterable[int]) -> str:
    left = iter(numbers)

    def settled(x: Any) -> Any:
        if isinstance(x, HOLDING):
            return _across(settled, x)
        return x.text(*(next(left) for _ in x.sizes)) if isinstance(x, Wording) else x
    return make(*map(settled, given), **{k: settled(x) for k, x in named.items()})


def _leaves(x: Any) -> Iterator[Any]:
    if isinstance(x, HOLDING):
        for item in x.values() if isinstance(x, dict) else (x.text, x.represented) if isinstance(x, _Object) else x:
            yield from _leaves(item)
    else:
        yield x


def _across(f: Callable[[Any], Any], x: Any) -> Any:
    if isinstance(x, _Object):
        return _Object(f(x.text), f(x.represented))
    return {key: f(value) for key, value in x.items()} if isinstance(x, dict) else type(x)(map(f, x))


def _plain(lift: Lifting, x: Any) -> Any:
    """A value as Python has it, for texts; a Wording of itself for a size that is no constant, TEXT for what only a run knows."""
    if isinstance(x, Int):
        size, of = lift.sizes.resolve(x.size), int if x.dtype is None else x.dtype.type
        return Wording((size,), of) if size.constant is None else of(size.constant)  # type: ignore[arg-type]
    if isinstance(x, (tuple, Items)):
        return _plain_items(lift, x)
    if isinstance(x, Instance):
        text, named = shown(lift, x), represented(lift, x)
        return TEXT if TEXT in (text, named) else _Object(text, named)
    if isinstance(x, Chosen) and not all(map(is_named, x.options)):
        return TEXT
    if not is_numeric(x):
        return x if x is None or isinstance(x, AS_THEY_ARE) else TEXT
    number = known(lift, x) if is_number(x) else None
    return TEXT if number is None else number if is_weak(x) or not isinstance(x, Scalar) else x.dtype.type(number)


def _plain_items(lift: Lifting, x: Any) -> Any:
    """Tuples, lists, dicts and sets; TEXT for others (deques, dicts with a factory), and for what has a length that only a run tells."""
    kind = type(x) if isinstance(x, tuple) else None if _is_special(lift, x) else x.kind
    if kind is dict:
        held = lift.held(x)
        return {key: _plain(lift, value) for key, value in held.items()} if isinstance(held, dict) else TEXT
    over = iterable(lift, x)
    if kind not in (tuple, list, set) or not isinstance(over, Listed):
        return TEXT
    parts = [_plain(lift, i) for i in over.items]
    return kind(parts) if kind is not set or all(isinstance(p, (str, int, float)) for p in parts) else TEXT


def _is_special(lift: Lifting, x: Items) -> bool:
    """Whether it is, or may be, a deque, a frozenset, an iterator, a dict that is ordered or has a factory."""
    ordered = x.kind is dict and lift.made.ordered
    return ordered or x in lift.made.deques or x.longest is not None or x.once or x.factory is not None or x.frozen == FROZENSET


def joined(lift: Lifting, parts: Sequence[Any]) -> Any:
    """Texts one behind the other."""
    return _made(lift, lambda *texts: "".join(texts), parts, {})


def _wrapped(lift: Lifting, x: Any) -> Any:
    """What a method of str gives as an abstract value."""
    if isinstance(x, list):
        return lift.new_items(list, tuple(_wrapped(lift, i) for i in x))
    if isinstance(x, tuple):
        return tuple(_wrapped(lift, i) for i in x)
    return Int.of(x) if isinstance(x, int) and not isinstance(x, bool) else x
