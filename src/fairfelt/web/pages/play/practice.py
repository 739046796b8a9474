"""Practice: one learner at a table, with a coach, other players and a committed shuffle; and its moves over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from hashlib import sha256
from http import HTTPStatus
from secrets import token_hex, token_urlsafe
from threading import Lock
from time import perf_counter
from typing import Any, Generic, Self, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fairfelt.engine.exact import Par, Solution
from fairfelt.environments.values import advise
from fairfelt.law import Law, LawError, check_bets, profile, profile_names
from fairfelt.rules import (
    MICROS,
    AmountError,
    Choice,
    Game,
    Irregularity,
    Opens,
    UnknownName,
    fingerprint,
    format_amount,
    parse_amount,
)
from fairfelt.rules.cards import Card, Deck, format_cards
from fairfelt.runtime.formats import Tally
from fairfelt.table import Choose, DealCards, PlaceBets, Round, RoundError, Settle, shuffle
from fairfelt.table.operations import mend
from fairfelt.web.http.answers import BadQuery, blame, read_json
from fairfelt.web.jobs import Job, Latest, TooBusy
from fairfelt.web.pages.counting import Study, counting_of, game_of, plain_query
from fairfelt.web.words.catalogue import current_language, translate_view

NONCE_BYTES = 32


@dataclass(frozen=True)
class Shuffle:
    """The order of a deck, and a number nobody can guess that keeps the promise from giving it away."""

    order: tuple[Card, ...]
    nonce: str

    @classmethod
    def fresh(cls, deck: Deck) -> Shuffle:
        """Shuffled by the operating system's generator."""
        return cls(shuffle(deck.cards), token_hex(NONCE_BYTES))

    @property
    def commitment(self) -> str:
        return commitment_of(self.nonce, format_cards(self.order))

    def cut_at(self, at: int) -> tuple[Card, ...]:
        """The order after the cut: the cards above it go to the bottom."""
        return self.order[at:] + self.order[:at]


def commitment_of(nonce: str, order: str) -> str:
    """SHA-256 of nonce and order with a space between them, as hexadecimal digits."""
    return sha256(f"{nonce} {order}".encode()).hexdigest()


@dataclass(frozen=True)
class Decision:
    """A choice that was made, and what the best one would have gained; nothing is known where nothing is counted."""

    street: str
    choice: str
    best: str = ""
    cost: Fraction | None = None
    """In units of the Ante."""

    @property
    def is_mistake(self) -> bool:
        return bool(self.cost)


def judge_choice(solution: Solution | None, round: Round, choice: str) -> Decision:
    """A choice, looked at just before it is made."""
    assert round.street, "a player is to decide"
    made = next((offered.name for offered in round.offered if offered.name.lower() == choice.lower()), choice)
    advice = advise(solution, round)
    if not advice:
        return Decision(round.street.name, made)
    values = dict(advice.values)
    cost = values[advice.best] - values[made] if made in values else None
    return Decision(round.street.name, made, advice.best, cost)


MOST_PLAYERS = 6
ANTE_MICROS = 10 * MICROS
SIDE_BET_MICROS = 5 * MICROS


def most_players(game: Game) -> int:
    """As many as the deck serves, and no more than a table has places."""
    return min(game.seats, MOST_PLAYERS)


def usual_bets(game: Game, turn: int) -> dict[str, int]:
    """Ten on every opening bet, or on one of them, and a side bet that changes by seat and round; sometimes none."""
    bets_micros = {wager.name: ANTE_MICROS for wager in game.opening_bets(turn)}
    offered = game.offered_together[0]
    side = turn % (len(offered) + 1)
    if side < len(offered):
        bets_micros[offered[side].name] = SIDE_BET_MICROS
    return bets_micros


def place_usual_bets(round: Round, seats: range, number: int, *, besides: int = 0) -> Round:
    """The round with the usual bets at all those seats but one."""
    for seat in seats:
        if seat != besides:
            bets_micros = usual_bets(round.game, seat + number)
            made = {name for at in round.seats for name in at.stakes_micros}
            if round.game.excluded((*made, *bets_micros)):  # the learner bets on what a table offers instead
                bets_micros = {wager.name: ANTE_MICROS for wager in round.game.opening_bets(seat + number)}
            round = round.apply(PlaceBets(seat, bets_micros))
    return round


