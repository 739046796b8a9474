"""The entry point: runs one command, and turns errors into a sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from warnings import filterwarnings

from fairfelt.version import __version__

OF_NO_USE = ".*Compilation requested for previously compiled argument types"
"""A warning by numba about functions that it finds compiled in its cache."""
NOT_VERIFIED, BAD_USAGE, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        code = _run(words, again=argv is None)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return BROKEN_PIPE
    return code


def _run(words: list[str], *, again: bool) -> int:
    """Print the version at once; anything else is a command, whose output may be kept."""
    if words == ["--version"]:
        sys.stdout.write(f"fairfelt {__version__}\n")
        return 0
    if not again:
        return _run_command(words)
    if words[:1] == ["serve"]:
        from .isolated import isolate

        isolate(words)
    # Print again what these words printed before, or run them and keep what they print
    from .kept_output import keeping, kept_output

    if (said := kept_output(words)) is not None:
        sys.stdout.write(said)
        return 0
    with keeping(words):
        return _run_command(words)


def _run_command(words: list[str]) -> int:
    from cyclopts import CycloptsError

    from fairfelt.cli.io.errors import NotVerified, complain, explain_missing, is_bad_input

    from .app import application

    filterwarnings("ignore", OF_NO_USE)
    try:
        return application(words[0] if words else "")(words) or 0
    except CycloptsError as error:
        command = " ".join(("fairfelt", *(error.command_chain or ())))
        complain(f"{' '.join(str(error).split())} Try '{command} --help'.")
    except Exception as error:
        sentence = str(error) if is_bad_input(error) else explain_missing(error)
        if not sentence:
            raise
        complain(sentence)
        if isinstance(error, NotVerified):
            return NOT_VERIFIED
    return BAD_USAGE


def _let_go_of_stdout() -> None:
    """The reader is gone: keep Python from complaining when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
