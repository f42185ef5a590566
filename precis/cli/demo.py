"""The bundled programs: the case studies, from the installed package or from a source checkout beside it."""

from __future__ import annotations

import ast
import difflib
from dataclasses import dataclass
from pathlib import Path

from precis.errors import UsageError

PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = (PACKAGE / "demo", PACKAGE.parent / "case_studies")  # as the wheel has them, and as the checkout has them
DEFAULT = "shallow_water"


@dataclass(frozen=True, slots=True)
class Entry:
    """A bundled program's main function, a sensible tolerance, a size that answers soon (None: its own)."""

    function: str
    rtol: float
    size: int | None = None


TABLE = {
    "arclength": Entry("arclength", 1e-6),
    "attention": Entry("attention", 1e-2),
    "black_scholes": Entry("black_scholes", 1e-6),
    "burgers": Entry("burgers", 1e-5),
    "conjugate_gradients": Entry("conjugate_gradients", 1e-6),
    "hdiff": Entry("horizontal_diffusion", 1e-5),
    "heat": Entry("heat", 1e-4),
    "nbody": Entry("nbody", 1e-6),
    "shallow_water": Entry("shallow_water", 1e-6),
    "simpson": Entry("simpson", 1e-7),
    "three_matmuls": Entry("chain", 1e-3),
    "wet_bulb": Entry("column", 1e-5),
}


@dataclass(frozen=True, slots=True)
class Demo:
    path: Path
    function: str
    rtol: float
    size: int | None
    about: str


def demos() -> dict[str, Demo]:
    """Every bundled program by name."""
    folder = next((f for f in FOLDERS if (f / f"{DEFAULT}.py").is_file()), None)
    if folder is None:
        raise UsageError(
            "the bundled programs are missing", hints=("install precis again, or run from a source checkout",)
        )
    return {name: _demo(folder / f"{name}.py", entry) for name, entry in TABLE.items()}


def demo_named(name: str | None) -> Demo:
    """The bundled program called `name`, the default one for None; UsageError with the names that there are."""
    known = demos()
    wanted = DEFAULT if name is None else name
    if wanted in known:
        return known[wanted]
    close = difflib.get_close_matches(wanted, known, 1)
    hints = [f"did you mean {close[0]}?"] if close else []
    raise UsageError(f"there is no bundled program {wanted!r}", hints=(*hints, f"bundled: {', '.join(known)}"))


def _demo(path: Path, entry: Entry) -> Demo:
    about = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").splitlines()
    return Demo(path, entry.function, entry.rtol, entry.size, about[0] if about else "")
