"""What is asked of a game from elsewhere before it is used: figures, bets and hands fit, settlements answer."""

from __future__ import annotations

import re
from itertools import product

from fairfelt.rules import ROUND, BadDefinition, Cards, Game, Reading, possible_facts
from fairfelt.rules.definition import cards_read
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.known_rankings import is_made_of_known
from fairfelt.rules.names import Part
from fairfelt.rules.wager import verify_outcome

from ._ranking_check import ranking_faults

PRINTED = re.compile(r"(1 in |\$)?[-+]?(\d[\d,]*)?(\.\d+)?(?<=\d)%?")
"""A figure as a sheet prints it."""


class BadSettlement(BadDefinition):
    """A settlement that fails, or answers something else than an outcome."""

    def __init__(self, sentence: str, part: Part, settle: object) -> None:
        super().__init__(sentence, part)
        self.settle = settle


def check_game(game: Game) -> None:
    """Refuse a game of which some version cannot be used."""
    for at, version in enumerate(game.variants):
        place: Part = ("others", at - 1) if at else ()
        _check_figures(version, place)
        _check_procedure(version, place)
        _check_lengths(version, place)
        _try_settlements(version, place)
        _check_rankings(version, place)


def _check_rankings(game: Game, place: Part) -> None:
    """A ranking of one's own values hands as its code does, and tells no more apart than it says."""
    read: dict[tuple[Ranking, int], Part] = {}
    if game.showdown and not game.course:
        cards = game.deal.count(Cards.OWN | game.showdown.shared)
        read[game.showdown.ranking, cards] = (*place, "showdown", "ranking")
    for at, wager in enumerate(game.wagers):
        for on in (wager.on, wager.against) if wager.ranking else ():
            if on and (cards := cards_read(game, wager, on)):
                assert wager.ranking
                read.setdefault((wager.ranking, cards), (*place, "wagers", at, "ranking"))
    for (ranking, cards), part in read.items():
        if not is_made_of_known(ranking):
            for fault in ranking_faults(ranking, game.deck, cards):
                raise BadDefinition(fault, part)


def _check_figures(game: Game, place: Part) -> None:
    """Every published figure is of a wager that is there."""
    names = (*(wager.name for wager in game.wagers), ROUND)
    for at, figure in enumerate(game.published):
        if figure.wager not in names:
            said = f"a published figure is of {figure.wager!r}; its wagers are {', '.join(names)}"
            raise BadDefinition(said, (*place, "published", at))
        if not PRINTED.fullmatch(figure.printed):
            said = (
                f"a figure is printed as {figure.printed!r}; write a number such as 3.60%, -0.0234, $1,200 or 1 in 216"
            )
            raise BadDefinition(said, (*place, "published", at, "printed"))


def _check_procedure(game: Game, place: Part) -> None:
    """The procedure speaks of bets that are there."""
    names = [wager.name for wager in game.wagers]
    for name in game.procedure.wagers:
        if name not in names:
            said = f"its procedure speaks of the bet {name!r}; its wagers are {', '.join(names)}"
            raise BadDefinition(said, (*place, "procedure"))


def _check_lengths(game: Game, place: Part) -> None:
    """No run or flush is paid that is longer than the hand; what else can never occur, the linter counts."""
    for at, wager in enumerate(game.wagers):
        if not wager.ranking or not wager.ranking.lines_are_lengths:
            continue
        lines = [line for table in wager.paytables for line in table.pays]
        cards, longest = cards_read(game, wager, wager.on), max(lines, default=0)
        if longest > cards:
            line = wager.ranking.lines[longest].name
            said = f"{wager.name} lists {line}, which can never occur: the hand it is paid by has {cards} cards"
            raise BadDefinition(said, (*place, "wagers", at, "paytables"))


def _try_settlements(game: Game, place: Part) -> None:
    """Ask every settlement once for all that can happen: a mistake in one is found before anything is counted."""
    showdown = game.showdown.ranking if game.showdown else None
    for at, wager in enumerate(game.wagers):
        part: Part = (*place, "wagers", at, "settle")
        for table, facts in product(wager.paytables, tuple(possible_facts(game, wager))):
            try:
                outcome = wager.settle(facts, Reading(table, wager.ranking or showdown))
            except Exception as error:
                said = f"{wager.name} cannot be settled by the paytable {table.name!r}: {_reason(error)}"
                raise BadSettlement(said, part, wager.settle) from error
            try:
                verify_outcome(wager.name, outcome)
            except ValueError as error:
                raise BadSettlement(str(error), part, wager.settle) from None


def _reason(error: Exception) -> str:
    """What went wrong, in words; a row that is missing has no words of its own."""
    if isinstance(error, KeyError):
        return f"it has no row for {str(error.args[0]).lower() if error.args else 'this'}"
    return str(error) or type(error).__name__
