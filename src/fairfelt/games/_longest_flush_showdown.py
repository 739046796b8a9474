"""The longer flush of seven cards wins: deal, decision and bets of a game that has two names."""

from fairfelt.language import *


def by_length(*pays: int) -> Paytable:
    """A table by its pays from seven cards down, which are also its name."""
    return Paytable("/".join(map(str, pays)), dict(zip(range(7, 7 - len(pays), -1), pays, strict=True)))


SEVEN_CARDS = Deal(Packet(7, to=Cards.OWN), Packet(7, to=Cards.DEALER))
SHOWDOWN = Showdown(LONGEST_FLUSH, qualify=Qualify("a nine-high three-card flush", "9c 3c 2c"))
HEADLINES = ("Dealer plays with a nine-high three-card flush", "Copies push")
SURE_WIN = Ruling(
    "fold_of_a_sure_win",
    "May a hand be folded that cannot lose?",
    "Yes. Played online the game does not let it happen; nobody would want to.",
)


def seven_cards(play: str) -> Street:
    """The decision: more may be bet with a longer flush."""
    return Street(
        "Seven cards",
        FOLD,
        bet(play),
        bet(play, times=2, holding=Qualify("a five-card flush", "6c 5c 4c 3c 2c")),
        bet(play, times=3, holding=Qualify("a six-card flush", "7c 6c 5c 4c 3c 2c")),
    )


def base_bets(play: str) -> tuple[Wager, Wager]:
    """The Ante and the raise."""
    return (
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised(play, unless_dealer_qualifies(even_money, pay=PUSH)),
    )


def length_bets(flush: str, straight_flush: str) -> tuple[Wager, Wager]:
    """Side bets on how long the flush is, and how long the straight flush."""
    return (
        side_bet(
            flush, hand=LONGEST_FLUSH, pays=(by_length(100, 20, 10, 2), by_length(300, 100, 10, 1)), survives_fold=True
        ),
        side_bet(
            straight_flush, hand=LONGEST_STRAIGHT_FLUSH, pays=(by_length(500, 200, 100, 50, 9),), survives_fold=True
        ),
    )
