"""fairfelt config"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import NotVerified

if TYPE_CHECKING:
    from fairfelt.configuration import Configuration
    from fairfelt.configuration.entries import Entry

File = Annotated[
    Path | None,
    Parameter(
        help="The file; else the one that FAIRFELT_CONFIG names, else /etc/fairfelt/fairfelt.toml.", show_default=False
    ),
]


def example() -> int:
    """Print a configuration file with every setting, its meaning and its default, to begin with.

    For example:

        fairfelt config example > fairfelt.toml
    """
    from fairfelt.configuration.example import example_file

    sys.stdout.write(example_file())
    return 0


def show(file: File = None) -> int:
    """Print every setting as it is in force, and where it comes from. Secrets are not shown.

    For example:

        fairfelt config show fairfelt.toml
    """
    from fairfelt.configuration import read_settings
    from fairfelt.configuration.entries import entries
    from fairfelt.configuration.reading import configuration_file

    settings, source = read_settings(file), configuration_file(file)
    for entry in entries():
        sys.stdout.write(f"{entry.key} = {_shown(entry, settings)}  ({_origin(entry, settings, source)})\n")
    return 0


def check(file: File = None) -> int:
    """Say what is wrong with a configuration, all of it; the exit code is 1 if anything is.

    For example:

        fairfelt config check fairfelt.toml
    """
    from fairfelt.configuration import BadConfiguration, read_settings
    from fairfelt.configuration.check import find_mistakes
    from fairfelt.configuration.reading import configuration_file

    try:
        settings = read_settings(file)
    except BadConfiguration as error:
        for fault in error.faults[1:]:
            sys.stdout.write(f"{fault}\n")
        raise BadConfiguration(error.faults[0]) from error
    mistakes = find_mistakes(settings, configuration_file(file))
    for mistake in mistakes:
        sys.stdout.write(f"{mistake}\n")
    if mistakes:
        many = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        raise NotVerified(f"the configuration has {many}")
    source = configuration_file(file)
    sys.stdout.write(f"{source or 'No configuration file is named: the environment and the defaults'}: all is right.\n")
    return 0


def _shown(entry: Entry, settings: Configuration) -> str:
    from fairfelt.configuration.example import shown_value
    from fairfelt.ledger.store import shown

    value = entry.of(settings)
    if entry.is_address:
        value = shown(value)
    elif entry.secret:
        value = "(set, not shown)" if value else ""
    return shown_value(value)


def _origin(entry: Entry, settings: Configuration, source: Path | None) -> str:
    import os

    if os.environ.get(entry.variable):
        return entry.variable
    return "default" if entry.of(settings) == entry.default or source is None else str(source)


config = App(name="config", help="The settings of a server: an example file, a check, what is in force.")
config.command(example)
config.command(show)
config.command(check)
