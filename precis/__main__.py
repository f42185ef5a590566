"""`python -m precis` is the command `precis`."""

import sys

from precis.cli import main

sys.exit(main())
