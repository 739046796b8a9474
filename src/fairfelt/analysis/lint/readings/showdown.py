"""The showdown: ties, wins by nothing, and what goes on when the dealer does not qualify."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fairfelt.rules import (
    EVEN,
    PUSH,
    Game,
    Kind,
    Paytable,
    Result,
    Wager,
    by_margin,
    possible_facts,
    unless_dealer_qualifies,
)

from ..finding import GAME
from ..subject import Subject, place_of
from .compare import reading_check
from .reading import Question, Reading

COPIES = {Result.WIN: "players win copies", Result.TIE: "copies push", Result.LOSS: "the dealer wins copies"}

TIE_WORDS = ("copies", "copy", " tie", "equal", "same hand")


@reading_check("FF310", "a tie rule is missing")
def ties(subject: Subject) -> Iterable[Question]:
    """Two hands can be worth the same. If neither the felt nor a ruling says what becomes of the bets then, the dealer
    decides, and the house edge with him."""
    showdown = subject.game.showdown
    if showdown and not subject.felt_says(*TIE_WORDS) and not subject.rulings_say(*TIE_WORDS):
        others = tuple(
            Reading(words, replace(subject.game, showdown=replace(showdown, copies=result)))
            for result, words in COPIES.items()
            if result is not showdown.copies
        )
        asks = "Nothing says what becomes of the bets when both hands are equal."
        yield Question(GAME, asks, f"{COPIES[showdown.copies]}.", others, "Print the tie rule.")


@reading_check("FF304", "a win by no cards at all")
def zero_margin(subject: Subject) -> Iterable[Question]:
    """Pays by margin of victory start at one card. A player who wins with a hand of the same length wins by none, and
    a table that pays one card and pushes nothing else has to say that it means it."""
    for wager in subject.game.wagers:
        table = wager.paytable
        if wager.settle is by_margin and table.pays.get(0) is PUSH and table.pays.get(1, PUSH) is not PUSH:
            even = Paytable(table.name, {**table.pays, 0: EVEN}, names=table.names, or_more=table.or_more)
            other = Reading("a win by 0 cards pays 1 to 1", subject.game.with_wager(wager.name, paytables=(even,)))
            asks = f"What does the {wager.name} do when the player wins with a hand of the same length?"
            right = "Print a line for a win by 0 cards."
            yield Question(place_of(wager, table, 0), asks, "it pushes.", (other,), right)


@reading_check("FF305", "what goes on without a qualifying dealer")
def unqualified(subject: Subject) -> Iterable[Question]:
    """When the dealer does not qualify, some bets are settled at once. Whether the others still have action is worth
    more than most pays, and is easily left out."""
    game = subject.game
    if not game.showdown or not game.showdown.qualify or len(game.streets) > 1:
        return
    bets = [w for w in game.wagers if w.is_base and w.kind is not Kind.BONUS and w.ranking is None]
    active = [w for w in bets if not _asks_the_dealer(game, w)]
    if active and len(active) < len(bets):
        names = " and ".join(w.name for w in active)
        others = (Reading(f"{names} push too", _all_pushing(game, active)),)
        asks = f"What becomes of {names} when the dealer does not qualify?"
        right = "Say that all other bets have action, or that the round is over."
        yield Question(GAME, asks, "they still have action.", others, right)


def _asks_the_dealer(game: Game, wager: Wager) -> bool:
    """Whether it pays otherwise for a dealer who does not qualify."""
    assert game.showdown
    pays: dict[object, set[str]] = {}
    for facts in possible_facts(game):
        pay = wager.outcome(facts, game.showdown.ranking).pay
        pays.setdefault(replace(facts, qualified=True), set()).add(pay.words)
    return any(len(words) > 1 for words in pays.values())


def _all_pushing(game: Game, wagers: list[Wager]) -> Game:
    for wager in wagers:
        game = game.with_wager(wager.name, settle=unless_dealer_qualifies(wager.settle, pay=PUSH))
    return game
