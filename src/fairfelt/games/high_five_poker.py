"""High Five Poker: the best five of seven cards against the dealer's, with a joker; raise the Ante or fold."""

from fairfelt.language import *

HAND = Refinement(PAI_GOW_LOW_WHEEL, "poker with a joker that completes or is an ace", {"aces full": "Ac Ad Ah 2c 2d"})
STRAIGHT = HAND.line("straight")
NOT_QUALIFIED = "dealer does not qualify"


def plays(facts: Facts) -> bool:
    """The dealer always plays against a straight or better."""
    return facts.qualified or facts.player >= STRAIGHT


def ante(facts: Facts, reading: Reading) -> Outcome:
    """Even money; a win where the dealer does not play."""
    return even_money(facts, reading) if plays(facts) else Outcome(NOT_QUALIFIED, EVEN)


def play(facts: Facts, reading: Reading) -> Outcome:
    """Even money; a push where the dealer does not play."""
    return even_money(facts, reading) if plays(facts) else Outcome(NOT_QUALIFIED, PUSH)


TRIPS_PAYS = from_top(HAND, 100, 100, 50, 40, 20, 7, 4, 2, 1, name="1")
TRIPS = side_bet("Trips", hand=HAND, pays=(TRIPS_PAYS,), survives_fold=False)
SOURCE = "Wizard of Odds (copy)"

game = Game(
    name="High Five Poker",
    approvals=(34,),
    summary="Make a better five-card poker hand of seven cards than the dealer. A joker completes hands or is an ace.",
    headlines=("Seven cards, best five play", "Dealer qualifies with a pair of sixes", "Copies push"),
    deck=Deck(jokers=1),
    deal=Deal(Packet(7, to=Cards.OWN), Packet(7, to=Cards.DEALER)),
    showdown=Showdown(HAND, qualify=Qualify("a pair of sixes", "6c 6d 4h 3s 2c")),
    streets=(Street("Seven cards", FOLD, bet("Play")),),
    wagers=(opening("Ante", ante), raised("Play", play), TRIPS),
    rulings=(
        Ruling(
            "five_aces",
            "Where do five aces stand?",
            "Above all other hands; Trips pays them as a royal flush.",
            because="The joker makes them possible, and no source says where they stand.",
        ),
        Ruling(
            "against_a_straight",
            "When does the dealer play?",
            "With a pair of sixes or better, and always against a player with a straight or better.",
        ),
        Ruling(
            "trips_alone",
            "May Trips be bet without the Ante?",
            "Its edge here is that of a player who bets both. A fold loses Trips too, which never costs a paying hand.",
        ),
        Ruling(
            "left_out",
            "What of the progressive that is seen with the game?",
            "It is left out: its table is not published where we looked.",
        ),
    ),
    published=(
        *figures("Play", SOURCE, outcome="beats the dealer", combinations="2,431,176,040,778,304"),
        Published(wager="Play", figure="combinations", printed="8,250,459,031,214,400", source=SOURCE),
        Published(wager=ROUND, figure="house_edge", printed="3.6%", source="published as about 3.6%"),
    ),
)
