"""What shows, times or logs a program: it has no effect on what is computed. Texts and times are opaque values."""

from __future__ import annotations

import gc
import io
import logging
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from precis.lift.numpy.chosen import is_named
from precis.lift.numpy.iterables import Listed, iterable
from precis.lift.numpy.numbers import is_number, is_numeric, known
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import TEXT, TIME, Chosen, Int, Items, Opaque, Wording

SHOWING = (print, warnings.warn)
LOGGING = tuple(getattr(logging, name) for name in (
    "debug", "info", "warning", "error", "critical", "exception", "log", "basicConfig", "disable"))
CLOCKS = tuple(getattr(time, name) for name in (
    "time", "perf_counter", "process_time", "monotonic", "time_ns", "perf_counter_ns", "process_time_ns", "thread_time"))
TEXTS = 64  # of which one that is put together is one: a loop that lengthens it multiplies them
PROGRESS = ("tqdm", "trange")


def shows(function: Any) -> bool:
    """Whether a call does nothing but show: print, warnings, logging, streams; its arguments need not be computed."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, (logging.Logger, io.TextIOBase)):
        return True
    try:
        return function in _QUIET
    except TypeError:
        return False


def nothing(lift: Lifting, *args: Any, **kwargs: Any) -> None:
    return None


def set_errors(lift: Lifting, **settings: Any) -> Items:
    """np.seterr: what NumPy says of divisions by zero and the like, and what it said before."""
    if {"raise", "call"} & set(settings.values()):
        lift.refuse("np.seterr makes exceptions of what the data do", "test the result with np.isfinite")
    return lift.new_items(dict, {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"})


def progress(function: Any) -> Callable[..., Any] | None:
    """The handler of a progress bar: what it runs over."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    if module.split(".")[0] != "tqdm" or name not in PROGRESS:
        return None
    return (lambda lift, *a, **options: lift.call(range, list(a), {})) if name == "trange" else lambda lift, x, **options: x


def method_of_text(lift: Lifting, method: Any, args: Any, kwargs: Any) -> Any:
    """A method of a str: known where all that it is given is known."""
    return _made(lift, method, [_plain(lift, a) for a in args], {k: _plain(lift, v) for k, v in kwargs.items()})


def _made(lift: Lifting, make: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """What a function of Python gives for plain arguments: TEXT where one is opaque, a Wording where one has sizes in it."""
    parts = [*_leaves(given), *_leaves(tuple(named.values()))]
    if any(isinstance(p, Opaque) for p in parts):
        return TEXT
    several = next((p for p in parts if isinstance(p, Chosen)), None)
    if several is not None:
        return _of_each(lift, make, given, named, several)
    if any(isinstance(p, Wording) for p in parts):
        sizes = tuple(s for p in parts if isinstance(p, Wording) for s in p.sizes)
        return Wording(sizes, lambda *numbers: _worded(make, given, named, numbers))
    try:
        return _wrapped(lift, make(*given, **named))
    except (TypeError, ValueError, IndexError, KeyError) as problem:
        lift.wrong(str(problem))


def _of_each(lift: Lifting, make: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any], several: Chosen) -> Any:
    """The same for every option of one of several texts: again one of several."""
    def swapped(x: Any, option: Any) -> Any:
        return type(x)(swapped(i, option) for i in x) if isinstance(x, (list, tuple)) else option if x is several else x
    made = [_made(lift, make, swapped(list(given), o), {k: swapped(v, o) for k, v in named.items()}) for o in several.options]
    if all(isinstance(m, str) for m in made):
        return Chosen(tuple(made), several.which)
    if not all(isinstance(m, Chosen) and m.which is made[0].which for m in made):
        return TEXT
    if sum(len(m.options) for m in made) > TEXTS:
        lift.refuse(f"a text is one of more than {TEXTS}", "collect its parts in a list, or compute the number that it stands for")
    which = lift.call(np.add, [lift.call(np.multiply, [several.which, Int.of(len(made[0].options))], {}), made[0].which], {})
    return Chosen(tuple(o for m in made for o in m.options), which)


def _worded(make: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any], numbers: Iterable[int]) -> str:
    left = iter(numbers)

    def settled(x: Any) -> Any:
        if isinstance(x, (list, tuple)):
            return type(x)(map(settled, x))
        return x.text(*(next(left) for _ in x.sizes)) if isinstance(x, Wording) else x
    return make(*map(settled, given), **{k: settled(x) for k, x in named.items()})


def _leaves(x: Any) -> Iterator[Any]:
    if isinstance(x, (list, tuple)):
        for item in x:
            yield from _leaves(item)
    else:
        yield x


def _plain(lift: Lifting, x: Any) -> Any:
    """A value as Python has it, for texts; a Wording of itself for a size that is no constant, TEXT for what only a run knows."""
    if isinstance(x, Int):
        size = lift.sizes.resolve(x.size)
        return Wording((size,), lambda n: n) if size.constant is None else size.constant  # type: ignore[arg-type,return-value]
    if isinstance(x, (tuple, Items)):
        over = iterable(lift, x)
        parts = [_plain(lift, i) for i in over.items] if isinstance(over, Listed) else [TEXT]
        return tuple(parts) if isinstance(x, tuple) else parts
    if isinstance(x, Chosen) and not all(map(is_named, x.options)):
        return TEXT
    if not is_numeric(x):
        return x if x is None or isinstance(x, (str, bool, Opaque, Wording, Chosen, type)) else TEXT
    number = known(lift, x) if is_number(x) else None
    return TEXT if number is None else number


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


def formatted(lift: Lifting, x: Any, spec: Any = "") -> Any:
    """format(x, spec)"""
    return _made(lift, format, [_plain(lift, x), spec], {})


def filtered(lift: Lifting, action: Any, *args: Any, **kwargs: Any) -> None:
    """warnings.simplefilter and filterwarnings: what is shown, unless warnings become exceptions."""
    if action in ("ignore", "default", "always", "all", "module", "once"):
        return
    lift.refuse("warnings that become exceptions cannot be lifted", "test the result with np.isfinite")


def of_testing(function: Any) -> Callable[..., Any] | None:
    """The handler of a function of np.testing: what it asserts of the data is assumed, as of an `assert`. By name, since NumPy loads it,
    and unittest with it, only when it is asked for."""
    name = getattr(function, "__name__", "")
    if not (getattr(function, "__module__", None) or "").startswith("numpy.testing") or name not in _ASSERTING:
        return None
    return lambda lift, *args, **kwargs: lift.assume(f"`np.testing.{name}`")


_ASSERTING = ("assert_allclose", "assert_almost_equal", "assert_approx_equal", "assert_array_almost_equal", "assert_array_equal",
              "assert_array_less", "assert_equal")
_TEXTS = (np.array2string, np.array_repr, np.array_str, np.base_repr, np.binary_repr, np.format_float_positional,
          np.format_float_scientific)
_QUIET = frozenset((*SHOWING, *LOGGING, sys.stdout.flush, sys.stdout.write, gc.collect, time.sleep, np.set_printoptions))
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **dict.fromkeys(_QUIET, nothing), **{clock: lambda lift: TIME for clock in CLOCKS},
    **dict.fromkeys(_TEXTS, lambda lift, *args, **kwargs: TEXT),
    logging.getLogger: lambda lift, name=None: logging.getLogger(name if isinstance(name, str) else None),
    format: formatted, warnings.simplefilter: filtered, warnings.filterwarnings: filtered, np.seterr: set_errors,
}
