"""Hash tables of rows: what is found is what a search from end to end finds, and a table that grows row by row is the one made at once."""

import numpy as np
import pytest

from precis.ir.ops.hashing import SLOTS, hash_find, hash_table, used


def different(rng: np.random.Generator, count: int, width: int, spread: int) -> np.ndarray:
    found: dict[tuple[int, ...], None] = {}
    while len(found) < count:
        found[tuple(rng.integers(-spread, spread, width).tolist())] = None
    return np.array(list(found), np.int64).reshape(count, width)


def place(rows: np.ndarray, key: np.ndarray) -> int:
    return next((k for k, row in enumerate(rows) if (row == key).all()), -1)


@pytest.mark.parametrize("width", (1, 2, 3))
@pytest.mark.parametrize("spread", (40, 2**62))
def test_finds_what_a_search_finds(width: int, spread: int) -> None:
    rng = np.random.default_rng(width)
    for count in (0, 1, 2, 3, 4, 7, 8, 33, 64):
        rows = different(rng, count, width, spread)
        table = hash_table(rows)
        slots = [k for k in table.reshape(-1) if k >= 0]
        assert sorted(slots) == list(range(count)) and (count == 0 or (table.reshape(-1)[used(count):] == -1).all())
        for key in (*rows, *rng.integers(-spread, spread, (20, width)), np.zeros(width, np.int64)):
            found, wanted = int(hash_find(table, rows, key)), place(rows, key)
            assert found == wanted if wanted >= 0 else found < 0
            if wanted < 0 and count:
                assert 0 <= ~found < used(count) and table.flat[~found] == -1


def test_a_table_that_grows_is_the_one_made_at_once() -> None:
    rows = different(np.random.default_rng(5), 70, 2, 1000)
    table = hash_table(rows[:1])
    for n in range(2, len(rows) + 1):
        slot = ~int(hash_find(table, rows[:n - 1], rows[n - 1]))
        table = np.concatenate([table, np.full((1, SLOTS), -1)])
        if n & n - 1 == 0:
            table = hash_table(rows[:n])
        else:
            table.flat[slot] = n - 1
        np.testing.assert_array_equal(table, hash_table(rows[:n]))


def test_neighbours_in_a_full_run_wrap_around() -> None:
    """Keys whose first slots are the last one go on at the first slot."""
    count = 8
    last = [k for k in range(4000) if hash_find(np.full((count, SLOTS), -1), np.zeros((count, 1), np.int64), np.array([k])) == ~(used(count) - 1)]
    rows = np.array(last[:count], np.int64)
    table = hash_table(rows)
    assert table.flat[used(count) - 1] == 0 and table.flat[:count - 1].tolist() == list(range(1, count))
    assert [int(hash_find(table, rows, np.int64(k))) for k in rows] == list(range(count))
