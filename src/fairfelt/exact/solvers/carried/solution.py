"""A win that may be carried, solved: the bet by its lines, and the hand it is carried to by its ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import lcm
from typing import Any

from fairfelt.answers.numbers import whole
from fairfelt.answers.par import DecisionRow, RoundPar
from fairfelt.cards import Card, format_cards
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.tree import Path
from fairfelt.exact.solution import HandAdvice, Solution
from fairfelt.exact.solvers.blackjack.advice.choices import choice_with
from fairfelt.exact.solvers.blackjack.advice.values import values_of
from fairfelt.exact.solvers.blackjack.count import TWOS
from fairfelt.exact.solvers.blackjack.hands import all_hands
from fairfelt.exact.solvers.blackjack.solution import hand_ends
from fairfelt.hands import line_of
from fairfelt.rules import BlackjackFacts, Choice, Decide, Game, Wager
from fairfelt.rules.courses.blackjack.carried import DEALT, TAKE, CarriedState, carry, street_with
from fairfelt.rules.courses.blackjack.facts import BetOnHand, HandEnd, alone
from fairfelt.rules.courses.blackjack.hand import is_natural, points

from .result import CarriedResult


class CarriedSolution(Solution):
    """The hand is played by its own cards and the up card. Every bet has its own endings."""

    rule = "carry to every hand that is worth something by best play, otherwise take: ask about two cards"

    def __init__(self, game: Game, result: CarriedResult) -> None:
        self.game, self.result = game, result

    @cached_property
    def endings(self) -> tuple[Ending, ...]:  # type: ignore[override]
        """Those of the bet on two cards."""
        chances = self.result.line_chances
        total = lcm(*(chance.denominator for chance in chances))
        return tuple(
            Ending((), BlackjackFacts(), line, whole(chance * total)) for line, chance in enumerate(chances) if chance
        )

    def endings_of(self, wager: Wager) -> tuple[Ending, ...]:
        settle = wager.settle
        if not isinstance(settle, BetOnHand):
            return self.endings
        found = [(path, alone(settle.hand, end), chance) for path, end, chance in self._ends(wager, settle) if chance]
        rest = 1 - sum((chance for _, _, chance in found), Fraction(0))
        total = lcm(*(chance.denominator for _, _, chance in found), rest.denominator)
        return tuple(
            Ending(path, facts, 0, whole(chance * total))
            for path, facts, chance in [*found, ((), BlackjackFacts(), rest)]
        )

    def _ends(self, wager: Wager, bet: BetOnHand) -> Iterator[tuple[Path, HandEnd, Fraction]]:
        for line, counted in self.result.counted.items():
            stake = self.result.course.stakes[line]
            yield from hand_ends(counted, bet, partial(self._making, wager, stake))

    def _making(self, wager: Wager, stake: int, times: int) -> Path:
        """The choices that make a bet where so many units are carried."""
        course = self.result.course
        if carry(stake).bet == wager.name:
            return ((course.carrying.name, carry(stake)),)
        for number in range(1, course.rules.most_hands + 1):
            street = street_with(number, stake, course.rules)
            made = [choice for choice in street.choices if choice.bet == wager.name]
            if made:
                return tuple((street.name, choice) for choice in made[:times])
        return ()

    @cached_property
    def round(self) -> RoundPar:
        """The bet, and the hand that its win is carried to."""
        stakes, net, risked = self.result.course.stakes, Fraction(0), Fraction(1)
        for line, chance in enumerate(self.result.line_chances):
            net += chance * (stakes[line] - 1)
        for line, counted in self.result.counted.items():
            carried = self.result.offered(line, carried=True)
            net += stakes[line] * counted.net
            risked += stakes[line] * (counted.risked - 1 + carried)
        return RoundPar(
            lcm(net.denominator, risked.denominator), -net, risked, lambda: self.result.variance_of_round, ()
        )

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often a win is taken, and carried by its size."""
        street, stakes = self.result.course.carrying, self.result.course.stakes
        taken = sum((self.result.offered(line, carried=False) for line in self.result.counted), Fraction(0))
        sizes = dict.fromkeys(street.choices[1:], Fraction(0))
        for line in self.result.counted:
            sizes[carry(stakes[line])] += self.result.offered(line, carried=True)
        rows = ((choice.name, share) for choice, share in sizes.items())
        return DecisionRow(street.name, TAKE.name, taken), *(DecisionRow(street.name, *row) for row in rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """What it is worth to take a win and to carry it."""
        self.game.deck.verify([*cards, *dealer])
        course = self.result.course
        stake = course.stakes[line_of(course.ranking.value(tuple(cards)))] if len(cards) == DEALT else 0
        if len(dealer) != 1 or not stake or community:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(
                f"{self.game.title} is decided with two cards that win and one of the dealer's cards seen, not with "
                f"{seen}"
            )
        held, up = tuple(points(card) for card in cards), points(dealer[0])
        worth = stake * self._worth(held, up)
        values = ((TAKE.name, Fraction(stake - 1)), (carry(stake).name, stake - 1 + worth))
        return HandAdvice(course.carrying.name, values)

    def _worth(self, held: tuple[int, ...], up: int) -> Fraction:
        """Of a first hand by best play, in units of what lies on it."""
        rules = self.result.rules
        if is_natural(held):
            return Fraction(rules.natural.net)
        values = values_of(rules, self.result.shoe, self.result.plans[up].plan, held, up)
        return max(value for _, value in values)

    def can_advise(self, state: Any) -> bool:
        """Two cards tell all only before they are played."""
        assert isinstance(state, CarriedState)
        return len(state.stakes) < len(state.lines)

    def chooses(self, state: Any, decide: Decide) -> Choice | None:
        assert isinstance(state, CarriedState)
        found = self.result.plans[state.table.dealer[0]]
        if decide.street == self.result.course.carrying:
            hand = all_hands().of(*state.table.hand(decide.player, 1).cards)
            return decide.choices[int(found.carries[TWOS.tolist().index(hand)])]
        place = state.table.in_play()
        assert place, "somebody decides"
        name = choice_with(found.plan, state.table.hand(*place), tuple(choice.name for choice in decide.choices))
        return next(choice for choice in decide.choices if choice.name == name)
