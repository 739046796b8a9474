"""Solitaire Stud: the longer run of alternating colors wins, and by how much pays the Super Bonus."""

from fairfelt.language import *

SUPER_BONUS = Paytable("SB-01", {6: 1000, 5: 100, 4: 20, 3: 5, 2: 2, 1: 1, 0: PUSH})
THREE_PLUS_1 = Paytable("SS-01", {7: 500, 6: 50, 5: 20, 4: 6, 3: 3})
THREE_PLUS_2 = Paytable("SS-02", {7: 500, 6: 50, 5: 15, 4: 6, 3: 3})

game = Game(
    name="Solitaire Stud",
    approvals=(49,),
    summary="Make a longer run of consecutive cards in alternating colors than the dealer, seven cards each.",
    headlines=("Ace is low, king is high", "Dealer qualifies with 5-4", "Copies push"),
    deal=Deal(Packet(7, to=Cards.OWN), Packet(7, to=Cards.DEALER)),
    showdown=Showdown(SOLITAIRE_RUN, qualify=Qualify("a two-card run of 5-4", "5h 4s")),
    streets=(Street("Seven cards", FOLD, bet("Play", times=2)),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        opening("Super Bonus", by_margin, pays=(SUPER_BONUS,)),
        raised("Play", even_money),
        side_bet("3+", hand=SOLITAIRE_RUN, pays=(THREE_PLUS_1, THREE_PLUS_2), survives_fold=False),
    ),
    procedure=Procedure(
        shuffler=Shuffler(program="Solitaire Stud", button="green button", ejects_rest=True), keeps_run_only=True
    ),
    rulings=(
        Ruling(
            "any_suit_of_the_colour",
            "Which cards follow each other in a run?",
            "The next rank in either suit of the other color; ace low, king high, no wrapping.",
            confirmed=True,
        ),
        Ruling(
            "super_bonus_on_zero_margin",
            "What does the Super Bonus do when the player wins with a run of the same length?",
            "It pushes: the sheet's last line is any other win.",
        ),
    ),
    published=(
        *figures("3+", paytable="SS-01", house_edge="1.03%", hit_frequency="20.60%"),
        *figures("3+", paytable="SS-02", house_edge="2.79%", hit_frequency="20.60%"),
    ),
)
