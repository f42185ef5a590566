"""The same function run by NumPy, precis and, where they are installed and can, Numba and JAX (DaCe: benchmarks.dace_apart).

A peer is given the port that was written for it by hand, where there is one. Otherwise Numba is given the function as it is (its helpers
too), and JAX the function with jax.numpy in place of NumPy, which works for programs that change nothing in place; integers are static.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from types import FunctionType
from typing import Any

import numpy as np

from benchmarks.outcome import arrays_of, disagreement, fresh

PEERS = ("numba", "jax")


def numba_of(function: Callable, arguments: Sequence[Any]) -> Callable:
    """The function under numba.njit, with every function of its module compiled too."""
    import numba

    names: dict[str, Any] = dict(function.__globals__)
    for name, f in list(names.items()):
        if isinstance(f, FunctionType) and f.__module__ == function.__module__:
            names[name] = numba.njit(_in(f, names))
    return names[function.__name__]


def jax_of(function: Callable, arguments: Sequence[Any]) -> Callable:
    """The function over jax.numpy; integers are static."""
    import jax

    return jax.jit(_over_jax(function), static_argnums=tuple(k for k, a in enumerate(arguments) if isinstance(a, (int, np.integer))))


def corpus_port(name: str, function: Callable) -> Callable | None:
    """The port of a program of the corpus, where one was written."""
    if name != "jax" or not find_spec("jax"):
        return None
    from benchmarks import jax_ports

    return getattr(jax_ports, function.__name__, None)


def _with_binary64() -> None:
    """Before modules of ports make arrays of theirs: JAX is to have the formats that NumPy has."""
    import jax

    jax.config.update("jax_enable_x64", True)


def _finished(run: Callable) -> Callable:
    """A function of JAX that returns when its results are there."""
    import jax

    return lambda *args: jax.block_until_ready(run(*args))


def _over_jax(function: Callable) -> FunctionType:
    import jax.numpy

    names: dict[str, Any] = dict(function.__globals__, np=jax.numpy)
    for name, f in list(names.items()):
        if isinstance(f, FunctionType) and f.__module__ == function.__module__:
            names[name] = _in(f, names)
    return names[function.__name__]


def _in(f: FunctionType, names: dict[str, Any]) -> FunctionType:
    return FunctionType(f.__code__, names, f.__name__, f.__defaults__, f.__closure__)


_MAKERS = {"numba": numba_of, "jax": jax_of}


def installed() -> tuple[str, ...]:
    return tuple(p for p in PEERS if find_spec(p))


def peer(name: str, function: Callable, arguments: Sequence[Any], expected: Sequence[np.ndarray],
         port: Callable[[], Callable | None] = lambda: None) -> tuple[Callable | None, float, str]:
    """(what to call, seconds of the first call, why not): a peer counts only where its results are right. port: gives the function that was
    written for the peer by hand, None where the peer is given the program's own."""
    start = time.perf_counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if name == "jax":
                _with_binary64()
            ported = port()
            run = ported or _MAKERS[name](function, arguments)
            run = _finished(run) if name == "jax" else run
            run(*fresh(arguments))
            first = time.perf_counter() - start
            wrong = _judged(run, arguments, expected, ported is not None)
    except Exception as problem:
        return None, 0.0, f"{type(problem).__name__}: {str(problem).strip().splitlines()[0] if str(problem).strip() else ''}"[:160]
    return (None, first, f"wrong: {wrong}") if wrong else (run, first, "")


def _judged(run: Callable, arguments: Sequence[Any], expected: Sequence[np.ndarray], ported: bool) -> str:
    """"" where the results are right. A port may return what the program itself changes in place."""
    mine = fresh(arguments)
    returned = arrays_of(run(*mine))
    found = returned + [a for a in arrays_of(mine) if a.ndim]
    wrong = disagreement(expected, _alike(expected, found))
    return wrong if wrong and not (ported and returned) else wrong and _wrong(expected, returned)


def _wrong(expected: Sequence[np.ndarray], found: Sequence[np.ndarray]) -> str:
    """Whether some result of a port is none of the results expected: ports return what the original changes in place."""
    for k, f in enumerate(found):
        alike = [e for e in expected if e.shape == f.shape]
        if not any(not disagreement([e], [f.astype(e.dtype)]) for e in alike):
            return f"result {k + 1}"
    return ""


def _alike(expected: Sequence[np.ndarray], found: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Peers may return numbers of another dtype: values count."""
    return [f.astype(e.dtype) for e, f in zip(expected, found)] + list(found[len(expected):])