def play_until(round: Round, solution: Solution | None, *, until: int = 0) -> Round:
    """Let the others decide, up to the turn of one seat."""
    while (player := round.to_act) and player.number != until:
        round = round.apply(Choose(player.number, decide(round, solution).name))
    return round


def decide(round: Round, solution: Solution | None) -> Choice:
    """The best choice where the game is solved; otherwise to stay in with the smallest bet."""
    if advice := advise(solution, round):
        return next(choice for choice in round.offered if choice.name == advice.best)
    last_first = reversed(round.offered)  # of equal choices the last one listed is the better
    return min(last_first, key=lambda choice: (choice.folds, choice.times, choice.takes_back))


START_MICROS = 1_000 * MICROS
"""The chips that a learner sits down with."""


@dataclass(frozen=True)
class RoundResult:
    """What a round of a session came to, in millionths."""

    staked_micros: int
    net_micros: int
    ante_micros: int
    decisions: tuple[Decision, ...]
    expected_micros: Fraction | None = None
    """By the house edge of every bet and the mistakes made; None where the game was not solved by then."""
    variance: Fraction = Fraction(0)
    """Of the result, as if bets of one round did not depend on one another."""

    @property
    def cost_micros(self) -> Fraction:
        """The cost of its mistakes."""
        return self.ante_micros * sum((made.cost or Fraction(0) for made in self.decisions), Fraction(0))


def result_of(round: Round, seat: int, decisions: tuple[Decision, ...], par: Par | None) -> RoundResult:
    """The result of a settled round for one seat."""
    assert round.settlement, "only a finished round counts"
    player = round.seat(seat)
    staked_micros = sum(bet.stake_micros for bet in round.settlement.of(seat))
    result = RoundResult(staked_micros, round.settlement.net_micros(seat), player.ante_micros, decisions)
    known = par is not None and par.round.variance is not None
    if not par or not known or player.foul or any(made.cost is None for made in decisions):
        return result
    # Mean and variance with best play: of the game itself or the bet it was opened with, and of each side bet
    game, mean, variance = round.game, Fraction(0), Fraction(0)
    bets = game.optional if game.opens is Opens.ALL else (*game.openings, *game.optional)
    if game.opens is Opens.ALL:
        mean -= par.round.house_edge * player.ante_micros
        assert par.round.variance is not None, "best play is counted with its variance"
        variance += par.round.variance * player.ante_micros**2
    for wager in bets:
        if stake_micros := player.stakes_micros.get(wager.name, 0):
            sheet = par.wager(wager.name, wager.paytable.name)
            mean -= sheet.house_edge * stake_micros
            variance += sheet.variance * stake_micros**2
    return replace(result, expected_micros=mean - result.cost_micros, variance=variance)


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
class LearnersTable:
    """A table as it stands, with a learner before it or behind it; every move gives a new one."""

    game: Game
    shuffle: Shuffle
    round: Round
    version: int = 0
    """One more with every move, so that a page that is behind is noticed."""
    number: int = 1
    players: int = 1
    counted: bool = False
    """True if the others play by the exact strategy in this round."""

    @classmethod
    def opened(cls, game: Game) -> Self:
        return cls(game=game, shuffle=Shuffle.fresh(game.deck), round=Round(game))


