"""The headers of the runtime do not use a name twice: a program may need any of them beside any other."""

import subprocess
from importlib import resources

from precis.emit.cpu.build import compiler
from precis.emit.cpu.source import MORE_HEADERS
from tests.emit.oracle import needs_compiler


@needs_compiler
def test_headers_of_the_host_go_together(tmp_path):
    for file in resources.files("precis.emit").joinpath("runtime").iterdir():
        if file.name.endswith(".hpp"):
            (tmp_path / file.name).write_text(file.read_text())
    included = ("precis.hpp", *MORE_HEADERS)
    (tmp_path / "all.cpp").write_text("".join(f'#include "{name}"\n' for name in included))
    subprocess.run([*compiler(), "-std=c++17", "-march=native", "-fsyntax-only", "-w", "all.cpp"], cwd=tmp_path, check=True)
