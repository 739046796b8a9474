"""From an address to the game it means, and exact counting behind the pages: no request ever waits for it."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import comb
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from starlette.requests import Request

from fairfelt import games
from fairfelt.analysis import advisers
from fairfelt.analysis.advisers import trim_memory
from fairfelt.analysis.design.pays import WHAT_IF, BadPay, PayLine, pay_lines, read_pay, with_pays
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import CurvePoint, Par, Progress, Share, ShortStrategy, Solution, Unsolved, Verification
from fairfelt.engine.solve import forget
from fairfelt.reports.par.par_sheet import par_sheet
from fairfelt.reports.par.plot_sheet import plot_sheet
from fairfelt.reports.sheet import Sheet
from fairfelt.rules import Cards, Game, Pay, Paytable, UnknownName, Wager
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.web.http.answers import BadQuery, blame, read_integer
from fairfelt.web.jobs import FREE, Clock, Job, JobQueue, TooBusy

LONGEST_PAY = 40
LineChanges = tuple[tuple[int, Pay | None], ...]
"""Lines and what they pay now; None for a line that is no longer listed."""
Pays = tuple[tuple[str, LineChanges], ...]
"""Wagers and the lines of theirs that pay otherwise."""


@dataclass(frozen=True)
class PayOverrides:
    """Pays that the fields change, wager by wager, and a sentence for every field that cannot be read."""

    pays: Pays
    mistakes: Mapping[str, str]


def pay_field(wager: Wager, line: PayLine) -> str:
    return f"pay:{wager.name}:{line.name}"


def editable_wagers(game: Game) -> list[Wager]:
    return without_shared(game, lambda wager: bool(wager.paytable.pays))


def without_shared(game: Game, is_wanted: Callable[[Wager], bool]) -> list[Wager]:
    """The wanted wagers; of those of the game itself that share their paytables, the first."""
    found: list[Wager] = []
    for wager in game.wagers:
        is_shared = wager.is_base and any(other.is_base and other.paytables == wager.paytables for other in found)
        if is_wanted(wager) and not is_shared:
            found.append(wager)
    return found


def read_pay_overrides(query: Mapping[str, str], game: Game) -> PayOverrides:
    """Read every field; what says the same as the table in play changes nothing.

    A mistake in pays that are right one by one is shown at the first that was changed.
    """
    pays: list[tuple[str, LineChanges]] = []
    mistakes: dict[str, str] = {}
    for wager in editable_wagers(game):
        changes: dict[str, tuple[int, Pay | None]] = {}
        wrong: dict[str, str] = {}
        for line in pay_lines(game, wager.name):
            if (field := pay_field(wager, line)) in query:
                try:
                    pay, printed = _read_line(query[field].strip(), wager, line), wager.paytable.pays.get(line.line)
                except BadPay as error:
                    wrong[field] = error.sentence
                else:
                    if (pay and pay.words) != (printed and printed.words):
                        changes[field] = line.line, pay
        if changes:
            pays.append((wager.name, tuple(changes.values())))
            try:
                apply_overrides(game, () if wrong else pays[-1:])
            except BadPay as error:
                wrong[next(iter(changes))] = f"{wager.name} {error.sentence}"
        mistakes |= wrong
    return PayOverrides(tuple(pays), mistakes)


def _read_line(text: str, wager: Wager, line: PayLine) -> Pay | None:
    if not text and line.needed:
        raise BadPay(line.name, "this line needs a pay: write 'lose' if it loses")
    pay = read_pay(text[:LONGEST_PAY], place=line.name) if text else None
    if pay and pay.share and not wager.feeds_meter:
        raise BadPay(line.name, f"{wager.name} feeds no meter: pay odds, such as 40")
    return pay


def apply_overrides(game: Game, pays: Iterable[tuple[str, LineChanges]]) -> Game:
    for name, changes in pays:
        wager = game.wager(name)
        new = {line: pay for line, pay in {**wager.paytable.pays, **dict(changes)}.items() if pay}
        table = with_pays(game, wager, WHAT_IF, dict(sorted(new.items(), reverse=True)))
        game = game.with_pays(name, table)
    return game


@dataclass(frozen=True)
class GameQuery:
    """A game with the paytables, pays and company it is calculated with; equal queries have one answer."""

    slug: str
    variant: str = ""
    paytables: tuple[tuple[str, str], ...] = ()
    """Wagers and the tables put in play, in the order of the alphabet."""
    bettors: int = 0
    pays: Pays = ()

    @property
    def game(self) -> Game:
        return apply_overrides(self.printed, self.pays)

    @property
    def printed(self) -> Game:
        """The game with those paytables as they are printed."""
        return _printed(self.slug, self.variant, self.paytables)

    @property
    def plain(self) -> GameQuery:
        return GameQuery(self.slug, self.variant)

    @property
    def changed_tables(self) -> dict[str, Paytable]:
        """The paytables with changed pays, by wager."""
        return {wager: self.game.wager(wager).paytable for wager, _ in self.pays}

    @property
    def keeps_play(self) -> bool:
        """True if only side bets are changed, by which nobody decides."""
        game = games.find(self.slug, self.variant)
        return all(game.wager(wager).is_optional for wager, _ in (*self.paytables, *self.pays))

    @property
    def changes(self) -> tuple[str, ...]:
        """The changed pays, a sentence for each wager."""
        sentences = []
        for name, changes in self.pays:
            wager = self.printed.wager(name)
            names = {line.line: line.name for line in pay_lines(self.printed, wager.name)}
            printed = {line: pay.words for line, pay in wager.paytable.pays.items()}
            parts = [
                f"{names[line]} {pay.sentence if pay else 'is not listed'} instead of "
                f"{printed.get(line, 'nothing of its own')}"
                for line, pay in changes
            ]
            sentences.append(f"{wager.name} {wager.paytable.name}".strip() + f": {'; '.join(parts)}.")
        return tuple(sentences)


@lru_cache(maxsize=64)
def _printed(slug: str, variant: str, paytables: tuple[tuple[str, str], ...]) -> Game:
    """Always the same value for the same question, so that what is known of it is found again."""
    game = games.find(slug, variant)
    for wager, table in paytables:
        game = game.with_paytable(wager, table)
    return game


def plain_query(game: Game) -> GameQuery:
    return GameQuery(game.slug, game.variant)


def versions() -> Iterator[Game]:
    return (game for first in games.catalogue() for game in first.variants)


def game_of(request: Request) -> Game:
    return games.find(request.path_params["slug"], request.query_params.get("variant", ""))


def read_game_query(request: Request) -> GameQuery:
    """The whole query: `paytable=WAGER=NAME` and `pay:WAGER:LINE=PAY` as often as needed, `bettors=N`."""
    query = read_printed_query(request)
    overrides = read_pay_overrides(request.query_params, query.printed)
    for field, sentence in overrides.mistakes.items():
        raise BadQuery(field, sentence)
    return replace(query, pays=overrides.pays)


def read_printed_query(request: Request) -> GameQuery:
    """The query without changed pays."""
    game = game_of(request)
    text = request.query_params.get("bettors", "") or "0"
    if (bettors := read_integer(text, 0, game.seats - 1)) is None:
        raise BadQuery("bettors", f"{text!r:.40} other players are not possible: give 0 to {game.seats - 1}")
    chosen, played = set(), game
    for each in filter(None, request.query_params.getlist("paytable")):
        wager, equals, table = each.partition("=")
        if not equals:
            raise BadQuery("paytable", f"{each!r} is not of the form WAGER=NAME")
        with blame("paytable", UnknownName):
            found = played.wager(wager.strip()).name, played.paytable(wager.strip(), table.strip()).name
            played = played.with_paytable(*found)
        chosen.add(found)
    return GameQuery(game.slug, game.variant, tuple(sorted(chosen)), bettors)


def wagers_with_choice(game: Game) -> list[Wager]:
    return without_shared(game, lambda wager: len(wager.paytables) > 1)


@dataclass(frozen=True)
class PricedGame:
    """The figures of a game with some paytables, and the sheet that shows them."""

    par: Par
    sheet: Sheet
    shares: Mapping[str, Mapping[int, Share]]
    """The contribution of each row of the paytable in play, by wager."""


@dataclass(frozen=True)
class Study(PricedGame):
    """All the mathematics of a game. Its figures are small and stay; who asks for advice has it solved."""

    curve: tuple[CurvePoint, ...]
    short: ShortStrategy | None
    """Nothing where no strategy is short enough to remember."""

    @property
    def is_at_hand(self) -> bool:
        """True if `solution` answers at once."""
        return advisers.is_prepared(self.par.game)

    @property
    def solution(self) -> Solution:
        """The value of any hand."""
        return advisers.find_adviser(self.par.game)

    @property
    def plots(self) -> Sheet:
        return plot_sheet(self.par, self.curve)


def study(query: GameQuery, executor: Executor, progress: Progress) -> Study:
    """Count a game; raises `Unsolved` where there is no exact solver."""
    if query.pays:  # changed pays are not kept: it would fill the disk
        found = engine.answer_of(engine.solve(query.game, executor=executor), bettors=query.bettors, progress=progress)
    else:
        found = engine.answer(query.game, bettors=query.bettors, executor=executor, progress=progress)
    sheet = par_sheet(found.par, curve=found.curve, changes=query.changes, check=found.check)
    return Study(found.par, sheet, found.shares, found.curve, found.short)


def reprice(study: Study, query: GameQuery) -> PricedGame | None:
    """The same game with other pays and the play that is known; None where its hands were not distinguished so far."""
    again = engine.replay(engine.advisor(study.par.game), query.game)
    if again is None:
        return None
    par = engine.par_of(again, bettors=query.bettors)
    return PricedGame(par, par_sheet(par, curve=study.curve, changes=query.changes), engine.shares_by_wager(again))


def check(game: Game, executor: Executor, progress: Progress) -> Verification:
    """The published figures of a game in all its versions; nothing else of the way there is kept."""
    found = engine.verification(game, executor=executor, progress=progress)
    forget()
    return found


def estimate_cost(game: Game) -> tuple[bool, int]:
    """A guess at what counting takes: the deals to one player, more by far if both hands share cards."""
    if game.course:
        return False, len({game.course.alike(card) for card in game.deck.faces}) ** game.course.most_cards(1)
    left, ways = len(game.deck), 1
    for packet in game.deal.packets:
        ways *= comb(left, packet.taken)
        left -= packet.taken
    return bool(game.showdown and game.deal.count(Cards.COMMUNITY)), ways


T = TypeVar("T")
Count = Callable[[Executor, Progress], T]
Refusals = tuple[type[Exception], ...]
MOST_KEPT = 256
"""Enough for the whole catalogue and what users ask for besides."""
MOST_UNFINISHED = 40
"""Requests of users; the catalogue waits in its own queue."""

ADVICE, PRICING = "advice", "pricing"
AT_ONCE_S = 0.5
"""Seconds that a request waits before its page says that it is being counted."""
MOST_WAITED_S = 10.0
"""Seconds that background counts yield to a user's request."""


