"""Exact counting behind the pages: every question once, one at a time per game, and no request ever waits for it."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any, Generic, ParamSpec, TypeVar

from starlette.requests import Request

from fairfelt import games
from fairfelt.analysis.advisers import stop_solving
from fairfelt.analysis.advisers.give_back import give_back_memory
from fairfelt.engine import Progress, Unsolved, Verification
from fairfelt.rules import Game
from fairfelt.runtime.compute.compile import NoNumba
from fairfelt.runtime.compute.cores import usable_cores

from .game_query import GameQuery, plain_query
from .study import PricedGame, Study, check, estimate_cost, reprice, study

# One thread that takes the cheapest waiting job first; none is overtaken more than a few times.


P = ParamSpec("P")
MOST_OVERTAKEN = 4
"""So many cheaper jobs go first; then it is its turn, whatever comes."""
Cost = tuple[bool, int]
FREE: Cost = (False, 0)


@dataclass
class _Waiting:
    """A job in the line."""

    cost: Cost
    future: Future[Any]
    run: Callable[[], Any]
    overtaken: int = 0


class CheapestFirst(Executor):
    """An executor of one thread, which is begun with the first job."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._line: list[_Waiting] = []
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None
        self.running: Future[Any] | None = None
        """What is done now."""
        self.jobs: dict[Future[Any], Any] = {}
        """What is done or waits, by its future."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it as if it cost nothing."""
        return self.put(FREE, lambda: fn(*args, **kwargs))

    def put(self, cost: Cost, run: Callable[[], T], job: Any = None) -> Future[T]:
        """Do it when nothing cheaper waits; `job` is what others are told that it is."""
        future: Future[T] = Future()
        with self._changed:
            self.jobs = {known: each for known, each in self.jobs.items() if not known.done()} | {future: job}
            if self._closed:
                raise RuntimeError("nothing more is begun: the line is closed")
            self._line.append(_Waiting(cost, future, run))
            if self._thread is None:
                self._thread = Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return future

    def before(self, future: Future[Any]) -> list[Future[Any]]:
        """What is done before a job as the line stands now: first what is being done."""
        with self._changed:
            line = [_Waiting(each.cost, each.future, each.run, each.overtaken) for each in self._line]
            running = self.running
        found = [running] if running and running is not future else []
        while line and (turn := _next(line)).future is not future:
            found.append(turn.future)
        return [each for each in found if not each.done()]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Begin nothing more."""
        with self._changed:
            self._closed = True
            if cancel_futures:
                for each in self._line:
                    each.future.cancel()
                self._line.clear()
            self._changed.notify()
        if wait and self._thread:
            self._thread.join()

    def _work(self) -> None:
        while turn := self._take():
            try:
                turn.future.set_result(turn.run())
            except BaseException as error:
                turn.future.set_exception(error)
            self.running = None

    def _take(self) -> _Waiting | None:
        """The next job that nobody has canceled; nothing once the line is closed and empty."""
        with self._changed:
            while True:
                while self._line:
                    turn = _next(self._line)
                    if turn.future.set_running_or_notify_cancel():
                        self.running = turn.future
                        return turn
                if self._closed:
                    return None
                self._changed.wait()


def _next(line: list[_Waiting]) -> _Waiting:
    """The cheapest of a line, or the first that was overtaken too often; it leaves the line."""
    late = (each for each in line if each.overtaken >= MOST_OVERTAKEN)
    turn = next(late, None) or min(line, key=lambda each: each.cost)
    for each in line[: line.index(turn)]:
        each.overtaken += 1
    line.remove(turn)
    return turn


T = TypeVar("T")
Clock = Callable[[], float]
Count = Callable[[Executor, Progress], T]

MOST_KEPT = 256
"""Enough for the whole catalogue, and for what people ask besides."""
MOST_UNFINISHED = 40
"""Of what people asked for; the catalogue waits its turn in its own line."""

ADVICE, SOLUTION, PRICING = "advice", "solution", "pricing"
AT_ONCE_S = 0.5
"""Who asks waits so long before a page says that it is being counted."""
MOST_WAITED_S = 10.0
"""So long the catalogue lets somebody's question go first."""
BETS, METERS = "bets", "meters"
"""In the place of a game, where none has to be solved."""


class TooBusy(Exception):  # noqa: N818  (it reads as what happened)
    """More questions are open than anybody should have to wait for."""


class NotReady(Exception):  # noqa: N818  (it reads as what happened)
    """An answer that is still on its way."""


