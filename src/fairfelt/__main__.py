"""`python -m fairfelt` is the command `fairfelt`."""

import sys

from fairfelt.cli import main

sys.exit(main())
