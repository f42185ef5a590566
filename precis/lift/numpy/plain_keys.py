"""Keys of dicts and members of sets: as plain objects, or computed ones among known ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NoReturn

import numpy as np

from precis.lift.numpy.chosen import is_named, is_same_option, place_of
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.numbers import array_constant, is_numeric, known, worded
from precis.lift.numpy.scopes import wrap_number
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.subscripts import selection, take_array
from precis.lift.numpy.values import GROWN, INT_0, Array, Chosen, DictView, Instance, Int, Items, Opaque, Scalar, View

COMPUTED = "a key of a dict or an item of a set that is computed cannot be lifted"


def static_key(lift: Lifting, key: Any) -> Any:
    """A dict key as a plain object."""
    key = worded(lift, key)
    if isinstance(key, tuple):
        return tuple(static_key(lift, k) for k in key)
    if isinstance(key, Items) and key.kind is set:
        return frozenset(static_key(lift, k) for k in lift.held(key))
    if isinstance(key, Int):
        return lift.fixed(key.size, "a dictionary key")
    if isinstance(key, Instance) and (key.frozen == GROWN or lift.pooled(key)):
        lift.refuse("an item of a list that a loop grew is a key of a dict, or a member of a set", "take its position instead")
    if isinstance(key, (Opaque, Chosen)) or (isinstance(key, (Scalar, Array, View)) and known(lift, key) is None):
        lift.refuse(COMPUTED, "use an array, or `if`; np.unique gives the distinct values of an array, np.bincount counts")
    return known(lift, key) if isinstance(key, Scalar) else key


def is_set(x: Any) -> bool:
    """Whether something is compared and combined as sets are."""
    return isinstance(x, DictView) or (isinstance(x, Items) and x.kind is set)


def key_in(lift: Lifting, x: Any, key: Any) -> Any:
    """A key of a dict, or a member of a set, as a plain object. Where only a run tells it, the dict has to be made as a table of keys
    (library.dicts), the set as a list of members (library.members)."""
    if x in lift.made.dicts and (is_computed(lift, key) or is_one_of_names(key) or (is_set(x) and is_size(lift, key))):
        refuse_computed(lift, x)
    return static_key(lift, key)


def refuse_computed(lift: Lifting, x: Any) -> NoReturn:
    """Keys that only a run tells come into a dict, or a set, of known ones: where the program makes it, a table is asked for."""
    if x in lift.made.dicts:
        lift.made.keyed.add(lift.made.dicts[x])
    lift.refuse(COMPUTED, "use an array, or `if`; np.unique gives the distinct values of an array, np.bincount counts")


def is_size(lift: Lifting, key: Any) -> bool:
    """Whether a member of a set is, or has in it, a number that sizes tell, which may be another one in other calls."""
    return any(is_size(lift, k) for k in key) if isinstance(key, tuple) else isinstance(key, Int) and lift.as_rows(key.size)


def is_one_of_names(key: Any) -> bool:
    """Whether a key is, or has in it, one of several texts, members of an Enum and the like, as the data ask for."""
    if isinstance(key, tuple):
        return any(map(is_one_of_names, key))
    return isinstance(key, Chosen) and all(map(is_named, key.options))


def is_computed(lift: Lifting, key: Any) -> bool:
    """Whether a key is a number, or has numbers in it, that only a run tells."""
    if isinstance(key, tuple):
        return any(is_computed(lift, k) for k in key)
    return isinstance(key, (Scalar, Array, View)) and known(lift, key) is None


def place_among(lift: Lifting, held: dict[Any, Any], key: Any) -> Any:
    """Where a key that only a run tells stands among known ones, which are all numbers or tuples of as many; it is taken to be one of
    them. None for other keys."""
    if isinstance(key, Chosen):
        return place_of(lift, key, list(held))
    if not held or not is_computed(lift, key):
        return None
    names, width = list(held), len(key) if isinstance(key, tuple) else 0
    if any((len(name) if isinstance(name, tuple) else 0) != width for name in names):
        return None
    columns = list(zip(*(name if width else (name,) for name in names)))
    equal = [_equal_part(lift, column, part) for column, part in zip(columns, key if width else (key,))]
    if any(e is None for e in equal):
        return None
    equal = reduce(lambda a, b: lift.call(np.logical_and, [a, b], {}), equal)
    if lift.catching.hazards is not None:
        lift.may_raise(KeyError, lift.call(np.logical_not, [lift.call(np.any, [equal], {})], {}))
    else:
        lift.assume("the key that is looked up is in the dictionary")
    return lift.call(np.argmax, [equal], {})


def _equal_part(lift: Lifting, column: Sequence[Any], part: Any) -> Any:
    """Which of known things, parts of keys, are equal to one; None where that cannot be said."""
    options = part.options if isinstance(part, Chosen) else (part,)
    if is_numeric(part) and not isinstance(part, bool):
        whole = all(isinstance(n, (int, np.integer)) for n in column)
        numbers = np.array(column) if whole else None
        return None if numbers is None else lift.call(np.equal, [lift.new_array(array_constant(lift, numbers), numbers.dtype), part], {})
    if not all(map(is_named, options)) or not all(map(is_named, column)):
        return None
    table = np.array([[is_same_option(option, name) for name in column] for option in options])
    rows = lift.new_array(array_constant(lift, table), BOOL)
    return take_array(lift, rows, selection(lift, rows, part.which if isinstance(part, Chosen) else INT_0))


def key_value(lift: Lifting, key: Any) -> Any:
    """What a key of a dict is to the program."""
    if isinstance(key, tuple):
        return tuple(key_value(lift, k) for k in key)
    if isinstance(key, frozenset):
        return lift.new_items(set, tuple(key_value(lift, k) for k in key))
    number = wrap_number(key)
    return key if number is None else number
