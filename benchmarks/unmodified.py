"""A JAX program of a user as JAX runs it: its function, its arguments, jax.jit of it, and jax.vjp by its floating arguments."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.outcome import tolerance

SENSITIVE = 10.0  # how much further from JAX's results others may be than JAX's own go when its arguments are nudged


@dataclass(frozen=True)
class Unmodified:
    """A function under `jax.jit` (its own, where the file has one), and its arguments as the file makes them."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    @property
    def jitted(self) -> Callable[..., Any]:
        import jax

        return self.function if hasattr(self.function, "lower") else jax.jit(self.function)

    @property
    def given(self) -> tuple[Any, ...]:
        """The arguments as JAX has them once they were used: arrays on its device."""
        import jax

        return jax.tree.map(lambda x: jax.device_put(x) if isinstance(x, np.ndarray) else x, self.arguments)

    def run(self, arguments: Sequence[Any]) -> list[Any]:
        import jax

        return jax.tree.leaves(jax.block_until_ready(self.jitted(*arguments)))

    @property
    def floating(self) -> list[Any]:
        """The leaves of the arguments that are differentiated by."""
        import jax
        import jax.numpy as jnp

        return [jnp.asarray(x) for x in jax.tree.leaves(self.arguments) if _is_inexact(x)]

    @property
    def outputs(self) -> Callable[..., list[Any]]:
        """The floating results as a function of the floating leaves; the other leaves stay as they are."""
        import jax

        leaves, tree = jax.tree.flatten(self.arguments)
        places = [k for k, x in enumerate(leaves) if _is_inexact(x)]

        def of(*moving: Any) -> list[Any]:
            whole = dict(enumerate(leaves)) | dict(zip(places, moving))
            return [y for y in jax.tree.leaves(self.function(*jax.tree.unflatten(tree, list(whole.values())))) if _is_inexact(y)]
        return of

    @property
    def both(self) -> Callable[..., tuple[list[Any], Sequence[Any]]]:
        """From floating leaves and cotangents to the results and the cotangents of the leaves, compiled as one function."""
        import jax

        def pull(moving: Sequence[Any], bars: Sequence[Any]) -> tuple[list[Any], Sequence[Any]]:
            values, back = jax.vjp(self.outputs, *moving)
            return values, back(list(bars))
        return jax.jit(pull)


def load(folder: Path, name: str, preset: str) -> Unmodified:
    """The function called `name` of `folder`/`name`.py, and what `initialize(preset)` of the same file returns."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec and spec.loader, name
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Unmodified(getattr(module, name), tuple(module.initialize(preset)))


def names_in(folder: Path) -> list[str]:
    return sorted(f.stem for f in folder.glob("*.py") if not f.stem.startswith("_"))


def _is_inexact(x: Any) -> bool:
    import jax.numpy as jnp

    return isinstance(x, (float, complex)) or (hasattr(x, "dtype") and bool(jnp.issubdtype(x.dtype, jnp.inexact)))


def nudged(leaf: Any, rng: np.random.Generator) -> Any:
    """Each number about a unit in the last place larger or smaller, at random: as another rounding might give it."""
    if not _is_inexact(leaf):
        return leaf
    import jax.numpy as jnp

    x = np.asarray(jnp.asarray(leaf))
    spacing = np.asarray(jnp.finfo(x.dtype).eps, x.dtype)
    moved = np.where(rng.random(x.shape) < 0.5, x * (1 - spacing / 2), x * (1 + spacing)).astype(x.dtype)
    return type(leaf)(moved) if isinstance(leaf, (float, complex)) else jnp.asarray(moved)


def distance(expected: np.ndarray, found: np.ndarray) -> float:
    """2-norm of found - expected, relative unless expected is 0; inf where places of NaN and infinity differ."""
    e, f = (np.asarray(x).astype(np.clongdouble) for x in (expected, found))
    finite = np.isfinite(e)
    if not np.array_equal(e[~finite], f[~finite], equal_nan=True) or not np.all(np.isfinite(f[finite])):
        return np.inf
    return float(np.linalg.norm((e - f)[finite].ravel())) / (float(np.linalg.norm(e[finite].ravel())) or 1.0)


def judged(expected: Sequence[Any], found: Sequence[Any], moved: Sequence[Any]) -> str:
    """yes; yes and how far off, where rounding decides (JAX's own results `moved` about as far when its arguments were nudged); or what
    is wrong."""
    if len(expected) != len(found):
        return f"{len(found)} results, not {len(expected)}"
    off = 0.0
    for k, (e, f, m) in enumerate(zip(expected, found, moved)):
        e, f = np.asarray(e), np.asarray(f)
        if e.dtype != f.dtype or e.shape != f.shape:
            return f"result {k + 1} is {f.dtype}{list(f.shape)}, not {e.dtype}{list(e.shape)}"
        apart, own = distance(e, f), distance(e, m)
        if not apart <= max(tolerance(e), SENSITIVE * own):
            return f"result {k + 1} differs by {apart:.2g} (JAX's own moves by {own:.2g})"
        off = max(off, apart * (apart > tolerance(e)))
    return f"yes, rounding moves it ({off:.1g})" if off else "yes"
