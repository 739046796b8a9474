"""EZ Baccarat with Dragon Bonus: baccarat without commission; a Banker win with a three-card 7 pushes."""

from fairfelt.games._baccarat import *
from fairfelt.language import *

game = Game(
    name="EZ Baccarat with Dragon Bonus",
    approvals=(20,),
    summary="Bet on the hand that comes nearer to nine, Player or Banker.",
    headlines=("No commission", "Banker pushes with a winning three-card 7"),
    deck=Deck(copies=8),
    decks=(4, 6, 8),
    course=Baccarat(),
    opens=Opens.ONE,
    wagers=(
        opening(PLAYER, on_player),
        opening(BANKER, on_banker_without),
        tie_bet(),
        seven_bet("Dragon 7"),
        eight_bet("Panda 8"),
        *dragon_bonuses(),
    ),
    rulings=(ONE_HAND, TABLE_2_EDGES),
    published=(
        *published_hands(),
        Published(wager=BANKER, figure="probability", outcome="Banker wins", printed="0.436064", source=ODDS),
        *figures(BANKER, ODDS, outcome=SEVEN_WINS, combinations="112,633,011,329,024"),
        Published(wager=BANKER, figure="expected_value", printed="-0.010183", source=ODDS),
        Published(wager="Dragon 7", figure="probability", outcome=SEVEN_WINS, printed="0.022534", source=ODDS),
        *figures("Dragon 7", ODDS, expected_value="-0.076113", standard_deviation="6.0849"),
        *figures("Panda 8", ODDS, outcome=EIGHT_WINS, combinations="172,660,763,262,976", probability="0.034543"),
        Published(wager="Panda 8", figure="expected_value", printed="-0.101876", source=ODDS),
        *published_dragon_bonus(),
    ),
)  # fmt: skip
