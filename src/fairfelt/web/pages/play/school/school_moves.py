"""Dealer school over HTTP: the moves of a learner, and classes that an instructor sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from secrets import choice
from time import monotonic

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt.reports.sheet.english import capital, count, listed
from fairfelt.rules import Remedy, format_amount
from fairfelt.rules.cards import Card
from fairfelt.rules.courses.course import LaidHand
from fairfelt.table import Round, WagerSettlement
from fairfelt.table.operations import OF_A_SEAT
from fairfelt.web.http.answers import BadQuery
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import Study
from fairfelt.web.pages.page import page
from fairfelt.web.pages.play import views
from fairfelt.web.pages.play.practice import (
    Json,
    Move,
    Moves,
    PracticeSessions,
    TableMove,
    check_range,
    most_players,
    read_sent,
    remember,
    token_of,
)
from fairfelt.web.pages.play.school import script
from fairfelt.web.pages.play.school.lesson import CERTIFIED, LEVELS, Lesson, level_of, weak_skills
from fairfelt.web.pages.play.school.marks import (
    DRILL_S,
    QUESTIONS,
    RACK_CENTS,
    Called,
    Chips,
    DrillKind,
    Payment,
    bets_to_settle,
    calls_for,
    chip_words,
    parts_of,
)
from fairfelt.web.pages.play.table import deed, steps

# The table while a learner deals by hand: the cards that are out, what players have said, and what can be touched.


def _places(lesson: Lesson) -> list[str]:
    """The places at this table: seats by their numbers, the shared cards, the dealer."""
    return [*(str(seat.number) for seat in lesson.round.seats), script.COMMUNITY, script.DEALER]


def acting_view(lesson: Lesson) -> Json:
    """Places and bets that can be touched: the same from the first card to the last, to give nothing away."""
    acts = {act for step in lesson.script for act in step.acts}
    seats, dealt = set(_places(lesson)[:-2]), {act.place for act in acts if act.kind == "deal"}
    done = [*(act for step in lesson.script[: lesson.done] for act in step.acts), *lesson.partly]
    decided = lesson.script[lesson.done - 1].decided if lesson.done else 0
    return {
        "places": [
            {
                "place": place,
                "words": script.place_words(lesson.game, place),
                "deals": place in dealt or (place in seats and bool(seats & dealt)),
                "turns": script.Act("turn", place) in acts,
            }
            for place in _places(lesson)
        ],
        "burns": any(act.kind == "burn" for act in acts),
        "stops": any(act.kind == "stop" for act in acts),
        "bets": [{"act": act.kind, "wager": act.wager} for act in script.lock_up_wagers(lesson.game).values()],
        "done": [{"act": act.kind, "place": act.place, "wager": act.wager} for act in done if act.wager],
        "said": list(_decisions(lesson.round, decided, _decided(lesson))),
    }


def cards_so_far(lesson: Lesson) -> dict[str, Json]:
    """The cards at every place, as far as they are out and turned over."""
    up: dict[str, list[Card]] = {}
    down: dict[str, int] = {}
    for step in lesson.script[: lesson.done]:
        if len(step.acts) > 1 or not step.cards:
            continue
        (act,) = step.acts
        if step.face_up:
            up.setdefault(act.place, []).extend(step.cards)
        change = len(step.cards) * (-1 if act.kind == "turn" else 0 if step.face_up else 1)
        down[act.place] = down.get(act.place, 0) + change
    return {
        place: views.hand_view(LaidHand(tuple(up.get(place, ()))), as_dealt=True, hidden=down.get(place, 0))
        for place in _places(lesson)
    }


def explain_so_far(lesson: Lesson) -> Iterator[str]:
    """The acts and decisions so far, in order."""
    yield "The deck is shuffled, and its commitment is shown. Players make their bets."
    told = 0
    for step in lesson.script[: lesson.done]:
        yield from _decisions(lesson.round, told, step.decided)
        told = step.decided
        cards = f" ({count(len(step.cards), 'card')})" if step.cards else ""
        for act in sorted(step.acts, key=lambda act: (act.wager, act.place)):
            yield f"The dealer {script.act_words(lesson.game, act)}{cards}."
    yield from _decisions(lesson.round, told, _decided(lesson))


def _decided(lesson: Lesson) -> int:
    """The number of players' decisions before the next step."""
    return lesson.script[lesson.done].decided


