"""Dragon Tiger: one card each to the Dragon and the Tiger, the higher wins; aces are low."""

from fairfelt.games._shared import on_a_tie
from fairfelt.language import *
from fairfelt.rules.cards import Card

DRAGON, TIGER, TIE, SUITED_TIE = "Dragon", "Tiger", "Tie", "Suited Tie"
SEVEN = 5
"""The number of the rank of seven."""
ACE = 12
WINNER = {Result.WIN: "Dragon wins", Result.LOSS: "Tiger wins", Result.TIE: "tie"}
SOURCE = "Wizard of Odds, Dragon Tiger, eight decks"


class Height(Lines):
    """A card against seven."""

    SMALL = "small"
    SEVEN = "seven"
    BIG = "big"


class Twins(Lines):
    """Two cards of one rank and suit, or not."""

    NONE = "no suited tie"
    TWINS = "suited tie"


def height(card: Card) -> Height:
    """Whether a card is over or under seven; an ace is under it."""
    if card.rank == SEVEN:
        return Height.SEVEN
    return Height.BIG if SEVEN < card.rank < ACE else Height.SMALL


CARD = OneCardRanking("one card, ace low", Height, height)


def on_the_dragon(facts: Facts, reading: Reading) -> Outcome:
    """Even money on the higher card; a tie loses half."""
    pays = {Result.WIN: EVEN, Result.TIE: LOSE_HALF, Result.LOSS: LOSE}
    return Outcome(WINNER[facts.result], pays[facts.result])


def on_the_tiger(facts: Facts, reading: Reading) -> Outcome:
    """As on the Dragon, by a table of its own."""
    pays = {Result.WIN: LOSE, Result.TIE: LOSE_HALF}
    won = facts.result is Result.LOSS
    return Outcome(WINNER[facts.result], reading.paytable.pays[Result.LOSS] if won else pays[facts.result])


EIGHT_TO_ONE, FIFTY_TO_ONE = Paytable("8 to 1", {Result.TIE: 8}), Paytable("50 to 1", {Twins.TWINS: 50})
EVEN_MONEY = Paytable("1 to 1", {Result.LOSS: 1})
BIG, SMALL = Paytable("1 to 1", {Height.BIG: 1}), Paytable("1 to 1", {Height.SMALL: 1})
SUITED = TwoCardRanking("suited tie", Twins, lambda first, second: Twins.TWINS if first == second else Twins.NONE)

game = Game(
    name="Dragon Tiger",
    summary="Bet on the higher of two cards, Dragon or Tiger.",
    headlines=("A tie takes half of a bet on Dragon or Tiger", "Tie pays 8 to 1"),
    deck=Deck(copies=8),
    decks=(6, 8),
    deal=Deal(Packet(1, to=Cards.OWN), Packet(1, to=Cards.DEALER)),
    showdown=Showdown(CARD),
    wagers=(
        opening(DRAGON, on_the_dragon),
        side_bet(TIGER, settle=on_the_tiger, pays=(EVEN_MONEY,), survives_fold=True),
        side_bet(TIE, settle=on_a_tie, pays=(EIGHT_TO_ONE,), survives_fold=True),
        side_bet(SUITED_TIE, hand=SUITED, on=Cards.OWN | Cards.DEALER, pays=(FIFTY_TO_ONE,), survives_fold=True),
        side_bet("Big", hand=CARD, pays=(BIG,), survives_fold=True),
        side_bet("Small", hand=CARD, pays=(SMALL,), survives_fold=True),
    ),
    rulings=(
        Ruling(
            "which_card",
            "May a player bet on the Tiger alone?",
            "Yes: the two bets are alike. A round is opened with the Dragon here, and the Tiger stands beside it.",
        ),
        Ruling(
            "cards_of_several",
            "Do all players bet on the same Dragon?",
            "They do in a house. Here each has one of one's own against the same Tiger; a bet is worth the same.",
        ),
    ),
    published=(
        *figures(DRAGON, SOURCE, house_edge="3.73%", expected_value="-0.037349"),
        *by_outcome(DRAGON, "probability", {"Dragon wins": "0.462651", "tie": "0.074699"}, SOURCE),
        *figures(TIE, SOURCE, house_edge="32.77%", expected_value="-0.327711"),
        *figures(SUITED_TIE, SOURCE, house_edge="13.98%"),
        *figures("Big", SOURCE, house_edge="7.69%"),
        *figures("Small", SOURCE, house_edge="7.69%"),
    ),
)
