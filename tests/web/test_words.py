"""Pages in other languages: every text of the keypad, the display and the practice table, with its blanks kept."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from starlette.testclient import TestClient

from fairfelt.room import views as keypad
from fairfelt.web.words.catalogue import COOKIE, LANGUAGES, catalogue_of, said, translate_view, wanted_language

WEB = Path(__file__).parents[2] / "src" / "fairfelt" / "web"
METHODS = [
    ("templates/**.html", "jinja2"),
    ("static/**.js", "javascript"),
    ("words/phrases.json", "fairfelt.web.words.catalogue:extract_phrases"),
]
NOTICE_VIEWS = ("round_notices", "hub_notices")
OTHERS = [code for code in LANGUAGES if code != "en"]


def texts() -> Iterator[str]:
    """Every text that a template or a script asks the catalogue for."""
    for _, _, message, _, _ in extract_from_dir(WEB, METHODS):
        yield message if isinstance(message, str) else message[0]


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_and_keeps_its_blanks(language: str) -> None:
    words = catalogue_of(language).words
    assert len(set(texts())) > 100
    for text in set(texts()):
        assert text in words, f"{text!r} has no {language}"
        forms = words[text]
        for form in (forms,) if isinstance(forms, str) else forms:
            assert sorted(re.findall(r"\{\w+\}|%\(\w+\)s", form)) == sorted(re.findall(r"\{\w+\}|%\(\w+\)s", text))


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_translated_that_nobody_asks_for(language: str) -> None:
    assert set(catalogue_of(language).words) <= set(texts())


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "es-MX,es;q=0.9,en;q=0.8", "es"),
        ("", "de,en;q=0.5,es;q=0.7", "es"),
        ("", "de-CH", "en"),
        ("en", "es", "en"),
        ("es", "en", "es"),
        ("xx", "es;q=nonsense", "es"),
    ],
)
def test_the_language_is_chosen_or_taken_from_the_browser(cookie: str, accepted: str, language: str) -> None:
    assert wanted_language(cookie, accepted) == language


def test_a_page_comes_in_the_language_of_its_reader(visit: TestClient) -> None:
    assert '<html lang="en">' in visit.get("/games").text
    spanish = visit.get("/games", headers={"Accept-Language": "es-MX"}).text
    assert '<html lang="es">' in spanish
    assert ">Juegos</a>" in spanish
    assert 'href="/languages/en?next=/games"' in spanish


def test_a_choice_is_kept_in_the_browser_and_leads_back(visit: TestClient) -> None:
    chosen = visit.get("/languages/es", params={"next": "/play"}, follow_redirects=False)
    assert chosen.headers["location"] == "/play"
    assert f"{COOKIE}=es" in chosen.headers["set-cookie"]
    away = visit.get("/languages/es", params={"next": "//elsewhere"}, follow_redirects=False)
    assert away.headers["location"] == "/"
    unknown = visit.get("/languages/xx", follow_redirects=False)
    assert "set-cookie" not in unknown.headers
    visit.cookies.clear()


def test_scripts_get_the_same_catalogue(visit: TestClient) -> None:
    told = visit.get("/words/es.json").json()
    assert told["language"] == "es"
    assert told["words"]["no bet"] == "sin apuesta"
    assert visit.get("/words/xx.json").json() == {"language": "en", "words": {}}


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Ante: pair of kings or better, pays 1 to 1", "Ante: pareja de reyes o mejor, paga 1 a 1"),
        ("Bet: dealer's natural, loses", "Bet: blackjack del crupier, pierde"),
        ("pair of kings, queen-jack-nine kickers", "pareja de reyes, con reina-jota-nueve"),
        ("three-card flush, ace-ten-four", "color de tres cartas, as-diez-cuatro"),
        ("Seat 2 (folded): Ante: folded, loses; Tie: no tie, loses.", None),
        ("You bet $5.00 on Ante and $10.00 on Trips.", "Usted apuesta $5.00 en Ante y $10.00 en Trips."),
        ("What nobody has ever said", "What nobody has ever said"),
    ],
)
def test_what_a_table_says_is_said_in_spanish(english: str, spanish: str | None) -> None:
    """The practice table spoke Spanish around English hands and results. Names of bets stay as the felt prints them."""
    found = said(english, "es")
    assert found == (spanish or "Puesto 2 (retirada): Ante: retirada, pierde; Tie: no hay empate, pierde.")
    assert said(english, "en") == english


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Pair of aces", "Pareja de ases"),
        ("Soft 13 to 17", "13 a 17 blando"),
        ("double (with more than two cards hit) against 9 to ace; otherwise hit",
         "doblar (con más de dos cartas, pedir) contra 9 a as; si no, pedir"),
        ("Play 2x with a 5-card flush or better, Play with queen high, six, four or better, otherwise fold",
         "Play 2x con color de 5 cartas o mejor, Play con carta alta reina, seis, cuatro o mejor; si no, retirarse"),
        ("fold with 72o, 62o; otherwise Flop 2x", "retirarse con 72o, 62o; si no, Flop 2x"),
        ("War, always", "War, siempre"),
    ],
)  # fmt: skip
def test_a_strategy_card_is_said_in_spanish(english: str, spanish: str) -> None:
    """Cards were in English on a Spanish table."""
    assert said(english, "es") == spanish


def test_only_what_people_read_is_translated() -> None:
    view = {"choices": [{"name": "fold"}], "steps": ["You fold."], "hands": [{"words": "blackjack", "title": "Hand 2"}]}
    assert translate_view(view, "es") == {
        "choices": [{"name": "fold"}],
        "steps": ["Usted se retira."],
        "hands": [{"words": "blackjack", "title": "Mano 2"}],
    }


def test_every_notice_of_the_room_has_a_shape_that_the_keypad_translates() -> None:
    """A dealer with a Spanish keypad read of hubs and back-outs in English."""
    script = (WEB / "static" / "floor" / "notices.js").read_text()
    shapes = re.findall(r'N_\("(.+)"\)', script)
    words = catalogue_of("es").words
    views = ast.parse(inspect.getsource(keypad))
    made = [node for view in views.body if isinstance(view, ast.FunctionDef) and view.name in NOTICE_VIEWS
            for node in ast.walk(view) if isinstance(node, ast.Yield)]  # fmt: skip
    assert len(made) == len(shapes)
    for node in made:
        parts = node.value.values if isinstance(node.value, ast.JoinedStr) else [node.value]
        said_here = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        shape = next((each for each in shapes if re.sub(r"\{\w+\}", "{}", each) == said_here), None)
        assert shape and words[shape] != shape, said_here
