"""A ranking that does not mean what it says is found before it ranks anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.games import BadGameFile, read_game, read_game_text
from fairfelt.games._reading import ranking_faults
from fairfelt.rules import Cards
from fairfelt.rules.cards import STANDARD, Card, Deck
from fairfelt.rules.game import cards_read
from fairfelt.rules.hands import THREE_CARD, Line, Ranking, Tells
from fairfelt.rules.hands.ranking import Straightline
from fairfelt.rules.json_form.read import write_json
from fairfelt.rules.json_form.write import write_game


class Highest(Ranking):
    """The highest rank wins; each version below has one fault."""

    name = "highest rank"
    lines = (Line("any hand"),)
    tells = Tells.RANKS

    def value(self, cards: Sequence[Card]) -> int:
        return max(card.rank for card in cards)

    def describe(self, value: int) -> str:
        return f"rank {value}"

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        best = f"{cards[0]} % 13"
        for card in cards[1:]:
            best = f"max({best}, {card} % 13)"
        return Straightline((f"{out} = {best}",), {})


class OtherCode(Highest):
    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        return Straightline((f"{out} = {cards[0]} % 13",), {})


class NoCode(Highest):
    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        return Straightline((f"{out} = nobody",), {})


class TellsSuits(Highest):
    def value(self, cards: Sequence[Card]) -> int:
        return int(max(cards))

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        return Straightline((f"{out} = max({', '.join(cards)})",), {})


class TellsCards(TellsSuits):
    tells = Tells.SUITS


class ByOrder(Highest):
    def value(self, cards: Sequence[Card]) -> int:
        return cards[0].rank

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        return Straightline((f"{out} = {cards[0]} % 13",), {})


class BeyondItsLines(Highest):
    def value(self, cards: Sequence[Card]) -> int:
        return 3 << 20


@pytest.mark.parametrize(
    ("ranking", "words"),
    [
        (OtherCode(), "both must agree for every hand"),
        (NoCode(), "the code of emit fails for .*NameError"),
        (TellsSuits(), "it says that it tells ranks apart, .* let it say Tells.COLORS or Tells.SUITS or Tells.CARDS"),
        (TellsCards(), "it says that it tells suits apart, .* let it say Tells.CARDS"),
        (ByOrder(), "are the same cards, and differ in value"),
        (BeyondItsLines(), "its lines are 0 to 0"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Ranking) else "",
)
def test_each_fault_has_its_sentence(ranking: Ranking, words: str) -> None:
    faults = list(ranking_faults(ranking, STANDARD, 3))
    assert any(re.search(words, fault) for fault in faults), faults


def test_a_sound_ranking_has_none() -> None:
    assert not list(ranking_faults(Highest(), STANDARD, 3))
    assert not list(ranking_faults(THREE_CARD, Deck(copies=2), 3))


def every_ranking() -> Iterator[tuple[Ranking, Deck, int]]:
    seen = set()
    for game in (version for each in games.catalogue() for version in each.variants):
        read = [(wager.ranking, cards_read(game, wager, wager.on)) for wager in game.wagers if wager.ranking]
        if game.showdown:
            read.append((game.showdown.ranking, game.deal.count(Cards.OWN | game.showdown.shared)))
        for ranking, cards in read:
            if cards and (ranking.name, cards) not in seen:
                seen.add((ranking.name, cards))
                yield ranking, game.deck, cards


@pytest.mark.parametrize(
    ("ranking", "deck", "cards"), list(every_ranking()), ids=lambda value: getattr(value, "name", "")
)
def test_every_ranking_of_the_catalogue_means_what_it_says(ranking: Ranking, deck: Deck, cards: int) -> None:
    assert not list(ranking_faults(ranking, deck, cards))


GAME = """
from collections.abc import Sequence
from tests.games.test_ranking_check import OtherCode
from fairfelt.rules import *

game = Game(
    name="Highest",
    summary="Hold the highest card.",
    deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER)),
    streets=(Street("Two cards", FOLD, bet("Play")),),
    showdown=Showdown(OtherCode()),
    wagers=(opening("Ante", even_money), raised("Play", even_money)),
)
"""


def test_a_file_with_such_a_ranking_is_refused(tmp_path: Path) -> None:
    """It used to be solved by the code and played by the values, silently."""
    file = tmp_path / "highest.py"
    file.write_text(GAME)
    with pytest.raises(BadGameFile, match="both must agree for every hand"):
        read_game(file)


def test_a_game_that_is_data_runs_nothing_not_even_to_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rankings are known, or cut out of known ones."""

    def run(*_: object, **__: object) -> Iterator[str]:
        raise AssertionError("the code of a ranking was run")

    monkeypatch.setattr("fairfelt.games._reading.ranking_faults", run)
    for slug in ("mississippi-stud", "let-it-ride", "big-raise-stud-poker"):
        assert read_game_text(write_json(write_game(games.find(slug)).data)).slug == slug
