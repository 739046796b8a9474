"""What the bets of a blackjack round are settled by, and how: one bet reads one hand, or the dealer's 22."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import product

from fairfelt.rules.courses.blackjack.rules import ACE, TEN, THREE_TO_TWO, BlackjackRules, Bonus, Surrender
from fairfelt.rules.pays import EVEN, LOSE, LOSE_HALF, NOTHING, PUSH, Pay, to
from fairfelt.rules.settlement import Facts, Outcome, Reading, Result

NATURAL = (ACE, TEN)

RESULTS = {Result.WIN: ("wins", EVEN), Result.TIE: ("pushes", PUSH), Result.LOSS: ("loses", LOSE)}


class Doubled(IntEnum):
    """What was added to the bet on a hand."""

    NO = 0
    MONEY = 1
    FREE = 2


class EndedBy(Enum):
    """What ended a hand."""

    PLAYED = "played"
    NATURAL = "natural"
    DEALER_NATURAL = "dealer's natural"
    SURRENDERED = "surrendered"
    ZAPPED = "21 after a zap"


class TwentyTwo(IntEnum):
    """The dealer's final hand as a bet on 22 reads it."""

    NO = 0
    OTHER = 1
    SAME_COLOR = 2
    SUITED = 3


@dataclass(frozen=True)
class HandEnd:
    """How one hand of a player came out."""

    result: Result
    doubled: Doubled = Doubled.NO
    free: bool = False
    """Whether the house's chip lay on it."""
    ended_by: EndedBy = EndedBy.PLAYED
    bonus: int = 0
    """The number of the bonus it is paid by, from 1; 0 if by none."""

    @property
    def free_chips(self) -> int:
        """How many of the house's chips lay on it."""
        return self.free + (self.doubled is Doubled.FREE)


@dataclass(frozen=True)
class BlackjackFacts(Facts):
    """Every hand of a player in the order of play, and what the dealer came to. `result` says nothing here."""

    hands: tuple[HandEnd | None, ...] = ()
    twenty_two: TwentyTwo = TwentyTwo.NO

    def hand(self, number: int) -> HandEnd | None:
        """The hand of that number, if there was one; the first is 1."""
        return self.hands[number - 1] if number <= len(self.hands) else None

    def known(self, number: int) -> HandEnd:
        """The hand of that number, which exists because there is a bet on it."""
        hand = self.hand(number)
        assert hand, "a bet lies on a hand"
        return hand


def alone(number: int, end: HandEnd) -> BlackjackFacts:
    """Facts in which only one hand is known."""
    return BlackjackFacts(hands=(*(None,) * (number - 1), end))


def ends_of(number: int, rules: BlackjackRules) -> Iterator[HandEnd]:
    """Every way in which the hand of that number can end; hands of a player's second place count on from the first."""
    number = (number - 1) % rules.most_hands + 1
    if number == 1:
        yield from (
            HandEnd(Result.WIN, ended_by=EndedBy.NATURAL, bonus=at) for at in (0, *_bonuses(rules, natural=True))
        )
        if not rules.natural_wins:
            yield HandEnd(Result.TIE, ended_by=EndedBy.NATURAL)
        if rules.peeks:
            yield HandEnd(Result.LOSS, ended_by=EndedBy.DEALER_NATURAL)
        if rules.zaps:
            yield HandEnd(Result.WIN, ended_by=EndedBy.ZAPPED)
            yield HandEnd(Result.TIE, ended_by=EndedBy.ZAPPED)
    if rules.surrender is Surrender.ANY_TIME or (rules.surrender is Surrender.FIRST_TWO and number == 1):
        yield HandEnd(Result.LOSS, ended_by=EndedBy.SURRENDERED)
    if rules.rescues and rules.doubles_hand(number):
        yield HandEnd(Result.LOSS, Doubled.MONEY, ended_by=EndedBy.SURRENDERED)
    yield from (HandEnd(Result.WIN, bonus=at) for at in _bonuses(rules, natural=False))
    kinds = [False, *([True] if number > 1 and rules.free.splits else [])]
    doubles = [doubled for doubled in Doubled if doubled is not Doubled.FREE or rules.free.doubles]
    for free, doubled, result in product(kinds, doubles, Result):
        yield HandEnd(result, doubled, free)


