"""What does something else than compute: files, processes, threads, other languages, pictures. What a user is told about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outside:
    """`does`: what the function does, as said of it; `hint`: what to do instead."""

    does: str
    hint: str


FILES = Outside("reads or writes files", "do that before or after, and pass and return the arrays")
TALKS = Outside("talks to what is outside of the program", "do that before, and pass what it gives as an argument")
TEXTS = Outside("runs a text as a program", "write what the text says")
COMPILED = Outside("calls compiled code, which has no text to lift", "write what it computes with NumPy")
PARALLEL = Outside("runs pieces of the program side by side", "write a plain loop: what may run in parallel is found by precis")
OPTIONS = Outside("reads the command line", "lift the function that computes, and pass the options as arguments")
PICTURES = Outside("draws", "draw what the function returns, outside of it")
CHOOSES = Outside("chooses among pieces, and what it chooses has no derivative", "call it before, and pass what it chose as integers")
SEARCHES = Outside("searches at random", "call it before, pass where it ended, and start scipy.optimize.minimize there")
FACTORS = Outside("gives factors that have no derivative where eigenvalues meet", "use eigh, eig, svd, qr or cholesky")
TURNS = Outside("makes an object that is no array", "write the rotation as a matrix, and use @")
JOINS = Outside("adapts its mesh", "write the differences on a mesh as a system, and give it to scipy.optimize.fsolve")
LIBRARY = Outside("belongs to a library whose objects are not arrays", "pass and return the arrays of its objects")

MODULES: dict[str, Outside] = {
    **dict.fromkeys(("os", "posix", "pathlib", "shutil", "tempfile", "glob", "json", "_json", "pickle", "_pickle", "csv", "_csv", "h5py",
                     "io", "_io", "netCDF4", "zipfile", "gzip"), FILES),
    **dict.fromkeys(("subprocess", "socket", "urllib", "requests", "http", "sqlite3"), TALKS),
    **dict.fromkeys(("ctypes", "_ctypes", "cffi", "numba", "cython", "pyximport"), COMPILED),
    **dict.fromkeys(("threading", "_thread", "multiprocessing", "concurrent", "asyncio", "joblib", "queue", "mpi4py", "dask"), PARALLEL),
    **dict.fromkeys(("argparse", "optparse", "getopt", "click", "typer"), OPTIONS),
    **dict.fromkeys(("matplotlib", "seaborn", "plotly", "IPython", "PIL", "imageio", "cv2", "turtle", "tkinter"), PICTURES),
    **dict.fromkeys(("pandas", "sympy", "networkx", "sklearn", "torch", "tensorflow", "xarray", "datetime", "decimal", "fractions"),
                    LIBRARY),
}
NAMES: dict[tuple[str, str], Outside] = {
    **dict.fromkeys((("numpy", name) for name in (
        "load", "save", "savez", "savez_compressed", "savetxt", "loadtxt", "genfromtxt", "fromfile", "memmap")), FILES),
    **dict.fromkeys((("builtins", name) for name in ("eval", "exec", "compile", "__import__")), TEXTS), ("builtins", "input"): TALKS,
    **dict.fromkeys((("scipy", name) for name in (
        "linprog", "milp", "ConvexHull", "Delaunay", "Voronoi",
        "minimum_spanning_tree", "linkage", "fcluster")), CHOOSES),
    **dict.fromkeys((("scipy", name) for name in ("differential_evolution", "basinhopping", "dual_annealing", "shgo", "direct")), SEARCHES),
    **dict.fromkeys((("scipy", name) for name in ("schur", "rsf2csf", "hessenberg", "qz", "null_space")), FACTORS),
    **dict.fromkeys((("scipy", f"from_{name}") for name in ("euler", "rotvec", "quat", "matrix", "mrp", "davenport")), TURNS),
    ("scipy", "solve_bvp"): JOINS,
}


def outside(function: Any) -> Outside | None:
    """What a function does that is no computation; None where nothing like that is known of it."""
    module, owner = getattr(function, "__module__", None) or "", type(getattr(function, "__self__", None)).__module__
    named = NAMES.get((module.split(".")[0], getattr(function, "__name__", "")))
    return named or said_of_module(module) or said_of_module(owner)


def said_of_module(name: str) -> Outside | None:
    """What the functions of a module do, by its name."""
    return MODULES.get(name.split(".")[0])
