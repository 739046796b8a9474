"""Any executor gives the same integers: threads, processes, a Dask cluster, and a cluster whose workers are killed.

What is given to another process is a copy, and so is what comes back: one way of solving dealt games works with
copies in each run, and the work of the others can be sent. All work with copies, and most of them on a real cluster,
whose workers load every kernel again, in `make test-heavy`.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial
from itertools import count as count_up
from multiprocessing import get_context
from pickle import dumps, loads
from typing import Any

import pytest

from fairfelt import games
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import working_on
from fairfelt.engine.courses.blackjack.solution import BlackjackResult
from fairfelt.engine.courses.pai_gow.solution import solve_pai_gow
from fairfelt.engine.exact import par, solve
from fairfelt.engine.simulation import simulate
from fairfelt.engine.solve import forget
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck
from fairfelt.runtime.compute.cluster import Cluster, NoCluster
from fairfelt.runtime.compute.executors import chunks, run_tasks, stream_tasks
from tests.engine.test_small_decks import SMALL_GAMES
from tests.support.dask_cluster import Here, mortal_scheduler, running_cluster
from tests.support.heavy import IS_HEAVY_RUN, first_few

pytestmark = pytest.mark.xdist_group("executors")
"""Processes and the cluster are started once, and load every kernel once."""
SHAPES = [
    "solitaire, two reds",
    "three suits, wild",
    "longest flush, three suits",
    "flush rush",
    "one raise, shared cards in streets",
    "v1 wrapping",
    "up card, three cards",
    "deuces and joker wild",
    "three raises, the last card unseen",
]
"""One game for each way of solving that is done in parts, and further ones.

Copies are compiled for once more. What is solved hand against hand goes to real processes each time.
"""
WAYS = 5
ROUNDS = 500_000
SEED = 7


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.fixture(scope="module")
def here() -> Iterator[Here]:
    with running_cluster() as found:
        yield found


@pytest.fixture(scope="module")
def cluster(here: Here) -> Iterator[Executor]:
    with working_on(f"dask://{here.host_and_port}") as executor:
        assert executor
        yield executor


class Copying(Executor):
    """Works here, on copies of what it is given; nothing else is known of it but that it is an executor."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        work, given, named = loads(dumps((fn, args, kwargs)))
        done: Future[Any] = Future()
        done.set_result(loads(dumps(work(*given, **named))))
        return done


