"""Rules of play read as good English, for games with everything in them."""

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.reports.placard.dealing import deck_words, rules_of_play
from fairfelt.reports.placard.placard import placard_dict
from fairfelt.rules import CHECK, FOLD, Choice, Street, bet
from fairfelt.rules.cards import STANDARD, Deck
from tests.reports.by_hand import EVERYTHING


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (STANDARD, "one standard deck of 52 cards"),
        (Deck(jokers=1), "one standard deck and one joker, 53 cards in all"),
        (Deck(copies=6), "six standard decks, 312 cards in all"),
        (Deck(copies=2, jokers=2), "two standard decks and two jokers, 106 cards in all"),
        (Deck("KA", "hs"), "one deck of 4 cards (ranks K A in hearts and spades)"),
    ],
)  # fmt: skip
def test_decks_in_words(deck: Deck, words: str) -> None:
    assert deck_words(deck) == words


def test_a_round_is_told_from_the_deck_to_the_fold() -> None:
    assert rules_of_play(EVERYTHING) == (
        "The game is played with two standard decks and two jokers, 106 cards in all; "
        "at most nine players can be dealt in.",
        "Before the deal each player makes equal bets on the Ante and the Blind.",
        "Before the deal a player may also bet on Bonus and Ladder.",
        "Each player, from the dealer's left, is dealt a packet of three cards.",
        "The dealer takes a packet of four cards.",
        "From another packet of four cards the first goes to the dealer and the last three are burned. "
        "The dealer holds five in all.",
        "From a packet of five cards the first is burned, the next two are the community cards "
        "and the last two are burned.",
        "One of the dealer's cards is turned over. Each player looks at the cards and chooses to check "
        "or to make the Play bet, three or four times the Ante.",
        "One community card is turned over. Each player who has not made the Play bet chooses to fold, "
        "to take back the Blind bet or to make the Play bet, equal to the Ante.",
        "The dealer's remaining cards are turned over.",
        "The last community card is turned over.",
        "The player's hand is compared with the dealer's, each side using its own cards and the community cards. "
        "The higher hand wins, by the ranking “straight run”. The dealer wins with an equal hand.",
        "The dealer qualifies with a two-card straight or better. The least hand that does is 2c 3d.",
        "A player who folds loses the Ante and the Blind. Ladder is lost as well. Bonus stays in play. "
        "Extra is not paid.",
    )


def test_a_fold_after_a_raise_loses_the_raise() -> None:
    streets = (Street("First", CHECK, bet("Play", times=3)), Street("Second", FOLD, CHECK))
    told = rules_of_play(replace(EVERYTHING, streets=streets))
    assert any("loses the Ante and the Blind and every bet raised until then." in sentence for sentence in told)
    assert not any("still in the game" in sentence for sentence in told)


def test_a_later_decision_is_for_those_still_in() -> None:
    streets = (Street("First", FOLD, CHECK), Street("Second", Choice("let it ride"), bet("Play", times=2)))
    told = rules_of_play(replace(EVERYTHING, streets=streets))
    assert "Each player still in the game chooses to let it ride or to make the Play bet, twice the Ante." in told


def test_without_a_fold_nothing_is_said_of_folding() -> None:
    streets = (Street("Reveal", bet("Play"), community=2), Street("Only", bet("Play")))
    told = rules_of_play(replace(EVERYTHING, streets=streets))
    assert (
        "Two community cards are turned over. Each player looks at the cards and must make the Play bet, equal to the "
        "Ante."
    ) in told
    assert "Each player must make the Play bet, equal to the Ante." in told
    assert not any("folds" in sentence for sentence in told)


def test_a_game_without_a_dealer_says_so() -> None:
    told = rules_of_play(replace(EVERYTHING, showdown=None))
    assert any(sentence.startswith("There is no dealer's hand to beat") for sentence in told)


def test_a_course_is_told_in_its_own_words() -> None:
    told = rules_of_play(games.find("casino-war"))
    assert told[1:4] == (
        "Before the deal each player makes the Ante bet.",
        "Before the deal a player may also bet on Tie.",
        "Each player, from the dealer's left, is dealt one card face up, and the dealer takes one face up. "
        "Aces are high; suits do not count.",
    )
    assert not any("showdown" in sentence or "folds" in sentence for sentence in told)


def test_a_tableau_is_told_by_the_total() -> None:
    told = rules_of_play(games.find("ez-baccarat-with-dragon-bonus"))
    assert told[1] == "Before the deal each player bets on Player or Banker."
    assert told[6] == (
        "The Banker hand then draws a third card, by its total: with 0 to 2 always; with 3 if the Player hand stood or "
        "drew 0 to 7 or 9; with 4 if the Player hand stood or drew 2 to 7; with 5 if the Player hand stood or "
        "drew 4 to 7; with 6 if the Player hand drew 6 or 7; with 7 never."
    )


def test_one_of_several_opening_bets_and_bets_on_first_cards() -> None:
    player, banker, *_ = placard_dict(games.find("ez-baccarat-with-dragon-bonus"))["wagers"]
    assert player["rules"][0] == "Every player opens with this bet or with Banker, before the deal."
    assert [row["when"] for row in banker["paytables"][0]["outcomes"]] == [
        "Banker wins", "tie", "Banker wins with a three-card 7", "Player wins",
    ]  # fmt: skip
    (bounty,) = placard_dict(games.find("kings-bounty"))["wagers"]
    assert bounty["rules"][1].startswith("It is paid by the first two of the player's cards and by the first two of")