class Job(Generic[T]):
    """One answer, there or on its way."""

    future: Future[T]

    def __init__(
        self,
        clock: Clock,
        *,
        ahead: bool,
        title: str = "",
        line: CheapestFirst | None = None,
        others_first: Callable[[], None] = lambda: None,
    ) -> None:
        self.title, self.line = title, line
        """What is counted, and the line it waits in."""
        self.others_first = others_first
        """Wait while somebody waits for something else, which would take longer beside it."""
        self.ahead = ahead
        """Counted before anybody asked, in its turn."""
        self.step = ""
        self._clock = clock
        self._begun_s: float | None = None

    def run(self, count: Count[T], turn: Lock, executor: Executor) -> T:
        """Count, when no other thread counts the same game."""
        if self.ahead:
            self.others_first()
        with turn:
            self._begun_s = self._clock()
            try:
                return count(executor, self._tell)
            finally:
                if not self.ahead:  # the catalogue is read: many small jobs, and one at their end
                    give_back_memory()

    def wait(self, seconds: float) -> None:
        """Until it is ready, or for so long."""
        wait([self.future], seconds)

    def _tell(self, done: int, total: int, what: str) -> None:
        self.step = what

    @property
    def seconds(self) -> int | None:
        """How long it has been counted; nothing while it waits for its turn."""
        return None if self._begun_s is None else int(self._clock() - self._begun_s)

    @property
    def jobs_before(self) -> int:
        """How many are counted before it, the one that is being counted among them."""
        return len(self.line.before(self.future)) if self.line else 0

    @property
    def running_words(self) -> str:
        """What is being counted before it, and for how long."""
        before = self.line.before(self.future) if self.line else []
        now = self.line.jobs.get(before[0]) if self.line and before else None
        return f"{now.title}, {now.seconds} s so far" if now and now.seconds is not None and now.title else ""

    @property
    def ready(self) -> bool:
        """Whether there is an answer, be it that there is none."""
        return self.future.done()

    @property
    def unsolved(self) -> str:
        """Why there is no exact answer, if so."""
        error = self.future.exception() if self.ready else None
        return str(error) if isinstance(error, (Unsolved, NoNumba)) else ""

    @property
    def solved(self) -> bool:
        """Whether there is an answer to work with."""
        return self.ready and not self.future.cancelled() and self.future.exception() is None

    @property
    def answer(self) -> T:
        """The answer, once it is ready."""
        return self.future.result(timeout=0)

    def result(self) -> T:
        """The answer; raises `NotReady` while it is on its way."""
        if not self.ready:
            raise NotReady(f"This is being calculated, {self.seconds or 0} s so far: ask again in a few seconds")
        return self.answer


