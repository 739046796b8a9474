"""The settlement of a round, and who gets envy for whose hand: the table, the room and the dealer school ask here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from fairfelt.rules import NOTHING, Envy, Facts, Outcome, Result
from fairfelt.rules.hands import line_of
from fairfelt.rules.settlement import (
    FOLDED,
    FOLDED_BONUS,
    FOUL_BONUS,
    FOUL_FORFEITED,
    FOUL_RETURNED,
    MISDEALT,
    TAKEN_BACK,
)
from fairfelt.runtime.formats import MICROS
from fairfelt.table.dealing import DealtCards, Foul, Run, Seat
from fairfelt.table.layout import Circle, HandReader, Layout, Standing

# Envy, as the sheets read: if another player makes the hand, every other player who made the bet is paid, whether or
# not the maker made it. Nobody is paid for their own hand or the dealer's. A hand that a fold has taken out, or that is
# foul, is no hand.


class EnvyLine(NamedTuple):
    """The envy that a hand brings to every other bettor."""

    amount_micros: int = 0
    times_wager: bool = False
    """True if it is for each unit of the receiver's own wager."""
    least_micros: int = 0
    """A smaller wager brings nothing."""

    def due_micros(self, wager_micros: int) -> int:
        if wager_micros < max(1, self.least_micros):
            return 0
        return self.amount_micros * wager_micros // MICROS if self.times_wager else self.amount_micros


NO_ENVY = EnvyLine()


class EnvyPayment(NamedTuple):
    """One bettor's envy for one hand."""

    seat: int
    maker: int
    amount_micros: int


def envy_line(envy: Envy | None, line: int | None) -> EnvyLine:
    """The envy that a line of a paytable brings to others."""
    amount = envy.amounts.get(line, 0) if envy and line is not None else 0
    if not envy or not amount:
        return NO_ENVY
    return EnvyLine(amount * MICROS, envy.times_wager, envy.least * MICROS if envy.least > 1 else 0)


def envy_due(made: Mapping[int, EnvyLine], wagers_micros: Mapping[int, int]) -> Iterator[EnvyPayment]:
    """All envy of a round, hand by hand: what was made at which seat, and what was bet at which."""
    for maker, line in made.items():
        for seat, wager_micros in wagers_micros.items():
            if seat != maker and (amount := line.due_micros(wager_micros)):
                yield EnvyPayment(seat, maker, amount)


# Every wager of every seat with its reason.


# One player's cards as the betting circles read them.


NO_SHOWDOWN: Standing = (Result.TIE, 0, 0, True, False)
_FOUL: dict[Foul, Outcome] = {"returned": FOUL_RETURNED, "forfeited": FOUL_FORFEITED}


class PlayerHand:
    """A seat's cards at the end of the round; each value is taken once."""

    __slots__ = ("_dealer_value", "_dealt", "_facts", "_layout", "_own", "_standing", "_values", "seat")

    def __init__(
        self, layout: Layout, seat: Seat, dealt: DealtCards, dealer_value: int, facts: Facts | None = None
    ) -> None:
        self.seat = seat
        self._layout = layout
        self._dealt = dealt
        self._own = dealt.own[seat.number]
        self._dealer_value = dealer_value
        self._values: dict[HandReader, int] = {}
        self._facts = facts
        self._standing: Standing | None = None

    def outcome(self, circle: Circle) -> Outcome:
        """The outcome of a bet in that circle, even if none was made."""
        if self.seat.foul:
            return FOUL_BONUS if circle.is_bonus else _FOUL[self.seat.foul]
        if self.seat.folded and not circle.wager.survives_fold:
            return FOLDED_BONUS if circle.is_bonus else FOLDED
        if circle.reader and circle.against:
            mine, theirs = line_of(self._value(circle.reader)), line_of(self._value(circle.against))
            return circle.outcomes[Result.TIE, mine, theirs, True, False]
        if circle.reader:
            return circle.by_line[line_of(self._value(circle.reader))]
        if self._facts and (course := self._layout.game.course):
            return circle.outcomes[course.read_by(circle.wager, self._facts)]
        if self._standing is None:
            self._standing = self._compare()
        return circle.outcomes[self._standing]

    def is_asked(self, circle: Circle) -> bool:
        """True if a bonus applies to these cards: with a course it may be on a hand that is not there."""
        course = self._layout.game.course
        return not self._facts or not course or course.read_by(circle.wager, self._facts) in circle.outcomes

    def _value(self, reader: HandReader) -> int:
        if reader not in self._values:
            self._values[reader] = reader.value(self._own, self._dealt.dealer, self._dealt.community)
        return self._values[reader]

    def _compare(self) -> Standing:
        showdown, reader = self._layout.game.showdown, self._layout.player_reader
        if not showdown or not reader:
            return NO_SHOWDOWN
        player, dealer = self._value(reader), self._dealer_value
        result, qualified = showdown.result(player, dealer), dealer >= showdown.qualifying_value
        return result, line_of(player), line_of(dealer), qualified, player == dealer


