"""Calls: which function, class or method is meant, and what lifts it."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import operator
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from precis.lift.numpy import library, primitives
from precis.lift.numpy.attributes import attribute
from precis.lift.numpy.binding import bind_arguments
from precis.lift.numpy.branches import choose
from precis.lift.numpy.chosen import is_option
from precis.lift.numpy.constructing import NAMED_TUPLES, bare, construct, dataclass_of, fill, is_bare, super_
from precis.lift.numpy.draws import drawn, drawn_from, draws, follow, own_state
from precis.lift.numpy.elementwise import put_out
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.functions.classes import closure_behind, of_property
from precis.lift.numpy.functions.compiled import of_numba
from precis.lift.numpy.functions.effects import of_testing, progress, shows
from precis.lift.numpy.functions.elements import call_vectorized, settled
from precis.lift.numpy.functions.evaluated import evaluated
from precis.lift.numpy.functions.masks import given_masked, of_masked
from precis.lift.numpy.functions.objects import set_attributes
from precis.lift.numpy.functions.scientific import of_scipy
from precis.lift.numpy.functions.special import special
from precis.lift.numpy.functions.texts import method_of_text
from precis.lift.numpy.indexing import take
from precis.lift.numpy.inlining import inline
from precis.lift.numpy.iterables import Counted, iterable
from precis.lift.numpy.lengths import written_out
from precis.lift.numpy.numbers import dtype_of, value_of
from precis.lift.numpy.options import code_of_all, has_things, in_each, of_each
from precis.lift.numpy.plain_keys import is_set
from precis.lift.numpy.scopes import closure_of, is_users, wrap
from precis.lift.numpy.several import each
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.table import FUNCTIONS, METHODS, UFUNC_METHODS
from precis.lift.numpy.unlifted import hints, unknown, written
from precis.lift.numpy.values import (
    MISSING,
    Array,
    Chosen,
    Closure,
    Instance,
    Items,
    Masked,
    Maybe,
    Method,
    OneOf,
    Opaque,
    Partial,
    SliceOf,
    Super,
    Vectorized,
    View,
)


def call(lift: Lifting, function: Any, args: Sequence[Any], kwargs: dict[str, Any], node: ast.AST | None = None) -> Any:
    """function(*args, **kwargs)"""
    function = closure_behind(function) or function
    if isinstance(function, Closure):
        return _call_closure(lift, function, args, kwargs, node)
    if isinstance(function, Chosen):
        return _call_chosen(lift, function, 0, args, kwargs, node)
    if isinstance(function, OneOf):
        return each(lift, function, lambda thing: call(lift, thing, args, kwargs, node))
    if isinstance(function, Method) and isinstance(function.owner, OneOf):
        return each(lift, function.owner, lambda thing: call(lift, Method(thing, function.name), args, kwargs, node))
    if isinstance(function, Method) and isinstance(function.owner, Chosen):
        return _call_of_options(lift, function.owner, function.name, args, kwargs, node)
    if isinstance(function, Method):
        return _call_method(lift, function, args, kwargs, node)
    if function is super:
        return super_(lift, args)
    args = [_in_any_order(lift, x, kwargs) for x in args] if function in ORDERLESS else args
    handler = _handler(function)
    several = next((k for k, x in enumerate(args) if isinstance(x, OneOf)), None)
    if handler is not None and several is not None and function not in OF_SEVERAL:
        return each(lift, args[several], lambda thing: call(lift, function, [*args[:several], thing, *args[several + 1:]], kwargs, node))
    chosen = next((k for k, x in enumerate(args) if has_things(x)), None)
    if handler is not None and chosen is not None and function not in OF_SEVERAL:
        return in_each(lift, args[chosen], lambda option: call(lift, function, [*args[:chosen], option, *args[chosen + 1:]], kwargs, node))
    if handler is not None:
        args = [_listed(lift, function, x) for x in args]
        handler = given_masked(lift, function, args) or handler
        leaving = "out" in kwargs and _leaves_out(function, handler)
        rest = {k: v for k, v in kwargs.items() if k != "out"} if leaving else kwargs
        title = written(function, node)
        if function not in ASKING:
            args, rest = _there(lift, function, title, handler, args, rest)
        result = _handled(lift, title, handler, args, rest)
        return result if not leaving or kwargs.get("out") is None else _into(lift, kwargs["out"], result)
    if isinstance(function, Partial):
        return call(lift, function.function, [*function.args, *args], {**function.kwargs, **kwargs}, node)
    if isinstance(function, functools.partial):
        fixed = [wrap(lift, a, "argument") for a in function.args]
        extra = {k: wrap(lift, v, k) for k, v in function.keywords.items()}
        return call(lift, function.func, [*fixed, *args], {**extra, **kwargs}, node)
    if isinstance(function, MethodType) and isinstance(function.__func__, FunctionType):
        found = evaluated(lift, function, args, kwargs)
        return call(lift, function.__func__, [wrap(lift, function.__self__, "self"), *args], kwargs, node) if found is MISSING else found
    if isinstance(function, FunctionType) and (cls := dataclass_of(function, args)):
        return fill(lift, args[0], cls, args[1:], kwargs, node)
    if isinstance(function, FunctionType):
        return _call_function(lift, function, args, kwargs, node)
    if isinstance(function, type):
        return construct(lift, function, args, kwargs, node)
    if function is object.__new__ and len(args) == 1 and not kwargs and is_bare(args[0]):
        return bare(lift, args[0])
    return _other(lift, function, args, kwargs, node)


def _listed(lift: Lifting, function: Any, x: Any) -> Any:
    """The members of a key, or one of the lists of a list, as a list, for NumPy; other things as they are."""
    numpys = (getattr(function, "__module__", None) or "").startswith("numpy")
    listed = numpys and isinstance(x, Instance) and x.cls in library.runs.MADE_ANEW
    return call(lift, Method(x, "copy"), [], {}) if listed else x


ORDERLESS = (sorted, min, max, sum, any, all, set, frozenset)  # functions to which the order of what they go through says nothing


def _in_any_order(lift: Lifting, x: Any, kwargs: dict[str, Any]) -> Any:
    """The members of a set that only a run tells as a list; other things as they are."""
    if not isinstance(x, Instance) or not issubclass(x.cls, library.members.Members):
        return x
    if "key" in kwargs:
        lift.assume("no two members of the set have the same key")
    return attribute(lift, x, "names")


def _call_chosen(lift: Lifting, f: Chosen, k: int, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> Any:
    """The call of one of several functions, from the k-th on, as the data ask for. None, where it is one of them, is not called."""
    rest = [i for i in range(k, len(f.options)) if f.options[i] is not None]
    k = rest[0] if rest else k

    def way() -> Any:
        return call(lift, f.options[k], args, kwargs, node)
    if len(rest) <= 1:
        return way()
    return choose(lift, is_option(lift, f, k), way, lambda: _call_chosen(lift, f, k + 1, args, kwargs, node))


def _call_of_options(lift: Lifting, owner: Chosen, name: str, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> Any:
    """A method of one of several lists, dicts or objects: one that all have is called once, what only reads is asked of each."""
    code = code_of_all(lift, owner, name)
    if isinstance(code, FunctionType):
        return call(lift, code, [owner, *args], kwargs, node)

    def of_option(option: Any) -> Any:
        return call(lift, attribute(lift, option, name), args, kwargs, node)
    reads = name in READING and all(o is None or isinstance(o, Items) for o in owner.options)
    return (of_each if reads else in_each)(lift, owner, of_option)


READING = ("get", "keys", "values", "items", "index", "count", "copy")  # methods of dicts and lists that change nothing
OF_SEVERAL = (bool, isinstance, type, callable, setattr, hasattr, getattr)  # functions that take one of several objects as it is
ASKING = (bool, isinstance, type, callable, hasattr, getattr, primitives.parts_made)  # functions that take None as they take a thing
CONVERTING = (np.equal, np.not_equal, np.full, np.full_like)  # and those that make a number or bool of it


def _there(lift: Lifting, function: Any, title: str, handler: Callable[..., Any], args: Sequence[Any],
           kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arguments as things. Raises where None says something to the function, and one may be None."""
    if any(isinstance(x, Maybe) for x in (*args, *kwargs.values())):
        parameters = _signature(handler).parameters
        given = [*zip(list(parameters.values())[1:], args), *((parameters[k], v) for k, v in kwargs.items() if k in parameters)]
        if any(isinstance(x, Maybe) and (p.default is None or function in CONVERTING) for p, x in given):
            lift.refuse(f"{title} gets what may be None, as the data ask for", "give it a number where it is None")
    return list(map(lift.present, args)), {k: lift.present(v) for k, v in kwargs.items()}


