"""Four Card Poker: the best four of five cards against the best four of the dealer's six, one of which is seen."""

from fairfelt.language import *

ANTE_BONUS = from_top(FourCard, 25, 20, 2)

ACES_UP = Refinement(FOUR_CARD, "four-card poker, aces up", {"pair of aces": "Ac Ad 3h 2s"})

game = Game(
    name="Four Card Poker",
    approvals=(32,),
    summary="Make a better four-card hand of five cards than the dealer of six, one of the dealer's seen.",
    headlines=("Four of a kind beats a straight flush", "Dealer always plays", "Players win copies"),
    deal=Deal(Packet(5, to=Cards.OWN), Packet(6, to=Cards.DEALER)),
    showdown=Showdown(FOUR_CARD, copies=Result.WIN),
    streets=(Street("Five cards", FOLD, bet("Play"), bet("Play", times=2), bet("Play", times=3), dealer=1),),
    wagers=(
        opening("Ante", even_money),
        raised("Play", even_money),
        bonus("Ante Bonus", hand=FOUR_CARD, pays=(ANTE_BONUS,)),
        side_bet(
            "Aces Up",
            hand=ACES_UP,
            pays=(from_top(ACES_UP, 50, 40, 9, 6, 4, 2, 1), from_top(ACES_UP, 50, 40, 7, 5, 4, 3, 1)),
            survives_fold=False,
        ),
    ),
    rulings=(
        Ruling(
            "aces_up_tables",
            "What does Aces Up pay?",
            "One of two tables, whose edges are the ends of the published range. Others are known without a source.",
            confirmed=True,
        ),
        Ruling(
            "aces_up_on_a_fold",
            "Does Aces Up outlive a fold?",
            "No: a player with both bets plays or forfeits both. No paying hand is worth folding, so the figures are "
            "the same either way.",
        ),
        left_out("bets_left_out", "the Bad Beat bonus and the progressives"),
    ),
    published=(
        Published(wager=ROUND, figure="house_edge", printed="2.79%", source="Wizard of Odds (copies)"),
        Published(wager=ROUND, figure="element_of_risk", printed="1.30%", source="Wizard of Odds, in the press"),
        *figures("Aces Up", "Wikipedia", paytable="50/40/9/6/4/2/1", house_edge="1.98%"),
        *figures("Aces Up", "Wikipedia", paytable="50/40/7/5/4/3/1", house_edge="6.15%"),
    ),
)
