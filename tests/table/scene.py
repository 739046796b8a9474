"""Sets a table for a test: hands as text, bets in whole units, and who folds."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from fairfelt.rules import Game
from fairfelt.rules.cards import parse_cards
from fairfelt.runtime.formats import MICROS
from fairfelt.table import (
    Choose,
    DealCards,
    Operation,
    PlaceBets,
    Round,
    RoundError,
    Settle,
    Settlement,
    stacked_deck,
)

ANTE = 10
NO_BETS: Mapping[str, int] = {}


def allows(round: Round, operation: Operation) -> bool:
    """Whether the operation can come next."""
    try:
        operation.verify(round)
    except RoundError:
        return False
    return True


def bets(game: Game, seat: int = 1, side: Mapping[str, int] = NO_BETS) -> PlaceBets:
    """Opening bets of ten units each, and side bets as given."""
    units = {wager.name: ANTE for wager in game.opening_bets()} | dict(side)
    return PlaceBets(seat, {name: amount * MICROS for name, amount in units.items()})


def dealt(
    game: Game,
    hands: Mapping[int, str],
    *,
    dealer: str = "",
    community: str = "",
    side: Mapping[str, int] = NO_BETS,
    side_at: Mapping[int, Mapping[str, int]] | None = None,
) -> Round:
    """Everybody has bet and holds these cards. Side bets are the same for all, or given by seat."""
    round = Round(game)
    for seat in hands:
        round = round.apply(bets(game, seat, side_at.get(seat, NO_BETS) if side_at else side))
    own = {seat: parse_cards(text) for seat, text in hands.items()}
    order = stacked_deck(game, own, dealer=parse_cards(dealer), community=parse_cards(community))
    return round.apply(DealCards(order))


def played_out(round: Round, folds: Collection[int] = ()) -> Round:
    """Those seats fold at the first chance, the others make the last choice there is; all that is left is to settle."""
    while player := round.to_act:
        folding = [choice for choice in round.offered if choice.folds and player.number in folds]
        round = round.apply(Choose(player.number, (folding or round.offered[-1:])[0].name))
    return round


def finish(round: Round, folds: Collection[int] = ()) -> Settlement:
    """The same, and then all is settled."""
    settlement = played_out(round, folds).apply(Settle()).settlement
    assert settlement
    return settlement


def nets(settlement: Settlement, seat: int = 1) -> dict[str, int]:
    """Profit or loss of each wager in whole units."""
    for bet in settlement.of(seat):
        assert bet.net_micros % MICROS == 0
    return {bet.wager: bet.net_micros // MICROS for bet in settlement.of(seat)}


def words(settlement: Settlement, seat: int = 1) -> list[str]:
    """The sentences for the wagers of a seat."""
    return [bet.explanation for bet in settlement.of(seat)]
