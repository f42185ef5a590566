"""Calls: from a function's arguments to a Program's inputs, and from its results back to what the function returns.

The same for every way of running a Program (interpreter, compiled code), so that `run(*args)` returns what the function
returns and mutates what it mutates.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.errors import InputError, Span, plural
from precis.formats import Format, dtype_of
from precis.ir.emulate import value_formats
from precis.ir.listed import columns_of
from precis.ir.no_room import NoRoom
from precis.ir.refill import Refilling
from precis.ir.size import Size
from precis.ir.trees import Leaf, Listed, Part, Refilled, Tree, leaves_of, parts_of, put_together
from precis.ir.types import Program, Value

AGAIN = ("lift again with these arguments",)



def bind(program: Program, args: Sequence[Any], kwargs: Mapping[str, Any] | None = None,
         room: int = 0) -> tuple[list[np.ndarray], dict[str, int]]:
    """(arrays in the order of the Program's parameters, binding of its size symbols). `room`: for results whose length nothing bounds;
    otherwise that of the example.

    Raises InputError for a wrong number of arguments, wrong structure, shape or kind, and for a guard that does not hold.
    """
    found: dict[str, Any] = {}
    sizes: dict[str, int] = {}
    for (name, tree), value in zip(program.arguments, _ordered(program, args, kwargs or {})):
        try:
            _match(tree, value, name, found, sizes)
        except InputError as problem:
            problem.notes += _why(program, name, None)
            raise
    arrays = [_array(p, found[p.name]) for p in program.body.params]
    for p, a in zip(program.body.params, arrays):
        _bind_shape(p, a, sizes)
    sizes |= {s: room or n for s, n in program.sizes if s in program.rooms}
    _check_bound(program, sizes)
    _check_shapes(program, arrays, sizes)
    _check_sizes(program, args, kwargs or {}, sizes)
    _check_mutable(program, found)
    refuse_shared(found, program.mutated)
    if isinstance(program.returns, Refilled):
        Refilling(program.returns, program.arguments).targets(_ordered(program, args, kwargs or {}))
    _check_ordered(program, found)
    return arrays, sizes


def room_for(length: int) -> int:
    """Room for results of that length, and for some that are longer."""
    return 1 << length.bit_length()


def longest(program: Program, results: Sequence[Any]) -> int:
    """The length of the longest of the results whose length nothing bounds, along any axis."""
    found = {v.name: (v.shape, x) for v, x in zip(program.body.results, results)}
    lengths = (found[n.value][1] for array, *rest in parts_of(program.returns) for d, n in zip(found[array.value][0], rest)
               if n.what == "value" and d.symbols() & program.rooms)
    return max(map(int, lengths), default=0)


def has_squares(program: Program) -> bool:
    """Whether there is room along several axes of a result: more memory than for what is in it, and rows that lie far apart."""
    return any(sum(bool(d.symbols() & program.rooms) for d in v.shape) > 1 for v in program.returned)


def _ordered(program: Program, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
    names = [name for name, _ in program.arguments]
    given = dict(zip(names, args))
    if len(args) > len(names) or set(given) & set(kwargs) or set(kwargs) - set(names):
        raise InputError(f"{program.name} takes the arguments {', '.join(names)}")
    given |= kwargs
    for name, tree in program.arguments:
        if name not in given and all(leaf.what == "static" for leaf in leaves_of(tree)):
            given[name] = _known(tree)
    missing = [n for n in names if n not in given]
    if missing:
        raise InputError(f"{program.name} needs the argument {missing[0]}")
    return [given[n] for n in names]


def _known(tree: Tree) -> Any:
    """What a tree of static leaves stands for."""
    if isinstance(tree, Leaf):
        return tree.value
    return {k: _known(t) for k, t in tree.items()} if isinstance(tree, dict) else type(tree)(map(_known, tree))


def _match(tree: Tree, value: Any, where: str, found: dict[str, Any], sizes: dict[str, int]) -> None:
    if isinstance(tree, Leaf):
        _match_leaf(tree, value, where, found, sizes)
    elif isinstance(tree, Listed):
        found.update(zip((leaf.value for leaf in tree), columns_of(tree.form, value, where)))
    elif isinstance(tree, dict) and isinstance(value, np.ndarray):
        if set(value.dtype.names or ()) != set(tree):
            raise InputError(f"argument {where}: expected records with the fields {sorted(map(str, tree))}")
        for key, t in tree.items():
            _match(t, value[key], f"{where}[{key!r}]", found, sizes)
    elif isinstance(tree, dict) and not isinstance(value, Mapping):
        if not all(isinstance(key, str) and hasattr(value, key) for key in tree):
            raise InputError(f"argument {where}: expected a mapping or an object with {sorted(map(str, tree))}")
        for key, t in tree.items():
            _match(t, getattr(value, key), f"{where}.{key}", found, sizes)
    elif isinstance(tree, dict):
        if set(value) != set(tree):
            raise InputError(f"argument {where}: expected a mapping with the keys {sorted(map(str, tree))}")
        for key, t in tree.items():
            _match(t, value[key], f"{where}[{key!r}]", found, sizes)
    else:
        value = _children(value)
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != len(tree):
            raise InputError(f"argument {where}: expected {plural(len(tree), 'item')}", hints=_of_none(tree, value))
        for k, (t, v) in enumerate(zip(tree, value)):
            _match(t, v, f"{where}[{k}]", found, sizes)


def _of_none(tree: Tree, value: Any) -> tuple[str, ...]:
    """Of what a list without items is."""
    return ("it was lifted with an empty list, which does not say what its items are: lift again with this one",) \
        if isinstance(tree, list) and not tree and isinstance(value, list) else ()


def _children(value: Any) -> Any:
    """The parts of an object of a class that JAX knows how to take apart; anything else as it is."""
    if isinstance(value, Sequence) or "jax" not in sys.modules:
        return value
    found = sys.modules["jax"].tree_util.tree_leaves(value, is_leaf=lambda part: part is not value)
    return value if len(found) == 1 and found[0] is value else found


def _match_leaf(leaf: Leaf, value: Any, where: str, found: dict[str, Any], sizes: dict[str, int]) -> None:
    if leaf.what == "value":
        found[leaf.value] = value
    elif leaf.what == "size":
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
            raise InputError(f"argument {where}: expected an int, not {type(value).__name__}")
        if leaf.value.symbol:
            if sizes.setdefault(leaf.value.symbol, int(value)) != int(value):
                raise InputError(f"argument {where}: {leaf.value.symbol} is already {sizes[leaf.value.symbol]}, not {value}")
        elif leaf.value.constant is not None and leaf.value.constant != int(value):
            raise InputError(f"argument {where}: lifted for {leaf.value.constant}, not {value}",
                             hints=("lift again for this value",))
    elif not _static_equal(leaf.value, value):
        raise InputError(f"argument {where}: lifted for {leaf.value!r}, not {value!r}", hints=("lift again for this value",))


def _static_equal(known: Any, value: Any) -> bool:
    if isinstance(value, enum.Enum):
        return known == str(value)
    if callable(value):
        return True
    return known is value or (type(known) is type(value) and known == value)


def words_of(value: Any) -> Any:
    """The words of typed random keys of JAX, at once where JAX still keeps them there; other values as they are."""
    if type(getattr(value, "dtype", None)).__name__ != "KeyTy":
        return value
    words = getattr(value, "_base_array", None)
    return sys.modules["jax"].random.key_data(value) if words is None else words


_CLASSES = {"real": "biuf", "complex": "biufc", "bool": "b"}


def _array(p: Value, value: Any) -> np.ndarray:
    try:
        array = np.asarray(words_of(value))
    except Exception:
        raise InputError(f"argument {p.name}: not an array") from None
    if array.dtype.kind == "V" and array.dtype.name in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
        array = array.astype(np.float32)
    if array.dtype.kind not in _CLASSES.get(p.kind, "biu"):
        raise InputError(f"argument {p.name}: expected {p.kind}, got an array of {array.dtype}")
    if array.ndim != p.rank:
        raise InputError(f"argument {p.name}: expected {plural(p.rank, 'dimension')}, got shape {array.shape}")
    return array


def _bind_shape(p: Value, array: np.ndarray, sizes: dict[str, int]) -> None:
    for d, n in zip(p.shape, array.shape):
        if d.symbol is not None:
            sizes.setdefault(d.symbol, n)
        elif len(d.symbols()) == 1:  # a multiple of a symbol: whether it is one, `_check_shapes` sees
            (symbol,) = d.symbols()
            factor = d.coefficient(symbol)
            if factor is not None and factor.constant and d == Size.of(symbol) * factor:
                sizes.setdefault(symbol, n // factor.constant)


def _check_shapes(program: Program, arrays: Sequence[np.ndarray], sizes: Mapping[str, int]) -> None:
    for p, a in zip(program.body.params, arrays):
        expected = tuple(d.value(sizes) for d in p.shape)
        if expected != a.shape:
            named = any(d.constant is None for d in p.shape)
            symbols = f"({', '.join(map(str, p.shape))}) = " if named else ""
            wrong = [k for k, (e, n) in enumerate(zip(expected, a.shape)) if e != n]
            notes = tuple(note for k in wrong for note in _why(program, p.name, k))
            raise InputError(f"argument {p.name}: expected shape {symbols}{expected}, got {a.shape}", notes=notes, hints=AGAIN)
    for guard in program.guards:
        if not guard.holds(sizes):
            where = (f"asked {_line(program, guard.span)}",) if guard.span else ()
            raise InputError(f"the lifted program needs {guard}; here {dict(sizes)}", notes=where, hints=AGAIN)


def _why(program: Program, name: str, axis: int | None) -> tuple[str, ...]:
    """Why an argument has one length or value only."""
    pin = program.pinned.get((name, axis))
    subject = "it" if axis is None else f"axis {axis}"
    return (f"{subject} is fixed by {pin.what}, {_line(program, pin.span)}",) if pin and pin.span else ()


def _line(program: Program, span: Span | None) -> str:
    """A statement by its place and its first line."""
    if span is None:
        return ""
    lines = program.sources.get(span.file, "").splitlines()
    return f"at {span}" + (f": `{lines[span.line - 1].strip()}`" if span.line <= len(lines) else "")


def _check_bound(program: Program, sizes: Mapping[str, int]) -> None:
    for symbol, _ in program.sizes:
        if symbol not in sizes:
            raise InputError(f"the arguments do not say the size {symbol}")


def _check_sizes(program: Program, args: Sequence[Any], kwargs: Mapping[str, Any], sizes: Mapping[str, int]) -> None:
    """Integer arguments that are expressions of sizes, such as 2*N + 1."""
    for (name, tree), value in zip(program.arguments, _ordered(program, args, kwargs)):
        if isinstance(tree, Leaf) and tree.what == "size" and tree.value.value(sizes) != int(value):
            raise InputError(f"argument {name}: expected {tree.value} = {tree.value.value(sizes)}, not {value}",
                             hints=("lift again for this value",))


def _check_mutable(program: Program, found: Mapping[str, Any]) -> None:
    for name in program.mutated:
        if not isinstance(found[name], np.ndarray):
            raise InputError(f"argument {name}: the program writes into it; give a NumPy array, not {type(found[name]).__name__}")


def refuse_shared(arrays: Mapping[str, Any], changed: Iterable[str]) -> None:
    """Where two arguments overlap, a change of one would be a change of the other."""
    for name in changed:
        for other, y in arrays.items():
            if other != name and isinstance(y, np.ndarray) and y.size and _share(arrays[name], y):
                raise InputError(f"the arguments {name} and {other} share memory, and {name} is changed", hints=("pass copies",))


def _share(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether two arrays overlap; overlaps that are too hard to decide count."""
    try:
        return np.may_share_memory(x, y) and np.shares_memory(x, y, max_work=1000)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def _check_ordered(program: Program, found: Mapping[str, Any]) -> None:
    for name in program.ordered:
        if isinstance(found[name], np.ndarray) and not found[name].flags.c_contiguous:
            raise InputError(f"argument {name}: the program looks at the order in which its elements lie, and was lifted for C order",
                             hints=("give np.ascontiguousarray(...) of it, or lift again with this argument",))


def refuse_nonfinite(program: Program, arrays: Sequence[np.ndarray]) -> None:
    """Raise InputError at the first NaN or infinity of a floating input."""
    for p, a in zip(program.body.params, arrays):
        if p.kind in ("real", "complex") and not np.all(np.isfinite(a)):
            place = tuple(int(k) for k in np.argwhere(~np.isfinite(a))[0])
            raise InputError(f"argument {p.name} holds {np.asarray(a)[place]} at {place}", hints=("give finite inputs",))


def result_dtypes(program: Program) -> list[np.dtype]:
    """The NumPy dtype of each result under the Program's original formats (binary64 where it states none)."""
    formats = value_formats(program, program.original) if program.original else {}
    def one(v: Value) -> np.dtype:
        if v.kind not in ("real", "complex"):
            return np.dtype(v.kind)
        fmt = formats.get(v.name)
        real = array_dtype(fmt) if fmt is not None else np.dtype(np.float64)
        return real if v.kind == "real" else np.result_type(real, np.complex64)
    return [one(v) for v in program.body.results]


def array_dtype(fmt: Format) -> np.dtype:
    """The dtype of arrays given back: NumPy's own; where it has none, that of ml_dtypes (loaded with JAX), else binary32."""
    try:
        return dtype_of(fmt)
    except ValueError:
        extension = getattr(sys.modules.get("ml_dtypes"), _EXTENSIONS.get(fmt.name, ""), np.float32)
        return np.dtype(extension)


_EXTENSIONS = {"bfloat16": "bfloat16", "e4m3": "float8_e4m3fn", "e5m2": "float8_e5m2"}


def give_back(program: Program, results: Sequence[Any], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None, *,
              dtypes: Sequence[np.dtype] | None = None, fresh: bool = False) -> Any:
    """Write final values into mutated arguments and build the return value of the function.

    dtypes  of the results (default: `result_dtypes`)
    fresh   results are new arrays, or the mutated arguments themselves: they need no copying
    """
    dtypes = result_dtypes(program) if dtypes is None else dtypes
    arrays = [np.asarray(r).astype(t, copy=not fresh) for r, t in zip(results, dtypes)]
    returned = len(arrays) - len(program.mutated)
    found: dict[str, Any] = {}
    sizes: dict[str, int] = {}
    for (name, tree), value in zip(program.arguments, _ordered(program, args, kwargs or {})):
        _match(tree, value, name, found, sizes)
    for p in program.body.params:
        _bind_shape(p, np.asarray(words_of(found[p.name])), sizes)
    by_name = {v.name: a for v, a in zip(program.returned, arrays)}
    made = _rebuild(program.returns, by_name, sizes)  # first: where there was no room for it, arguments are as they were
    for name, array in zip(program.mutated, arrays[returned:]):
        if array is not found[name]:
            found[name][...] = array
    if not isinstance(program.returns, Refilled):
        return made
    given, refilling = _ordered(program, args, kwargs or {}), Refilling(program.returns, program.arguments)
    return refilling.put(refilling.targets(given), made, given)


def first_part(array: Any, *lengths: Any) -> np.ndarray:
    """The first elements of an array, of a number per dimension (None: all)."""
    array = np.asarray(array)
    for room, n in zip(array.shape, lengths):
        if n is not None and n > room:
            raise NoRoom(f"the program returns an array of {n} elements", int(n), room)
    return array[tuple(slice(n) for n in lengths)].copy()


def _rebuild(tree: Tree, by_name: Mapping[str, np.ndarray], sizes: Mapping[str, int]) -> Any:
    if isinstance(tree, Leaf):
        if tree.what != "value":
            return tree.value.value(sizes) if tree.what == "size" else tree.value
        array = by_name[tree.value]
        return made_of(tree, array[()] if array.ndim == 0 else array)
    items = (_rebuild(t, by_name, sizes) for t in (tree.values() if isinstance(tree, dict) else tree))
    return made_of(tree, first_part(*items)) if isinstance(tree, Part) else put_together(tree, items)


def made_of(tree: Leaf | Part, x: Any) -> Any:
    """What the caller gets of a result."""
    return x if tree.made is None else tree.made(x)
