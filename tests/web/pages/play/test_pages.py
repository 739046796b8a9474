"""The pages around the tables: every game has them, and they show no secret and ask for nothing from elsewhere."""

from __future__ import annotations

from html import unescape
from xml.etree import ElementTree

import pytest
from markupsafe import escape
from starlette.testclient import TestClient

from fairfelt.games import find
from fairfelt.reports.placard.dealing import dealing_steps
from fairfelt.rules import Game, Kind
from tests.support.heavy import EVERY_VERSION, every_game
from tests.web.pages.play.seated import FACE, Learner
from tests.web.visiting import THREE

pytestmark = pytest.mark.xdist_group("web")


def address(game: Game, part: str = "") -> str:
    return f"/play/{game.slug}{part}" + (f"?variant={game.variant}" if game.variant else "")


@every_game
def test_every_game_has_a_table_and_a_school(visit: TestClient, game: Game) -> None:
    page = visit.get(address(game))
    assert page.status_code == 200
    assert f"<h1>{game.title}</h1>" in unescape(page.text)
    for wager in game.wagers:
        assert (f'data-wager="{wager.name}"' in unescape(page.text)) is (wager.kind is not Kind.BONUS)
    assert not FACE.findall(page.text)
    school = visit.get(address(game, "/school"))
    assert school.status_code == 200
    assert all(escape(sentence) in school.text for part in dealing_steps(game).values() for sentence in part)
    assert visit.get(f"/games{address(game, '/dealing').removeprefix('/play')}").status_code == 200
    for text in (page.text, school.text):
        assert "style=" not in text
        assert "onclick" not in text


@every_game
def test_felt_and_rack_card_are_served(visit: TestClient, game: Game) -> None:
    for drawing in ("/layout.svg", "/rack-card.svg"):
        answer = visit.get(address(game, drawing))
        assert answer.headers["content-type"] == "image/svg+xml"
        assert game.title in (ElementTree.fromstring(answer.text)[0].text or "")


def test_the_lobby_leads_to_every_table(visit: TestClient) -> None:
    page = unescape(visit.get("/play").text)
    for game in EVERY_VERSION:
        assert f'href="{address(game)}"' in page or f'href="/play/{game.slug}"' in page


def test_the_lobby_begins_with_the_table_that_was_left(visit: TestClient) -> None:
    visit = TestClient(visit.app)  # a visitor of its own, who leaves no round behind for others
    assert 'id="continue"' not in visit.get("/play").text
    player = Learner(visit, find(THREE))
    player.deal(players=1)
    player.play_on()
    page = visit.get("/play").text
    assert 'id="continue"' in page
    assert "1 round ·" in page


def test_start_and_game_pages_lead_to_practice(visit: TestClient) -> None:
    assert 'href="/play"' in visit.get("/").text
    game_page = visit.get("/games/straight-edge-poker?variant=v2").text
    assert 'href="/play/straight-edge-poker?variant=v2"' in game_page
    assert 'href="/play/straight-edge-poker/school?variant=v2"' in game_page


def test_the_cards_are_served_once_for_all_games(visit: TestClient) -> None:
    answer = visit.get("/play/cards.svg")
    assert answer.headers["cache-control"] == "max-age=86400"
    names = {symbol.get("id") for symbol in ElementTree.fromstring(answer.text)}
    assert {"2c", "As", "*", "back"} <= names
    assert len(names) == 54


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(visit: TestClient) -> None:
    answer = TestClient(visit.app).get(f"/play/{THREE}")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/play" in cookie


def test_a_game_that_is_not_there_is_told(visit: TestClient) -> None:
    page = visit.get("/play/three-card-pokr")
    assert page.status_code == 404
    assert "did you mean" in page.text
    assert visit.get("/play/three-card-pokr/table.json").headers["content-type"] == "application/problem+json"
