"""Dealer school: the learner deals, reads the hands, calls the results and pays; every call is marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from fairfelt.reports.placard.dealing import BACK
from fairfelt.rules import Game, Remedy
from fairfelt.table import DealCards, Round, RoundError, Settle
from fairfelt.table.layout import layout_of
from fairfelt.table.mend import mend
from fairfelt.web.pages.study import Study

from ..commitment import Shuffle
from ..players import place_usual_bets, play_until
from ..views.hands import dealer_value, player_value, qualifies
from .incidents import Incident, incident_of, mark_remedy
from .marks import Mark, Skill, mark_bets, mark_envy, mark_hand

Stage = Literal["dealing", "reading", "settling", "envy", "done"]


class Score(NamedTuple):
    """Calls that were right, of those that were asked."""

    right: int = 0
    asked: int = 0


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A learner behind the table; every move gives a new one."""

    game: Game
    shuffle: Shuffle
    round: Round
    version: int = 0
    number: int = 1
    players: int = 3
    stage: Stage = "dealing"
    counted: bool = False
    """Whether the players play by the exact strategy in this round."""
    incident: Incident | None = None
    """What happens in this round, harmless or not, as long as nobody has acted on it."""
    picked: int = 0
    """The seat that is being settled."""
    paid: tuple[int, ...] = ()
    """Seats that are settled, in the order in which they were."""
    marks: tuple[Mark, ...] = ()
    """Of this round."""
    earlier: Mapping[Skill, Score] = field(default_factory=dict)
    """Of the rounds before, by skill."""

    @classmethod
    def opened(cls, game: Game) -> Lesson:
        """A table with a shuffled deck."""
        return cls(game=game, shuffle=Shuffle.fresh(game.deck), round=Round(game))

    @property
    def settled(self) -> Round:
        """The same round with its settlement: the answers."""
        return self.round if self.round.settlement else self.round.apply(Settle())

    @property
    def next_seat(self) -> int | None:
        """Whose turn it is to be paid: from the dealer's right."""
        left = [seat.number for seat in reversed(self.round.seats) if seat.number not in self.paid]
        return left[0] if left and self.stage == "settling" else None

    @property
    def envy_seats(self) -> tuple[int, ...]:
        """Who made a bet that pays envy, in the order in which they are paid; nobody where one plays alone."""
        wagers = {circle.wager.name for circle in layout_of(self.game).envy_circles}
        bet = [seat.number for seat in reversed(self.round.seats) if wagers & seat.stakes_micros.keys()]
        return tuple(bet) if len(self.round.seats) > 1 else ()

    def deal(self, players: int, study: Study | None, *, irregular: bool = False) -> Lesson:
        """Bets are down; deal, and let everybody decide. On request something happens that may be wrong."""
        self._expect("dealing", "the cards are dealt already")
        round = place_usual_bets(self.round, range(1, players + 1), self.number).apply(DealCards(self.shuffle.order))
        round = play_until(round, study.solution if study else None)
        stage: Stage = "settling" if dealer_value(round) is None else "reading"
        begun = replace(self, round=round, players=players, stage=stage, counted=bool(study), version=self.version + 1)
        return replace(begun, incident=incident_of(round, self.shuffle) if irregular else None)

    def act(self, remedy: Remedy, seat: int) -> Lesson:
        """The learner stops the round for something that went wrong; what should have been done is done."""
        if self.stage not in ("reading", "settling") or self.paid:
            raise RoundError("a misdeal or a foul hand is called after the deal, before any seat is settled")
        return self._acted(remedy, seat)

    def read_dealer(self, line: int, plays: bool | None) -> Lesson:
        """The learner says what the dealer holds, and whether it qualifies."""
        self._expect("reading", "the dealer's hand is not to be read now")
        if self._is_overlooked:
            return self._acted(Remedy.GO_ON, 0)
        value, qualified = dealer_value(self.round), qualifies(self.round)
        assert value is not None, "there is a dealer's hand to read"
        marks = [mark_hand(self.round, value, line, "The dealer's hand")]
        if qualified is not None:
            marks.append(self._mark_qualifying(qualified, plays))
        return self._marked(marks, stage="settling")

    def pick(self, seat: int) -> Lesson:
        """The learner turns to a seat: that it is the next one in order is marked at once, before anything is typed."""
        self._expect("settling", "there is nothing to settle now")
        if self._is_overlooked:
            return self._acted(Remedy.GO_ON, 0)
        self.round.seat(seat)
        if seat in self.paid:
            raise RoundError(f"seat {seat} is settled already")
        return self._marked([self._mark_order(seat)], picked=seat if seat == self.next_seat else 0)

    def settle(self, seat: int, line: int | None, said: Mapping[str, Any]) -> Lesson:
        """The learner settles one seat; another than the next one in order is a mistake, and is not settled."""
        self._expect("settling", "there is nothing to settle now")
        if self._is_overlooked:
            return self._acted(Remedy.GO_ON, 0)
        if seat != self.next_seat:
            return self._marked([self._mark_order(seat)])
        round = self.settled
        player = round.seat(seat)
        value = None if player.folded or player.foul else player_value(round, seat)
        if line is None and value is not None:
            raise RoundError(f"say first what seat {seat} holds")
        marks = [] if line is None or value is None else [mark_hand(round, value, line, f"Seat {seat}, the hand")]
        marks += mark_bets(round, seat, said)
        after = self._marked(marks, paid=(*self.paid, seat), picked=0)
        if after.next_seat:
            return after
        return replace(after, stage="envy") if self.envy_seats else replace(after, round=round, stage="done")

    def pay_envy(self, said_micros: Mapping[int, int]) -> Lesson:
        """The learner says what each bettor gets for the hands of others, when all seats are settled."""
        self._expect("envy", "envy is paid when every seat is settled, and only where a bet has it")
        marks = [mark_envy(self.settled, seat, said_micros.get(seat, 0)) for seat in self.envy_seats]
        return self._marked(marks, round=self.settled, stage="done")

    def clear(self) -> Lesson:
        """The next round."""
        self._expect("done", "the round is not over yet")
        return replace(
            Lesson.opened(self.game),
            version=self.version + 1,
            number=self.number + 1,
            players=self.players,
            earlier=self.scores,
        )

    @property
    def scores(self) -> Mapping[Skill, Score]:
        """What was right of all that was marked in this session, by skill."""
        scores = dict(self.earlier)
        for mark in self.marks:
            right, asked = scores.get(mark.skill, Score())
            scores[mark.skill] = Score(right + mark.is_right, asked + 1)
        return scores

    @property
    def score(self) -> Score:
        """The same of everything."""
        return Score(sum(each.right for each in self.scores.values()), sum(each.asked for each in self.scores.values()))

    @property
    def _is_overlooked(self) -> bool:
        """Whether the learner goes on although something went wrong."""
        return self.incident is not None and self.incident.remedy is not Remedy.GO_ON

    def _acted(self, remedy: Remedy, seat: int) -> Lesson:
        mark = mark_remedy(self.incident, remedy, seat)
        round = mend(self.round, *self.incident) if self.incident else self.round
        stage: Stage = "done" if round.settlement else self.stage
        return self._marked([mark], round=round, stage=stage, incident=None)

    def _expect(self, stage: Stage, otherwise: str) -> None:
        if self.stage != stage:
            raise RoundError(otherwise)

    def _marked(self, marks: Sequence[Mark], **changes: Any) -> Lesson:
        return replace(self, marks=(*self.marks, *marks), version=self.version + 1, **changes)

    def _mark_qualifying(self, qualified: bool, said: bool | None) -> Mark:
        showdown = self.game.showdown
        assert showdown and showdown.qualify, "the dealer needs a hand to qualify"
        if said is None:
            raise RoundError("say whether the dealer qualifies")
        words = {True: "qualifies", False: "does not qualify"}
        because = f"{showdown.qualify.words} or better is needed"
        return Mark("The dealer", words[said], words[qualified], because, is_right=said == qualified, skill="reading")

    def _mark_order(self, seat: int) -> Mark:
        because = f"the dealer works {BACK}"
        correct = seat == self.next_seat
        return Mark("The order", f"seat {seat}", f"seat {self.next_seat}", because, is_right=correct, skill="order")
