"""A round: what has happened so far, what may happen next, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from fairfelt.rules import Cards, Choice, Decide, Game, Remedy, Street
from fairfelt.rules.cards import Card
from fairfelt.table.dealing import DealtCards, Option, Phase, RoundError, Run, Seat, Turn, View
from fairfelt.table.settlement import Settlement

from .layout import layout_of


class Operation(Protocol):
    """Something that can happen in a round: a frozen value that can be asked about, logged and replayed."""

    def verify(self, round: Round) -> object:
        """Refuse, with the sentence that says why, if it cannot come next."""

    def after(self, round: Round) -> Round:
        """The round after it, once it is verified."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""


class Round(NamedTuple):
    """One round of a game. Nothing in it ever changes: an operation gives a new round."""

    game: Game
    operations: tuple[Operation, ...] = ()
    seats: tuple[Seat, ...] = ()
    """Those that play, from the dealer's left."""
    dealt: DealtCards | None = None
    turn: Turn | None = None
    settlement: Settlement | None = None
    run: Run | None = None
    """The progress of the course, in a game that has one."""

    def __eq__(self, other: object) -> bool:
        """Equal rules and equal operations make equal rounds."""
        if not isinstance(other, Round) or self.operations != other.operations:
            return False
        return self.game is other.game or layout_of(self.game).fingerprint == layout_of(other.game).fingerprint

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.operations)

    @property
    def phase(self) -> Phase:
        if not self.dealt:
            return "betting"
        if self.turn:
            return "deciding"
        return "settled" if self.settlement else "settling"

    @property
    def street(self) -> Street | None:
        return self.game.streets[self.turn.street] if self.turn else None

    @property
    def to_act(self) -> Seat | None:
        """The player who decides now."""
        return self.seats[self.turn.seat] if self.turn else None

    @property
    def offered(self) -> tuple[Choice, ...]:
        """The choices of the player who decides now, with the cards held."""
        if self.run:
            return self.run.step.choices if isinstance(self.run.step, Decide) else ()
        if not self.street or not self.to_act or not self.dealt:
            return ()
        return self.game.offered(self.street, self.dealt.own[self.to_act.number])

    @property
    def free_seats(self) -> tuple[int, ...]:
        """Seats where bets may still be placed."""
        taken = {seat.number for seat in self.seats}
        numbers = () if self.dealt else range(1, layout_of(self.game).seats + 1)
        return tuple(number for number in numbers if number not in taken)

    @property
    def expects(self) -> str:
        """The next step in words."""
        if self.street and self.to_act:
            names = ", ".join(choice.name for choice in self.offered)
            return f"seat {self.to_act.number} is to choose from {names}"
        if self.dealt:
            return "the round is over" if self.settlement else "all that is left is to settle"
        return "place more bets or deal the cards" if self.seats else "place a bet first"

    def legal(self) -> tuple[str, ...]:
        """The kinds of operation that come next where nothing goes wrong, as records name them."""
        betting = (*(("place bets",) if self.free_seats else ()), *(("deal cards",) if self.seats else ()))
        return {"betting": betting, "deciding": ("choose",), "settling": ("settle",), "settled": ()}[self.phase]

    def remedies(self) -> tuple[Remedy, ...]:
        """Remedies that can be applied now; in a course of play no hand is foul before all are played."""
        if self.phase not in ("deciding", "settling"):
            return ()
        foul = (self.phase == "settling" or not self.run) and any(not seat.foul for seat in self.seats)
        return (*((Remedy.RETURN, Remedy.FORFEIT) if foul else ()), Remedy.MISDEAL)

    def choices(self, seat: int) -> tuple[Option, ...]:
        """The choices of that player now, and the size of each bet; none out of turn."""
        street, player = self.street, self.to_act
        if not street or not player or player.number != seat:
            return ()
        return tuple(Option(choice, choice.times * player.ante_micros) for choice in self.offered)

    def seat(self, number: int) -> Seat:
        """The player of that seat."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        taken = ", ".join(f"seat {seat.number}" for seat in self.seats) or "no seat yet"
        raise RoundError(f"nobody plays at seat {number}: there are bets at {taken}")

    def visible(self, seat: int) -> View:
        """The cards that player sees now: the own ones, and what has been turned over."""
        if not self.dealt or seat not in self.dealt.own:
            return View(self.seat(seat).number, (), (), ())
        own = self.held(seat)
        if self.run and self.turn:
            return View(seat, own, self.run.shown(Cards.COMMUNITY), self.run.shown(Cards.DEALER))
        if self.run:
            return View(seat, own, self.dealt.community, self.dealt.dealer)
        community, dealer = layout_of(self.game).revealed[self.turn.street if self.turn else -1]
        return View(seat, own, self.dealt.community[:community], self.dealt.dealer[:dealer])

    def held(self, seat: int) -> tuple[Card, ...]:
        """The cards that lie before that player now."""
        cards = self.dealt.own[seat] if self.dealt else ()
        if not self.run or not self.game.course:
            return cards
        place = next(at for at, player in enumerate(self.seats) if player.number == seat)
        return self.game.course.held(self.run.state, place, cards)

    def going_on(self, operations: tuple[Operation, ...], seats: tuple[Seat, ...], run: Run) -> Round:
        """The round after the course has gone on, at its next decision or at its end."""
        step = run.step
        turn = Turn(self.game.streets.index(step.street), step.player) if isinstance(step, Decide) else None
        return Round(self.game, operations, seats, run.dealt, turn, run=run)

    def expect(self, phase: Phase, otherwise: str) -> None:
        """Refuse what belongs to another phase."""
        if self.phase != phase:
            raise RoundError(f"{otherwise}: {self.expects}")

    def apply(self, operation: Operation) -> Round:
        """The round after the operation; this one stays as it is."""
        return operation.after(self)

    @classmethod
    def replay(cls, game: Game, operations: Iterable[Operation]) -> Round:
        round = cls(game)
        for operation in operations:
            round = round.apply(operation)
        return round