def _handler(function: Any) -> Callable[..., Any] | None:
    owner = getattr(function, "__self__", None)
    if isinstance(owner, np.ufunc):
        return UFUNC_METHODS.get(function.__name__, {}).get(owner)
    libraries = (progress, of_numba) if is_users(function) else (special, of_scipy, of_masked, progress, of_numba, of_testing, of_property)
    try:
        return FUNCTIONS.get(function) or next(filter(None, (library(function) for library in libraries)), None)
    except TypeError:
        return None


def _leaves_out(function: Any, handler: Callable[..., Any]) -> bool:
    """Whether a function of NumPy takes an array for its result, but its handler does not."""
    owner = getattr(function, "__self__", function)
    of_numpy = isinstance(owner, np.ufunc) or (getattr(function, "__module__", None) or "").startswith("numpy")
    return of_numpy and "out" not in _signature(handler).parameters


def supported(function: Any) -> bool:
    """Whether a call of a Python object can be lifted, as far as the object shows."""
    if function is super or _handler(function) is not None:
        return True
    if isinstance(function, FunctionType):
        return is_users(function)
    if isinstance(function, type):
        return issubclass(function, (np.generic, BaseException)) or function.__module__.split(".")[0] not in ("builtins", "numpy")
    return isinstance(function, (MethodType, np.vectorize)) or isinstance(getattr(function, "py_func", None), FunctionType) or isinstance(
        inspect.getattr_static(type(function), "__call__", None), FunctionType)


