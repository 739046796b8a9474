"""The command line: thin, one function per command."""

from .entry import main

__all__ = ["main"]
