"""What goes wrong is told in a sentence, to people on a page, to programs as problem+json."""

from __future__ import annotations

from concurrent.futures import Executor

import pytest
from starlette.testclient import TestClient

from fairfelt.engine.exact import Progress
from fairfelt.web.pages.counting import Counting, GameQuery, Study
from tests.web.visiting import PATIENCE_S, THREE, closing, visitor

pytestmark = pytest.mark.xdist_group("web")


@pytest.mark.parametrize("path", ["/games/flush-rash", "/games/flush-rash/par", "/games/flush-rash/strategy"])
def test_an_unknown_game_is_a_page_with_the_nearest_name(visit: TestClient, path: str) -> None:
    page = visit.get(path)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is no game &#39;flush-rash&#39;; did you mean &#39;flush-rush&#39;?" in page.text
    assert 'href="/games/flush-rush"' in page.text


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/games/flush-rash/par.json", 404, "There is no game 'flush-rash'; did you mean 'flush-rush'?"),
        ("/games/flush-rush/par.json?variant=v2", 404, "There is no variant 'v2'; there is none"),
        ("/games/straight-edge-poker/rules.json?variant=v3", 404, "There is no variant 'v3'; there is v1, v2"),
        (f"/games/{THREE}/par.doc", 404, "There is no form 'doc'; there is csv, html, json, pdf, txt"),
        ("/games/mississippi-stud/par.json", 404, "Mississippi-stud is not counted here"),
        ("/nowhere.json", 404, "There is nothing at /nowhere.json"),
        ("/static/nothing.css", 404, "There is nothing at /static/nothing.css"),
    ],
)
def test_programs_are_told_in_their_language(visit: TestClient, path: str, status: int, detail: str) -> None:
    answer = visit.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert (problem["type"], problem["status"], problem["title"]) == ("about:blank", status, "Not Found")
    assert problem["detail"] == detail


def test_a_browser_that_wants_a_pdf_is_told_on_a_page(visit: TestClient) -> None:
    answer = visit.get("/games/flush-rash/par.pdf", headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")


def test_pages_are_only_read(visit: TestClient) -> None:
    answer = visit.post(f"/games/{THREE}/par.json")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


def test_a_mistake_of_ours_is_told_without_its_insides() -> None:
    def broken(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
        raise RuntimeError("secret insides")

    with closing(Counting(study=broken)) as counting:
        counting.study(GameQuery(THREE)).future.exception(PATIENCE_S)
        for path in (f"/games/{THREE}", f"/games/{THREE}/par.json"):
            answer = visitor(counting).get(path)
            assert answer.status_code == 500
            assert "Something went wrong here" in answer.text
            assert "secret" not in answer.text
            assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/display", "/keypad", "/table"])
def test_who_names_no_table_comes_to_the_room(visit: TestClient, path: str) -> None:
    """They were not found, on a page that listed all sixty games."""
    answer = visit.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/room")
    assert visit.get("/nowhere").text.count("<li><a") < 10
