"""The way in: reads the command line, runs one command, turns what went wrong into a sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .errors import BAD_INPUT, complain

BAD_USAGE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    from cyclopts import CycloptsError

    from .app import application

    try:
        code = application()(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return BROKEN_PIPE
    except CycloptsError as error:
        command = " ".join(("fairfelt", *(error.command_chain or ())))
        complain(f"{' '.join(str(error).split())} Try '{command} --help'.")
        return BAD_USAGE
    except BAD_INPUT as error:
        complain(str(error))
        return BAD_USAGE
    return code or 0


def _let_go_of_stdout() -> None:
    """Nobody reads any more: keep Python from complaining when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
