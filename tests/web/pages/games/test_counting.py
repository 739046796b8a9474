"""While a game is being counted: a clear state, no second count, nobody in line behind the catalogue."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Event

import pytest

from fairfelt import games
from fairfelt.engine.exact import Progress, Unsolved
from fairfelt.web.pages import counting as counting_module
from fairfelt.web.pages.counting import (
    Counting,
    GameQuery,
    PricedGame,
    Study,
    estimate_cost,
    plain_query,
    reprice,
    versions,
)
from tests.web.visiting import PATIENCE_S, THREE, Slow, check_three, closing, only_three, visitor


class Clock:
    """Stands still until it is moved."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_the_state_is_clear_and_the_page_comes_back_for_more() -> None:
    slow, clock = Slow(then=only_three), Clock()
    with closing(Counting(study=slow, clock=clock)) as counting:
        job = counting.study(GameQuery(THREE))
        assert slow.begun.wait(PATIENCE_S)
        clock.now_s += 12.9
        visit = visitor(counting)
        for part in ("", "/par", "/strategy", "/plots", "/edit"):
            page = visit.get(f"/games/{THREE}{part}")
            assert page.status_code == 200
            assert "<strong>Calculating</strong>, 12 s so far (shuffling)" in page.text
            assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page.text
            assert 'src="/static/waiting.js"' in page.text
        assert "Calculating house edge, 12 s" in visit.get("/games").text
        assert "calculating, 12 s" in visit.get("/").text
        slow.go_on.set()
        job.future.result(PATIENCE_S)
        page = visit.get(f"/games/{THREE}")
        assert "3.37%" in page.text
        assert "data-waiting" not in page.text
        assert slow.asked.count(GameQuery(THREE)) == 1


def test_programs_are_asked_to_come_again() -> None:
    slow = Slow()
    with closing(Counting(study=slow)) as counting:
        counting.study(GameQuery(THREE))
        assert slow.begun.wait(PATIENCE_S)
        answer = visitor(counting).get(f"/games/{THREE}/par.json")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"].startswith("This is being calculated, 0 s so far")
        slow.go_on.set()


def test_nothing_is_counted_twice() -> None:
    slow = Slow()
    with closing(Counting(study=slow)) as counting, ThreadPoolExecutor(8) as many:
        jobs = list(many.map(lambda _: counting.study(GameQuery(THREE)), range(50)))
        slow.go_on.set()
        jobs[0].future.exception(PATIENCE_S)
        assert len({id(job) for job in jobs}) == 1
        assert slow.asked == [GameQuery(THREE)]


def test_equal_questions_are_one_question() -> None:
    slow = Slow()
    with closing(Counting(study=slow)) as counting:
        visit = visitor(counting)
        for query in ("paytable=Pair Plus=40/30/6/3/1&bettors=", "paytable=pair plus=40/30/6/3/1&paytable=&bettors=0"):
            assert visit.get(f"/games/{THREE}/par?{query}").status_code == 200
        assert slow.begun.wait(PATIENCE_S)
        assert slow.asked == [GameQuery(THREE, paytables=(("Pair Plus", "40/30/6/3/1"),))]
        slow.go_on.set()


