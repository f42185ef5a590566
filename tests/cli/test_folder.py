"""Nothing is ever half-written."""

import errno
import os

import pytest

from precis.cli.folder import UNFINISHED, staged
from precis.errors import UsageError


def names(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*"))


def test_a_new_folder_appears_whole(tmp_path):
    target = tmp_path / "a" / "out"
    with staged(target) as made:
        (made / "report.md").write_text("text")
        (made / "source").mkdir()
        (made / "source" / "k.cpp").write_text("code")
        assert not target.exists()
    assert names(tmp_path) == ["a", "a/out", "a/out/report.md", "a/out/source", "a/out/source/k.cpp"]
    assert os.stat(target).st_mode & 0o077 == 0o077 & ~_umask()


def _umask():
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def test_files_are_replaced_and_strangers_left(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "report.md").write_text("old")
    with staged(tmp_path) as made:
        (made / "report.md").write_text("new")
    assert names(tmp_path) == ["notes.txt", "report.md"]
    assert (tmp_path / "report.md").read_text() == "new" and (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("problem", [KeyboardInterrupt, RuntimeError])
@pytest.mark.parametrize("exists", [False, True])
def test_an_error_leaves_everything_as_it_was(tmp_path, problem, exists):
    target = tmp_path / "out"
    if exists:
        target.mkdir()
        (target / "report.md").write_text("old")
    before = names(tmp_path)
    with pytest.raises(problem), staged(target) as made:
        (made / "report.md").write_text("half")
        raise problem
    assert names(tmp_path) == before
    assert not exists or (target / "report.md").read_text() == "old"


def test_a_full_disk_is_told_and_nothing_is_left(tmp_path):
    with pytest.raises(UsageError, match="No space left on device; nothing was written"), staged(tmp_path / "out"):
        raise OSError(errno.ENOSPC, "the system's words")
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_found_before_work(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for target in (file, file / "out", tmp_path / ("x" * 300) / "out"):
        with pytest.raises(UsageError, match="--out"), staged(target):
            pytest.fail("work began")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_folder(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError, match="Permission denied"), staged(tmp_path / "out"):
        pytest.fail("work began")


def test_what_killed_processes_left_is_removed_a_day_later(tmp_path):
    old, new, other = (tmp_path / name for name in (f"{UNFINISHED}a", f"{UNFINISHED}b", ".precis-cache"))
    for folder in (old, new, other):
        folder.mkdir()
        (folder / "file").write_text("x")
    for folder in (old, other):
        os.utime(folder, (1, 1))
    with staged(tmp_path / "out"):
        pass
    assert {p.name for p in tmp_path.iterdir()} == {new.name, other.name, "out"}