def _decisions(round: Round, first: int, last: int) -> Iterator[str]:
    for made in script.decisions_of(round)[first:last]:
        seat = round.seat(made.seat)
        choice = next(
            choice for street in round.game.streets for choice in street.choices
            if choice.name.lower() == made.choice.lower()
        )  # fmt: skip
        yield f"Seat {made.seat} {deed(choice, seat, 0)}."


# What a learner behind the table sees: all that is asked now, and none of the answers before they are given.


CALLED = tuple(remedy for remedy in Remedy if remedy is not Remedy.GO_ON)
"""Remedies that stop a round."""


def school_view(lesson: Lesson, job: Job[Study] | None) -> Json:
    said, ranking, showdown = lesson.announcement, views.ranking_of(lesson.game), lesson.game.showdown
    needed = showdown.qualify.words if showdown and showdown.qualify else ""
    return {
        "version": lesson.version,
        "number": lesson.number,
        "phase": lesson.round.phase,
        "stage": lesson.stage,
        "players": lesson.players,
        "commitment": lesson.shuffle.commitment,
        **_table(lesson),
        "acting": acting_view(lesson) if lesson.stage == "acting" else None,
        "parts": [
            {"title": part.title, "size": len(part.cards)}
            for part in parts_of(lesson.round)
            if lesson.stage == "setting"
        ],
        "asks": _asks(lesson),
        "envy": list(lesson.envy_seats) if lesson.stage == "envy" else [],
        "announcing": {"of_winner": said.of_winner, "options": list(said.options)} if said else None,
        "lines": [line.name for line in ranking.lines] if ranking else [],
        "qualifying": needed if lesson.stage == "reading" else "",
        "incident": capital(lesson.incident.words) if lesson.incident and lesson.stage != "acting" else "",
        "remedies": list(CALLED) if lesson.stage in ("setting", "reading", "settling") and not lesson.paid else [],
        "paid": list(lesson.paid),
        "marks": [asdict(mark) for mark in lesson.marks],
        "settling_seat": 1 if lesson.stage == "drill" else lesson.picked,
        "drill": {"kind": lesson.kind, "left": len(lesson.drill), "questions": QUESTIONS, "limit_s": DRILL_S}
        if lesson.stage == "drill"
        else None,
        "rack": [{"cents": cents, "words": chip_words(cents)} for cents in RACK_CENTS],
        "progress": progress_view(lesson),
        "others": "exact" if lesson.counted else "simple",
        "reveal": views.reveal(lesson.round, lesson.shuffle, 0),
    }


def progress_view(lesson: Lesson) -> Json:
    """The score of the session, skill by skill, and what it comes to."""
    level, scores = level_of(lesson.scores), lesson.scores
    above, total = LEVELS[LEVELS.index(level) + 1 :], lesson.score
    return {
        "right": total.right, "asked": total.asked, "percent": total.percent, "pace_s": round(total.pace_s, 1),
        "round_s": round(sum(mark.seconds for mark in lesson.marks)),
        "skills": [
            {"skill": skill, "right": score.right, "asked": score.asked, "pace_s": round(score.pace_s, 1)}
            for skill in script.SKILLS if (score := scores.get(skill))
        ],
        "weak": list(weak_skills(scores)),
        "rounds": lesson.rounds, "rounds_hour": round(3600 * lesson.rounds / lesson.rounds_s) if lesson.rounds_s else 0,
        "drills": [{"kind": kind, **result._asdict()} for kind, result in lesson.drills], "demands": asdict(CERTIFIED),
        "level": level.name, "certified": LEVELS.index(level) >= LEVELS.index(CERTIFIED),
        "next": asdict(above[0]) if above else None,
    }  # fmt: skip


def _table(lesson: Lesson) -> Json:
    round, view = lesson.round, views.PlayerView(lesson.round)
    if lesson.stage == "acting":
        lying, now = cards_so_far(lesson), script.round_after(lesson.round, _decided(lesson))
        seats = views.seats_view(views.PlayerView(now))
        return {
            "dealer": {"hands": [lying[script.DEALER]], "wins": False, "qualifies": None},
            "community": {**lying[script.COMMUNITY], "wins": False},
            "seats": [seat | {"hands": [lying[str(seat["number"])]]} for seat in seats],
            "steps": list(explain_so_far(lesson)),
        }
    announced = lesson.stage in ("settling", "envy", "done", "drill")
    return {
        "dealer": views.dealer_view(view) if announced else _unread(lesson, views.dealer_view(view)),
        "community": views.community_view(view) if announced else _silent(views.community_view(view)),
        "seats": views.seats_view(view),
        "steps": list(steps(round, read_aloud=announced)),
    }