def every_fact(hands: int, rules: BlackjackRules) -> Iterator[BlackjackFacts]:
    """Every hand of n on its own and every 22 on its own, for no bet reads more."""
    yield from (alone(number, end) for number in range(1, hands + 1) for end in ends_of(number, rules))
    yield from (BlackjackFacts(twenty_two=twenty_two) for twenty_two in TwentyTwo)


def _bonuses(rules: BlackjackRules, *, natural: bool) -> list[int]:
    """The numbers of bonuses that are paid for naturals, or for other hands."""
    return [at for at, bonus in enumerate(rules.bonuses, 1) if (NATURAL in bonus.cards) == natural]


@dataclass(frozen=True)
class OnHand:
    """The money on one hand: the first one, or one that was split off."""

    hand: int
    natural: Pay = THREE_TO_TWO
    bonuses: tuple[Bonus, ...] = ()

    def lies_on(self, end: HandEnd) -> bool:
        """Whether there is such a bet on a hand that ends so."""
        return not end.free

    def __call__(self, facts: BlackjackFacts, reading: Reading) -> Outcome:
        end = facts.known(self.hand)
        if end.bonus:
            bonus = self.bonuses[end.bonus - 1]
            return Outcome(bonus.name, bonus.pay)
        if end.ended_by is EndedBy.NATURAL and end.result is Result.WIN:
            return Outcome("natural", self.natural)
        if end.ended_by is EndedBy.SURRENDERED:
            return Outcome("surrendered", LOSE_HALF)
        words, pay = RESULTS[end.result]
        return Outcome(words if end.ended_by is EndedBy.PLAYED else f"{end.ended_by.value}, {words}", pay)


@dataclass(frozen=True)
class OnDouble:
    """The money that doubles one hand."""

    hand: int

    def lies_on(self, end: HandEnd) -> bool:
        """Whether there is such a bet on a hand that ends so."""
        return end.doubled is Doubled.MONEY

    def __call__(self, facts: BlackjackFacts, reading: Reading) -> Outcome:
        end = facts.known(self.hand)
        if end.ended_by is EndedBy.SURRENDERED:
            return Outcome("surrendered", LOSE_HALF)
        return Outcome(*RESULTS[end.result])


@dataclass(frozen=True)
class OnFreeBets:
    """The house's chips on one hand: they pay like money if it wins, and nothing is lost with them."""

    hand: int

    def lies_on(self, end: HandEnd) -> bool:
        """Whether there is such a bet on a hand that ends so."""
        return end.free_chips > 0

    def __call__(self, facts: BlackjackFacts, reading: Reading) -> Outcome:
        end = facts.hand(self.hand)
        chips = end.free_chips if end else 0
        if not end or not chips:
            return Outcome("no free bet", NOTHING)
        words = "free bet" if chips == 1 else f"{chips} free bets"
        return Outcome(words, to(chips)) if end.result is Result.WIN else Outcome(f"{words} without a win", NOTHING)


BetOnHand = OnHand | OnDouble | OnFreeBets
"""A bet that is settled by one hand."""


def on_twenty_two(facts: BlackjackFacts, reading: Reading) -> Outcome:
    """By the suits of a dealer's 22."""
    names = {TwentyTwo.SUITED: "suited 22", TwentyTwo.SAME_COLOR: "same-color 22", TwentyTwo.OTHER: "other 22"}
    if facts.twenty_two is TwentyTwo.NO:
        return Outcome("no 22", LOSE)
    return Outcome(names[facts.twenty_two], reading.paytable.pays[facts.twenty_two], facts.twenty_two)
