"""Whether figures are for tables that can be dealt."""

from __future__ import annotations

from collections.abc import Iterable

from ..check import Stage, check
from ..finding import Finding, Place, error
from ..subject import Subject


@check("FF109", "more seats than the deck serves", Stage.SHEET)
def seats(subject: Subject) -> Iterable[Finding]:
    """A figure for more bettors than can be dealt in holds at no table."""
    game = subject.game
    for published in game.published:
        if published.bettors and published.bettors >= game.seats:
            text = (
                f"{published.printed} is printed for {published.bettors} other bettors; "
                f"the deck serves {game.seats} players, of whom {max(game.seats - 1, 0)} are others."
            )
            yield error(
                Place(published.wager, published.paytable_label), text, right="Assume a table that can be dealt."
            )
