"""One player's cards as the betting circles read them."""

from __future__ import annotations

from fairfelt.hands import line_of
from fairfelt.rules import Facts, Outcome, Result
from fairfelt.rules.settlement import FOLDED, FOLDED_BONUS, FOUL_BONUS, FOUL_FORFEITED, FOUL_RETURNED
from fairfelt.table.operations.packets import DealtCards

from .layout import Circle, HandReader, Layout, Standing
from .seat import Foul, Seat

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
        """What becomes of a bet in that circle, whether or not there is one."""
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
        """Whether a bonus has anything to say to these cards: with a course it may be on a hand that is not there."""
        course = self._layout.game.course
        return not self._facts or not course or course.read_by(circle.wager, self._facts) in circle.outcomes

    def _value(self, reader: HandReader) -> int:
        if reader not in self._values:
            self._values[reader] = reader.value(self._own, self._dealt.dealer, self._dealt.community)
        return self._values[reader]

    def _compare(self) -> Standing:
        """The facts of the showdown."""
        showdown, reader = self._layout.game.showdown, self._layout.player_reader
        if not showdown or not reader:
            return NO_SHOWDOWN
        player, dealer = self._value(reader), self._dealer_value
        result, qualified = showdown.result(player, dealer), dealer >= showdown.qualifying_value
        return result, line_of(player), line_of(dealer), qualified, player == dealer
