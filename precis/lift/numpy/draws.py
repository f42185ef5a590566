"""Random numbers from a generator with a known seed: constants of the program, drawn once, in the order of the source; in loops and
branches, and of computed sizes, the generator itself is part of the program (library.random)."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.indexing import take
from precis.lift.numpy.numbers import array_constant, is_number, known
from precis.lift.numpy.scopes import wrap_number
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Array, Instance, Int, Items, Scalar, Stacked, View

HINT = "draw them before, and pass them as an argument"
WORD = 1 << 64


def generator(lift: Lifting, seed: Any = None) -> Instance:
    """np.random.default_rng(seed)"""
    if isinstance(seed, Instance):
        return seed
    number = lift.fixed(seed.size, "a seed") if isinstance(seed, Int) else None
    if number is None:
        lift.refuse("random numbers without a known seed differ from run to run", HINT)
    made = Instance(importlib.import_module("precis.lift.numpy.library.random").Generator)
    lift.hold(made, _held(np.random.PCG64(number)))
    return made


def _held(bits: np.random.PCG64) -> dict[str, Any]:
    """The state of a generator as attributes of the object that stands for it."""
    state: Any = bits.state
    now, step = state["state"]["state"], state["state"]["inc"]
    words = {"high": now // WORD, "low": now % WORD, "high_step": step // WORD, "low_step": step % WORD, "spare": state["uinteger"]}
    return {**{k: Scalar(np.dtype(np.uint64), known=v) for k, v in words.items()}, "spared": bool(state["has_uint32"])}


def _state(held: Mapping[str, Any]) -> np.random.PCG64 | None:
    """NumPy's own generator in the state that attributes say; None where only a run tells it."""
    known_: dict[str, Any] = {k: x if isinstance(x, bool) else getattr(x, "known", None) for k, x in held.items()}
    if None in known_.values():
        return None
    bits = np.random.PCG64(0)
    bits.state = {"bit_generator": "PCG64", "has_uint32": int(known_["spared"]), "uinteger": known_["spare"],
                  "state": {"state": known_["high"] * WORD + known_["low"], "inc": known_["high_step"] * WORD + known_["low_step"]}}
    return bits


def draws(owner: Any) -> bool:
    """Whether this is a generator that the program has made."""
    return isinstance(owner, Instance) and owner.cls.__module__.endswith(".library.random")


def drawn_from(lift: Lifting, owner: Instance, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """What a method of a generator gives as constants; MISSING where the program draws."""
    bits = _state(lift.held(owner)) if lift.build.parent is None else None
    by_program = hasattr(owner.cls, name) and not (name == "choice" and (*args[2:3], kwargs.get("replace", True))[0] is False)
    if by_program and (bits is None or not all(_is_static(lift, x) for x in (*args, *kwargs.values()))):
        return MISSING
    bits = bits or _pinned(lift, owner)
    if bits is None:
        lift.refuse(f"{name} draws random numbers in a loop or branch, or behind one that does",
                    "draw them before it; in loops, random, uniform, normal, exponential, integers, permutation, shuffle and choice with "
                    "replacement are lifted")
    found = drawn(lift, getattr(np.random.Generator(bits), name), args, kwargs)
    lift.hold(owner, _held(bits))
    return found


def follow(lift: Lifting, owner: Instance, name: str, args: Sequence[Any], kwargs: Mapping[str, Any], draw: Callable[[], Any]) -> Any:
    """`draw()`, which the program does; in the example NumPy draws beside it, outside of loops, so that constants may be drawn later."""
    bits = (_state(lift.held(owner)) or _beside(lift, owner)) if lift.build.parent is None else None
    sizes: list[Size] = [*lift.beside[owner][2]] if owner in lift.beside else []
    if bits is not None:
        try:
            given = [_example(lift, x, sizes) for x in args], {k: _example(lift, x, sizes) for k, x in kwargs.items()}
            getattr(np.random.Generator(bits), name)(*given[0], **given[1])
        except (LookupError, ValueError):
            bits = None
    result = draw()
    if bits is not None:
        lift.beside[owner] = (lift.held(owner), bits, sizes)
    return result


def _beside(lift: Lifting, owner: Instance) -> np.random.PCG64 | None:
    """NumPy's generator in the state of the example, where no loop or branch has drawn since it was noted."""
    noted, now = lift.beside.get(owner, ({}, None, []))[0], lift.held(owner)
    return lift.beside[owner][1] if noted and all(now[k] is x for k, x in noted.items()) else None


def _pinned(lift: Lifting, owner: Instance) -> np.random.PCG64 | None:
    """The same, for the sizes of the example alone."""
    bits = _beside(lift, owner) if lift.build.parent is None else None
    if bits is not None:
        for size in lift.beside[owner][2]:
            lift.fixed(size, "the shape of random numbers")
    return bits


def _example(lift: Lifting, x: Any, sizes: list[Size]) -> Any:
    """An argument of a draw in the example, arrays of the same shape for arrays: how many numbers a draw takes hangs on sizes and shapes
    alone. Raises LookupError where it may hang on data."""
    if isinstance(x, Int):
        value = lift.sizes.example(x.size)
        sizes.append(x.size)
        if value is None:
            raise LookupError
        return value
    if isinstance(x, (tuple, Items)):
        return tuple(_example(lift, i, sizes) for i in (lift.held(x) if isinstance(x, Items) else x))
    if isinstance(x, (Array, View)):
        return np.zeros(_example(lift, tuple(map(Int, x.shape)), sizes))
    if isinstance(x, Scalar) and x.known is None:
        raise LookupError
    return x.known if isinstance(x, Scalar) else x


def _is_static(lift: Lifting, x: Any) -> bool:
    """Whether an argument of a draw is known for all sizes."""
    if isinstance(x, Int):
        return x.size.constant is not None
    if isinstance(x, Items):
        x = lift.held(x)
    if isinstance(x, tuple):
        return all(_is_static(lift, i) for i in x)
    return not isinstance(x, (Array, View, Items, Stacked, dict)) and not (isinstance(x, Scalar) and x.known is None)


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
FUNCTIONS = {
    np.random.default_rng: generator, np.random.PCG64: generator, np.random.Generator: generator,
    np.random.seed: seeded, np.random.RandomState: legacy}
