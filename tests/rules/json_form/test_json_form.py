"""A game as JSON is the same game: every field, every version, the fingerprint; and it keeps to its schema."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from inspect import isabstract
from typing import Any

import jsonschema_rs
import pytest

from fairfelt import games, par
from fairfelt.rules import Course, Game, Outcome, Wager, even_money, fingerprint, hands, settlement
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses import cross, exchange, following
from fairfelt.rules.courses import pai_gow as pai_gow_round
from fairfelt.rules.courses.blackjack import facts as blackjack_facts
from fairfelt.rules.courses.blackjack import variants as dealer_alone
from fairfelt.rules.hands import POKER, Refinement
from fairfelt.rules.json_form.read import game_text, read_text
from fairfelt.rules.json_form.schema import game_schema
from fairfelt.rules.json_form.write import (
    COURSES,
    KNOWN_RANKINGS,
    PLAIN_SETTLEMENTS,
    SETTLEMENTS_WITH_WORDS,
    NotData,
    write_game,
)
from tests.support.heavy import first_few


def is_data(game: Game) -> bool:
    try:
        write_game(game)
    except NotData:
        return False
    return True


OF_KNOWN_PARTS = [game.slug for game in games.catalogue() if is_data(game)]


def test_more_than_half_of_the_catalogue_is_data() -> None:
    assert len(OF_KNOWN_PARTS) >= 13


@pytest.mark.parametrize("slug", OF_KNOWN_PARTS)
def test_a_game_comes_back_with_every_fingerprint(slug: str) -> None:
    game = games.find(slug)
    text = game_text(game)
    back = read_text(text)
    assert [fingerprint(version) for version in back.variants] == [fingerprint(each) for each in game.variants]
    assert game_text(back) == text


@pytest.mark.parametrize("slug", OF_KNOWN_PARTS)
def test_a_game_comes_back_with_all_that_is_printed_of_it(slug: str) -> None:
    """Words do not change the fingerprint; they are on placards and in sheets all the same."""
    for game, back in zip(games.find(slug).variants, read_text(game_text(games.find(slug))).variants, strict=True):
        own = {strategy.name for strategy in game.strategies} - {strategy.name for strategy in back.strategies}
        assert back.published == tuple(figure for figure in game.published if figure.strategy not in own)
        for name in ("summary", "headlines", "approvals", "procedure", "decks", "deal", "deck", "opens", "streets"):
            assert getattr(back, name) == getattr(game, name)
        for one, other in zip(back.wagers, game.wagers, strict=True):
            assert _words(one) == _words(other)


def _words(wager: Wager) -> list[Any]:
    return [
        (table.name, dict(table.pays), dict(table.names), table.envy, table.or_more, bool(table.preset))
        for table in wager.paytables
    ]


@pytest.mark.parametrize("slug", OF_KNOWN_PARTS)
def test_every_other_reading_of_a_sheet_comes_back(slug: str) -> None:
    """An alternative is a function in Python; as JSON it is what it changes."""
    game = games.find(slug)
    back = read_text(game_text(game))
    for ruling in game.rulings:
        for choice in ruling.alternatives:
            changed = game.with_ruling(ruling.name, choice)
            assert fingerprint(back.with_ruling(ruling.name, choice)) == fingerprint(changed)


SMALL_DECK = Deck(ranks="9TJQKA", suits="cdhs")


@pytest.mark.parametrize("slug", first_few(["three-card-poker", "mississippi-stud", "four-card-poker"], 2))
def test_what_is_read_has_the_same_par_sheet(slug: str) -> None:
    game = games.find(slug).with_deck(SMALL_DECK)
    ours, theirs = par(game), par(read_text(game_text(game)))
    assert theirs.round.house_edge == ours.round.house_edge
    assert [sheet.house_edge for sheet in theirs.wagers] == [sheet.house_edge for sheet in ours.wagers]


@pytest.mark.parametrize("slug", OF_KNOWN_PARTS)
def test_what_is_written_keeps_to_the_schema(slug: str) -> None:
    jsonschema_rs.validator_for(game_schema()).validate(json.loads(game_text(games.find(slug))))


def test_the_schema_refuses_what_is_no_game() -> None:
    schema, data = jsonschema_rs.validator_for(game_schema()), json.loads(game_text(games.find(OF_KNOWN_PARTS[0])))
    for wrong in (
        {**data, "format": "fairfelt-game/9"},
        {**data, "nmae": "x"},
        {**data, "wagers": [{**data["wagers"][0], "kind": "openning"}]},
        {key: value for key, value in data.items() if key != "name"},
    ):
        assert not schema.is_valid(wrong)


def test_every_field_of_a_game_is_in_the_schema() -> None:
    assert {field.name for field in fields(Game)} == set(game_schema()["properties"]) - {"format"}


def test_every_ranking_settlement_and_course_of_the_language_is_known() -> None:
    """Whoever adds one to the language adds it to what JSON can say."""
    settlements = {
        value.__name__
        for module in (settlement, blackjack_facts, cross, dealer_alone, exchange, following, pai_gow_round)
        for value in vars(module).values()
        if getattr(value, "__module__", "") == module.__name__ and _settles(value)
    }
    known = {part.__name__ for part in (*PLAIN_SETTLEMENTS.values(), *SETTLEMENTS_WITH_WORDS.values())}  # type: ignore[attr-defined]
    assert settlements == known
    ours = (each for each in _subclasses(Course) if each.__module__.startswith("fairfelt.rules"))
    courses = {each for each in ours if not isabstract(each)}
    assert courses == set(COURSES.values())
    offered = {name for name in hands.__all__ if isinstance(getattr(hands, name), hands.Ranking)}
    assert {name.upper() for name in KNOWN_RANKINGS} == offered


def _settles(value: Any) -> bool:
    call = value if not isinstance(value, type) else vars(value).get("__call__")
    return (
        getattr(call, "__annotations__", {}).get("return") in (Outcome, "Outcome")
        and len(getattr(call, "__annotations__", {})) == 3
    )


def _subclasses(of: type[Any]) -> set[type[Any]]:
    return {each for sub in of.__subclasses__() for each in (sub, *_subclasses(sub))}


def test_a_settlement_of_its_own_is_refused_by_name() -> None:
    def lucky(facts: Any, reading: Any) -> Outcome:
        return even_money(facts, reading)

    game = games.find("solitaire-stud").with_wager("Play", settle=lucky)
    with pytest.raises(NotData, match="the settlement of Play is test_a_settlement_of_its_own") as refused:
        write_game(game)
    assert "\n" not in str(refused.value)


def test_a_ranking_of_its_own_is_refused_by_name() -> None:
    """Also one that only calls itself as a known one does."""

    class Own(Refinement):
        """Poker by another rule."""

    game = games.find("let-it-ride")
    own = replace(game.wagers[0], ranking=Own(POKER, POKER.name, {"pair of tens or better": "Tc Td 4h 3s 2c"}))
    with pytest.raises(NotData, match="the hand of Bet 1 is ranked by 'poker"):
        write_game(replace(game, wagers=(own, *game.wagers[1:])))


def test_a_house_way_written_with_words_of_its_own_is_read_without_them() -> None:
    """Files of earlier versions carry a sentence beside each line; what is printed comes from the aims."""
    data = json.loads(game_text(games.fortune_asia_poker))
    lines = data["course"]["way"]["rules"]
    assert all("words" not in line for line in lines)
    for line in lines:
        line["words"] = "Another way altogether."
    assert game_text(read_text(json.dumps(data))) == game_text(games.fortune_asia_poker)