def test_who_asks_does_not_wait_behind_the_catalogue() -> None:
    begun: dict[str, Event] = {game.slug: Event() for game in games.catalogue()}
    go_on = Event()

    def slow(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
        begun[asked.slug].set()
        assert go_on.wait(PATIENCE_S)
        raise Unsolved("not counted here")

    with closing(Counting(study=slow, check=check_three)) as counting:
        counting.warm()
        first, *_, last = sorted(games.catalogue(), key=estimate_cost)
        assert begun[first.slug].wait(PATIENCE_S)
        assert not begun[last.slug].is_set()
        assert "Queued" in visitor(counting).get("/verify").text
        visitor(counting).get(f"/games/{last.slug}")
        assert begun[last.slug].wait(PATIENCE_S)
        go_on.set()


def test_one_game_is_counted_one_at_a_time() -> None:
    slow = Slow()
    with closing(Counting(study=slow)) as counting:
        counting.study(GameQuery(THREE), ahead=True)
        assert slow.begun.wait(PATIENCE_S)
        second = counting.study(GameQuery(THREE, bettors=1))
        assert second.seconds is None
        slow.go_on.set()
        second.future.exception(PATIENCE_S)
        assert slow.asked == [GameQuery(THREE), GameQuery(THREE, bettors=1)]


def test_the_catalogue_is_counted_from_the_start() -> None:
    seen: list[GameQuery] = []

    def note(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
        seen.append(asked)
        raise Unsolved("not counted here")

    with closing(Counting(study=note, check=check_three)) as counting:
        with visitor(counting) as visit:
            for game in versions():
                counting.study(plain_query(game), ahead=True).future.exception(PATIENCE_S)
            assert visit.get("/").text.count("no exact solver yet") == len(list(versions()))
        by_cost = [game.slug for game in sorted(games.catalogue(), key=estimate_cost) for _ in game.variants]
        assert [asked.slug for asked in seen] == by_cost, "the cheapest come first"
        assert sorted(map(str, seen)) == sorted(str(plain_query(game)) for game in versions())


def test_there_is_a_limit_to_what_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_module, "MOST_UNFINISHED", 1)
    slow = Slow()
    with closing(Counting(study=slow)) as counting:
        counting.study(GameQuery(THREE))
        answer = visitor(counting).get(f"/games/{THREE}/par.json?bettors=1")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert answer.json()["detail"] == "The server is calculating many other things: ask again in a while"
        slow.go_on.set()


def test_old_answers_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_module, "MOST_KEPT", 2)
    calls: list[GameQuery] = []

    def count(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
        calls.append(asked)
        raise Unsolved("not counted here")

    with closing(Counting(study=count)) as counting:
        for bettors in (0, 1, 2, 1, 0):
            counting.study(GameQuery(THREE, bettors=bettors)).future.exception(PATIENCE_S)
    assert [asked.bettors for asked in calls] == [0, 1, 2, 0]


def test_closing_lets_go_of_what_waits() -> None:
    slow = Slow()
    counting = Counting(study=slow)
    counting.study(GameQuery(THREE))
    assert slow.begun.wait(PATIENCE_S)
    waiting = counting.study(GameQuery("flush-rush"))
    counting.close()
    assert waiting.future.cancelled()
    slow.go_on.set()


def test_a_coach_is_made_ready_beside_the_table_however_little_there_is_to_count() -> None:
    """The first hand of a blackjack game was answered after three seconds: its tables were made in the request."""
    asked = GameQuery(THREE)
    with closing(Counting(study=only_three)) as counting:
        counting.study(asked).future.result(PATIENCE_S)
        coach = counting.advice(asked)
        assert coach is not counting.study(asked)
        assert coach.future.result(PATIENCE_S).is_at_hand
        assert counting.advice(asked) is coach


def test_what_other_pays_are_priced_by_is_counted_outside_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first changed pay at a blackjack or pai gow kept its page waiting for seconds, without a word."""
    begun, go_on = Event(), Event()

    def slow(study: Study, query: GameQuery) -> PricedGame | None:
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return reprice(study, query)

    monkeypatch.setattr(counting_module, "reprice", slow)
    monkeypatch.setattr(counting_module, "AT_ONCE_S", 0.0)
    edit, changed = f"/games/{THREE}/edit", {"pay:Pair Plus:flush": "5"}
    with closing(Counting(study=only_three)) as counting:
        counting.study(GameQuery(THREE)).future.result(PATIENCE_S)
        counting.advice(GameQuery(THREE)).future.result(PATIENCE_S)
        visit = visitor(counting)
        page = visit.get(edit, params=changed)
        assert "data-waiting" in page.text
        assert begun.wait(PATIENCE_S)
        go_on.set()
        counting.pricing(GameQuery(THREE)).future.result(PATIENCE_S)
        page = visit.get(edit, params=changed)
        assert (page.status_code, "data-waiting" in page.text) == (200, False)
