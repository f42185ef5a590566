"""How the commands of this folder read their options: `python -m benchmarks.NAME --help` says what each does, and runs nothing."""

from __future__ import annotations

import argparse


def parser_of(name: str, purpose: str | None) -> argparse.ArgumentParser:
    """The parser of `python -m benchmarks.<name>`; purpose: the text of its module."""
    return argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=purpose,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
