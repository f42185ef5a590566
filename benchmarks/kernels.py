"""Kernels of a user's suite: a JSON file each, that says where the NumPy function is and how its arguments are made."""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

IGNORED = (".git", "__pycache__", ".venv", "node_modules", "build")


class SuiteError(Exception):
    """What is wrong with a kernel's description, in words for its author."""


@dataclass(frozen=True)
class Kernel:
    """One described kernel.

    name        unique in the suite
    folder      where its modules are
    module      stem of the files: `<module>.py` with the initialiser, `<module>_numpy.py` with the function
    function    name of the function
    presets     preset -> parameter -> value
    init        name of the initialiser ("": arguments are parameters alone), its arguments, the names of what it returns
    arguments   names of the function's arguments
    """

    name: str
    folder: Path
    module: str
    function: str
    presets: Mapping[str, Mapping[str, Any]]
    init: tuple[str, tuple[str, ...], tuple[str, ...]]
    arguments: tuple[str, ...]

    def load(self, preset: str) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """(the function, its arguments for a preset). Raises SuiteError."""
        function = _attribute(_module(self._file(f"{self.module}_numpy.py")), self.function)
        data = dict(self._parameters(preset))
        if self.init[0]:
            data |= self._initial(data)
        names = self.arguments or tuple(inspect.signature(function).parameters)
        missing = [a for a in names if a not in data]
        if missing:
            raise SuiteError(f"no parameter and no output of the initialiser is called {missing[0]}")
        return function, tuple(data[a] for a in names)

    def ports(self, peer: str) -> dict[str, Path]:
        """suffix -> file of the ports to a peer: numba -> `<module>_numba.py`, numba_loops -> `<module>_numba_loops.py`."""
        start = f"{self.module}_"
        return {file.stem.removeprefix(start): file for file in sorted(self.folder.glob(f"{start}{peer}*.py"))}

    def load_port(self, file: Path) -> Callable[..., Any]:
        """The function of a port, under the name that it has in NumPy. Raises SuiteError."""
        return _attribute(_module(file), self.function)

    def _parameters(self, preset: str) -> Mapping[str, Any]:
        if preset not in self.presets:
            raise SuiteError(f"no preset {preset}; there are {', '.join(self.presets) or 'none'}")
        return self.presets[preset]

    def _initial(self, data: Mapping[str, Any]) -> dict[str, Any]:
        name, given, made = self.init
        path = self.folder / f"{self.module}.py"
        initialise = _attribute(_module(path if path.exists() else self._file(f"{self.module}_numpy.py")), name)
        missing = [a for a in given if a not in data]
        if missing:
            raise SuiteError(f"the initialiser needs {missing[0]}, which is no parameter of the preset")
        values = initialise(*(data[a] for a in given))
        values = values if isinstance(values, (tuple, list)) else (values,)
        if len(values) != len(made):
            raise SuiteError(f"{name} does not return the {len(made)} values named in output_args")
        return dict(zip(made, values))

    def _file(self, name: str) -> Path:
        path = self.folder / name
        if path.exists():
            return path
        found = sorted(self.folder.glob("*_numpy.py")) if name.endswith("_numpy.py") else []
        if len(found) != 1:
            raise SuiteError(f"{self.folder} has no file {name}")
        return found[0]


def find_kernels(path: Path) -> dict[str, Kernel | SuiteError]:
    """name -> kernel, or what is wrong with its description. Files that describe nothing are passed over."""
    found: dict[str, Kernel | SuiteError] = {}
    for file in sorted(path.rglob("*.json")):
        if any(part in IGNORED for part in file.relative_to(path).parts):
            continue
        described = _description(file)
        if described is not None:
            name = _name(file, described, found)
            try:
                found[name] = read_kernel(name, file, path, described)
            except SuiteError as problem:
                found[name] = problem
    return found


def _description(file: Path) -> dict[str, Any] | SuiteError | None:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        return SuiteError(f"{file.name} is not JSON: {problem}")
    if isinstance(data, dict) and isinstance(data.get("benchmark"), dict):
        return data["benchmark"]
    known = isinstance(data, dict) and {"func_name", "module_name", "parameters", "relative_path", "init"} & set(data)
    return data if known else None


def _name(file: Path, described: dict[str, Any] | SuiteError, taken: Mapping[str, Any]) -> str:
    given = "" if isinstance(described, SuiteError) else str(described.get("short_name") or described.get("name") or "")
    clean = "".join(c if c.isalnum() or c in "-_." else "_" for c in given or file.stem)
    return clean if clean not in taken else f"{clean}-{file.parent.name}"


def read_kernel(name: str, file: Path, root: Path, data: dict[str, Any] | SuiteError) -> Kernel:
    """The kernel that a JSON file describes. Raises SuiteError with the key that is missing or wrong."""
    if isinstance(data, SuiteError):
        raise data
    module = str(data.get("module_name") or file.stem)
    init = data.get("init") or {}
    if not isinstance(init, dict):
        raise SuiteError(f"{file.name}: init is not an object")
    presets = data.get("parameters")
    if not isinstance(presets, dict) or not all(isinstance(p, dict) for p in presets.values()):
        raise SuiteError(f"{file.name}: parameters does not map presets to values by name")
    function = data.get("func_name")
    if not function:
        raise SuiteError(f"{file.name}: func_name is missing")
    start = init.get("func_name", "initialize") if init else ""
    given, made = (_names(file, f"init.{key}", init.get(key)) for key in ("input_args", "output_args"))
    return Kernel(name, _folder(file, root, data, module), module, str(function), presets, (str(start), given, made),
                  _names(file, "input_args", data.get("input_args")))


def _names(file: Path, key: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if not isinstance(value, (list, tuple, type(None))) or not all(isinstance(v, str) for v in value or ()):
        raise SuiteError(f"{file.name}: {key} is not a list of names")
    return tuple(value or ())


def _folder(file: Path, root: Path, data: Mapping[str, Any], module: str) -> Path:
    """Where the modules are: beside the JSON file, or at relative_path below the root or below some folder of it."""
    relative = str(data.get("relative_path") or "").strip("/")
    places = [root / relative, file.parent / relative, file.parent]
    if relative:
        places += sorted(p for p in root.rglob(relative.rsplit("/", 1)[-1]) if p.as_posix().endswith("/" + relative))
    for place in places:
        if place.is_dir() and ((place / f"{module}_numpy.py").exists() or (place / f"{module}.py").exists()):
            return place
    raise SuiteError(f"{file.name}: no {module}_numpy.py at relative_path {relative or '(missing)'}")


def _module(path: Path) -> ModuleType:
    """A module by its file; its folder may be imported from."""
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise SuiteError(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module


def _attribute(module: ModuleType, name: str) -> Callable[..., Any]:
    found = getattr(module, name, None)
    if not callable(found):
        raise SuiteError(f"{module.__name__}.py has no function {name}")
    return found