class Counting:
    """A thread for each: the catalogue in order of cost, what somebody waits for, what would be if, bets, meters."""

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
        self._ahead = ThreadPoolExecutor(1, "ahead")
        self._requested = CheapestFirst("requested")
        self._advice = ThreadPoolExecutor(1, ADVICE)
        self._what_if = ThreadPoolExecutor(1, "what-if")
        self._bets, self._meters = ThreadPoolExecutor(1, BETS), ThreadPoolExecutor(1, METERS)
        self._cores = ThreadPoolExecutor(usable_cores(), "cores")

    def study(self, query: GameQuery, *, ahead: bool = False) -> Job[Study]:
        """The mathematics of a game."""
        return self._job(query, partial(self._study, query), query.slug, self._ahead if ahead else self._requested)

    def advice(self, query: GameQuery) -> Job[Study]:
        """The same with its solution at hand, to value any hand at once: read from the disk or counted first."""
        job = self.study(query)
        if not job.solved:
            return job
        pool = self._advice if job.answer.is_at_hand else self._requested
        return self._job((ADVICE, query), partial(_prepare, job.answer), query.slug, pool)

    def _solution(self, query: GameQuery) -> Job[Study]:
        """The same with all of the game solved."""
        job = self.study(query)
        if not job.solved or job.answer.is_solved:
            return job
        return self._job((SOLUTION, query), partial(_solve, job.answer), query.slug, self._requested)

    def pricing(self, query: GameQuery) -> Job[Study]:
        """Its mathematics with all counted that other pays are priced by: the first price of a game takes seconds."""
        job = self._solution(query)
        if not job.solved:
            return job
        priced = self._job((PRICING, query), partial(_price_once, job.answer, query), query.slug, self._advice)
        priced.wait(AT_ONCE_S)
        return priced

    def price(self, query: GameQuery) -> Job[Study] | Job[PricedGame]:
        """The figures with other paytables or pays: at once where the play is known and stays, else counted anew."""
        if query == query.plain:
            return self.study(query)
        known = self._jobs.get(query.plain)
        if query not in self._jobs and query.keeps_play and known and known.solved and known.answer.is_solved:
            priced = reprice(known.answer, query)
            if priced:
                return self._keep(query, priced)
        if query.pays:
            self._forget_waiting(query)
        pool = self._what_if if query.pays else self._requested
        return self._job(query, partial(self._price, query), query.slug, pool)

    def _price(self, query: GameQuery, executor: Executor, progress: Progress) -> PricedGame:
        """Without the solution, which is large and which only the game as it is printed is asked for."""
        solved = self._study(query, executor, progress)
        return PricedGame(solved.par, solved.sheet, solved.shares)

    def _keep(self, query: GameQuery, priced: PricedGame) -> Job[PricedGame]:
        job: Job[PricedGame] = Job(self._clock, ahead=False)
        job.future = Future()
        job.future.set_result(priced)
        with self._guard:
            self._make_room()
            self._jobs[query] = job
        return job

    def _forget_waiting(self, query: GameQuery) -> None:
        """Who types asks for much that is out of date before its turn comes."""
        with self._guard:
            for key, job in self._jobs.items():
                if isinstance(key, GameQuery) and key.pays and key.slug == query.slug and key != query:
                    job.future.cancel()

    def check(self, game: Game, *, ahead: bool = False) -> Job[Verification]:
        """Its published figures, recomputed."""
        return self._job(game.slug, partial(self._check, game), game.slug, self._ahead if ahead else self._requested)

    def bet(self, key: tuple[Hashable, ...], count: Count[T], *, solving: str = "") -> Job[T]:
        """A progressive bet in numbers: at once, unless a game has to be solved for it."""
        return self._job(key, count, solving or BETS, self._requested if solving else self._bets)

    def meter(self, key: tuple[Hashable, ...], count: Count[T]) -> Job[T]:
        """What a meter will do."""
        return self._job(key, count, METERS, self._meters)

    def warm(self) -> None:
        """Count the catalogue ahead, the cheapest game first."""
        for game in sorted(games.catalogue(), key=estimate_cost):
            for version in game.variants:
                self.study(plain_query(version), ahead=True)
            self.check(game, ahead=True)
        self._ahead.submit(give_back_memory)

    def close(self) -> None:
        """Begin nothing more, and let go of what is being counted after its next part."""
        stop_solving()
        for pool in (self._ahead, self._requested, self._advice, self._what_if, self._bets, self._meters, self._cores):
            pool.shutdown(wait=False, cancel_futures=True)

    def _job(self, key: Hashable, count: Count[T], slug: str, pool: Executor) -> Job[T]:
        ahead = pool is self._ahead
        with self._guard:
            job: Job[T] | None = self._jobs.get(key)
            # Who asks need not wait behind the catalogue: what has not been begun there changes the thread.
            if job is None or job.future.cancelled() or (job.ahead and not ahead and job.future.cancel()):
                job = self._begin(key, count, self._turns[slug], pool)
            self._jobs.move_to_end(key)
            return job

    def _begin(self, key: Hashable, count: Count[T], turn: Lock, pool: Executor) -> Job[T]:
        self._jobs.pop(key, None)
        if pool is not self._ahead:
            self._verify_patience()
        self._make_room()
        line = pool if isinstance(pool, CheapestFirst) else None
        cost, title = self._describe(key)
        ahead, waited = pool is self._ahead, self._wait_for_others
        job: Job[T] = Job(self._clock, ahead=ahead, title=title, line=line, others_first=waited)
        run = partial(job.run, count, turn, self._cores)
        job.future = line.put(cost, run, job) if line else pool.submit(run)
        self._jobs[key] = job
        return job

    def _describe(self, key: Hashable) -> tuple[Cost, str]:
        """What a job would cost, and what it counts; a key that names no game is cheap."""
        asked = key[1] if isinstance(key, tuple) and len(key) > 1 else key
        if isinstance(asked, GameQuery):
            return estimate_cost(asked.game), asked.game.title
        if isinstance(asked, str) and asked in {game.slug for game in games.catalogue()}:
            return estimate_cost(games.find(asked)), games.find(asked).name
        return FREE, ""

    def _wait_for_others(self) -> None:
        """Until nothing is open that somebody asked for, or for a while."""
        with self._guard:
            asked = [job.future for job in self._jobs.values() if not job.ahead and not job.ready]
        wait(asked, MOST_WAITED_S)

    def _verify_patience(self) -> None:
        """Refuse one question more than anybody should have to wait for."""
        if sum(not job.ahead and not job.ready for job in self._jobs.values()) >= MOST_UNFINISHED:
            raise TooBusy("the server is calculating many other things: ask again in a while")

    def _make_room(self) -> None:
        """Forget the oldest answers, and before them what people only tried."""
        finished = sorted((key for key, job in self._jobs.items() if job.ready), key=lambda key: not _is_tried(key))
        for key in finished[: max(0, len(self._jobs) - MOST_KEPT + 1)]:
            del self._jobs[key]


def _price_once(study: Study, query: GameQuery, executor: Executor, progress: Progress) -> Study:
    """What is counted once for all pays is kept where it was counted."""
    reprice(study, query)
    return study


def _prepare(study: Study, executor: Executor, progress: Progress) -> Study:
    progress(0, 1, f"solving {study.par.game.title}")
    study.prepare(executor)
    return study


def _solve(study: Study, executor: Executor, progress: Progress) -> Study:
    progress(0, 1, f"solving {study.par.game.title}")
    study.solve(executor)
    return study


def _is_tried(key: Hashable) -> bool:
    return (isinstance(key, tuple) and key[0] not in (ADVICE, SOLUTION)) or (
        isinstance(key, GameQuery) and bool(key.pays)
    )


def counting_of(request: Request) -> Counting:
    """The counting behind the application that was asked."""
    counting: Counting = request.app.state.counting
    return counting
