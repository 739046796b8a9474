"""Practice: one learner at a table, the round on the server, and the session around it. Nothing in it ever changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import perf_counter

from fairfelt.engine import Solution
from fairfelt.rules import Game, Irregularity
from fairfelt.table import Choose, DealCards, PlaceBets, Round, Settle
from fairfelt.table.mend import mend

from ..study import Study
from .coach import Decision, advise, judge_choice
from .commitment import Shuffle
from .players import most_players, place_usual_bets, play_until
from .tally import Tally

# Hands to train: a deal whose first decision is close, found among many shuffles.


CLOSE = Fraction(1, 10)
"""In units of the Ante: the second-best choice costs no more than that."""
MOST_TRIES = 60
PATIENCE_S = 0.15
"""After that the closest deal so far is taken: nobody should wait for a hand."""


def pick_close(round: Round, seat: int, solution: Solution, clock: Callable[[], float] = perf_counter) -> Shuffle:
    """A shuffle that leads the seat to a close decision, or to the closest that was found in time."""
    until = clock() + PATIENCE_S
    closest, least = Shuffle.fresh(round.game.deck), None
    for _ in range(MOST_TRIES):
        shuffle = Shuffle.fresh(round.game.deck)
        gap = _gap(round.apply(DealCards(shuffle.order)), seat, solution)
        if gap is not None and (least is None or gap < least):
            closest, least = shuffle, gap
        if (least is not None and least <= CLOSE) or clock() > until:
            break
    return closest


def _gap(round: Round, seat: int, solution: Solution) -> Fraction | None:
    """Between the best choice and the second-best that is worth less; nothing where nobody decides."""
    round = play_until(round, solution, until=seat)
    advice = advise(solution, round) if round.choices(seat) else None
    if not advice:
        return None
    values = sorted({value for _, value in advice.values}, reverse=True)
    return values[0] - values[1] if len(values) > 1 else None


@dataclass(frozen=True, kw_only=True)
class Practice:
    """A learner's table as it stands; every move gives a new one."""

    game: Game
    shuffle: Shuffle
    round: Round
    version: int = 0
    """One more with every move, so that a page that is behind is noticed."""
    number: int = 1
    players: int = 1
    seat: int = 1
    cut: int = 0
    counted: bool = False
    """Whether the others play by the exact strategy in this round."""
    bets_micros: Mapping[str, int] = field(default_factory=dict)
    """What the learner bet last."""
    decisions: tuple[Decision, ...] = ()
    stopped: Decision | None = None
    """A mistake that was not made, because the learner asked to be stopped before one."""
    picked: bool = False
    """Whether the deal was picked after the bets, for a decision that is close."""
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def opened(cls, game: Game) -> Practice:
        """A table with a shuffled deck and nobody's bets on it."""
        return cls(game=game, shuffle=Shuffle.fresh(game.deck), round=Round(game))

    def deal(
        self, bets_micros: Mapping[str, int], *, players: int, cut: int, study: Study | None, close: bool = False
    ) -> Practice:
        """Place the bets, the learner's in the middle of the others, cut, deal, and play up to the learner's turn.

        To train close decisions the deck is shuffled again until the first decision is one.
        """
        seat = (players + 1) // 2
        round = self.round.apply(PlaceBets(seat, bets_micros))
        round = place_usual_bets(round, range(1, players + 1), self.number, besides=seat)
        begun = replace(self, players=players, seat=seat, cut=cut, counted=bool(study), bets_micros=bets_micros)
        if close and study and self.game.streets:
            picked = pick_close(round, seat, study.solution)
            begun, cut = replace(begun, shuffle=picked, cut=0, picked=True), 0
        return begun._played_on(round.apply(DealCards(begun.shuffle.cut_at(cut))), study)

    def choose(self, choice: str, study: Study | None, *, stop: bool = False) -> Practice:
        """The learner decides, and the round goes on; or is stopped before a mistake, and it does not."""
        after = self.round.apply(Choose(self.seat, choice))
        made = judge_choice(study.solution if study else None, self.round, choice)
        if stop and made.is_mistake:
            caught = replace(self.tally, caught=self.tally.caught + 1)
            return replace(self, stopped=made, tally=caught, version=self.version + 1)
        return replace(self, decisions=(*self.decisions, made), stopped=None)._played_on(after, study)

    def mend(self, irregularity: Irregularity, seat: int, study: Study | None) -> Practice:
        """Something went wrong: the round is void, or goes on without one hand. A void round counts nowhere."""
        round = mend(self.round, irregularity, seat)
        if round.settlement:
            return replace(self, round=round, version=self.version + 1)
        return self._played_on(round, study)

    def clear(self) -> Practice:
        """The next round: a new shuffle, an empty felt."""
        self.round.expect("settled", "the round is not over yet")
        fresh = replace(self, shuffle=Shuffle.fresh(self.game.deck), round=Round(self.game), decisions=(), cut=0)
        fresh = replace(fresh, picked=False, stopped=None)
        return replace(fresh, number=self.number + 1, version=self.version + 1)

    def start_over(self) -> Practice:
        """Forget how the session has gone; the cards stay as they are."""
        return replace(self, tally=Tally(), version=self.version + 1)

    @property
    def most_players(self) -> int:
        """Places at this table."""
        return most_players(self.game)

    def _played_on(self, round: Round, study: Study | None) -> Practice:
        """Others decide until it is the learner's turn again, or until all that is left is to settle."""
        solution = study.solution if study and self.counted else None
        round = play_until(round, solution, until=self.seat)
        tally = self.tally
        if round.phase == "settling":
            round = round.apply(Settle())
            tally = tally.after(round, self.seat, self.decisions, study.par if study else None)
        return replace(self, round=round, tally=tally, version=self.version + 1)
