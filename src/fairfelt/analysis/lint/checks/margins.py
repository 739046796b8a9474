"""Wins that are not paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fairfelt.rules import Cards, Facts, Game, Paytable, Result, Wager, possible_facts
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.flushes import FlushRanking
from fairfelt.rules.hands.runs import RunRanking

from ..check import Stage, check
from ..finding import Finding, Place, error
from ..subject import Subject

BY_LENGTH = (RunRanking, FlushRanking)
"""Rankings whose lines are lengths, so that a margin of victory is a number of cards."""


@check("FF101", "a win that pays nowhere", Stage.SHEET)
def margin_pays_nowhere(subject: Subject) -> Iterable[Finding]:
    """A player beats the dealer and the table lists no pay for it: a margin of victory between two lines or beyond
    them, a hand that was forgotten. What is not listed loses, which nobody means for a hand that wins."""
    for wager in subject.game.wagers:
        if wager.ranking is None and wager.is_base and subject.game.showdown:
            for table in wager.paytables:
                for name in sorted(set(_lost_wins(subject.game, wager, table))):
                    text = f"A player who wins {name} loses the {wager.name}: the table has no line for it."
                    right = f"List what the {wager.name} pays for it, or that it pushes."
                    yield error(Place(wager.name, table.name, name), text, right=right)


def _lost_wins(game: Game, wager: Wager, table: Paytable) -> Iterator[str]:
    assert game.showdown
    ranking = game.showdown.ranking
    settling = replace(wager, paytables=(table,))
    for facts in possible_facts(game):
        wins = facts.result is Result.WIN and _can_be(game, facts)
        if wins and settling.outcome(facts, ranking).pay.net < 0:
            yield _how(facts, ranking)


def _can_be(game: Game, facts: Facts) -> bool:
    """Whether cards can make lines like these, as far as lengths tell."""
    assert game.showdown
    if not isinstance(game.showdown.ranking, BY_LENGTH):
        return True
    longest = game.deal.count(Cards.OWN | game.showdown.shared)
    return facts.dealer >= 1 and max(facts.player, facts.dealer) <= longest


def _how(facts: Facts, ranking: Ranking) -> str:
    if isinstance(ranking, BY_LENGTH):
        return f"by {facts.margin} card{'s' * (facts.margin != 1)}"
    return f"with {ranking.lines[facts.player].name}"