class Counting:
    """A queue for each: the catalogue, what users wait for, advice, changed pays, bets, meters."""

    def __init__(
        self,
        *,
        study: Callable[[GameQuery, Executor, Progress], Study] = study,
        check: Callable[[Game, Executor, Progress], Verification] = check,
        clock: Clock = monotonic,
    ) -> None:
        self._study, self._check, self._clock = study, check, clock
        self._jobs: OrderedDict[Hashable, Job[Any]] = OrderedDict()
        self._turns: defaultdict[str, Lock] = defaultdict(Lock)
        self._guard = Lock()
        self._ahead, self._requested, self._advice = map(JobQueue, ("ahead", "requested", ADVICE))
        self._what_if, self._bets, self._meters = map(JobQueue, ("what-if", "bets", "meters"))
        self._cores = ThreadPoolExecutor(usable_cores(), "cores")

    def study(self, query: GameQuery, *, ahead: bool = False) -> Job[Study]:
        return self._job(query, partial(self._study, query), query.game, self._ahead if ahead else self._requested)

    def advice(self, query: GameQuery) -> Job[Study]:
        """The same with its solution at hand, to value any hand at once: read from the disk or counted first."""
        job = self.study(query)
        if not job.solved:
            return job
        study, game = job.answer, query.game

        def count(executor: Executor, progress: Progress) -> Study:
            progress(0, 1, f"solving {game.title}")
            advisers.prepare_adviser(study.par.game, executor)
            _ = study.solution.chart  # found here, so that no move waits for it
            return study

        return self._job((ADVICE, query), count, game, self._advice if study.is_at_hand else self._requested)

    def pricing(self, query: GameQuery) -> Job[Study]:
        """Its mathematics with all counted that other pays are priced by: the first price of a game takes seconds."""
        job = self.study(query)
        if not job.solved:
            return job
        study, game, is_solved = job.answer, query.game, engine.is_at_hand(job.answer.par.game)

        def count(executor: Executor, progress: Progress) -> Study:
            progress(0, 1, f"solving {game.title}")
            if not is_solved:
                advisers.prepare_solution(study.par.game, executor)
            reprice(study, query)  # counts once what all pays share; it is kept where it was counted
            return study

        priced = self._job((PRICING, query), count, game, self._advice if is_solved else self._requested)
        priced.wait(AT_ONCE_S)
        return priced

    def price(self, query: GameQuery) -> Job[Study] | Job[PricedGame]:
        """The figures with other paytables or pays: at once where the play is known and stays, else counted anew."""
        if query == query.plain:
            return self.study(query)
        known = self._jobs.get(query.plain)
        if (
            query not in self._jobs
            and query.keeps_play
            and known
            and known.solved
            and engine.is_at_hand(query.plain.game)
        ):
            priced = reprice(known.answer, query)
            if priced:
                with self._guard:
                    self._make_room()
                    self._jobs[query] = found = Job.ended(priced)
                return found
        if query.pays:
            with self._guard:  # cancel what is out of date before its turn comes: each key press asks again
                for key, job in self._jobs.items():
                    if isinstance(key, GameQuery) and key.pays and key.slug == query.slug and key != query:
                        job.future.cancel()
        queue = self._what_if if query.pays else self._requested

        def count(executor: Executor, progress: Progress) -> PricedGame:
            """Without the solution, which is large and which only the game as it is printed is asked for."""
            found = self._study(query, executor, progress)
            return PricedGame(found.par, found.sheet, found.shares)

        return self._job(query, count, query.game, queue)

    def check(self, game: Game, *, ahead: bool = False) -> Job[Verification]:
        return self._job(game.slug, partial(self._check, game), game, self._ahead if ahead else self._requested)

    def bet(self, key: tuple[Hashable, ...], count: Count[T], *, solving: str = "", unsolved: Refusals = ()) -> Job[T]:
        """A progressive bet in numbers: at once, unless a game has to be solved for it.

        Errors that say why there is no answer are `unsolved`.
        """
        game = games.find(solving) if solving else None
        return self._job(key, count, game, self._requested if game else self._bets, unsolved)

    def meter(self, key: tuple[Hashable, ...], count: Count[T], *, unsolved: Refusals = ()) -> Job[T]:
        return self._job(key, count, None, self._meters, unsolved)

    def warm(self) -> None:
        """Count the catalogue ahead, the cheapest game first."""
        for game in sorted(games.catalogue(), key=estimate_cost):
            for version in game.variants:
                self.study(plain_query(version), ahead=True)
            self.check(game, ahead=True)
        self._ahead.put(Job(lambda job: trim_memory()))

    def close(self) -> None:
        """Start nothing more, and end what runs after its next part."""
        for queue in (self._ahead, self._requested, self._advice, self._what_if, self._bets, self._meters):
            queue.close()
        self._cores.shutdown(wait=False, cancel_futures=True)

    def _job(
        self, key: Hashable, count: Count[T], game: Game | None, queue: JobQueue, unsolved: Refusals = ()
    ) -> Job[T]:
        """The job of a question; counts of one game run one at a time."""
        with self._guard:
            job: Job[T] | None = self._jobs.get(key)
            # A user does not wait behind the catalogue: a job that has not started there changes the queue.
            changes = job and job.queue is self._ahead and queue is not self._ahead and job.future.cancel()
            if job is None or changes or job.future.cancelled():
                job = self._begin(key, count, game, queue, unsolved)
            self._jobs.move_to_end(key)
            return job

    def _begin(self, key: Hashable, count: Count[T], game: Game | None, queue: JobQueue, unsolved: Refusals) -> Job[T]:
        self._jobs.pop(key, None)
        ahead = queue is self._ahead
        if not ahead and len(self._open_requests()) >= MOST_UNFINISHED:
            raise TooBusy("the server is calculating many other things: ask again in a while")
        self._make_room()
        turn = self._turns[game.slug if game else queue.name]

        def run(job: Job[T]) -> T:
            if ahead:  # wait until no request of a user is open, or for a while
                with self._guard:
                    asked = [job.future for job in self._open_requests()]
                wait(asked, MOST_WAITED_S)
            with turn:
                job.begin()
                try:
                    return count(self._cores, job.report)
                except unsolved as error:
                    raise Unsolved(str(error)) from error
                finally:
                    if not ahead:  # the catalogue is read: many small jobs, and one at their end
                        trim_memory()

        cost = FREE if ahead or game is None else estimate_cost(game)
        job = Job(run, cost=cost, title=game.title if game else "", clock=self._clock)
        self._jobs[key] = queue.put(job)
        return job

    def _open_requests(self) -> list[Job[Any]]:
        """What users wait for."""
        return [job for job in self._jobs.values() if job.queue is not self._ahead and not job.ready]

    def _make_room(self) -> None:
        """Forget the oldest answers."""
        finished = [key for key, job in self._jobs.items() if job.ready]
        for key in finished[: max(0, len(self._jobs) - MOST_KEPT + 1)]:
            del self._jobs[key]


def counting_of(request: Request) -> Counting:
    counting: Counting = request.app.state.counting
    return counting
