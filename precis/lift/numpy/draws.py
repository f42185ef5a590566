"""Random numbers from a generator with a known seed: constants of the program, drawn once, in the order of the source."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from precis.lift.numpy.indexing import take
from precis.lift.numpy.numbers import array_constant, is_number, known
from precis.lift.numpy.scopes import wrap_number
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Int, Items, View

HINT = "draw them before, and pass them as an argument"


def generator(lift: Lifting, seed: Any = None) -> np.random.Generator:
    """np.random.default_rng(seed)"""
    number = lift.fixed(seed.size, "a seed") if isinstance(seed, Int) else None
    if number is None:
        lift.refuse("random numbers without a known seed differ from run to run", HINT)
    return np.random.default_rng(number)


def legacy(lift: Lifting, seed: Any = None) -> np.random.RandomState:
    """np.random.RandomState(seed)"""
    number = lift.fixed(seed.size, "a seed") if isinstance(seed, Int) else None
    if number is None:
        lift.refuse("random numbers without a known seed differ from run to run", HINT)
    return np.random.RandomState(number)


def seeded(lift: Lifting, seed: Any = None) -> None:
    """np.random.seed(seed): functions of np.random then give what they give in the program."""
    if lift.build.parent is not None:
        lift.refuse("random numbers are seeded in a loop or branch", HINT)
    lift.random = legacy(lift, seed)


def own_state(lift: Lifting, method: Any) -> Any:
    """A method of NumPy's global generator as that of the program's own; None for other functions, and without a seed."""
    owner = getattr(method, "__self__", None)
    if not isinstance(owner, np.random.RandomState):
        return None
    if owner is not getattr(np.random.rand, "__self__", None):
        return method
    return None if lift.random is None else getattr(lift.random, method.__name__)


def drawn(lift: Lifting, method: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """What a method of a generator gives now."""
    if lift.build.parent is not None:
        lift.refuse(f"{method.__name__} draws random numbers in a loop or branch", HINT)
    if args and method.__name__ in REORDER and not is_number(args[0]):
        return REORDER[method.__name__](lift, method, args, kwargs)
    given = [_static(lift, a) for a in args]
    found = method(*given, **{k: _static(lift, a) for k, a in kwargs.items()})
    if isinstance(found, np.ndarray):
        return lift.new_array(array_constant(lift, found), found.dtype)
    return wrap_number(found)


def _static(lift: Lifting, x: Any) -> Any:
    if isinstance(x, Int):
        return lift.fixed(x.size, "an argument of a draw of random numbers")
    if isinstance(x, (tuple, Items)):
        return tuple(_static(lift, i) for i in (lift.held(x) if isinstance(x, Items) else x))
    if isinstance(x, (Array, View)):
        lift.refuse("random numbers whose distribution is an array", HINT)
    if is_number(x):
        number = known(lift, x)
        if number is None:
            lift.refuse("random numbers whose distribution is computed", HINT)
        return number
    return x


def _places(lift: Lifting, method: Any, x: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """What a method draws of the positions of x: NumPy moves elements by the same numbers."""
    return drawn(lift, method, [lift.call(len, [x], {}), *args], kwargs)


def _permuted(lift: Lifting, method: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    x = lift.call(np.asarray, [args[0]], {})
    if kwargs or len(args) > 1:
        lift.refuse("permutation along an axis", HINT)
    return take(lift, x, _places(lift, method, x, (), {}))


def _chosen(lift: Lifting, method: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    x = lift.call(np.asarray, [args[0]], {})
    if "axis" in kwargs or len(x.shape) != 1:
        lift.refuse("a choice of rows", HINT)
    return take(lift, x, _places(lift, method, x, args[1:], kwargs))


def _shuffled(lift: Lifting, method: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    if kwargs or len(args) > 1 or not isinstance(args[0], (Array, View)):
        lift.refuse("a shuffle of something else than the rows of an array", HINT)
    owner = method.__self__
    lift.call(operator.setitem, [args[0], Ellipsis, _permuted(lift, owner.permutation, args, {})], {})


REORDER = {"permutation": _permuted, "choice": _chosen, "shuffle": _shuffled}
FUNCTIONS = {np.random.default_rng: generator, np.random.seed: seeded, np.random.RandomState: legacy}