@dataclass(frozen=True, kw_only=True)
class Practice(LearnersTable):
    """A learner who plays, with a coach."""

    seat: int = 1
    cut: int = 0
    bets_micros: Mapping[str, int] = field(default_factory=dict)
    """The learner's last bets."""
    decisions: tuple[Decision, ...] = ()
    stopped: Decision | None = None
    """A mistake that was not made, because the learner asked to be stopped before one."""
    picked: bool = False
    """True if the deal was picked after the bets, for a decision that is close."""
    results: tuple[RoundResult, ...] = ()
    """Of the rounds of this session."""
    caught: int = 0
    """Mistakes that the learner was stopped before."""

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
            return replace(self, stopped=made, caught=self.caught + 1, version=self.version + 1)
        return replace(self, decisions=(*self.decisions, made), stopped=None)._played_on(after, study)

    def mend(self, irregularity: Irregularity, seat: int, study: Study | None) -> Practice:
        """Something went wrong: the round is void, or goes on without one hand. A void round counts nowhere."""
        round = mend(self.round, irregularity, seat)
        if round.settlement:
            return replace(self, round=round, version=self.version + 1)
        return self._played_on(round, study)

    def clear(self) -> Practice:
        self.round.expect("settled", "the round is not over yet")
        fresh = replace(self, shuffle=Shuffle.fresh(self.game.deck), round=Round(self.game), decisions=(), cut=0)
        fresh = replace(fresh, picked=False, stopped=None)
        return replace(fresh, number=self.number + 1, version=self.version + 1)

    def start_over(self) -> Practice:
        """Forget how the session has gone; the cards stay as they are."""
        return replace(self, results=(), caught=0, version=self.version + 1)

    def _played_on(self, round: Round, study: Study | None) -> Practice:
        """Others decide until it is the learner's turn again, or until all that is left is to settle."""
        solution = study.solution if study and self.counted else None
        round = play_until(round, solution, until=self.seat)
        results = self.results
        if round.phase == "settling":
            round = round.apply(Settle())
            results += (result_of(round, self.seat, self.decisions, study.par if study else None),)
        return replace(self, round=round, results=results, version=self.version + 1)


B = TypeVar("B", bound=msgspec.Struct)
S = TypeVar("S")

SEAT_COOKIE = "fairfelt-seat"
TOKEN_BYTES = 18
TOKEN_LENGTH = 24
MOST_SESSIONS = 500
MOST_CLASSES = 100


@dataclass(eq=False)
class PracticeSession(Generic[S]):
    """One visitor at one table, and the lock of who moves."""

    table: S
    lock: Lock = field(default_factory=Lock)


class PracticeSessions(Latest[tuple[str, str, str, str], PracticeSession[Any]]):
    """The latest sessions, by visitor, kind of table, game and its fingerprint."""

    def __init__(self, most: int = MOST_SESSIONS) -> None:
        super().__init__(most)
        self.classes = Latest[str, Any](MOST_CLASSES)
        """Classes of the dealer school, by their codes."""

    def at(self, token: str, kind: str, game: Game, opened: Callable[[Game], S]) -> PracticeSession[S]:
        """The session of that visitor at that game; a new one if there is none yet."""
        return self.find((token, kind, game.slug, fingerprint(game)), lambda: PracticeSession(opened(game)))

    def of(self, token: str, kind: str) -> list[Any]:
        """The tables of that kind at which that visitor sits."""
        return [session.table for key, session in self.items() if key[:2] == (token, kind)]


def new_token() -> str:
    return token_urlsafe(TOKEN_BYTES)


def token_of(request: Request) -> str:
    """The token of the visitor's cookie, or a new one."""
    token = request.cookies.get(SEAT_COOKIE, "")
    return token if len(token) == TOKEN_LENGTH else new_token()


def remember(response: Response, token: str) -> None:
    """Keep the token in a cookie that no script reads and no other site sends."""
    response.set_cookie(SEAT_COOKIE, token, path="/play", httponly=True, samesite="strict")


async def read_sent(request: Request, kind: type[B]) -> B:
    return await read_json(request.headers.get("content-type", ""), request.receive, kind)


class TableMove(msgspec.Struct):
    """What is sent with every move."""

    version: Tally
    """Of the table that the page shows."""


def check_range(field: str, number: int, least: int, most: int) -> int:
    """Refuse a number that this table does not have."""
    if not least <= number <= most:
        raise BadQuery(field, f"{field} is {number}: give a whole number from {least} to {most}")
    return number


MOST_BET_MICROS = 10_000 * MICROS


def read_bets_micros(bets: Mapping[str, str]) -> dict[str, int]:
    """Amounts by wager; what is empty or nothing is no bet."""
    found = {}
    for wager, amount in bets.items():
        with blame(wager, AmountError):
            micros = parse_amount(amount) if amount else 0
        if micros > MOST_BET_MICROS:
            most = format_amount(MOST_BET_MICROS, decimals=0)
            raise BadQuery(wager, f"{format_amount(micros)} on {wager} is too much: this table takes up to {most}")
        if micros:
            found[wager] = micros
    return found


