"""Let It Ride: three cards and two shared ones against a paytable, with two bets that may be taken back."""

from fairfelt.games._shared import link_progressive, pair_plus
from fairfelt.language import *

HAND = Refinement(POKER, "poker, pairs from tens up", {"pair of tens or better": "Tc Td 4h 3s 2c"})
FIVE_CARDS = Cards.OWN | Cards.COMMUNITY
LET_IT_RIDE = Choice("let it ride")


def five_card(name: str, *odds: int) -> Paytable:
    """A table of the bonus on all five cards, in dollars for a dollar."""
    return from_top(Poker, *map(for_one, odds), name=name)


PAYS = (
    from_top(HAND, 1000, 200, 50, 11, 8, 5, 3, 2, 1, name="1000 to 1"),
    from_top(HAND, 500, 100, 25, 15, 10, 5, 3, 2, 1, name="500 to 1"),
)
THREE_CARD_BONUSES = (
    pair_plus(50, 40, 30, 6, 4, 1),
    pair_plus(50, 40, 30, 6, 3, 1),
    pair_plus(40, 40, 30, 5, 4, 1),
    pair_plus(40, 40, 20, 6, 3, 1),
)
FIVE_CARD_BONUSES = (
    five_card("20,000", 20_000, 2000, 400, 200, 50, 25, 5),
    five_card("10,000", 10_000, 2000, 100, 75, 50, 25, 8, 4),
)


ANALYSES = "published analyses of the game"


game = Game(
    name="Let It Ride",
    approvals=(39,),
    summary="Make a pair of tens or better with three cards of your own and two shared; two of three bets can go back.",
    headlines=("All bets pay by one table", "Pair of tens or better wins"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(2, to=Cards.COMMUNITY)),
    streets=(
        Street("Three cards", take_back("Bet 1"), LET_IT_RIDE),
        Street("Fourth card", take_back("Bet 2"), LET_IT_RIDE, community=1),
    ),
    wagers=(
        opening("Bet 1", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        opening("Bet 2", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        opening("Bet $", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        side_bet("3 Card Bonus", hand=THREE_CARD, pays=THREE_CARD_BONUSES, survives_fold=True),
        side_bet("5 Card Bonus", hand=POKER, on=FIVE_CARDS, pays=FIVE_CARD_BONUSES, survives_fold=True),
        link_progressive(on=FIVE_CARDS),
    ),
    rulings=(
        Ruling(
            "indifferent_hands",
            "What does a player do who gains nothing by taking a bet back and loses nothing?",
            "Lets it ride. The house edge is the same either way, the printed element of risk is not.",
            confirmed=True,
        ),
        Ruling(
            "five_card_bonus_for_a_dollar",
            "Do the dollars of the bonus on five cards come on top of the bet or include it?",
            "They include it: the pays are for 1.",
            confirmed=True,
        ),
        left_out("bets_left_out", "Cover All and the progressive on three cards"),
    ),
    published=(
        *figures(
            ROUND, ANALYSES, paytable_of="Bet 1", paytable="1000 to 1", house_edge="3.51%", element_of_risk="2.8%"
        ),
        *figures("3 Card Bonus", ANALYSES, paytable="50/40/30/6/4/1", house_edge="2.14%"),
        *figures("3 Card Bonus", ANALYSES, paytable="50/40/30/6/3/1", house_edge="7.1%"),
        *figures("5 Card Bonus", "gamblingmy.com", cut=True, paytable="20,000", player_return="0.7446"),
    ),
)
