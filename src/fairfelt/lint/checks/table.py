"""Whether the game can be dealt and its bets be made."""

from __future__ import annotations

from collections.abc import Iterable

from ..check import Stage, check
from ..finding import GAME, Finding, Place, error
from ..subject import Subject


@check("FF109", "more seats than the deck serves", Stage.SHEET)
def seats(subject: Subject) -> Iterable[Finding]:
    """Every player's cards, the dealer's and the burned ones come from one deck. A figure for more bettors than can be
    dealt in holds at no table."""
    game = subject.game
    if not game.seats:
        text = f"One player, the dealer and the shared cards take more than the {len(game.deck)} cards of the deck."
        yield error(GAME, text, right="Deal fewer cards, or use more decks.")
    for published in game.published:
        if published.bettors and published.bettors >= game.seats:
            text = (
                f"{published.printed} is printed for {published.bettors} other bettors; "
                f"the deck serves {game.seats} players, of whom {max(game.seats - 1, 0)} are others."
            )
            yield error(
                Place(published.wager, published.paytable_label), text, right="Assume a table that can be dealt."
            )


@check("FF110", "a bet that nobody can make", Stage.SHEET)
def bets_nobody_makes(subject: Subject) -> Iterable[Finding]:
    """A raise is made by a choice at a decision. One that no choice makes has pays and rules that are never used."""
    made = {choice.bet for street in subject.game.streets for choice in street.choices}
    for wager in subject.game.raises:
        if wager.name not in made and not subject.game.course:
            text = f"No choice at any decision makes the {wager.name} bet."
            yield error(Place(wager.name), text, right="Say when it is made, or leave it out.")