LABORATORY = "laboratory"


def law_choices() -> list[tuple[str, str]]:
    """The laws there are, by name and title, the one without limits first."""
    names = sorted(profile_names(), key=lambda name: name != LABORATORY)
    return [(name, profile(name).title) for name in names]


def check_limits(game: Game, bets_micros: Mapping[str, int], law: Law) -> None:
    """Refuse bets that the chosen law does not allow on the chosen day, beside the bet it is about."""
    alone = [(wager, {wager: micros}) for wager, micros in bets_micros.items()]
    for bet, bets in (*alone, ("bets", bets_micros)):
        for finding in check_bets(law, game, bets):
            raise BadQuery(bet, finding.sentence)


def read_law(name: str, day: str) -> Law:
    """The law that was chosen, as it is on a day."""
    try:
        on = date.fromisoformat(day) if day else date.today()
    except ValueError as error:
        raise BadQuery("day", f"day is {day!r}: give a day such as 2023-06-14") from error
    with blame("law", UnknownName), blame("day", LawError):
        return profile(name or LABORATORY).on(on)


Json = dict[str, Any]
Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


def job_of(request: Request, game: Game) -> Job[Study] | None:
    """The mathematics of the game, there or on its way; nothing while too much else is asked."""
    try:
        return counting_of(request).advice(plain_query(game))
    except TooBusy:
        return None


def finished_study(job: Job[Study] | None) -> Study | None:
    return job.answer if job and job.solved else None


T = TypeVar("T", bound=LearnersTable)
M = TypeVar("M", bound=TableMove)
Move = Callable[[T, M, Study | None], T]
"""Of a table, what was sent, and the mathematics if they are there: the table after the move."""


@dataclass(frozen=True)
class Moves(Generic[T, M]):
    """One kind of table: how it is opened and how it is shown."""

    kind: str
    opened: Callable[[Game], T]
    view: Callable[[T, Job[Study] | None], Json]
    sent: type[M]
    """What is sent with its moves."""
    find: Callable[[Request], Game] = game_of
    """The game of an address."""
    job: Callable[[Request, Game], Job[Study] | None] = job_of
    """Its mathematics."""
    moved: Callable[[T, T], T] = lambda before, after: after
    """The table after a move, given the one before."""
    figures: Callable[[Request, Game], Json] = lambda request, game: {}
    """Figures for the page that are there before the mathematics of every hand."""

    def look(self, request: Request) -> Response:
        return self._answer(request, lambda session, job: None)

    def endpoint(self, move: Move[T, M]) -> Endpoint:
        async def post(request: Request) -> Response:
            sent = await read_sent(request, self.sent)
            return await run_in_threadpool(self._move, request, sent, move)

        return post

    def routes(self, base: str, moves: Mapping[str, Move[T, M]]) -> list[Route]:
        posts = [Route(f"{base}/{name}.json", self.endpoint(move), methods=["POST"]) for name, move in moves.items()]
        return [Route(f"{base}/table.json", self.look), *posts]

    def _move(self, request: Request, sent: M, move: Move[T, M]) -> Response:
        def act(session: PracticeSession[T], job: Job[Study] | None) -> str | None:
            if session.table.version != sent.version:
                return "The table has moved on since this page was drawn: here it is as it stands now"
            with blame("round", RoundError):
                session.table = self.moved(session.table, move(session.table, sent, finished_study(job)))
            return None

        return self._answer(request, act)

    def _answer(self, request: Request, act: Callable[[PracticeSession[T], Job[Study] | None], str | None]) -> Response:
        game, token = self.find(request), token_of(request)
        sessions: PracticeSessions = request.app.state.practice_sessions
        session, job = sessions.at(token, self.kind, game, self.opened), self.job(request, game)
        with session.lock:
            behind = act(session, job)
            view = {**self.view(session.table, job), **self.figures(request, game)}
        view = translate_view(view, current_language())
        status = HTTPStatus.CONFLICT if behind else HTTPStatus.OK
        response = JSONResponse({**view, "detail": behind} if behind else view, status)
        response.headers["Cache-Control"] = "no-store"  # a page that is gone back to must not show a stale table
        remember(response, token)
        return response