class Packing(Copying):
    """Packs what it is given, and works on the things themselves: for copies kernels are compiled once more."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        assert loads(dumps((fn, args, kwargs)))
        done: Future[Any] = Future()
        done.set_result(loads(dumps(fn(*args, **kwargs))))
        return done


@pytest.fixture
def copies() -> Executor:
    return Copying()


@pytest.fixture
def packed() -> Executor:
    return Copying() if IS_HEAVY_RUN else Packing()


@pytest.fixture(params=first_few(["packed", "cluster"], 1))
def packed_first(request: pytest.FixtureRequest) -> Executor:
    found: Executor = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=first_few(["cluster", "processes"], 1))
def elsewhere(request: pytest.FixtureRequest) -> Executor:
    found: Executor = request.getfixturevalue(request.param)
    return found


def solved(game: Game, executor: Executor | None = None) -> tuple[Any, ...]:
    """Everything that solving a game finds: the sheet with its combinations, and the values of all hands."""
    forget()
    solution, sheet = solve(game, executor=executor), par(game)
    return sheet.round, sheet.wagers, solution.curve


def assert_solved_alike(game: Game, executor: Executor) -> None:
    """Here first: what is compiled once, every worker of the executor finds on disk."""
    here = solved(game)
    assert solved(game, executor) == here


def test_a_game_is_solved_the_same_with_copies(copies: Executor) -> None:
    assert_solved_alike(SMALL_GAMES[SHAPES[0]], copies)


@pytest.mark.parametrize("shape", first_few(SHAPES[1:], WAYS - 1))
def test_all_work_can_be_sent(shape: str, packed: Executor) -> None:
    assert_solved_alike(SMALL_GAMES[shape], packed)


@pytest.mark.heavy
@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_is_solved_the_same_on_a_cluster(shape: str, cluster: Executor) -> None:
    assert_solved_alike(SMALL_GAMES[shape], cluster)


def test_a_whole_deck_is_solved_the_same_elsewhere(elsewhere: Executor) -> None:
    assert_solved_alike(games.three_card_poker, elsewhere)


@pytest.mark.heavy
def test_hands_are_set_the_same_on_a_cluster(cluster: Executor) -> None:
    """With copies they are where the tables behind the settings are made anyway."""
    game = games.fortune_pai_gow_poker_progressive.with_deck(Deck("9TJQK", "cds"))
    assert solve_pai_gow(game, cluster) == solve_pai_gow(game)


def test_blackjack_is_counted_the_same(packed_first: Executor) -> None:
    game = games.free_bet_blackjack.with_deck(Deck("A67T", "cd", 6))
    expected, found = (BlackjackResult(game, executor) for executor in (None, packed_first))
    for up, plan in expected.strategy.items():
        assert found.strategy[up].splits == plan.splits
    assert found.counted.net == expected.counted.net
    assert (found.counted.money == expected.counted.money).all()


def test_rounds_are_dealt_the_same_elsewhere(elsewhere: Executor) -> None:
    deal = partial(simulate, games.three_card_poker, rounds=ROUNDS, seed=SEED, seats=2)
    expected = deal(threads=1).wagers
    assert deal(executor=elsewhere).wagers == expected


class Killing(Cluster):
    """A cluster of which a worker is killed as soon as so many tasks were given to it."""

    def __init__(self, here: Here, after: int) -> None:
        super().__init__(f"tcp://{here.host_and_port}")
        self.left, self.killed = after, 0
        self._here = here

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left == 0:
            self.killed = next(nanny.pid for nanny in self._here.nannies.values() if nanny.pid)
            os.kill(self.killed, signal.SIGKILL)
        return super().submit(fn, *args, **kwargs)


@pytest.mark.parametrize("after", first_few([8, 1, 21], 1))
def test_a_worker_killed_while_a_game_is_solved_changes_nothing(here: Here, after: int) -> None:
    with Killing(here, after) as executor:
        assert_solved_alike(SMALL_GAMES["flush rush"], executor)
        assert executor.killed
        if IS_HEAVY_RUN:
            for shape in ("wild flushes", "three raises, the last card unseen"):
                assert_solved_alike(SMALL_GAMES[shape], executor)


def test_a_worker_killed_while_rounds_are_dealt_changes_nothing(here: Here) -> None:
    deal = partial(simulate, games.three_card_poker, rounds=4 * ROUNDS, seed=SEED)
    expected = deal().wagers
    with Killing(here, 3) as executor:
        assert deal(executor=executor).wagers == expected
        assert executor.killed


def power(base: int, exponent: int) -> int:
    return int(base**exponent)


def test_results_come_in_order_or_as_they_are_there(elsewhere: Executor) -> None:
    tasks = [(exponent,) for exponent in range(40)]
    expected = [2**exponent for exponent in range(40)]
    work = partial(power, 2)
    assert run_tasks(work, tasks, elsewhere) == expected
    assert sorted(stream_tasks(work, tasks, elsewhere)) == list(enumerate(expected))


def test_parts_cover_a_range_once() -> None:
    for total, parts in ((0, 4), (3, 8), (100, 7)):
        assert [n for a, b in chunks(total, parts) for n in range(a, b)] == list(range(total))


@pytest.mark.parametrize("place", ["dask://", "dask://127.0.0.1", "dask://:8786", "dask://host:port", "tcp://a:1"])
def test_what_is_no_address_of_a_cluster_is_refused(place: str) -> None:
    with pytest.raises(BadInput, match="is no place to work"), working_on(place):
        pass


def test_a_cluster_that_does_not_answer_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.runtime.compute.cluster.PATIENCE_S", 0.2)
    told = "no Dask scheduler answers at tcp://127.0.0.1:9"
    with pytest.raises(NoCluster, match=told), working_on("dask://127.0.0.1:9"):
        pass


@pytest.mark.heavy
def test_a_scheduler_that_dies_in_the_middle_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.runtime.compute.cluster.PATIENCE_S", 1)
    with mortal_scheduler() as (host_and_port, scheduler):
        told = f"the Dask scheduler at tcp://{host_and_port} went away before the work was done"
        with pytest.raises(NoCluster, match=told), working_on(f"dask://{host_and_port}") as executor:
            for done, _ in enumerate(stream_tasks(partial(pow, 2), ((exponent,) for exponent in count_up()), executor)):
                if done == 5:
                    scheduler.kill()
