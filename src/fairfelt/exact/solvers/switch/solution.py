"""Two hands with an exchange, solved: read like one hand of blackjack, twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from fairfelt.answers.par import DecisionRow, RoundPar
from fairfelt.cards import Card, format_cards
from fairfelt.exact.core.tree import Path
from fairfelt.exact.solution import HandAdvice
from fairfelt.exact.solvers.blackjack.advice.choices import choice_with
from fairfelt.exact.solvers.blackjack.advice.words import StrategyLine
from fairfelt.exact.solvers.blackjack.solution import BlackjackSolution
from fairfelt.rules import Choice, Decide, Game
from fairfelt.rules.courses.blackjack.facts import BetOnHand, HandEnd
from fairfelt.rules.courses.blackjack.hand import KEEP, points
from fairfelt.rules.courses.blackjack.switch import HANDS, SWITCH, SWITCHING, SwitchState

from .exchange import Exchange
from .result import SwitchResult

FOUR = 4


class SwitchSolution(BlackjackSolution):
    """Each hand is played by its own cards and the up card; both hands end alike, as often as each other."""

    def __init__(self, game: Game, result: SwitchResult) -> None:
        self.game, self.switched = game, result
        self.result = result  # type: ignore[assignment]

    def _ends(self, wager: Any, bet: BetOnHand) -> Iterator[tuple[Path, HandEnd, Fraction]]:
        """As a hand of the first place ends."""
        return super()._ends(wager, replace(bet, hand=(bet.hand - 1) % self.switched.rules.most_hands + 1))

    @cached_property
    def round(self) -> RoundPar:
        counted = self.switched.counted
        edge, risked = -HANDS * counted.net, HANDS * counted.risked
        return RoundPar(
            lcm(edge.denominator, risked.denominator), edge, risked, lambda: self.switched.variance_of_round, ()
        )

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often cards are kept and exchanged, where that makes a difference."""
        rows = zip(SWITCHING.choices, self.switched.asked_and_switched, strict=True)
        return tuple(DecisionRow(SWITCHING.name, choice.name, share) for choice, share in rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """What four cards are worth kept and exchanged: the first cards of both hands, then the second ones."""
        self.game.deck.verify([*cards, *dealer])
        held = tuple(points(card) for card in cards)
        if len(dealer) != 1 or len(held) != FOUR or held[0] == held[1] or held[2] == held[3] or community:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(
                f"{self.game.title} is decided with two first cards that differ, two second cards that differ "
                f"and one of the dealer's cards seen, not with {seen}"
            )
        four, up = (held[0], held[2], held[1], held[3]), points(dealer[0])
        look = Exchange(self.switched.course, self.switched.shoe, up)
        worth = [value / look.live(four) for value in look.values(self.switched.plans[up].plan, four)]
        return HandAdvice(SWITCHING.name, tuple(zip((KEEP.name, SWITCH.name), worth, strict=True)))

    @property
    def basic_words(self) -> tuple[StrategyLine, ...]:
        """No table says which of two layouts is better; both are valued where somebody asks."""
        return (
            (SWITCHING.name, "the two hands that are worth more together: ask about four cards"),
            ("Each hand", "the choice of greatest value, by its own cards and the up card"),
        )

    @property
    def basic_edge(self) -> Fraction:
        """That of best play."""
        return self.round.house_edge

    def can_advise(self, state: Any) -> bool:
        """The cards of two hands lie together in sight: they tell all only before they are played."""
        assert isinstance(state, SwitchState)
        return bool(state.order)

    def chooses(self, state: Any, decide: Decide) -> Choice | None:
        assert isinstance(state, SwitchState)
        table = state.table
        found = self.switched.plans[table.dealer[0]]
        if decide.street == SWITCHING:
            first, other = state.order[HANDS * decide.player : HANDS * (decide.player + 1)]
            four = tuple(card - 1 for card in (*first, *other))
            return SWITCH if found.switches[four] else KEEP
        place = table.in_play()
        assert place, "somebody decides"
        name = choice_with(found.plan, table.hand(*place), tuple(choice.name for choice in decide.choices))
        return next(choice for choice in decide.choices if choice.name == name)