class WagerSettlement(NamedTuple):
    """The settlement of one wager at one seat."""

    seat: int
    wager: str
    stake_micros: int
    """0 for a bonus, which has no stake of its own, and for a bet taken back."""
    net_micros: int
    """Profit or loss. A share of a progressive level is not in it, for the table does not know the meter."""
    outcome: Outcome

    @property
    def returned_micros(self) -> int:
        """Stake and winnings that go back to the player."""
        return self.stake_micros + self.net_micros

    @property
    def level_share(self) -> tuple[str, Fraction] | None:
        """The progressive level and the share of it to be claimed, if any."""
        pay = self.outcome.pay
        return (pay.level, pay.share) if pay.level else None

    @property
    def explanation(self) -> str:
        """The reason in a sentence: "Ante: dealer does not qualify, pushes"."""
        pay, why = self.outcome.pay, self.outcome.name
        said_already = pay == NOTHING or why.endswith(pay.sentence)
        return f"{self.wager}: {why}" if said_already else f"{self.wager}: {why}, {pay.sentence}"


class EnvyPaid(NamedTuple):
    """Envy that one player gets for another's hand."""

    seat: int
    wager: str
    maker: int
    """The seat whose hand it is for."""
    hand: str
    pay: str
    net_micros: int

    @property
    def explanation(self) -> str:
        return f"{self.wager}: envy for the {self.hand} of seat {self.maker}, pays {self.pay}"


class Settlement(NamedTuple):
    """The end of a round, in the order the dealer works: from the right, and envy last."""

    settled: tuple[WagerSettlement, ...]
    envy: tuple[EnvyPaid, ...] = ()
    is_void: bool = False
    """True for a misdeal: everything went back."""

    def of(self, seat: int) -> tuple[WagerSettlement, ...]:
        """The wagers of one seat."""
        return tuple(bet for bet in self.settled if bet.seat == seat)

    def net_micros(self, seat: int) -> int:
        """Profit or loss of one seat, with its envy and without shares of progressive levels."""
        bets = sum(bet.net_micros for bet in self.settled if bet.seat == seat)
        return bets + sum(paid.net_micros for paid in self.envy if paid.seat == seat)

    @property
    def claims(self) -> tuple[WagerSettlement, ...]:
        """Hands that win a share of a progressive level, in the order in which they are paid."""
        return tuple(bet for bet in self.settled if bet.level_share)


def settlement_of(layout: Layout, seats: Sequence[Seat], dealt: DealtCards, run: Run | None = None) -> Settlement:
    """Settle every wager, from the dealer's right."""
    hands = list(reversed(list(_hands(layout, seats, dealt, run))))
    settled = [bet for hand in hands for bet in _bets(layout, hand)]
    if len(seats) == 1:
        return Settlement(tuple(settled))
    envy = [paid for circle in layout.envy_circles for paid in _envy(circle, hands)]
    return Settlement(tuple(settled), tuple(envy))


def voided(seats: Sequence[Seat]) -> Settlement:
    """A misdeal: every wager that was made goes back, from the dealer's right, and nobody wins anything."""
    stakes = [(seat.number, wager, micros) for seat in reversed(seats) for wager, micros in seat.stakes_micros.items()]
    settled = [
        WagerSettlement(seat, wager, micros, 0, MISDEALT if micros else TAKEN_BACK) for seat, wager, micros in stakes
    ]
    return Settlement(tuple(settled), is_void=True)


def _hands(layout: Layout, seats: Sequence[Seat], dealt: DealtCards, run: Run | None) -> Iterator[PlayerHand]:
    reader, course = layout.dealer_reader, layout.game.course
    dealer_value = reader.value((), dealt.dealer, dealt.community) if reader else 0
    for player, seat in enumerate(seats):
        facts = course.facts(run.state, player) if course and run else None
        yield PlayerHand(layout, seat, dealt, dealer_value, facts)


def _bets(layout: Layout, hand: PlayerHand) -> list[WagerSettlement]:
    """The circles with a bet in them, and the bonuses, which pay on the first opening bet."""
    number, stakes_micros = hand.seat.number, hand.seat.stakes_micros
    settled: list[WagerSettlement] = []
    opened = next((name for name in layout.openings if name in stakes_micros), None)
    for circle in layout.circles:
        stake_micros = stakes_micros.get(circle.name)
        if circle.is_bonus and opened and hand.is_asked(circle):
            outcome = hand.outcome(circle)
            net_micros = _net_micros(outcome, stakes_micros[opened])
            settled.append(WagerSettlement(number, circle.name, 0, net_micros, outcome))
        elif stake_micros is not None:
            outcome = hand.outcome(circle) if stake_micros else TAKEN_BACK
            settled.append(
                WagerSettlement(number, circle.name, stake_micros, _net_micros(outcome, stake_micros), outcome)
            )
    return settled


def _net_micros(outcome: Outcome, stake_micros: int) -> int:
    """Exact, because a stake is a multiple of what its pays divide by."""
    net = outcome.pay.net
    return stake_micros * net.numerator // net.denominator


def _envy(circle: Circle, hands: Sequence[PlayerHand]) -> Iterator[EnvyPaid]:
    """Envy for every hand that makes such a line; one that is foul or folded out of the wager makes none, and nobody
    gets any on a wager that went back."""
    envy = circle.wager.paytable.envy
    if not envy:
        return
    made = {hand.seat.number: hand.outcome(circle) for hand in hands}
    lines = {seat: envy_line(envy, outcome.line) for seat, outcome in made.items()}
    in_play = [hand.seat for hand in hands if hand.seat.foul != "returned"]
    wagers = {seat.number: seat.stakes_micros.get(circle.name, 0) for seat in in_play}
    for due in envy_due(lines, wagers):
        amount = lines[due.maker].amount_micros // MICROS
        pay = f"{amount:,} times the wager" if envy.times_wager else f"{amount:,}"
        yield EnvyPaid(due.seat, circle.name, due.maker, made[due.maker].name, pay, due.amount_micros)
