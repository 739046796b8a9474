"""Felts, rack cards and playing cards: well-formed for every game, and with all of its bets on them."""

from __future__ import annotations

import re
from math import hypot
from xml.etree import ElementTree

from fairfelt import games
from fairfelt.reports.layout import (
    BACK,
    CELL_HEIGHT,
    CELL_WIDTH,
    LETTER,
    SeatLayout,
    card_sprite,
    fit_words,
    layout_svg,
    paying_rows,
    rack_card_svg,
)
from fairfelt.rules import Game, Kind
from fairfelt.rules.cards import parse_cards
from tests.support.heavy import every_game

SVG = "{http://www.w3.org/2000/svg}"


def words_of(drawn: str) -> list[str]:
    """The lines of text of a drawing."""
    return ["".join(element.itertext()) for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


@every_game
def test_the_felt_has_every_wager_at_every_seat(game: Game) -> None:
    drawn = ElementTree.fromstring(layout_svg(game, seats=4))
    places = [group for group in drawn.iter(f"{SVG}g") if group.get("class") == "place"]
    assert len(places) == min(4, game.seats)
    for place in places:
        spots = [group.get("data-wager") for group in place.iter(f"{SVG}g") if group.get("data-wager")]
        assert sorted(map(str, spots)) == sorted(w.name for w in game.wagers if w.kind is not Kind.BONUS)


@every_game
def test_the_felt_says_its_name_and_its_headlines(game: Game) -> None:
    words = words_of(layout_svg(game))
    assert game.title.upper() in words
    assert all(headline.upper() in words for headline in game.headlines)


@every_game
def test_spots_keep_apart(game: Game) -> None:
    place = SeatLayout(game)
    cells = {(spot.x // (CELL_WIDTH / 2), spot.y // CELL_HEIGHT) for spot in place.spots}
    assert len(cells) == len(place.spots)
    assert all(0 < spot.x < place.width and 0 < spot.y < place.height for spot in place.spots)


@every_game
def test_the_rack_card_lists_what_the_paytable_in_play_pays(game: Game) -> None:
    words = words_of(rack_card_svg(game))
    for wager in game.wagers:
        assert wager.name in words
        for when, pays in paying_rows(game, wager):
            assert when in words
            assert pays in words


def test_the_rack_card_knows_the_paytable_in_play() -> None:
    game = games.find("straight-edge-poker")
    first, second = words_of(rack_card_svg(game)), words_of(rack_card_svg(game.with_paytable("Bonus", "2")))
    assert ("40 to 1" in first, "50 to 1" in first) == (True, False)
    assert ("40 to 1" in second, "50 to 1" in second) == (False, True)


def test_bets_are_told_apart_by_their_shape() -> None:
    drawn = SeatLayout(games.find("straight-edge-poker")).draw()
    ante, play, bonus, meter = (
        re.search(rf'<g class="spot (\w+)" data-wager="{name}".*?<(circle|polygon) [^>]*>', drawn)
        for name in ("Ante", "Play", "Bonus", "Two Way Bad Beat")
    )
    assert ante and play and bonus and meter
    assert (ante[2], play[2], bonus[2], meter[2]) == ("circle", "circle", "polygon", "polygon")
    assert "stroke-dasharray" in play[0]
    assert "stroke-dasharray" not in ante[0]
    assert bonus[0].count(",") == 4 < meter[0].count(",")


def test_words_are_broken_to_be_as_large_as_they_can() -> None:
    rows, size = fit_words("TWO WAY BAD BEAT", (70, 70, 70), 30)
    assert len(rows) > 1
    assert max(map(len, rows)) * LETTER * size <= 70.001
    assert fit_words("ANTE", (70,), 19) == (["ANTE"], 19)


def test_every_card_is_a_symbol_with_its_own_suit_and_color() -> None:
    sprite = ElementTree.fromstring(card_sprite(parse_cards("As Td 9c Qh *")))
    symbols = {symbol.get("id"): symbol for symbol in sprite.iter(f"{SVG}symbol")}
    assert set(symbols) == {"As", "Td", "9c", "Qh", "*", BACK}
    shapes = {name: {path.get("d") for path in symbols[name].iter(f"{SVG}path")} for name in ("As", "Td", "9c", "Qh")}
    assert len(set.union(*shapes.values())) == 4
    assert [text.text for text in symbols["Td"].iter(f"{SVG}text")] == ["10"]
    assert {path.get("fill") for path in symbols["Td"].iter(f"{SVG}path")} == {"var(--diamonds, #c4122f)"}


NUMBER = r"(-?[\d.]+)"
SEAT = re.compile(rf'translate\({NUMBER} {NUMBER}\) rotate\(.*?\) scale\({NUMBER}\)" class="place"')
HEADLINE = re.compile(rf'd="M{NUMBER} {NUMBER}Q.*? {NUMBER} [\d.]+"')


@every_game
def test_no_headline_runs_into_a_seat(game: Game) -> None:
    """At a game with few bets and long headlines, the first and the last seat lay on the first words."""
    drawn, place = layout_svg(game), SeatLayout(game)
    headlines = [[float(number) for number in found] for found in HEADLINE.findall(drawn)]
    assert len(headlines) == len(game.headlines)
    seats = [[float(number) for number in found] for found in SEAT.findall(drawn)]
    for x, y, scale in (seats[0], seats[-1]):
        reach = hypot(place.width, place.height) * scale / 2
        for start, top, end in headlines:
            assert abs(y - top) >= reach or x + reach <= start + 1 or end - 1 <= x - reach
