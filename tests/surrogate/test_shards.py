"""Shards: what is written comes back; nothing that pretends to be a shard is believed."""

import json
import os

import h5py
import numpy as np
import pytest

from precis.errors import UsageError
from precis.surrogate.shards import Points, digest, read_shard, write_shard

POINTS = Points(np.arange(12.0).reshape(6, 2), np.arange(6.0).reshape(6, 1) / 3.0, {"seed": 4, "region": "f"})


def test_round_trip(tmp_path):
    path = write_shard(tmp_path, "training-000004", POINTS)
    found = read_shard(path, 2, 1)
    assert np.array_equal(found.inputs, POINTS.inputs) and np.array_equal(found.outputs, POINTS.outputs)
    assert found.record == POINTS.record and path.name.startswith("training-000004-") and os.listdir(tmp_path) == [path.name]


def test_equal_points_have_equal_names(tmp_path):
    assert write_shard(tmp_path, "s", POINTS) == write_shard(tmp_path, "s", POINTS)


def test_left_over_parts_of_dead_processes_are_removed(tmp_path):
    (tmp_path / ".s.999999999.part").write_bytes(b"half")
    (tmp_path / f".s.{os.getppid()}.part").write_bytes(b"at work")
    write_shard(tmp_path, "s", POINTS)
    assert not (tmp_path / ".s.999999999.part").exists() and (tmp_path / f".s.{os.getppid()}.part").exists()


def named(path):
    """The file under the name that its bytes ask for."""
    return path.rename(path.with_name(f"s-{digest(path)}.h5"))


def hostile(tmp_path, change):
    """A shard whose data set `inputs` is made by `change(file)`, with a correct hash."""
    path = tmp_path / "hostile.h5"
    with h5py.File(path, "w") as file:
        file["outputs"] = POINTS.outputs
        file["record"] = np.frombuffer(json.dumps({}).encode(), np.uint8)
        change(file)
    return named(path)


def _declares_8_tb(file):
    space = h5py.h5s.create_simple((10 ** 12, 1))
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_alloc_time(h5py.h5d.ALLOC_TIME_LATE)
    h5py.h5d.create(file.id, b"inputs", h5py.h5t.IEEE_F64LE, space, plist)


def _external_link(file):
    file["inputs"] = h5py.ExternalLink("/etc/hostname", "/x")


def _external_storage(file):
    file.create_dataset("inputs", (6, 2), "<f8", external=[("/etc/hostname", 0, h5py.h5f.UNLIMITED)])


def _virtual(file):
    layout = h5py.VirtualLayout((6, 2), "<f8")
    layout[:] = h5py.VirtualSource("elsewhere.h5", "x", (6, 2))
    file.create_virtual_dataset("inputs", layout)


def _soft_link(file):
    file["inputs"] = h5py.SoftLink("/outputs")


def _group(file):
    file.create_group("inputs")


def _objects(file):
    file.create_dataset("inputs", (6, 2), h5py.string_dtype())


HOSTILE = {
    "8 TB": (_declares_8_tb, "declares 8000000000000 bytes"),
    "external link": (_external_link, "link to elsewhere"),
    "external storage": (_external_storage, "not stored as plain"),
    "virtual": (_virtual, "not stored as plain"),
    "soft link": (_soft_link, "link to elsewhere"),
    "group": (_group, "not a data set"),
    "objects": (_objects, "not a 2-dimensional array"),
    "missing": (lambda file: None, "missing"),
    "filter": (lambda file: file.create_dataset("inputs", data=POINTS.inputs, compression="gzip"), "not stored as plain"),
    "chunks": (lambda file: file.create_dataset("inputs", data=POINTS.inputs, chunks=True), "not stored as plain"),
    "float32": (lambda file: file.create_dataset("inputs", data=POINTS.inputs.astype("<f4")), "array of <f8"),
    "columns": (lambda file: file.create_dataset("inputs", data=POINTS.inputs[:, :1]), "1 columns, not 2"),
    "rank": (lambda file: file.create_dataset("inputs", data=POINTS.inputs[0]), "not a 2-dimensional"),
    "length": (lambda file: file.create_dataset("inputs", data=POINTS.inputs[:4]), "differ in length"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused(tmp_path, case):
    change, message = HOSTILE[case]
    path = hostile(tmp_path, change)
    if case == "8 TB":
        assert path.stat().st_size < 10000
    with pytest.raises(UsageError, match=message):
        read_shard(path, 2, 1)


def test_changed_bytes_and_other_files_are_refused(tmp_path):
    path = write_shard(tmp_path, "s", POINTS)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(UsageError, match="do not match the hash"):
        read_shard(path, 2, 1)
    link = tmp_path / "s-link.h5"
    link.symlink_to(path)
    with pytest.raises(UsageError, match="not a plain file"):
        read_shard(link, 2, 1)
    other = tmp_path / "other.h5"
    other.write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(200))
    with pytest.raises(UsageError, match="not a shard"):
        read_shard(named(other), 2, 1)
    text = tmp_path / "text.h5"
    text.write_text("hello")
    with pytest.raises(UsageError, match="not HDF5"):
        read_shard(text, 2, 1)


def test_data_that_claims_to_lie_behind_the_end_is_refused(tmp_path):
    path = write_shard(tmp_path, "s", POINTS)
    with h5py.File(path) as file:
        address = file["inputs"].id.get_offset().to_bytes(8, "little")
    data = path.read_bytes()
    for k in (k for k in range(len(data)) if data.startswith(address, k)):
        moved = tmp_path / "moved.h5"
        moved.write_bytes(data[:k] + (len(data) - 24).to_bytes(8, "little") + data[k + 8:])
        with pytest.raises(UsageError, match="not a shard"):
            read_shard(named(moved), 2, 1)


def test_truncated_files_are_refused(tmp_path):
    path = write_shard(tmp_path, "s", POINTS)
    data = path.read_bytes()
    for keep in range(8, len(data), len(data) // 13):
        cut = tmp_path / "cut.h5"
        cut.write_bytes(data[:keep])
        cut = named(cut)
        with pytest.raises(UsageError, match="not a shard"):
            read_shard(cut, 2, 1)
        cut.unlink()
