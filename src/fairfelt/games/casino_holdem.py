"""Casino Hold'em: two cards each and five shared, with one decision on the flop."""

from fairfelt.language import *

ANTE_PAYS = from_top(Poker, 100, 20, 10, 3, 2, 1, 1, 1, 1, 1, name="100/20/10/3/2/1")
ACES = Refinement(POKER, "poker, pairs of aces apart", {"pair of aces": "Ac Ad 4h 3s 2c"})
AA_PAYS = from_top(ACES, 100, 50, 40, 30, 20, 7, 7, 7, 7, name="100/50/40/30/20/7")
WIZARD = "Wizard of Odds"


def ante(facts: Facts, reading: Reading) -> Outcome:
    """By the player's hand if it wins, and also if the dealer does not qualify."""
    return by_hand_if_it_wins(facts, reading) if facts.qualified else by_line(facts, reading)


game = Game(
    name="Casino Hold'em",
    summary="See the flop with two cards of your own, then fold or call, and beat the dealer with seven cards.",
    headlines=("Dealer plays with a pair of fours or better", "Copies push"),
    deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), Packet(5, to=Cards.COMMUNITY)),
    showdown=Showdown(POKER, qualify=Qualify("a pair of fours", "4c 4d 5h 3s 2c")),
    streets=(Street("Flop", FOLD, bet("Call", times=2), community=3),),
    wagers=(
        opening("Ante", ante, pays=(ANTE_PAYS,)),
        raised("Call", unless_dealer_qualifies(even_money, pay=PUSH)),
        side_bet("AA Bonus", hand=ACES, on=Cards.OWN | Cards.COMMUNITY, first=3, pays=(AA_PAYS,), survives_fold=True),
    ),
    rulings=(
        Ruling(
            "aa_bonus_on_the_flop",
            "Which cards does the AA Bonus read, and does it outlive a fold?",
            "The player's two and the flop. It is settled whatever the player does then.",
        ),
    ),
    published=(
        *figures(ROUND, WIZARD, house_edge="2.16%", element_of_risk="0.82%"),
        Published(wager="AA Bonus", figure="house_edge", printed="6.26%", source=WIZARD),
    ),
)
