"""Face Up Pai Gow: the dealer's seven cards are turned up and set first, and no commission is taken."""

from fairfelt.games._pai_gow import TOP_5000, fortune_bonus, house_way_ruling
from fairfelt.language import *

COURSE = PaiGowPoker(way=TRUMP_PLAZA, face_up=True, pushes="A")
WITHOUT_JOKER, WITH_JOKER, BOTH = 1, 2, 3
ACE_HIGH = Paytable(
    "40/15/5",
    {BOTH: 40, WITH_JOKER: 15, WITHOUT_JOKER: 5},
    names={
        BOTH: "dealer and player have ace high",
        WITH_JOKER: "dealer has ace high with the joker",
        WITHOUT_JOKER: "dealer has ace high without the joker",
    },
)


def ace_high(facts: SetFacts, reading: Reading) -> Outcome:
    """Pays if the dealer has no more than ace high, most if the player has no more either."""
    if not facts.theirs:
        return Outcome("dealer has no ace high", LOSE)
    line = BOTH if facts.mine else WITH_JOKER if facts.joker else WITHOUT_JOKER
    return Outcome(reading.paytable.names[line], reading.paytable.pays[line], line)


game = Game(
    name="Face Up Pai Gow",
    approvals=(22,),
    summary="See the dealer's seven cards, set your own in two hands, and beat both of the dealer's.",
    headlines=("No commission", "All bets push on a dealer's ace high", "Dealer wins copies"),
    deck=Deck(jokers=1),
    course=COURSE,
    wagers=(
        opening("Pai Gow", both_hands, pays=(Paytable("", {Result.WIN: EVEN}, names={Result.WIN: "wins both hands"}),)),
        side_bet("Ace-High", settle=ace_high, pays=(ACE_HIGH,), survives_fold=True),
        fortune_bonus(TOP_5000),
    ),
    rulings=(
        house_way_ruling(COURSE, "None is published for this game where we looked."),
        Ruling(
            "ace_high",
            "What is an ace high?",
            "Seven cards of which no five make a pair or better, the ace or the joker the highest.",
        ),
        Ruling(
            "mucking",
            "May a player give up a hand that cannot win?",
            "No; it would change no figure, for such a hand loses or pushes as it is.",
        ),
        Ruling(
            "bets_left_out",
            "What of the two progressives?",
            "They are left out: their tables in Washington are not published where we looked.",
        ),
    ),
)
