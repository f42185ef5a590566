"""`python -m precis`: the command line."""

from __future__ import annotations

import sys

from precis.cli import main

if __name__ == "__main__":
    sys.exit(main())