def _unread(lesson: Lesson, dealer: Json) -> Json:
    """The dealer's cards without their name: the learner reads and sets them."""
    if lesson.stage == "setting" and lesson.round.dealt:
        cards = tuple(sorted(lesson.round.dealt.dealer, reverse=True))
        dealer = dealer | {"hands": [views.hand_view(LaidHand(cards))]}
    return {**_silent(dealer), "hands": [_silent(hand) for hand in dealer["hands"]], "qualifies": None}


def _silent(view: Json) -> Json:
    """The same without its name and without light on the cards that make it."""
    cards = {"cards": [card | {"lit": False} for card in view["cards"]]} if "cards" in view else {}
    return {**view, **cards, "words": "", "wins": False}


def _asks(lesson: Lesson) -> dict[str, list[Json]]:
    """The wagers of each seat that have to be settled."""
    if lesson.stage == "drill" and lesson.drill:
        return {"1": [_ask(lesson, lesson.drill[0].bet)] if lesson.kind == "pay" else []}
    if lesson.stage not in ("reading", "settling"):
        return {}
    answers = lesson.settled
    return {
        str(seat.number): [_ask(lesson, bet) for bet in bets_to_settle(answers, seat.number)] for seat in answers.seats
    }


def _ask(lesson: Lesson, bet: WagerSettlement) -> Json:
    return {
        "wager": bet.wager,
        "stake": format_amount(bet.stake_micros),
        "micros": bet.stake_micros,
        "calls": list(calls_for(lesson.game, bet)),
    }


class SchoolMove(TableMove):
    """What is sent with a move; each needs some of it."""

    players: int = 0
    by_hand: bool = False
    irregular: bool = False
    """Whether something may go wrong."""
    act: script.ActKind = "stop"
    place: str = ""
    wager: str = ""
    parts: list[list[str]] = msgspec.field(default_factory=list)
    """The dealer's hand as it is set."""
    remedy: Remedy = Remedy.GO_ON
    seat: int = 0
    line: int | None = None
    """The hand of the dealer or of a seat, or the winner, by its place in the list."""
    qualifies: bool | None = None
    bets: dict[str, Called] = msgspec.field(default_factory=dict)
    kind: DrillKind = "pay"
    """What a drill asks for."""
    called: Called = msgspec.field(default_factory=lambda: Called("nothing"))
    """What is done with the bet that a drill asks for."""
    envy: dict[int, Chips] = msgspec.field(default_factory=dict)
    """What each bettor gets for the hands of others; no chips are nothing."""


def _deal(lesson: Lesson, sent: SchoolMove, study: Study | None) -> Lesson:
    players = check_range("players", sent.players, 1, most_players(lesson.game))
    return lesson.deal(players, study, irregular=sent.irregular, by_hand=sent.by_hand)


def _do(lesson: Lesson, sent: SchoolMove, study: Study | None) -> Lesson:
    place, wager = "", ""
    if sent.act not in ("burn", "stop"):
        place, places = sent.place, _places(lesson)
        if place not in places:
            raise BadQuery("place", f"{place!r} is no place at this table: give {listed(places, 'or')}")
    if sent.act in ("lock", "lammer"):
        wager = sent.wager
        if wager not in script.lock_up_wagers(lesson.game):
            raise BadQuery("wager", f"nothing is done with {wager!r} before the deal of this game")
    return lesson.do(script.Act(sent.act, place, wager))


def _act(lesson: Lesson, sent: SchoolMove, study: Study | None) -> Lesson:
    if sent.remedy not in CALLED:
        raise BadQuery("remedy", f"{sent.remedy.value!r} is not to be called: call {listed(CALLED, 'or')}")
    most = max((seat.number for seat in lesson.round.seats), default=1)
    return lesson.act(sent.remedy, check_range("seat", sent.seat, 1, most) if sent.remedy in OF_A_SEAT else 0)


def _read(lesson: Lesson, sent: SchoolMove, study: Study | None) -> Lesson:
    options = lesson.announcement.options if lesson.announcement else ("",)
    return lesson.announce(check_range("line", sent.line or 0, 0, len(options) - 1), sent.qualifies)


def _line(lesson: Lesson, sent: SchoolMove) -> int | None:
    ranking = views.ranking_of(lesson.game)
    if sent.line is not None:
        check_range("line", sent.line, 0, len(ranking.lines) - 1 if ranking else 0)
    return sent.line


