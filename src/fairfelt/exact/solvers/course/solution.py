"""A solved course of play, with the value of every choice wherever a player can come to one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from fairfelt.answers.par import DecisionRow
from fairfelt.cards import Card, format_cards
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.tree import Path
from fairfelt.exact.solution import HandAdvice, Solution
from fairfelt.rules import Cards, Game, Kind, Opens, Wager

from .counter import ValuedDecision
from .solver import CourseResult


class CourseSolution(Solution):
    """A game with a course, the opening bet chosen among others if there is a choice."""

    def __init__(self, game: Game, result: CourseResult) -> None:
        self.game = game
        self.result = result
        self.endings = result.best.endings

    def endings_of(self, wager: Wager) -> tuple[Ending, ...]:
        """Those of a player who opens with that bet, if it is one to open with."""
        if wager.kind is Kind.OPENING and self.game.opens is Opens.ONE:
            return self.result.ways[wager.name].endings
        return self.endings

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        opening = self.game.opening_choice
        rows = super().decisions
        if not opening:
            return rows
        best = self.result.opening
        return (*(DecisionRow(opening.name, c.name, Fraction(c.name == best)) for c in opening.choices), *rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """Value the choices of the first decision to which these cards lead, in the order they were dealt."""
        weighed = self._weighed(cards, community, dealer)
        names = [choice.name for choice in weighed.decide.choices]
        return HandAdvice(weighed.decide.street.name, tuple(zip(names, weighed.values, strict=True)))

    def plays_after(
        self, made: Path, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()
    ) -> str:
        """The best choice after some others that were made, in the order they were made."""
        return self._weighed(cards, community, dealer, made).best.name

    def _weighed(
        self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card], made: Path = ()
    ) -> ValuedDecision:
        self.game.deck.verify([*cards, *community, *dealer])
        waiting = {Cards.OWN: cards, Cards.COMMUNITY: community, Cards.DEALER: dealer}
        if not (weighed := self.result.best.decision(waiting, made)):
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(f"{self.game.title} has no decision with {seen}: give the cards that lead to one")
        return weighed
