"""Where buffers are touched in a block, against looking at all of its statements."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from precis.emit.plan.kernels import Access, Allocate, Axis, Instr, Nest, Rotate, SizeBind, Statement
from precis.emit.plan.placed import Placed
from precis.emit.plan.walking import accesses
from precis.ir.size import Size

NAMES = st.sampled_from("abcde")


def _nest(reads: frozenset[str], writes: frozenset[str], axes: bool) -> Nest:
    loads = tuple(Instr(f"l{n}", "load", (), "int64", Access(n, (), ())) for n in sorted(reads))
    stores = tuple(Instr(f"s{n}", "store", (), "int64", Access(n, (), ())) for n in sorted(writes))
    return Nest((Axis("%0", Size.of(3)),) if axes else (), loads + stores)


STATEMENTS = st.one_of(st.builds(_nest, st.frozensets(NAMES, max_size=2), st.frozensets(NAMES, max_size=2), st.booleans()),
                       st.builds(Allocate, NAMES), st.builds(SizeBind, st.just("n"), NAMES),
                       st.builds(lambda a, b: Rotate(((a, b), (b, a))), NAMES, NAMES))


def _meeting(plain: list[Statement], k: int) -> list[int]:
    reads, writes = accesses(plain[k])
    later = ((j, *accesses(s)) for j, s in enumerate(plain) if j > k)
    return [j for j, r, w in later if (reads | writes) & w or writes & r]


@given(st.lists(st.tuples(STATEMENTS, st.floats(0, 1), st.booleans()), max_size=14), STATEMENTS, st.floats(0, 1))
def test_what_is_found_is_what_looking_at_all_finds(steps, asked, share):
    placed, plain = Placed(), list[Statement]()
    for s, where, out in steps:
        k = round(where * len(plain))
        placed.insert(k, s)
        plain.insert(k, s)
        if out:
            assert placed.pop(k // 2) is plain.pop(k // 2)
    assert placed.statements == plain and placed.touched == [accesses(s) for s in plain]
    end = round(share * len(plain))
    own = frozenset().union(*accesses(asked))
    shares = [k for k, s in enumerate(plain) if isinstance(s, (Allocate, SizeBind)) or own & frozenset().union(*accesses(s))]
    assert list(placed.sharing(accesses(asked), end)) == [k for k in reversed(shares) if k < end]
    assert placed.last_standing() == max((k + 1 for k, s in enumerate(plain) if not (isinstance(s, Nest) and s.axes)), default=0)
    assert [list(placed.meeting(k)) for k in range(len(plain))] == [_meeting(plain, k) for k in range(len(plain))]


def test_stamps_between_which_nothing_fits_are_renumbered():
    placed, plain = Placed(), list[Statement]()
    for k in range(3000):
        s = _nest(frozenset("ab"[k % 2]), frozenset(), True)
        placed.insert(min(1, k), s)
        plain.insert(min(1, k), s)
    assert list(placed.sharing((frozenset("a"), frozenset()), 3000)) == [k for k in range(2999, -1, -1) if "a" in accesses(plain[k])[0]]
