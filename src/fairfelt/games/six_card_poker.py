"""Six Card Poker: the best five of six cards against the dealer's, three of which are seen; raise or fold."""

from fairfelt.language import *

game = Game(
    name="Six Card Poker",
    approvals=(48,),
    summary="Beat the dealer with the best five of six cards; three of the dealer's six are seen.",
    headlines=("Three of the dealer's cards are seen", "Dealer plays with ace and king"),
    deal=Deal(Packet(6, to=Cards.OWN), Packet(6, to=Cards.DEALER)),
    showdown=Showdown(POKER, qualify=Qualify("ace-king", "Ac Kd 4h 3s 2c")),
    streets=(Street("Six cards", FOLD, bet("Raise"), dealer=3),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        raised("Raise", even_money),
    ),
    rulings=(
        Ruling(
            "not_qualified",
            "What becomes of the bets where the dealer has less than ace and king?",
            "The Ante pushes, and the Raise is still won, lost or pushed by the hands.",
        ),
        left_out("left_out", "Aces Up and Two-Way Bad Beat, which are seen with the game"),
    ),
    published=(
        *figures(
            ROUND,
            "Wizard of Odds, Six Card Poker",
            house_edge="1.2717%",
            average_wager="1.6987",
            element_of_risk="0.7486%",
        ),
    ),
)
