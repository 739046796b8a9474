"""The placard tells every bet, pay and ruling in every form."""

import re

import pytest

from fairfelt import games
from fairfelt.reports.placard.placard import placard, placard_dict
from fairfelt.reports.sheet.html import as_html
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules import Cards, Game, fingerprint
from tests.reports.by_hand import EVERYTHING
from tests.reports.pages import Page, pdf_text, text_of

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
EXPECTED = (
    "Copies lose; Jokers are dead",
    "Numbers 7 and 8 of the letter of June 14, 2023",
    "It is paid by the player's cards and the community cards alone, by the ranking “longest flush”.",
    "This is not a separate bet but a bonus paid on the Ante, for a hand that does not fold.",
    "This bet is made at a decision and is one, three or four times the Ante.",
    "It stays in play when the player folds.",
    "It is lost when the player folds.",
    "100% of the Mega",
    "every other player with this bet is paid the amount, times the receiver's own bet.",
    "What does the Blind do on a margin of zero?",
    "Or “even”",
    "Paytable <P> & #1",
)


def test_the_same_words_in_every_form() -> None:
    sheet = placard(EVERYTHING)
    for words in (text_of(as_text(sheet), 300), Page(as_html(sheet)).text, pdf_text(as_pdf(sheet))):
        assert [text for text in EXPECTED if text not in words] == []


def test_plain_data() -> None:
    plain = placard_dict(EVERYTHING)
    assert (plain["name"], plain["most_seats"], plain["fingerprint"]) == (
        "Everything & <More>",
        9,
        fingerprint(EVERYTHING),
    )
    ladder = plain["wagers"][-1]
    assert ladder["paytables"][0]["outcomes"][0] == {
        "when": "5-card straight",
        "pays": "100% of the Mega",
        "envy": 1000,
    }
    assert plain["rulings"][0]["alternatives"] == {"even": "It pays 1 to 1."}


def _rules_of(slug: str, wager: str) -> str:
    return next(" ".join(each["rules"]) for each in placard_dict(games.find(slug))["wagers"] if each["wager"] == wager)


def test_a_bet_on_first_cards_says_how_many_of_each_hand_it_reads() -> None:
    """Two cards are dealt to a player of Casino Hold'em, and three of the five shared ones are the flop."""
    said = _rules_of("casino-holdem", "AA Bonus")
    assert "It is paid by the player's cards and the first three of the community cards alone" in said


@pytest.mark.parametrize("game", games.catalogue(), ids=lambda game: game.slug)
def test_no_bet_reads_more_first_cards_than_are_dealt(game: Game) -> None:
    for wager in game.wagers if not game.course else ():
        for place in (part for part in Cards if part in wager.on):
            many = re.search(rf"the first (\w+) of the {place}", _rules_of(game.slug, wager.name))
            assert not many or many[1] in NUMBERS[: game.deal.count(place)]


def test_a_bet_says_what_becomes_of_it_if_the_dealer_does_not_qualify() -> None:
    """The Ante of Casino Hold'em is paid by the hand then; where a row of the table says it, no sentence does."""
    said = "If the dealer does not qualify, it is paid as if the player's hand had won."
    assert said in _rules_of("casino-holdem", "Ante")
    assert said not in _rules_of("casino-holdem", "Call")
    assert "does not qualify" not in _rules_of("three-card-poker", "Ante")


@pytest.mark.parametrize("game", games.catalogue(), ids=lambda game: game.slug)
def test_every_bet_that_a_qualifier_changes_says_how(game: Game) -> None:
    """By a sentence that holds, or by a row of its table: there is no third way."""
    for wager in placard_dict(game)["wagers"]:
        assert "other rules hold" not in " ".join(wager["rules"])


@pytest.mark.parametrize("game", games.catalogue(), ids=lambda game: game.slug)
def test_a_ruling_is_confirmed_by_figures_that_the_game_lists(game: Game) -> None:
    assert game.published or not any(ruling.confirmed for ruling in game.rulings)
