"""Commission Baccarat: bet on Player, Banker or a tie, with five percent taken of what Banker wins."""

from fairfelt.language import *

from ._baccarat import BANKER, ONE_HAND, PLAYER, TIE, on_banker_with_commission, on_player, published_hands, tie_bet

BY_DECKS = {
    # decks: Banker, Player, Tie at 8 to 1
    1: ("1.01%", "1.29%", "15.75%"),
    6: ("1.06%", "1.24%", "14.44%"),
    8: ("1.06%", "1.24%", "14.36%"),
}
SOURCE = "Wizard of Odds, baccarat by decks"

game = Game(
    name="Commission Baccarat",
    summary="Bet on the hand that comes nearer to nine, Player or Banker, or on a tie.",
    headlines=("Banker pays 19 to 20", "Tie pays 8 to 1"),
    deck=Deck(copies=8),
    decks=(1, 6, 8),
    course=Baccarat(),
    opens=Opens.ONE,
    wagers=(opening(PLAYER, on_player), opening(BANKER, on_banker_with_commission), tie_bet()),
    rulings=(ONE_HAND,),
    published=(
        *published_hands(),
        *(
            Published(wager=wager, figure="house_edge", printed=printed, decks=decks, source=SOURCE)
            for decks, row in BY_DECKS.items()
            for wager, printed in zip((BANKER, PLAYER, TIE), row, strict=True)
        ),
    ),
)
