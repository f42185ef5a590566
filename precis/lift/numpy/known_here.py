"""What is known while one function is lifted: its tables, and the rules that call each other through all handlers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.errors import Span
from precis.ir.build import Build, Names
from precis.ir.size import Size
from precis.ir.types import Assumption, Node
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.journal import Journal
from precis.lift.numpy.lifting_tables import PLAIN, Catching, Identity, Lacks, Layout, Loops, Made, Meeting, Sought, Ways
from precis.lift.numpy.names import Containers
from precis.lift.numpy.problems import Among, Fact, Ordered
from precis.lift.numpy.sizes import Sizes
from precis.lift.numpy.source import Sources
from precis.lift.numpy.values import Array
from precis.lift.numpy.work import ONE

Recursive = Callable[..., Any]


class KnownHere:
    """The tables of one lifting."""

    def __init__(self, evaluate: Recursive, execute: Recursive, call: Recursive, assign: Recursive, choose: Recursive,
                 changed: Recursive, left: Recursive, ways: Ways = PLAIN) -> None:
        self._evaluate, self._execute, self._call, self._assign = evaluate, execute, call, assign
        self._choose, self._changed, self._left = choose, changed, left
        self.ways, self.lacks = ways, Lacks()
        self.made = Made(set(ways.keyed), dict(ways.columns), dict(ways.columns))
        self.layout, self.loops, self.meeting, self.identity = Layout(), Loops(), Meeting(), Identity()
        self.catching = Catching(trapping=bool({"raise", "call"} & set(np.geterr().values())))
        self.texts = Sources()
        self.arguments: set[Array] = set()  # arrays that the caller sees
        self.main: Any = None  # the syntax of the function that is lifted
        self.journal = Journal()
        self.sizes = Sizes(self.journal)
        self.sizes.whole = ways.whole
        self.sizes.here = lambda: self.span
        self.names = Names()
        self.most = ONE  # names that it may make
        self.build = Build(self.names)
        self.containers = Containers(self.journal, self.sizes)
        self.content: dict[Any, Any] = {}  # arrays, lists, dicts, objects -> what they hold
        self.kept: dict[Array, str] = {}  # arrays that the user named -> containers
        self.relations: dict[Any, frozenset[Any]] = {}  # arrays that may share elements with others, lists and objects that may be others
        self.frames: list[Frame] = []
        self.frame_of: dict[int, Frame] = {}  # id of a frame's names and flow -> frame
        self.span: Span | None = None
        self.placed: dict[tuple[int, str], Span | None] = {}  # (object, its attribute) or (what it is, ""), by serials: set where
        self.dtypes: dict[str, np.dtype] = {}  # of every SSA value
        self.sought: dict[str, Sought] = {}  # searches in hash tables, by the name of what they find
        self.stopped: set[str] = set()  # values that definitions say have no derivative
        self.operands: dict[str, np.dtype] = {}  # of comparisons: the dtype in which they compare
        self.implied: dict[str, tuple[list[Fact], list[Fact]]] = {}  # bools -> what is known where they hold, and where not
        self.holding: list[str | Among | Ordered] = []  # bools that hold here, which of several things something is, what is larger
        self.definitions: dict[str, Node] = {}
        self.either: set[str] = set()  # values that Python has in one of several dtypes, as data ask for
        self.sources: dict[str, str] = {}
        self.constants: dict[str, np.ndarray] = {}
        self.globals_read: dict[int, tuple[Any, Any]] = {}  # id -> (object, what it stands for)
        self.runtime: dict[Any, Any] = {}  # sizes read from integer values, places of masks: by the block that has them
        self.births: dict[int, int] = {}  # id of a table of the lifter's own -> serial
        self.assumed: dict[Assumption, bool] = {}  # what is not checked
        self.overruns: dict[Size, Span | None] = {}  # positions that are out of bounds in the example
        self.random: Any = None  # what np.random.seed made
        self.beside: dict[Any, tuple[dict[str, Any], Any, list[Size]]] = {}  # generators that also draw in the example (draws)
        self.given: dict[Any, dict[str, Any]] = {}  # attributes that the program gives to functions and classes
        self.sparse: set[str] = set()  # which kinds of sparse operands there are: "matrix", "array"
        self.counts: dict[str, bool] = {}  # symbols of such sizes in sight
        self.prelude = Build(self.names)  # constants that every block sees
        self.blocks_kept: list[Build] = []  # blocks that `runtime` names by their id

    def evaluate_or_none(self, node: ast.expr) -> Any:
        """The same where None by what the program computes is as good as a thing: where it is compared, tested, handed on or returned."""
        return self._evaluate(self, node)

    def execute(self, statements: Sequence[ast.stmt]) -> None:
        self._execute(self, statements)

    def call(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any], node: ast.AST | None = None) -> Any:
        return self._call(self, function, args, kwargs, node)

    def assign(self, target: ast.expr, x: Any) -> None:
        self._assign(self, target, x)

    def choose(self, holds: Any, then: Callable[[], Any], otherwise: Callable[[], Any], fills: bool = False) -> Any:
        """The value of `then() if holds else otherwise()`."""
        return self._choose(self, holds, then, otherwise, fills)
