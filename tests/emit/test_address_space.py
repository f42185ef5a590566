"""Lists that nothing bounds in reserved address space: what Python gives, without a second run, a copy or a limit of their own."""

import subprocess
import sys
import textwrap
from collections import deque

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.searches import graph

pytestmark = needs_compiler


def components(starts, ends, weights):
    """A stack for each component: what the search around it carries is not copied."""
    n = len(starts) - 1
    label, c = np.full(n, -1), 0
    for s in range(n):
        if label[s] >= 0:
            continue
        stack = [s]
        while stack:
            u = stack.pop()
            if label[u] >= 0:
                continue
            label[u] = c
            for e in range(starts[u], starts[u + 1]):
                stack.append(ends[e])
        c += 1
    return label, c


def in_layers(starts, ends, weights):
    """A queue for each component, and how far it is read."""
    n = len(starts) - 1
    label, c = np.full(n, -1), 0
    for s in range(n):
        if label[s] >= 0:
            continue
        queue = deque([s])
        label[s] = c
        while queue:
            u = queue.popleft()
            for e in range(starts[u], starts[u + 1]):
                v = ends[e]
                if label[v] < 0:
                    label[v] = c
                    queue.append(v)
        c += 1
    return label, c


def postorder(starts, ends, weights):
    """A list that the searches of all components lengthen, and that is given back."""
    n = len(starts) - 1
    seen, order = np.zeros(n, dtype=bool), []
    for s in range(n):
        if seen[s]:
            continue
        stack = [(s, False)]
        while stack:
            u, done = stack.pop()
            if done:
                order.append(u)
                continue
            if seen[u]:
                continue
            seen[u] = True
            stack.append((u, True))
            for e in range(starts[u], starts[u + 1]):
                if not seen[ends[e]]:
                    stack.append((ends[e], False))
    return order


def rising(starts, ends, weights):
    """Real numbers, of which the list that is left is given back whole."""
    kept, pending = [0.0], [1.0]
    while pending:
        x = pending.pop()
        kept.append(kept[-1] + x)
        if x > 1.0 / len(weights):
            pending.append(0.4 * x)
            pending.append(0.3 * x)
    return np.array(kept)


def read_whole(starts, ends, weights):
    """Each iteration turns a list around: it is no list in place."""
    n, total = len(starts) - 1, 0
    for s in range(n):
        stack = [s]
        while stack:
            u = stack.pop()
            total = (3 * total + u) % 1009
            for e in range(starts[u], starts[u + 1]):
                if ends[e] > u:
                    stack.append(int(ends[e]))
            stack.reverse()
    return total


def augmented(starts, ends, weights):
    """A search from each node that ends in the midst of its list, and goes through the list then."""
    n = len(starts) - 1
    mate, owner, edge = np.full(n, -1), np.full(n, -1), starts[:-1].copy()
    for root in range(n):
        path = [root]
        while path:
            u = path[-1]
            if edge[u] == starts[u + 1]:
                path.pop()
                continue
            v = ends[edge[u]]
            edge[u] += 1
            if owner[v] < 0:
                for x in path:
                    y = ends[edge[x] - 1]
                    owner[y] = x
                    mate[x] = y
                break
            path.append(owner[v])
    return mate, owner


def steps_taken(starts, ends, weights):
    """Iterations are counted by the program, too, some of them alone, and what is left of the list is read behind the loop."""
    n = len(starts) - 1
    seen, steps, odd, left = np.zeros(n, dtype=bool), 0, 0, 0
    for root in range(n):
        stack = [root]
        while stack:
            steps += 1
            u = stack.pop()
            if u % 7 == 3:
                break
            odd += u % 2
            for e in range(starts[u], starts[u + 1]):
                if not seen[ends[e]]:
                    seen[ends[e]] = True
                    stack.append(ends[e])
        left += len(stack)
    return seen, steps, odd, left


def flagged(starts, ends, weights):
    """The program's own flag ends a search; what it tells is read behind it, too."""
    n = len(starts) - 1
    owner, edge, found = np.full(n, -1), starts[:-1].copy(), 0
    for root in range(n):
        path, done = [root], False
        while path and not done:
            u = path[-1]
            if edge[u] == starts[u + 1]:
                path.pop()
            else:
                v = ends[edge[u]]
                edge[u] += 1
                if owner[v] < 0:
                    owner[v] = u
                    done = True
                else:
                    path.append(owner[v])
        found += done
    return owner, edge, found


def until_heavy(starts, ends, weights):
    """A number ends a search, which nobody reads behind it."""
    n = len(starts) - 1
    label = np.full(n, -1)
    for root in range(n):
        stack, load = [root], 0.0
        while len(stack) > 0 and load < 3.0:
            u = stack.pop()
            if label[u] < 0:
                label[u] = root
                for e in range(starts[u], starts[u + 1]):
                    stack.append(ends[e])
            load += weights[starts[u]] if starts[u] < len(weights) else 0.5
    return label


def _same(found, expected):
    found, expected = (x if isinstance(x, tuple) else (x,) for x in (found, expected))
    for a, b in zip(found, expected, strict=True):
        assert type(a) is type(b)
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("f", [components, in_layers, postorder, rising, read_whole, augmented, steps_taken, flagged, until_heavy],
                         ids=lambda f: f.__name__)
def test_it_is_what_python_gives(f):
    program = lift(f, *graph(40))
    run = compile(program)
    for n in (1, 2, 40, 900):
        given = graph(n, 3)
        _same(run(*given), f(*given))
    if f in (components, in_layers):
        for found, expected in zip(interpret(program, list(graph(40))), f(*graph(40)), strict=True):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("f", [components, in_layers, postorder, augmented, steps_taken, flagged, until_heavy], ids=lambda f: f.__name__)
def test_one_run_is_enough(f):
    """Lists are in place, and no iteration goes over an array of the graph's size."""
    (text,) = (t for name, t in emit(lift(f, *graph(40))).files.items() if name.endswith("_run.cpp"))
    assert "PR_SHARED_INDEPENDENT(6*N" not in text[text.index("for (;;)"):]
    assert text.count("for (;;)") == 1


def test_lists_that_are_not_in_place_have_room_of_their_own():
    """Nobody goes through as much as there is address space for."""
    (text,) = (t for name, t in emit(lift(read_whole, *graph(40))).files.items() if name.endswith("_run.cpp"))
    assert "pr::Reserved<" not in text


LIMITED = """
    import resource
    import numpy as np
    from precis.emit.engine import compile
    from precis.lift import lift
    from tests.emit.searches import graph
    from tests.emit.test_address_space import components, endless
    search, grow = compile(lift(components, *graph(40))), compile(lift(endless, *graph(40)))
    _, *most = resource.getrlimit(resource.RLIMIT_AS)
    used = 4096 * int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30), *most))
    for n in (40, 900):
        np.testing.assert_array_equal(search(*graph(n, 3))[0], components(*graph(n, 3))[0])
    try:
        grow(*graph(40))
    except MemoryError as problem:
        print("ended:", problem)
"""


def endless(starts, ends, weights):
    """A list that becomes as long as there is memory."""
    stack = [int(starts[0])]
    while stack[-1] >= 0:
        x = stack.pop()
        stack.append(x + 1)
        if x % 3:
            stack.append(x + 2)
    return stack[0]


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much address space there is")
def test_address_space_may_be_limited():
    """`ulimit -v` leaves less of it: lists are as long as that allows, and one that is longer ends the run without a trace."""
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(LIMITED)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "ended: endless: no memory for the workspace\n"
