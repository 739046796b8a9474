"""Caribbean Stud Poker: five cards against the dealer's five, one of which is seen; raise twice the Ante or fold."""

from fairfelt.language import *

LEAST_PAIR, LEAST_ACE_KING = "2c 2d 5h 4s 3c", "Ac Kd 4h 3s 2c"
PAIR, ACE_KING = (POKER.value(parse_cards(least)) for least in (LEAST_PAIR, LEAST_ACE_KING))
RAISE = bet("Raise", times=2)


RAISE_PAYS = tuple(from_top(Poker, top, 50, 20, 7, 5, 4, 3, 2, 1, 1, name=f"royal {top}") for top in (100, 250))


def awards(name: str, quads: int, full_house: int, flush: int) -> Paytable:
    """A progressive table by its fixed awards."""
    return from_top(Poker, percent(100), percent(10), for_one(quads), for_one(full_house), for_one(flush), name=name)


def three_rules(visible: VisibleHand) -> Choice:
    """With ace and king, what lies beside them decides together with the up card."""
    if not ACE_KING <= visible.value < PAIR:
        return RAISE if visible.value >= PAIR else FOLD
    if visible.dealer in "AK":
        return RAISE if set("QJ") & set(visible.ranks) else FOLD
    lower_than_fourth = RANKS.index(visible.dealer) < RANKS.index(visible.ranks[3])
    return RAISE if visible.dealer in visible.ranks or ("Q" in visible.ranks and lower_than_fourth) else FOLD


def matching_rank(visible: VisibleHand) -> Choice:
    """With ace and king, raise if the up card is of a rank one holds."""
    return RAISE if visible.value >= PAIR or (visible.value >= ACE_KING and visible.dealer in visible.ranks) else FOLD


STRATEGIES = (
    Strategy(
        "three rules of thumb",
        "Raise with a pair or better and fold below ace-king. With ace-king raise if the up card is a deuce to a queen "
        "and matches one of yours; if it is an ace or a king and you hold a queen or a jack; if it matches none, you "
        "hold a queen, and it is lower than your fourth card.",
        three_rules,
    ),
    Strategy("A-K-J-8-3", "Raise with A-K-J-8-3 or better.", from_hand_on(POKER, "As Kd Jc 8h 3s", RAISE)),
    Strategy("matching rank", "Raise with a pair or better, and with ace-king if the up card matches.", matching_rank),
    Strategy("any pair", "Raise with any pair or better.", from_hand_on(POKER, LEAST_PAIR, RAISE)),
    Strategy("any ace-king", "Raise with any ace-king or better.", from_hand_on(POKER, LEAST_ACE_KING, RAISE)),
    Strategy("always raise", "Raise with every hand.", lambda visible: RAISE),
)


SEVEN_STRATEGIES = "Wizard of Odds (copy): seven strategies"
PLAYED = {
    # strategy: total loss, house edge, element of risk
    "": ("1,041,372,912,372", "5.224%", "2.555%"),
    "three rules of thumb": ("1,041,417,758,724", "5.225%", "2.554%"),
    "A-K-J-8-3": ("1,059,715,400,580", "5.316%", "2.596%"),
    "matching rank": ("1,063,176,931,284", "5.334%", "2.616%"),
    "any pair": ("1,090,272,101,460", "5.470%", "2.738%"),
    "any ace-king": ("1,132,600,203,540", "5.682%", "2.672%"),
    "always raise": ("3,310,360,338,060", "16.607%", "5.536%"),
}
CONTINGENCIES = "M. Shackleford, Contingencies, November/December 2000"

game = Game(
    name="Caribbean Stud",
    approvals=(12,),
    summary="Make a better poker hand than the dealer, five cards each, one of the dealer's seen before you raise.",
    headlines=("Dealer plays with ace-king or better", "Copies push"),
    deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)),
    showdown=Showdown(POKER, qualify=Qualify("ace-king", LEAST_ACE_KING)),
    streets=(Street("Five cards", FOLD, RAISE, dealer=1),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised("Raise", unless_dealer_qualifies(by_hand_if_it_wins, pay=PUSH), pays=RAISE_PAYS),
        progressive(
            "Progressive", hand=POKER, pays=(awards("1", 100, 75, 50), awards("2", 150, 100, 50)), survives_fold=True
        ),
    ),
    strategies=STRATEGIES,
    rulings=(
        Ruling(
            "progressive_on_a_fold",
            "Does the progressive outlive a fold?",
            "Yes: it goes by the player's cards alone. No flush is worth folding, so no figure depends on it.",
        ),
        Ruling(
            "progressive_tables_left_out",
            "Which progressive tables are there?",
            "The two whose published break-even meters come out. Those of tables 3 and 4 in the same article do not, "
            "and the tables for Washington with their envy pays are not published where we looked.",
        ),
    ),
    published=(
        *(
            figure
            for strategy, (loss, edge, risk) in PLAYED.items()
            for figure in figures(
                ROUND, SEVEN_STRATEGIES, strategy=strategy, total_loss=loss, house_edge=edge, element_of_risk=risk
            )
        ),
        Published(wager=ROUND, figure="standard_deviation", printed="2.24", source="Wizard of Odds (copy)"),
        *figures(ROUND, "Gambling 102", paytable="royal 250", paytable_of="Raise", house_edge="5.20%"),
        *figures("Progressive", CONTINGENCIES, paytable="1", break_even_meter="$263,205"),
        *figures("Progressive", CONTINGENCIES, paytable="2", break_even_meter="$246,784"),
    ),
)
