"""EZ Pai Gow: pai gow poker without commission; instead all bets push on a dealer's queen high."""

from fairfelt.games._pai_gow import NO_COMMISSION, SUMMARY, house_way_ruling, rulings_of_setting
from fairfelt.language import *

COURSE = PaiGowPoker(way=TRUMP_PLAZA, pushes="Q")
QUEEN_HIGH = 1
DRAGON = Paytable("", {QUEEN_HIGH: 50}, names={QUEEN_HIGH: "dealer has queen high"})


def queens_dragon(facts: SetFacts, reading: Reading) -> Outcome:
    """Pays if the dealer has no more than queen high."""
    if not facts.theirs:
        return Outcome("dealer has no queen high", LOSE)
    return Outcome(reading.paytable.names[QUEEN_HIGH], reading.paytable.pays[QUEEN_HIGH], QUEEN_HIGH)


game = Game(
    name="EZ Pai Gow",
    approvals=(21,),
    summary=SUMMARY,
    headlines=("No commission", "The Pai Gow bet pushes on a dealer's queen high", "Dealer wins copies"),
    deck=Deck(jokers=1),
    course=COURSE,
    wagers=(
        opening("Pai Gow", both_hands, pays=(NO_COMMISSION,)),
        side_bet("Queen's Dragon", settle=queens_dragon, pays=(DRAGON,), survives_fold=True),
    ),
    rulings=(
        house_way_ruling(COURSE, "None is published for this game where we looked."),
        Ruling(
            "published_split",
            "Which figures are not listed among the published ones?",
            "A win of 0.274597, a push of 0.426112 and a loss of 0.299291, house edge 2.47%, for ways to set hands "
            "that are not named. With both sides by the house way the edge is 2.81%.",
            because="The best setting of every hand against the Trump Plaza way still has an edge of 2.50%, so no way "
            "to set the player's hands gives these figures. A dealer's queen high once in 58 hands, printed "
            "elsewhere, is once in 57.",
        ),
        Ruling(
            "queen_high",
            "What is a queen high?",
            "Seven cards of which no five make a pair or better, a queen the highest. The joker is never in it: it "
            "would be an ace.",
        ),
        *rulings_of_setting(COURSE),
        Ruling(
            "bets_left_out",
            "What of the Dynasty and Protection bets and the progressive?",
            "They are left out: the tables for a joker that is not fully wild are published in part only.",
        ),
        Ruling(
            "banking",
            "May a player bank?",
            "No: the house banks every round.",
        ),
    ),
    published=(*figures("Queen's Dragon", "paigowonline.com.au: just over 10 percent", house_edge="10%"),),
)
