"""Fortune 7 Baccarat: baccarat without commission, and the five bets of 5 Treasures."""

from fairfelt.games._baccarat import *
from fairfelt.language import *

TREASURES = "Wizard of Odds, 5 Treasures, eight decks"
BOTH, ONE = 2, 1
THREE_CARDS = 3


def nines(facts: BaccaratFacts) -> int:
    """The number of hands that make 9 with three cards; neither has to win."""
    hands = (facts.player, facts.player_cards), (facts.dealer, facts.banker_cards)
    return hands.count((9, THREE_CARDS))


def sevens(facts: BaccaratFacts) -> int:
    """The number of cards of each hand where both make 7 with as many; 0 otherwise."""
    alike = facts.player == facts.dealer == 7 and facts.player_cards == facts.banker_cards
    return facts.player_cards if alike else 0


def any_treasure(facts: BaccaratFacts) -> bool:
    """Whether any of the four other bets wins."""
    return three_card_7(facts) or three_card_8(facts) or nines(facts) > 0 or sevens(facts) > 0


HEAVENLY_9 = Paytable(
    "75 to 1", {BOTH: 75, ONE: 10}, names={BOTH: "both hands a three-card 9", ONE: "one hand a three-card 9"}
)
BLAZING_7S = Paytable("200 to 1", {3: 200, 2: 50}, names={3: "both hands a three-card 7", 2: "both hands a two-card 7"})
COVER_ALL = Paytable("6 to 1", {1: 6}, names={1: "any of the four other bets wins"})

game = Game(
    name="Fortune 7 Baccarat",
    approvals=(27,),
    summary="Bet on the hand that comes nearer to nine, Player or Banker, and on five treasures.",
    headlines=("No commission", "Banker pushes with a winning three-card 7"),
    deck=Deck(copies=8),
    decks=(4, 6, 8),
    course=Baccarat(),
    opens=Opens.ONE,
    wagers=(
        opening(PLAYER, on_player),
        opening(BANKER, on_banker_without),
        tie_bet(),
        seven_bet("Fortune 7"),
        eight_bet("Golden 8"),
        side_bet("Heavenly 9", settle=by_number(nines), pays=(HEAVENLY_9,), survives_fold=True),
        side_bet("Blazing 7's", settle=by_number(sevens), pays=(BLAZING_7S,), survives_fold=True),
        side_bet("Cover All", settle=if_it_comes(any_treasure), pays=(COVER_ALL,), survives_fold=True),
    ),
    rulings=(
        ONE_HAND,
        Ruling(
            "treasures",
            "Which side bets does the approved table have?",
            "The five of 5 Treasures; a house may offer the Fortune 7 alone.",
            because="The game's own name is that of the first of them, and no other set is published.",
        ),
    ),
    published=(
        *published_hands(),
        *figures(
            "Fortune 7", TREASURES, outcome=SEVEN_WINS, combinations="112,633,011,329,024", probability="0.022534"
        ),
        *figures("Fortune 7", TREASURES, expected_value="-0.076113", house_edge="7.61%"),
        *figures("Golden 8", TREASURES, outcome=EIGHT_WINS, combinations="172,660,763,262,976", probability="0.034543"),
        *figures("Golden 8", TREASURES, house_edge="10.19%"),
    ),
)
