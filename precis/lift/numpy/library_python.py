"""Functions of Python's functools, itertools and operator by their definitions, in terms of what is lifted itself."""

from typing import Any


def item_of(key, x):
    return x[key]


def items_of(keys, x):
    return tuple([x[k] for k in keys])


def accumulate_added(iterable, initial: Any = None):
    """itertools.accumulate without a function."""
    return accumulate(iterable, lambda total, x: total + x, initial=initial)


def accumulate(iterable, function, initial: Any = None):
    """The running results, from `initial` where it is given."""
    found = [initial] if initial is not None else []
    for x in iterable:
        found.append(function(found[-1], x) if len(found) > 0 else x)
    return found
