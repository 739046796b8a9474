"""I Luv Suits Poker: the longer flush of seven cards wins, and a long one may be raised by more."""

from fairfelt.hands import LONGEST_FLUSH, LONGEST_STRAIGHT_FLUSH
from fairfelt.rules import (
    EVEN,
    FOLD,
    PUSH,
    ROUND,
    Cards,
    Deal,
    Game,
    Packet,
    Paytable,
    Published,
    Qualify,
    Ruling,
    Showdown,
    Street,
    bet,
    even_money,
    opening,
    raised,
    side_bet,
    unless_dealer_qualifies,
)


def by_length(*pays: int) -> Paytable:
    """A table by its pays from seven cards down, which are also its name."""
    return Paytable("/".join(map(str, pays)), dict(zip(range(7, 7 - len(pays), -1), pays, strict=True)))


game = Game(
    name="I Luv Suits Poker",
    approvals=(36,),
    summary="Make a longer flush than the dealer, seven cards each; equal lengths go by the ranks from the top.",
    headlines=("Dealer plays with a nine-high three-card flush", "Copies push"),
    deal=Deal(Packet(7, to=Cards.OWN), Packet(7, to=Cards.DEALER)),
    showdown=Showdown(LONGEST_FLUSH, qualify=Qualify("a nine-high three-card flush", "9c 3c 2c")),
    streets=(
        Street(
            "Seven cards",
            FOLD,
            bet("Play"),
            bet("Play", times=2, holding=Qualify("a five-card flush", "6c 5c 4c 3c 2c")),
            bet("Play", times=3, holding=Qualify("a six-card flush", "7c 6c 5c 4c 3c 2c")),
        ),
    ),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised("Play", unless_dealer_qualifies(even_money, pay=PUSH)),
        side_bet(
            "Flush Rush",
            hand=LONGEST_FLUSH,
            pays=(by_length(100, 20, 10, 2), by_length(300, 100, 10, 1)),
            survives_fold=True,
        ),
        side_bet(
            "Super Flush Rush",
            hand=LONGEST_STRAIGHT_FLUSH,
            pays=(by_length(500, 200, 100, 50, 9),),
            survives_fold=True,
        ),
    ),
    rulings=(
        Ruling(
            "side_bet_tables",
            "What do Flush Rush and Super Flush Rush pay?",
            "What the same bets pay at High Card Flush, which is the same game under another name: the first table of "
            "each as a Washington card room prints it. Those under these names are not published where we looked.",
        ),
        Ruling(
            "fold_of_a_sure_win",
            "May a hand be folded that cannot lose?",
            "Yes. Played online the game does not let it happen; nobody would want to.",
        ),
        Ruling(
            "bets_left_out",
            "What of Cover All and the two progressives?",
            "They are left out: their tables are not published where we looked.",
        ),
    ),
    published=(
        Published(wager=ROUND, figure="house_edge", printed="3%", source="published as about 3%"),
        Published(
            wager="Flush Rush",
            paytable="300/100/10/1",
            figure="house_edge",
            printed="8%",
            source="published as about 8%, for High Card Flush",
        ),
    ),
)
