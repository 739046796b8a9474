"""Dealer school: the learner deals, announces, settles and pays; every act is marked, and marks make levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt.reports.placard.dealing import BACK
from fairfelt.rules import Irregularity, Remedy
from fairfelt.table import DealCards, Round, RoundError, Settle
from fairfelt.table.layout import layout_of
from fairfelt.table.operations import OF_A_SEAT, mend
from fairfelt.web.pages.counting import Study
from fairfelt.web.pages.play.practice import (
    Json,
    LearnersTable,
    PracticeSessions,
    Shuffle,
    place_usual_bets,
    play_until,
    token_of,
)
from fairfelt.web.pages.play.school.marks import (
    Announcement,
    Called,
    DrillKind,
    Mark,
    Payment,
    Question,
    announcement_of,
    mark_announcement,
    mark_bet,
    mark_bets,
    mark_envy,
    mark_hand,
    mark_setting,
    parts_of,
    questions,
)
from fairfelt.web.pages.play.school.script import SKILLS, Act, Skill, Step, act_words, script_of
from fairfelt.web.pages.play.views import hand_value, qualifies

WEAK_PERCENT = 75
"""No skill may lie below this percentage, once it was asked often enough."""
OFTEN = 5
"""The number of times that is often enough."""
LONGEST_S = 60.0
"""A longer pause is a break, and counts as this."""


class Score(NamedTuple):
    """Calls that were right, of those that were asked, and the seconds they took."""

    right: int = 0
    asked: int = 0
    seconds: float = 0.0

    @property
    def percent(self) -> int:
        return 100 * self.right // self.asked if self.asked else 0

    @property
    def pace_s(self) -> float:
        return self.seconds / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Level:
    """The demands of a level."""

    name: str
    calls: int
    percent: int
    pace_s: int
    """Seconds for each call at most; 0 where time does not count."""


LEVELS = (
    Level("Trainee", 0, 0, 0),
    Level("Break-in dealer", 40, 80, 0),
    Level("Dealer", 120, 90, 12),
    Level("Dual-rate dealer", 300, 95, 8),
)
CERTIFIED = LEVELS[2]
"""The first level with a certificate."""


def total_of(scores: Mapping[Skill, Score]) -> Score:
    parts = scores.values()
    return Score(sum(s.right for s in parts), sum(s.asked for s in parts), sum(s.seconds for s in parts))


def weak_skills(scores: Mapping[Skill, Score]) -> tuple[Skill, ...]:
    """Those that hold a learner back."""
    return tuple(
        skill for skill, (right, asked, _) in scores.items() if asked >= OFTEN and 100 * right < WEAK_PERCENT * asked
    )


def level_of(scores: Mapping[Skill, Score]) -> Level:
    """The highest level whose every demand is met."""
    total, weak = total_of(scores), weak_skills(scores)
    met = [LEVELS[0]]
    for level in LEVELS[1:] if not weak else ():
        in_time = not level.pace_s or total.seconds <= level.pace_s * total.asked
        if total.asked >= level.calls and 100 * total.right >= level.percent * total.asked and in_time:
            met.append(level)
    return met[-1]


# Things that happen while a learner deals: some are a misdeal, some make a hand foul, some are nothing at all.


class Incident(NamedTuple):
    """An irregularity in one round, and its seat."""

    irregularity: Irregularity
    seat: int

    @property
    def words(self) -> str:
        return self.irregularity.at(self.seat)

    @property
    def remedy(self) -> Remedy:
        return self.irregularity.remedy


def incident_of(round: Round, shuffle: Shuffle) -> Incident:
    """One of the irregularities of the game, drawn by the shuffle's nonce: nobody can know it before the deal."""
    drawn = int.from_bytes(sha256(f"incident {shuffle.nonce}".encode()).digest())
    there = round.game.procedure.irregularities
    seat = round.seats[drawn // len(there) % len(round.seats)].number
    return Incident(there[drawn % len(there)], seat)


Stage = Literal["dealing", "acting", "setting", "reading", "settling", "envy", "done", "drill"]


@dataclass(frozen=True, kw_only=True)
class Lesson(LearnersTable):
    """A learner who deals."""

    players: int = 3
    stage: Stage = "dealing"
    script: tuple[Step, ...] = ()
    """The steps until all cards are out, where the learner deals by hand."""
    done: int = 0
    """The number of steps that are done."""
    partly: frozenset[Act] = frozenset()
    """The acts of the next step that are done."""
    incident: Incident | None = None
    """The incident of this round, harmless or not, as long as nobody has acted on it."""
    picked: int = 0
    """The seat that is being settled."""
    paid: tuple[int, ...] = ()
    """Seats that are settled, in the order in which they were."""
    marks: tuple[Mark, ...] = ()
    """Of this round."""
    earlier: Mapping[Skill, Score] = field(default_factory=dict)
    """Of the rounds before, by skill."""
    moved_s: float = 0.0
    """When the last move was made."""
    rounds: int = 0
    """Rounds that are dealt to the end, before this one."""
    rounds_s: float = 0.0
    """The seconds that they took."""
    drill: tuple[Question, ...] = ()
    """What is still asked in a drill; the first is asked now."""
    kind: DrillKind = "pay"
    drills: tuple[tuple[DrillKind, Score], ...] = ()
    """The drills of this session and what they came to."""

    @property
    def settled(self) -> Round:
        """The same round with its settlement: the answers."""
        return self.round if self.round.settlement else self.round.apply(Settle())

    @property
    def announcement(self) -> Announcement | None:
        """The announcement that is due now."""
        return announcement_of(self.round) if self.stage == "reading" else None

    @property
    def next_seat(self) -> int | None:
        """Whose turn it is to be paid: from the dealer's right."""
        left = [seat.number for seat in reversed(self.round.seats) if seat.number not in self.paid]
        return left[0] if left and self.stage == "settling" else None

    @property
    def envy_seats(self) -> tuple[int, ...]:
        """Seats with a bet that pays envy, in the order in which they are paid; none where one plays alone."""
        wagers = {circle.wager.name for circle in layout_of(self.game).envy_circles}
        bet = [seat.number for seat in reversed(self.round.seats) if wagers & seat.stakes_micros.keys()]
        return tuple(bet) if len(self.round.seats) > 1 else ()

    def deal(self, players: int, study: Study | None, *, irregular: bool = False, by_hand: bool = False) -> Lesson:
        """Bets are down; deal, card by card on request, and let everybody decide. Something may be made to go wrong."""
        self._expect("dealing", "the cards are dealt already")
        round = place_usual_bets(self.round, range(1, players + 1), self.number).apply(DealCards(self.shuffle.order))
        round = play_until(round, study.solution if study else None)
        begun = replace(self, round=round, players=players, counted=bool(study), version=self.version + 1)
        begun = replace(begun, incident=incident_of(round, self.shuffle) if irregular else None)
        return replace(begun, stage="acting", script=script_of(round)) if by_hand else begun._dealt_out()

    def do(self, act: Act) -> Lesson:
        """The learner does one thing with the cards or the bets; what is not next is a mistake, and is not done."""
        self._expect("acting", "nothing is dealt by hand now")
        step = self.script[self.done]
        if act in self.partly:
            raise RoundError(f"that is done already: the dealer {act_words(self.game, act)} once")
        is_right = act in step.acts
        left = sorted(step.acts - self.partly, key=lambda each: (each.wager, each.place))
        said, right = (act_words(self.game, each) for each in (act, act if is_right else left[0]))
        mark = Mark(
            "The deal", said, right, step.because, is_right=is_right, skill=step.skill,
            rules=() if is_right else step.rules, routine=True,
        )  # fmt: skip
        if not is_right:
            return self._marked([mark])
        partly = self.partly | {act}
        if partly < step.acts:
            return self._marked([mark], partly=partly)
        after = self._marked([mark], partly=frozenset(), done=self.done + 1)
        return after if after.done < len(self.script) else after._dealt_out()

    def set_hand(self, parts: Sequence[Sequence[str]]) -> Lesson:
        """The learner sets the dealer's hand by the house way; it is laid as it should be."""
        self._expect("setting", "there is no hand to set now")
        if self._is_overlooked:
            return self._acted(Remedy.GO_ON, 0)
        return self._marked([mark_setting(self.round, parts)])._announcing()

    def act(self, remedy: Remedy, seat: int) -> Lesson:
        """The learner stops the round for something that went wrong; what should have been done is done."""
        if self.stage not in ("setting", "reading", "settling") or self.paid:
            raise RoundError("a misdeal or a foul hand is called after the deal, before any seat is settled")
        return self._acted(remedy, seat)

    def announce(self, line: int, plays: bool | None) -> Lesson:
        """The learner says what the dealer holds, and whether it qualifies; or which hand wins."""
        announcement = self.announcement
        if not announcement:
            raise RoundError("the dealer's hand is not to be read now")
        if self._is_overlooked:
            return self._acted(Remedy.GO_ON, 0)
        marks = [mark_announcement(announcement, line)]
        qualified, showdown = qualifies(self.round), self.game.showdown
        if qualified is not None:
            assert showdown and showdown.qualify, "the dealer needs a hand to qualify"
            if plays is None:
                raise RoundError("say whether the dealer qualifies")
            said, right = ("qualifies" if each else "does not qualify" for each in (plays, qualified))
            because = f"{showdown.qualify.words} or better is needed"
            marks.append(Mark("The dealer", said, right, because, is_right=plays == qualified, skill="reading"))
        return self._marked(marks, stage="settling")

    def pick(self, seat: int) -> Lesson:
        """The learner turns to a seat: that it is the next one in order is marked at once, before anything is cut."""
        self._expect("settling", "there is nothing to settle now")
        if self._is_overlooked:
            return self._acted(Remedy.GO_ON, 0)
        self.round.seat(seat)
        if seat in self.paid:
            raise RoundError(f"seat {seat} is settled already")
        return self._marked([self._mark_order(seat)], picked=seat if seat == self.next_seat else 0)

    def settle(self, seat: int, line: int | None, said: Mapping[str, Called]) -> Lesson:
        """The learner settles one seat; another than the next one in order is a mistake, and is not settled."""
        self._expect("settling", "there is nothing to settle now")
        if self._is_overlooked:
            return self._acted(Remedy.GO_ON, 0)
        if seat != self.next_seat:
            return self._marked([self._mark_order(seat)])
        round = self.settled
        player = round.seat(seat)
        value = None if player.folded or player.foul else hand_value(round, seat)
        if line is None and value is not None:
            raise RoundError(f"say first what seat {seat} holds")
        marks = [] if line is None or value is None else [mark_hand(round, value, line, seat)]
        marks += mark_bets(round, seat, said)
        after = self._marked(marks, paid=(*self.paid, seat), picked=0)
        if after.next_seat:
            return after
        return replace(after, stage="envy") if self.envy_seats else replace(after, round=round, stage="done")

    def pay_envy(self, said: Mapping[int, Payment]) -> Lesson:
        """The learner pays each bettor for the hands of others, when all seats are settled."""
        self._expect("envy", "envy is paid when every seat is settled, and only where a bet has it")
        marks = [mark for seat in self.envy_seats for mark in mark_envy(self.settled, seat, said.get(seat, Payment()))]
        return self._marked(marks, round=self.settled, stage="done")

    def clear(self) -> Lesson:
        """After a round, or a drill whose clock has run out: its marks are counted, and the next can begin."""
        seconds = sum(mark.seconds for mark in self.marks)
        answers = [mark.is_right for mark in self.marks if mark.skill != "chips"]
        if self.stage == "drill":
            result = Score(sum(answers), len(answers), seconds)
            return self._next(drills=(*self.drills, (self.kind, result)) if answers else self.drills)
        self._expect("done", "the round is not over yet")
        return self._next(rounds=self.rounds + 1, rounds_s=self.rounds_s + seconds)

    def begin_drill(self, kind: DrillKind) -> Lesson:
        """Ask for payments, or for the names of hands, one after another; the clock runs from here."""
        self._expect("dealing", "the round is not over yet: a drill begins between rounds")
        drill = questions(self.game, kind)
        if not drill:
            raise RoundError(f"{self.game.title} has nothing to ask for in this drill")
        return self._next(stage="drill", kind=kind, drill=drill, round=drill[0].round)

    def answer(self, called: Called, line: int | None) -> Lesson:
        """Pay the bet, or call the hand, that is asked for; the next one is shown."""
        self._expect("drill", "no drill is under way")
        asked, left = self.drill[0], self.drill[1:]
        seat = asked.bet.seat
        if self.kind == "pay":
            marks = list(mark_bet(self.game, asked.bet, called))
        else:
            value = hand_value(self.round, seat)
            if line is None or value is None:
                raise RoundError(f"say what seat {seat} holds")
            marks = [mark_hand(self.round, value, line, seat)]
        return self._marked(marks, drill=left, round=left[0].round if left else self.round)

    def _next(self, **changes: Any) -> Lesson:
        """The table after this round or drill, with a fresh shuffle and the scores so far."""
        fresh = replace(
            Lesson.opened(self.game), version=self.version + 1, number=self.number + 1, players=self.players,
            earlier=self.scores, rounds=self.rounds, rounds_s=self.rounds_s, drills=self.drills,
        )  # fmt: skip
        return replace(fresh, **changes)

    def timed(self, before: Lesson, now_s: float) -> Lesson:
        """The same lesson, where what was marked since the move before took the time since then; breaks are capped."""
        fresh = self.marks[len(before.marks) :]
        took_s = min(now_s - before.moved_s, LONGEST_S) if before.moved_s else 0.0
        timed = (replace(mark, seconds=took_s / len(fresh)) for mark in fresh)
        return replace(self, marks=(*self.marks[: len(before.marks)], *timed), moved_s=now_s)

    @property
    def scores(self) -> Mapping[Skill, Score]:
        """The scores of this session, by skill."""
        scores = dict(self.earlier)
        for mark in self.marks:
            right, asked, seconds = scores.get(mark.skill, Score())
            scores[mark.skill] = Score(right + mark.is_right, asked + 1, seconds + mark.seconds)
        return scores

    @property
    def score(self) -> Score:
        return total_of(self.scores)

    @property
    def _is_overlooked(self) -> bool:
        """True if the learner goes on although something went wrong."""
        return self.incident is not None and self.incident.remedy is not Remedy.GO_ON

    def _dealt_out(self) -> Lesson:
        """All cards are out and all decisions made."""
        return replace(self, stage="setting") if parts_of(self.round) else self._announcing()

    def _announcing(self) -> Lesson:
        return replace(self, stage="reading" if announcement_of(self.round) else "settling")

    def _acted(self, remedy: Remedy, seat: int) -> Lesson:
        """The learner's remedy is marked, and what should have been done is done."""
        incident = self.incident
        right, where = (incident.remedy, incident.seat) if incident else (Remedy.GO_ON, 0)
        because = f"{incident.words}, and then {right.meaning}" if incident else "nothing happened"
        said, correct = (
            f"{each} (seat {at})" if each in OF_A_SEAT else each.value for each, at in ((remedy, seat), (right, where))
        )
        mark = Mark("What happened", said, correct, because, is_right=said == correct, skill="incidents")
        round = mend(self.round, *self.incident) if self.incident else self.round
        stage: Stage = "done" if round.settlement else self.stage
        return self._marked([mark], round=round, stage=stage, incident=None)

    def _expect(self, stage: Stage, otherwise: str) -> None:
        if self.stage != stage:
            raise RoundError(otherwise)

    def _marked(self, marks: Sequence[Mark], **changes: Any) -> Lesson:
        return replace(self, marks=(*self.marks, *marks), version=self.version + 1, **changes)

    def _mark_order(self, seat: int) -> Mark:
        because = f"the dealer works {BACK}"
        correct = seat == self.next_seat
        return Mark(
            "The order", f"seat {seat}", f"seat {self.next_seat}", because, is_right=correct, skill="order", seat=seat
        )


PROGRESS = "/play/progress.json"


def progress(request: Request) -> Response:
    """The schools of this visitor in which something was marked."""
    response = JSONResponse(progress_of(request.app.state.practice_sessions, token_of(request)))
    response.headers["Cache-Control"] = "no-store"
    return response


def progress_of(sessions: PracticeSessions, token: str) -> list[Json]:
    """The same for a token."""
    lessons = [table for table in sessions.of(token, "school") if isinstance(table, Lesson)]
    return [
        {
            "game": lesson.game.title,
            "level": level_of(scores).name,
            "skills": [
                {"skill": skill, "right": score.right, "asked": score.asked, "seconds": round(score.seconds)}
                for skill in SKILLS
                if (score := scores.get(skill))
            ],
        }
        for lesson in lessons
        if (scores := lesson.scores)
    ]
