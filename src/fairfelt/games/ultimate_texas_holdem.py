"""Ultimate Texas Hold'em: one raise, the earlier the larger, with two cards each and five shared."""

from fairfelt.language import *

BLIND = to(500), to(50), to(10), to(3), to(3, 2)
BLINDS = from_top(Poker, *BLIND, 1, name="A"), from_top(Poker, *BLIND, name="B")

TRIPS = (
    from_top(Poker, 50, 40, 30, 9, 7, 4, 3, name="A"),
    from_top(Poker, 50, 40, 30, 8, 6, 5, 3, name="B"),
    from_top(Poker, 50, 40, 30, 8, 7, 4, 3, name="C"),
    from_top(Poker, 50, 40, 20, 7, 6, 5, 3, name="D"),
)

game = Game(
    name="Ultimate Texas Hold'em",
    approvals=(65,),
    summary="Make a better poker hand than the dealer with two cards each and five shared; raise early to raise more.",
    headlines=("Dealer plays with a pair or better", "Copies push"),
    deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), Packet(5, to=Cards.COMMUNITY)),
    showdown=Showdown(POKER, qualify=Qualify("a pair", "2c 2d 5h 4s 3c")),
    streets=(
        Street("Two cards", CHECK, bet("Play", times=3), bet("Play", times=4)),
        Street("Flop", CHECK, bet("Play", times=2), community=3, unless_bet="Play"),
        Street("River", FOLD, bet("Play"), community=2, unless_bet="Play"),
    ),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        opening("Blind", by_hand_if_it_wins, pays=BLINDS),
        raised("Play", even_money),
        side_bet("Trips", hand=POKER, on=Cards.OWN | Cards.COMMUNITY, pays=TRIPS, survives_fold=True),
    ),
    rulings=(
        Ruling(
            "trips_on_a_fold",
            "Does Trips outlive a fold?",
            "Yes. No hand of three of a kind or better is worth folding, so no figure depends on it.",
        ),
        left_out("bets_left_out", "Cover All, Ultimate Pairs, Bad Beat and the progressive"),
        Ruling(
            "trips_tables_of_the_printed_figures",
            "Which Trips tables do the printed house edges belong to?",
            "Tables B and C: the sources print edges and no tables.",
            confirmed=True,
        ),
    ),
    published=(
        *figures(ROUND, "the Wizard of Odds", paytable="A", paytable_of="Blind", house_edge="2.2%"),
        *figures(ROUND, "Beating Bonuses", paytable="A", paytable_of="Blind", element_of_risk="0.53%"),
        Published(wager="Trips", paytable="B", figure="house_edge", printed="1.9%", source="the Wizard of Odds"),
        Published(wager="Trips", paytable="C", figure="house_edge", printed="3.50%", source="the Wizard of Odds"),
    ),
)