@lru_cache(maxsize=4096)
def _signature(handler: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(handler)


def _handled(lift: Lifting, name: str, handler: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    try:
        _signature(handler).bind(lift, *args, **kwargs)
    except TypeError as problem:
        text = str(problem).replace("'lift'", "").strip()
        lift.refuse(f"{name}: {text}, or precis does not know this argument", "leave the argument out, or compute the same otherwise")
    return handler(lift, *args, **kwargs)


def _into(lift: Lifting, out: Any, result: Any) -> Any:
    """`out` of a function that has no use for it but to write its result there."""
    return put_out(lift, out, value_of(lift, written_out(lift, result)), dtype_of(result))


def _call_method(lift: Lifting, method: Method, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> Any:
    owner = method.owner
    if isinstance(owner, Instance) and method.name in NAMED_TUPLES and issubclass(owner.cls, tuple):
        return NAMED_TUPLES[method.name](lift, owner, **kwargs)
    if isinstance(owner, Opaque):
        return owner
    if isinstance(owner, Instance) and method.name == "__dict__.update":
        return set_attributes(lift, owner, *args, **kwargs)
    if draws(owner) and not lift.frame.hidden:
        found = drawn_from(lift, owner, method.name, args, kwargs)
        if found is not MISSING:
            return found
        own = inspect.getattr_static(owner.cls, method.name)
        return follow(lift, owner, method.name, args, kwargs, lambda: call(lift, own, [owner, *args], kwargs, node))
    if isinstance(owner, Instance):
        return call(lift, inspect.getattr_static(owner.cls, method.name), [owner, *args], kwargs, node)
    if isinstance(owner, Super) and owner.found(method.name) is object.__init__:
        return None
    if isinstance(owner, Super):
        return call(lift, owner.found(method.name), [owner.instance, *args], kwargs, node)
    if method.name == "__getitem__":
        return take(lift, owner, *args)
    kind = _kind(owner)
    handler = METHODS.get((kind, method.name)) or _operator(method.name)
    if handler is None:
        what = kind.__name__ if isinstance(kind, type) else "ndarray" if isinstance(owner, (Array, View, Masked)) else "a number"
        lift.refuse(f"the method .{method.name} of {what} cannot be lifted", *hints(method.name),
                    "write it with the functions that are lifted (docs/lifting.md)")
    return _handled(lift, f".{method.name}", handler, [owner, *args], kwargs)


def _operator(name: str) -> Callable[..., Any] | None:
    """The handler of a method that is an operator: x.__add__(y)."""
    return FUNCTIONS.get(getattr(operator, name, None)) if name.startswith("__") else None


def _kind(owner: Any) -> Any:
    """The Python type whose methods an object has; arrays and numbers share theirs."""
    if is_set(owner):
        return set
    if isinstance(owner, Items):
        return owner.kind
    return tuple if isinstance(owner, tuple) else slice if isinstance(owner, SliceOf) else "number"


def _call_closure(lift: Lifting, f: Closure, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> Any:
    name = getattr(f.node, "name", "<lambda>")
    frame = Frame(name, f.node, f.frame.text, globals=f.frame.globals, outer=f.frame, hidden=f.frame.hidden, call=node)
    return inline(lift, frame, f.node, bind_arguments(name, f.node.args, args, kwargs, f.defaults, dict(f.keyword_defaults)))


def _call_function(lift: Lifting, function: FunctionType, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> Any:
    if function.__code__.co_filename == contextlib.__file__ and hasattr(function, "__wrapped__"):  # made by contextmanager
        return call(lift, function.__wrapped__, args, kwargs, node)
    if function.__module__ == re.__name__ and not is_users(function):
        return method_of_text(lift, function, args, kwargs)
    if not is_users(function):
        found = evaluated(lift, function, args, kwargs)
        if found is MISSING:
            unknown(lift, function, node)
        return found
    definition, text = lift.definition(function)
    hidden = function.__module__.startswith(library.__name__)  # modules of definitions, whose text is no user's
    frame = Frame(function.__name__, definition, None if hidden else text, globals=function.__globals__, outer=closure_of(function),
                  hidden=hidden, call=node)
    defaults = tuple(wrap(lift, d, "default") for d in function.__defaults__ or ())
    keyword_defaults = {k: wrap(lift, d, k) for k, d in (function.__kwdefaults__ or {}).items()}
    bound = bind_arguments(function.__name__, definition.args, args, kwargs, defaults, keyword_defaults)
    return inline(lift, frame, definition, bound)


def _other(lift: Lifting, function: Any, args: Sequence[Any], kwargs: dict[str, Any], node: Any) -> Any:
    """Objects that can be called, methods of strings, jitted functions."""
    if isinstance(function, Instance):
        return call(lift, Method(function, "__call__"), args, kwargs, node)
    for wrapped in ("py_func", "__wrapped__"):
        inner = getattr(function, wrapped, None)
        if isinstance(inner, FunctionType):
            return call(lift, inner, args, kwargs, node)
    if isinstance(function, (np.vectorize, Vectorized)):
        return call_vectorized(lift, function if isinstance(function, Vectorized) else settled(lift, function), args, kwargs)
    if isinstance(getattr(function, "__self__", None), np.random.Generator):
        lift.refuse("a generator of random numbers from outside of the program gives others at every call",
                    "make it in the program: rng = np.random.default_rng(seed)")
    state = own_state(lift, function)
    if state is not None:
        return drawn(lift, state, args, kwargs)
    if isinstance(function, BuiltinFunctionType) and isinstance(function.__self__, (str, re.Pattern, re.Match)):
        return method_of_text(lift, function, args, kwargs)
    if shows(function):
        return None
    own = inspect.getattr_static(type(function), "__call__", None)
    if isinstance(own, FunctionType):
        return call(lift, own, [function, *args], kwargs, node)
    found = evaluated(lift, function, args, kwargs)
    if found is MISSING:
        unknown(lift, function, node)
    return found


def unpacked(lift: Lifting, x: Any, names: int | None = None) -> tuple[Any, ...]:
    """The items of `*x`; `names`: how many there are if Python runs it, where only a run can tell."""
    if isinstance(x, Instance) and not issubclass(x.cls, tuple) and not hasattr(x.cls, "__iter__"):
        if hasattr(x.cls, "__getitem__"):
            lift.refuse(f"{x.cls.__name__} is unpacked by its __getitem__ alone, which cannot be lifted", "give it a method __iter__")
        lift.wrong(f"{x.cls.__name__} cannot be unpacked: it has no __iter__", "read its attributes, or make it a NamedTuple")
    over = iterable(lift, x)
    if isinstance(over, Counted):
        open_ = names is not None and lift.sizes.example(over.range.trips) is None
        count = names if open_ and names else lift.fixed(over.range.trips, "the number of items that are unpacked")
        return tuple(over.item(lift, over.range.start + k * over.range.step) for k in range(count))
    return over.items


