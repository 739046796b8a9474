"""Every page: what is on it, and that its links lead somewhere."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.web.pages.counting import versions
from tests.support.heavy import first_few
from tests.web.visiting import THREE

pytestmark = pytest.mark.xdist_group("web")
LINK = re.compile(r'href="([^"#]+)[^"]*"')
SLUG = re.compile(r"[\w-]+")
DOCUMENT = re.compile(r"\.(pdf|html|txt|json|csv|toml|svg)|^/(languages|themes)/")


def text_of(page: str) -> str:
    """The words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_start_page_names_every_game(visit: TestClient) -> None:
    page = visit.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    words = text_of(page.text)
    assert all(game.name in words for game in versions())
    assert "Three Card Poker Showdown · no. 57, 60 house edge 3.37%" in words
    assert "data-waiting" not in page.text
    assert "waiting.js" not in page.text


@pytest.mark.parametrize("whole", first_few([False, True], 1), ids={False: "two games", True: "all"}.get)
def test_every_link_leads_somewhere(visit: TestClient, whole: bool) -> None:
    """All but the documents, whose drawing takes seconds, and each page once more in a language or a theme.

    The pages of games are made in one way: those of two families, one game of each, are looked at each time.
    """
    chosen = [games.find(slug) for slug in (THREE, "classic-blackjack")]
    passed_over = set() if whole else {game.slug for game in games.catalogue()} - {game.slug for game in chosen}
    seen, to_see = set(), ["/"]
    while to_see:
        address = to_see.pop()
        answer = visit.get(address)
        assert answer.status_code == 200, address
        seen.add(address)
        links = {unescape(link) for link in LINK.findall(answer.text)}
        assert all(link.startswith("/") and not link.startswith("//") for link in links), address
        pages = {link for link in links if not (DOCUMENT.search(link) or passed_over.intersection(SLUG.findall(link)))}
        to_see += pages - seen - set(to_see)
    assert len(seen) > 3 * (len(games.catalogue()) - len(passed_over))


def test_a_game_shows_its_figures_and_its_rules(visit: TestClient) -> None:
    words = text_of(visit.get(f"/games/{THREE}").text)
    assert "House edge 3.37% Element of risk 2.01%" in words
    assert "Pair Plus: 2.32% to" in words
    assert "Three Card Poker Bonus: 19.46% to" in words
    assert "The dealer qualifies with queen high or better." in words


def test_a_version_is_chosen_by_the_query(visit: TestClient) -> None:
    first, second = visit.get("/games/straight-edge-poker"), visit.get("/games/straight-edge-poker?variant=v2")
    assert "<h1>Straight Edge Poker V1</h1>" in first.text
    assert "<h1>Straight Edge Poker V2</h1>" in second.text
    assert 'href="/games/straight-edge-poker/par?variant=v2"' in second.text


def test_a_game_without_a_solver_says_so_and_shows_its_rules(visit: TestClient) -> None:
    for part in ("", "/par", "/strategy"):
        page = visit.get(f"/games/mississippi-stud{part}")
        assert page.status_code == 200
        assert "No exact figures yet. mississippi-stud is not counted here." in text_of(page.text)
        assert "<form" not in page.text.partition("<main")[2]
    assert "Pair of sixes to tens pushes" in text_of(visit.get("/games/mississippi-stud").text)


def test_the_par_sheet_is_on_its_page(visit: TestClient) -> None:
    page = visit.get(f"/games/{THREE}/par").text
    assert "686689/20358520" in page
    assert "<svg" in page
    assert "Expected loss for each unit bet" in text_of(page)


def test_the_par_sheet_with_company(visit: TestClient) -> None:
    page = visit.get(f"/games/{THREE}/par?bettors=6&paytable=").text
    assert "this sheet assumes six other players" in page
    assert f"/games/{THREE}/par.pdf?bettors=6" in page


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("bettors=9", "bettors", "'9' other players are not possible: give 0 to 8"),
        ("bettors=two", "bettors", "'two' other players are not possible: give 0 to 8"),
        ("bettors=-1", "bettors", "'-1' other players are not possible: give 0 to 8"),
        ("bettors=%C2%B2", "bettors", "'²' other players are not possible: give 0 to 8"),
        ("paytable=Pair Plus", "paytable", "'Pair Plus' is not of the form WAGER=NAME"),
        ("paytable=Pear Plus=1", "paytable", "there is no wager 'Pear Plus'; did you mean 'Pair Plus'?"),
        ("paytable=Pair Plus=40/30", "paytable", "there is no paytable of Pair Plus '40/30';"),
    ],
)
def test_the_par_form_says_what_is_wrong(visit: TestClient, query: str, field: str, sentence: str) -> None:
    page = visit.get(f"/games/{THREE}/par?{query}")
    assert page.status_code == 400
    assert f'id="{field}-mistake"' in page.text
    assert sentence in text_of(page.text)
    problem = visit.get(f"/games/{THREE}/par.json?{query}")
    assert (problem.status_code, problem.json()["field"]) == (400, field)
    assert sentence.lower() in problem.json()["detail"].lower()


def test_the_strategy_and_a_hand(visit: TestClient) -> None:
    words = text_of(visit.get(f"/games/{THREE}/strategy?hand=Qs+6d+4c").text)
    assert "the best choice is “Play”" in words
    assert "-0.99337" in words
    assert "Play with queen high, six, four or better, otherwise fold" in words


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("hand=Qs+6d", "hand", "a player holds 3 cards in Three Card Poker, not 2: Qs 6d"),
        ("hand=Qs+Qs+4c", "hand", "Qs is there 2 times; the deck holds it once"),
        ("hand=Qx+6d+4c", "hand", "after the rank comes a suit"),
        ("hand=Qs+6d+4c&community=2c", "community", "has a decision with 0 community cards, not 1"),
        ("hand=Qs+6d+4c&community=zz", "community", "'z' is no rank"),
        ("hand=Qs+6d+4c&community=Qs", "community", "Qs is there 2 times; the deck holds it once"),
        ("community=2c", "hand", "Community cards need a hand to go with: give your 3 cards"),
    ],
)
def test_the_hand_form_says_what_is_wrong(visit: TestClient, query: str, field: str, sentence: str) -> None:
    page = visit.get(f"/games/{THREE}/strategy?{query}")
    assert page.status_code == 400
    problem = visit.get(f"/games/{THREE}/strategy.json?{query}").json()
    assert (problem["status"], problem["field"]) == (400, field)
    assert sentence.lower() in problem["detail"].lower()
    if field == "hand":
        assert 'id="hand-mistake"' in page.text
        assert sentence in text_of(page.text)


def test_what_a_visitor_writes_stays_text(visit: TestClient) -> None:
    page = visit.get(f"/games/{THREE}/strategy", params={"hand": '"><script>alert(1)</script>'})
    assert page.status_code == 400
    assert "<script>" not in page.text


def test_the_verification_shows_every_figure(visit: TestClient) -> None:
    words = text_of(visit.get("/verify").text)
    count = sum(len(version.published) for version in games.find(THREE).variants)
    assert f"{count} of {count} published figures agree." in words
    assert "Pair Plus 40/30/6/4/1 House edge 2.32% 2.32% yes" in words