def _seat(lesson: Lesson, sent: SchoolMove) -> int:
    return check_range("seat", sent.seat, 1, most_players(lesson.game))


SCHOOL = Moves(
    "school", Lesson.opened, school_view, SchoolMove, moved=lambda before, after: after.timed(before, monotonic())
)
MOVES: Mapping[str, Move[Lesson, SchoolMove]] = {
    "deal": _deal,
    "do": _do,
    "set": lambda lesson, sent, study: lesson.set_hand(sent.parts),
    "act": _act,
    "read": _read,
    "pick": lambda lesson, sent, study: lesson.pick(_seat(lesson, sent)),
    "settle": lambda lesson, sent, study: lesson.settle(_seat(lesson, sent), _line(lesson, sent), sent.bets),
    "envy": lambda lesson, sent, study: lesson.pay_envy({seat: Payment(chips) for seat, chips in sent.envy.items()}),
    "clear": lambda lesson, sent, study: lesson.clear(),
    "drill": lambda lesson, sent, study: lesson.begin_drill(sent.kind),
    "answer": lambda lesson, sent, study: lesson.answer(sent.called, _line(lesson, sent)),
}


LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like digits."""
CODE_LENGTH = 5
MOST_STUDENTS = 60
LONGEST_NAME = 40


@dataclass
class Classroom:
    """Students by the tokens of their seats. Only the browser that opened the class sees them."""

    instructor: str
    students: dict[str, str] = field(default_factory=dict)


class Join(msgspec.Struct):
    """The name under which an instructor knows a student."""

    name: str


def classroom(request: Request) -> Response:
    """The instructor's view of a class, the form to join it, or the button that opens one."""
    found, code, token = _class_of(request), request.path_params.get("code", ""), token_of(request)
    part = "open" if not code else "gone" if not found else "teach" if found.instructor == token else "join"
    status = HTTPStatus.NOT_FOUND if part == "gone" else HTTPStatus.OK
    response = page("play/class.html", status=status, part=part, code=code, longest=LONGEST_NAME)
    remember(response, token)
    return response


async def open_class(request: Request) -> Response:
    """A new class, whose instructor is this browser."""
    token = token_of(request)
    code = "".join(choice(LETTERS) for _ in range(CODE_LENGTH))
    _sessions(request).classes.find(code, lambda: Classroom(token))
    response = JSONResponse({"code": code}, HTTPStatus.CREATED)
    remember(response, token)
    return response


async def join(request: Request) -> Response:
    """This browser's lessons are seen by the instructor from now on, under that name."""
    found, token = _class_of(request), token_of(request)
    name = " ".join((await read_sent(request, Join)).name.split())
    if not found:
        raise BadQuery("code", "there is no class of that code: ask your instructor for a new one")
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadQuery("name", f"give a name of up to {LONGEST_NAME} letters")
    if token not in found.students and len(found.students) >= MOST_STUDENTS:
        raise BadQuery("code", f"this class is full: it has {MOST_STUDENTS} students")
    found.students[token] = name
    response = JSONResponse({"name": name})
    remember(response, token)
    return response


def students(request: Request) -> Response:
    """What every student does now, for the instructor alone."""
    found = _class_of(request)
    if not found or found.instructor != token_of(request):
        raise BadQuery("code", "only the browser that opened this class sees its students")
    sessions, seen = _sessions(request), []
    for token, name in dict(found.students).items():
        lessons = sorted(sessions.of(token, SCHOOL.kind), key=lambda each: -each.moved_s)
        seen.append({"name": name, "games": list(map(_lesson, lessons))})
    response = JSONResponse({"students": seen})
    response.headers["Cache-Control"] = "no-store"
    return response


def _lesson(lesson: Lesson) -> Json:
    wrong = [mark for mark in lesson.marks if not mark.is_right]
    return progress_view(lesson) | {
        "game": lesson.game.title,
        "stage": lesson.stage,
        "minutes": round(lesson.score.seconds / 60),
        "idle_s": round(monotonic() - lesson.moved_s) if lesson.moved_s else None,
        "mistake": f"{wrong[-1].what}: {wrong[-1].said} ({wrong[-1].right})" if wrong else "",
    }


def _sessions(request: Request) -> PracticeSessions:
    sessions: PracticeSessions = request.app.state.practice_sessions
    return sessions


def _class_of(request: Request) -> Classroom | None:
    code = str(request.path_params.get("code", ""))
    return dict(_sessions(request).classes.items()).get(code.upper())
