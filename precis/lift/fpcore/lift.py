"""lift_fpcore: one core of a file -> Program, with the box of its inputs, its precondition and its specification."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from precis.errors import Span, UsageError
from precis.formats import Format
from precis.ir.build import Build, Names
from precis.ir.canonical import canonical
from precis.ir.live import live
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Program, Value, values_of
from precis.ir.verify import verify
from precis.lift.fpcore import loops, tensors
from precis.lift.fpcore.box import Interval, box_of
from precis.lift.fpcore.literals import Exact
from precis.lift.fpcore.lower import Entry, Lowering, Scope
from precis.lift.fpcore.original import original
from precis.lift.fpcore.precisions import Context, within
from precis.lift.fpcore.problem import Problems, nearest
from precis.lift.fpcore.reader import Atom, Datum, List
from precis.lift.fpcore.syntax import Argument, Core, cores_of

FORMS_OF = (loops, tensors)  # they enter their forms into the table of precis.lift.fpcore.lower
SIZE = 8  # of dimensions that are symbols


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """One core.

    program    what it computes; `original` is what :precision states
    box        argument -> interval of its values (of its elements)
    formats    argument -> format of the numbers that it is given
    predicate  :pre as a Program of the same arguments with one bool result; None without one
    spec       :spec likewise, with the result that is meant; None where the body is its own meaning
    literals   binary64 number in the programs -> the real number that stands in the file
    notes      what was assumed
    """

    core: Core
    program: Program
    box: Mapping[str, Interval]
    formats: Mapping[str, Format]
    predicate: Program | None
    spec: Program | None
    literals: Mapping[float, Exact]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """A file of cores, read."""

    path: str
    text: str
    cores: tuple[Core, ...]

    def core(self, name: str | None) -> Core:
        """The core with this identifier, :name or, without one, "line N"; the only one for None. UsageError lists the names."""
        if name is None and len(self.cores) == 1:
            return self.cores[0]
        found = [c for c, shown in zip(self.cores, self.names) if name is not None and name in (c.name, c.title, shown)]
        if found:
            return found[0]
        names = self.names
        what = f"{self.path} holds no (FPCore ...)" if not names else f"{self.path} holds {len(names)} cores: name one" if name is None \
            else f"{self.path} has no core {name}"
        hints = (*nearest(name or "", names), *((f"cores: {', '.join(names)}",) if names else ()))
        raise UsageError(what, hints=hints)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(c.name or c.title or f"line {c.span.line}" for c in self.cores)


def read_fpcore(path: str | Path) -> File:
    """The cores of a file. Raises UsageError where it cannot be read, ParseError with the place of what is wrong in it."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as problem:
        raise UsageError(f"cannot read {path}: {problem.strerror or problem}") from None
    except ValueError:
        raise UsageError(f"{path} is not a text file in UTF-8") from None
    return read_text(text, str(path))


def read_text(text: str, path: str = "<text>") -> File:
    return File(path, text, cores_of(text, path))


def lift_fpcore(file: File, name: str | None = None, size: int | None = None) -> Lifted:
    """Lift one core. `size` is the length of dimensions that are symbols (default 8).

    Raises ParseError or UnsupportedProgram at the place in the file, UsageError for an unknown name.
    """
    core = file.core(name)
    problems = Problems(file.text)
    try:
        return _lifted(core, file, problems, size or SIZE)
    except RecursionError:
        raise problems.unsupported("this core is nested too deeply", core.where) from None


def _lifted(core: Core, file: File, problems: Problems, size: int) -> Lifted:
    context = within(Context(), core.properties, problems)
    formats = {a.name: within(context, a.properties, problems).format for a in core.arguments}
    box, notes = box_of(core, formats, problems)
    literals: dict[float, Exact] = {}

    def program(x: Datum) -> Program:
        lo = Lowering(problems, {c.name: c for c in file.cores if c.name}, Path(file.path).name, literals=literals)
        return _program(lo, core, x, context, formats, size, file.text)

    body = program(core.body)
    pre, spec = core.properties.get(":pre"), core.properties.get(":spec")
    predicate = program(pre) if pre is not None else None
    if predicate is not None and (predicate.returned[0].kind, predicate.returned[0].rank) != ("bool", 0):
        raise problems.wrong(":pre has to be a condition", pre or core.where)
    meant = program(spec) if _is_expression(spec) and spec is not None else None
    if meant is not None and (meant.returned[0].shape, meant.returned[0].kind) != (body.returned[0].shape, body.returned[0].kind):
        raise problems.wrong(":spec and the body have different shapes or kinds", spec or core.where)
    return Lifted(core, body, box, formats, predicate, meant, literals, notes)


def _is_expression(spec: Datum | None) -> bool:
    return isinstance(spec, (Atom, List))


def _program(lo: Lowering, core: Core, x: Datum, context: Context, formats: Mapping[str, Format], size: int, text: str) -> Program:
    b = Build(Names(), replace(core.span, file=lo.file))
    env: dict[str, Entry] = {}
    params = [_parameter(lo, a, b, env, formats[a.name], size) for a in core.arguments]
    env.update({a.name: Entry(p) for a, p in zip(core.arguments, params)})
    scope = Scope(b, env, context, calls=(core.name,) if core.name else ())
    with lo.statement(scope, x.span):
        result = _result(lo, lo.lower(x, scope), b, x.span)
    body = live(b.block(params, (result,)))
    used = {v.container for v in values_of(body)} | {p.container for p in params}
    containers = tuple(c for name, c in lo.containers.table.items() if name in used)
    program = Program(
        _identifier(core, lo.file), (), containers, body, tuple((a.name, Leaf("value", p.name)) for a, p in zip(core.arguments, params)),
        Leaf("value", result.name), sources={lo.file: text})
    storage = {name: fmt for name, fmt in lo.containers.formats.items() if name in used}
    program = canonical(replace(program, original=original(program, lo.formats, storage, context.format)))
    verify(program)
    return program


def _parameter(lo: Lowering, a: Argument, b: Build, env: dict[str, Entry], fmt: Format, size: int) -> Value:
    shape = []
    for d in a.dimensions:
        exact = lo.literal(d)
        if exact is not None and (exact.denominator != 1 or exact < 1):
            raise lo.problems.wrong("a dimension is a positive integer or a symbol", d)
        known = env.setdefault(d.text, Entry(size=Size.of(size))).size if exact is None else Size.of(int(exact))
        assert known is not None
        shape.append(known)
    draft = Value("", tuple(shape))
    container = lo.containers.of(a.name, draft, fmt, replace(a.where.span, file=lo.file), "input")
    v = b.value(container, tuple(shape), "real", container)
    lo.formats[v.name] = fmt
    return v


def _result(lo: Lowering, v: Value, b: Build, span: Span) -> Value:
    """The result in a container: the variable that it is, or `out`."""
    known = lo.containers.table.get(v.container or "")
    if known is None or known.role != "local":
        fmt = lo.formats.get(v.name)
        container = lo.containers.of("out", v, fmt, replace(span, file=lo.file))
        v = b.call("store", v, container=container)
        lo.formats.update({v.name: fmt} if fmt else {})
    assert v.container is not None
    lo.containers.set_role(v.container, "output")
    return v


def _identifier(core: Core, file: str) -> str:
    """A name for the program: the core's own where Python could have it, else one made of :name."""
    for name in (core.name, core.title, Path(file).stem):
        plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
        if plain:
            return plain if not plain[0].isdigit() else f"core_{plain}"
    return "core"
