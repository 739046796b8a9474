"""Three Card Poker: three cards against the dealer's, and several ways to bet on them alone, by the version."""

from dataclasses import replace

from fairfelt.games._shared import pair_plus
from fairfelt.language import *

LEAST_QUEEN = "Qc 3d 2h"
PLAY = bet("Play")
CATALOGUE = "the published catalogue of ante bonus and Pair Plus tables"


BONUS_LINES = ThreeCard.STRAIGHT_FLUSH, ThreeCard.THREE_OF_A_KIND, ThreeCard.STRAIGHT


TRIBAL_ENVY = Envy({ThreeCard.ROYAL_SPADES: 100, ThreeCard.ROYAL: 25, ThreeCard.STRAIGHT_FLUSH: 5}, times_wager=False)
ANTE_BONUSES = tuple(from_top(BONUS_LINES, *pays) for pays in ((5, 4, 1), (5, 3, 1), (4, 3, 1), (3, 2, 1)))
PAIR_PLUSES = (
    pair_plus(40, 30, 6, 4, 1),
    pair_plus(40, 30, 6, 3, 1),
    pair_plus(40, 30, 5, 4, 1),
    pair_plus(50, 40, 30, 5, 4, 1),
    pair_plus(100, 40, 30, 5, 4, 1),
    pair_plus(40, 25, 6, 4, 1),
    pair_plus(35, 25, 6, 4, 1),
    pair_plus(35, 33, 6, 4, 1),
    pair_plus(50, 50, 30, 6, 3, 1),
    pair_plus(200, 40, 30, 6, 3, 1),
)
TRIBAL_BONUSES = (
    from_top(ThreeCard, 4000, 1000, 125, 100, name="TCPB-01"),
    from_top(ThreeCard, 4000, 1000, 60, 40, 7, name="TCPB-02"),
    from_top(ThreeCard, 4000, 1000, 100, 75, name="TCPB-03E", envy=TRIBAL_ENVY),
    from_top(ThreeCard, 3000, 1000, 50, 40, 6, name="TCPB-04E", envy=TRIBAL_ENVY),
)


THREE_CARD_METER = from_top(
    ThreeCard,
    percent(100),
    *map(for_one, (500, 100, 90)),
    name="trips 90",
    envy=Envy({ThreeCard.ROYAL_SPADES: 100, ThreeCard.ROYAL: 25}, times_wager=False),
    preset=Preset({"meter": PresetLevel(5_000 * MICROS, 150_000)}),
)


BY_TABLE = {"paytable_of": "Ante Bonus", "paytable": "5/4/1"}
PAIR_PLUS_EDGES = {
    "40/30/6/4/1": "2.32%", "40/30/6/3/1": "7.28%", "40/30/5/4/1": "5.57%", "50/40/30/5/4/1": "5.39%",
    "100/40/30/5/4/1": "4.49%", "40/25/6/4/1": "3.5%", "35/25/6/4/1": "4.6%",
}  # fmt: skip
TRIBAL = "Three Card Poker Bonus"


