"""Dragon Bonus: a side bet on how far a hand of baccarat wins, at a table with commission or without."""

from dataclasses import replace

from fairfelt.games._baccarat import *
from fairfelt.language import *

with_commission = Game(
    name="Dragon Bonus",
    variant="commission",
    approvals=(18,),
    summary="Bet on the hand that comes nearer to nine, Player or Banker, and on how far it wins.",
    headlines=("Banker pays 19 to 20",),
    deck=Deck(copies=8),
    decks=(4, 6, 8),
    course=Baccarat(),
    opens=Opens.ONE,
    wagers=(
        opening(PLAYER, on_player),
        opening(BANKER, on_banker_with_commission),
        tie_bet(),
        *dragon_bonuses(),
    ),
    rulings=(ONE_HAND, TABLE_2_EDGES),
    published=(
        *published_hands(),
        Published(wager=BANKER, figure="house_edge", printed="1.06%", source=ODDS),
        *published_dragon_bonus(),
    ),
)

commission_free = replace(
    with_commission,
    variant="free",
    approvals=(19,),
    headlines=("No commission", "Banker pushes with a winning three-card 7"),
    wagers=(
        opening(PLAYER, on_player),
        opening(BANKER, on_banker_without),
        tie_bet(),
        *dragon_bonuses(),
        seven_bet("Fortune 7"),
    ),
    published=(
        Published(wager=BANKER, figure="house_edge", printed="1.0183%", source="Mill Creek Casino, eight decks"),
        *figures(
            "Fortune 7",
            "AP Heat, eight decks",
            house_edge="7.6113%",
            hit_frequency="2.2534%",
            standard_deviation="6.0849",
        ),
        Published(wager="Fortune 7", figure="probability", outcome=SEVEN_WINS, printed="0.022534", source=ODDS),
    ),
)

game = replace(with_commission, others=(commission_free,))
