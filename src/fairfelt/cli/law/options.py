"""Options of the commands about the law, and the way from them to the law of a day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput

if TYPE_CHECKING:
    from fairfelt.law import Law

Profile = Annotated[str, Parameter(help="A jurisdiction: wa-commercial, wa-tribal or laboratory.")]
On = Annotated[date | None, Parameter(help="The day, such as 2023-06-14; today if not given.")]


def law_on(profile: str, on: date | None) -> Law:
    """The law of that jurisdiction on that day."""
    from fairfelt.law import profile as profile_of

    with lawful():
        return profile_of(profile).on(on or date.today())


@contextmanager
def lawful() -> Iterator[None]:
    """What the law cannot answer, or refuses, is told in a sentence."""
    from fairfelt.law import LawError

    try:
        yield
    except LawError as error:
        raise BadInput(str(error)) from error