original = Game(
    name="Three Card Poker",
    approvals=(57, 60),
    summary="Make a better three-card hand than the dealer, or bet on the value of your own.",
    headlines=("A straight beats a flush", "Dealer plays with queen high or better"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    showdown=Showdown(THREE_CARD, qualify=Qualify("queen high", LEAST_QUEEN)),
    streets=(Street("Three cards", FOLD, PLAY),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised("Play", unless_dealer_qualifies(even_money, pay=PUSH)),
        bonus("Ante Bonus", hand=THREE_CARD, pays=ANTE_BONUSES),
        side_bet("Pair Plus", hand=THREE_CARD, pays=PAIR_PLUSES, survives_fold=False, alone=True),
        side_bet("Three Card Poker Bonus", hand=THREE_CARD_SPADES, pays=TRIBAL_BONUSES, survives_fold=True),
    ),
    procedure=Procedure(
        shuffler=Shuffler(maker="Light & Wonder"),
        lammers=("Three Card Poker Bonus",),
        recommended_micros={"Three Card Poker Bonus": MICROS},
        prohibits_bets_between_players=True,
    ),
    strategies=(
        Strategy(
            "the dealer's own rule", "Play with queen high or better.", from_hand_on(THREE_CARD, LEAST_QUEEN, PLAY)
        ),
        Strategy("always play", "Play every hand.", lambda visible: PLAY),
    ),
    rulings=(
        Ruling(
            "attached_paytables",
            "What do the Ante Bonus and Pair Plus pay?",
            "The published tables: the sheet calls its own attached, and they are not.",
        ),
        Ruling(
            "fold_forfeits_pair_plus",
            "Does Pair Plus outlive a fold?",
            "No: a player with both bets plays or forfeits both.",
            because="The sheet's own words. No pair is worth folding, so the figures are the same either way.",
        ),
        Ruling(
            "envy_at_a_full_table",
            "For how many other bettors do the printed figures of the envy tables hold?",
            "For six with a bet of one unit: a full table of seven.",
            confirmed=True,
        ),
        Ruling(
            "bonus_on_a_fold",
            "Does the Three Card Poker Bonus outlive a fold?",
            "Yes: it considers the player's cards. No paying hand is worth folding, so no figure depends on it.",
        ),
    ),
    published=(
        *figures(ROUND, CATALOGUE, house_edge="3.37%", element_of_risk="2.01%", **BY_TABLE),
        *figures(ROUND, CATALOGUE, paytable_of="Ante Bonus", paytable="5/3/1", element_of_risk="2.16%"),
        *figures(ROUND, CATALOGUE, hand="Qs 6d 4c", choice="Play", value="-0.993378", **BY_TABLE),
        *figures(ROUND, CATALOGUE, hand="Qs 6d 3c", choice="Play", value="-1.00255", **BY_TABLE),
        *figures(ROUND, CATALOGUE, strategy="the dealer's own rule", house_edge="3.45%", **BY_TABLE),
        *figures(ROUND, CATALOGUE, strategy="always play", house_edge="7.65%", **BY_TABLE),
        *(
            Published(wager="Pair Plus", paytable=table, figure="house_edge", printed=edge, source=CATALOGUE)
            for table, edge in PAIR_PLUS_EDGES.items()
        ),
        *figures(TRIBAL, paytable="TCPB-01", house_edge="19.46%", hit_frequency="0.45%"),
        *figures(TRIBAL, paytable="TCPB-02", house_edge="20.45%", hit_frequency="3.71%"),
        *figures(TRIBAL, paytable="TCPB-03E", bettors=6, house_edge="19.59%", hit_frequency="0.45%"),
        *figures(TRIBAL, paytable="TCPB-04E", bettors=6, house_edge="19.50%", hit_frequency="3.71%"),
    ),
)

ANTE, PLAYED, ANTE_BONUS, PAIR_PLUS, TRIBAL_BONUS = original.wagers
BASE = (ANTE, PLAYED, ANTE_BONUS, PAIR_PLUS)
BASE_RULINGS = original.rulings[:2]
BASE_FIGURES = original.published[:3]

FACE_UP = Ruling(
    "cards_face_up",
    "What does a player do about the other hands, which lie face up?",
    "Nothing: a decision goes by the player's own cards.",
    because="What the others' cards tell is worth little, and no figure with it is published where we looked.",
)
COVER_ALL = Ruling(
    "cover_all",
    "What does the Cover All bet of the approved title pay?",
    "It is left out: its table is not published where we looked.",
)

six_card_face_up = replace(
    original,
    variant="6-card-bonus",
    approvals=(58,),
    headlines=(*original.headlines, "Players' cards are dealt face up"),
    wagers=(
        *BASE,
        side_bet(
            "6 Card Bonus",
            hand=POKER,
            on=Cards.OWN | Cards.DEALER,
            pays=(from_top(Poker, 1000, 200, 50, 25, 20, 10, 5), from_top(Poker, 1000, 200, 50, 25, 15, 10, 5)),
            survives_fold=True,
        ),
    ),
    procedure=Procedure(shuffler=Shuffler(maker="Light & Wonder"), prohibits_bets_between_players=True),
    rulings=(
        *BASE_RULINGS,
        FACE_UP,
        Ruling(
            "six_card_figure_left_out",
            "What of the edge of 10.23% that is printed for the first table of the 6 Card Bonus?",
            "It is left out of the figures: the count of all six-card hands comes to another last digit.",
        ),
    ),
    published=BASE_FIGURES,
)

bonus_face_up = replace(
    original,
    variant="bonus-face-up",
    approvals=(59,),
    headlines=(*original.headlines, "Players' cards are dealt face up"),
    rulings=(*original.rulings, FACE_UP),
    published=(*BASE_FIGURES, *(figure for figure in original.published if figure.wager == TRIBAL_BONUS.name)),
)

with_progressive = replace(
    original,
    variant="progressive",
    approvals=(61,),
    wagers=(
        *BASE,
        progressive("Three Card Progressive", hand=THREE_CARD_SPADES, pays=(THREE_CARD_METER,), survives_fold=True),
    ),
    procedure=Procedure(shuffler=Shuffler(maker="Light & Wonder"), prohibits_bets_between_players=True),
    rulings=(
        *BASE_RULINGS,
        COVER_ALL,
        Ruling(
            "public_meter_table",
            "What does the progressive pay?",
            "The public table with 90 for three of a kind stands in: the tables for Washington are not published where "
            "we looked.",
            because="Its published break-even meter comes out. That of a table with 50 for three of a kind does not.",
        ),
    ),
    published=(
        *BASE_FIGURES,
        *figures(
            "Three Card Progressive", "3cardpokerstrategy.org", break_even_meter="$11,520", hit_frequency="0.4525%"
        ),
    ),
)

game = replace(original, others=(six_card_face_up, bonus_face_up, with_progressive))
