"""Examples of every line that a showdown can bring, and of a tie that is broken."""

from random import Random

import pytest

from fairfelt import games
from fairfelt.reports.placard.dealing import compared_cards
from fairfelt.rules import Game
from fairfelt.rules.hands import line_of
from fairfelt.rules.hands.example_hands import line_examples, tie_example

COMPARED = [game for first in games.catalogue() for game in first.variants if game.showdown]


@pytest.mark.parametrize("game", COMPARED, ids=lambda game: game.title)
def test_every_line_that_is_dealt_has_an_example_of_that_line(game: Game) -> None:
    assert game.showdown
    ranking, most = game.showdown.ranking, compared_cards(game)
    examples = line_examples(ranking, game.deck, most)
    assert all(line_of(ranking.value(hand)) == line for line, hand in examples.items())
    cards, random = list(game.deck.cards), Random(7)
    dealt = {line_of(ranking.value(random.sample(cards, most))) for _ in range(400)}
    assert dealt <= examples.keys()


@pytest.mark.parametrize("game", COMPARED, ids=lambda game: game.title)
def test_a_tie_is_broken_inside_one_line(game: Game) -> None:
    assert game.showdown
    ranking = game.showdown.ranking
    found = tie_example(ranking, game.deck, compared_cards(game))
    assert found
    better, worse = (ranking.value(hand) for hand in found)
    assert better > worse
    assert line_of(better) == line_of(worse)
    assert ranking.order_in_words
