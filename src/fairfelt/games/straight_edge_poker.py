"""Straight Edge Poker: the longer straight wins, against a dealer with eight cards (V1) or seven (V2)."""

from dataclasses import replace

from fairfelt.language import *

PLAY_BY_MARGIN = Paytable("1", {6: 200, 5: 25, 4: 8, 3: 3, 2: 2, 1: 1, 0: 1})
BLIND = Paytable("1", {6: 100, 5: 25, 4: 5, 3: 3, 2: 2, 1: 1, 0: PUSH})

BONUS_1 = Paytable("1", {7: 40, 6: 15, 5: 6, 4: to(3, 2)})
BONUS_2 = Paytable("2", {7: 50, 6: 20, 5: 4, 4: to(3, 2)})
FOUR_PLUS = Paytable("1", {7: 50, 6: 15, 5: 8, 4: 2})
INSURANCE = Paytable("1", {1: 25}, names={1: "less than a 2-card straight"})

BAD_BEATS = {7: percent(100), 6: for_one(250), 5: for_one(25), 4: for_one(5)}
BAD_BEAT_PRESET = Preset({"meter": PresetLevel(2_500 * MICROS, 200_000)})
"""The sheet lets fixed pays come from the tray or from the meter, and prints no figures."""
BAD_BEAT_1 = Paytable("1", BAD_BEATS, envy=Envy({7: 100}, times_wager=False), preset=BAD_BEAT_PRESET)
BAD_BEAT_2 = Paytable("2", BAD_BEATS, preset=BAD_BEAT_PRESET)


def two_way_bad_beat(facts: Facts, reading: Reading) -> Outcome:
    """Whoever is beaten, the lower hand pays; a tie loses."""
    if facts.copy:
        return Outcome("both hands are the same", LOSE)
    lower = min(facts.player, facts.dealer)
    return by_line(replace(facts, player=lower), reading)


TWO_WAY_BAD_BEAT = progressive(
    "Two Way Bad Beat", settle=two_way_bad_beat, pays=(BAD_BEAT_1, BAD_BEAT_2), survives_fold=False
)

SIDE_BETS_ON_A_FOLD = Ruling(
    "side_bets_on_a_fold",
    "Does the bonus bet outlive a fold?",
    "The bonus and Insurance do; the progressive does not.",
    because="The sheet has a folded hand tucked under a winning Insurance bet and says nothing of the others. "
    "No hand with a four-card straight is worth folding, so the figures are the same either way.",
)

SHUFFLER = Shuffler(program="Straight Edge", button="green button", ejects_rest=True)

V1 = Game(
    name="Straight Edge Poker",
    variant="v1",
    approvals=(50,),
    summary="Make a longer straight with seven cards than the dealer makes with eight.",
    headlines=("Wrap around straights play", "Dealer always qualifies", "Players win copies"),
    deal=Deal(Packet(7, to=Cards.OWN), Packet(7, to=Cards.DEALER), Packet(7, to=Cards.DEALER, take=1)),
    showdown=Showdown(WRAPPING_RUN, copies=Result.WIN),
    streets=(Street("Seven cards", FOLD, bet("Play")),),
    wagers=(
        opening("Ante", even_money),
        raised("Play", by_margin, pays=(PLAY_BY_MARGIN,)),
        side_bet("Bonus", hand=WRAPPING_RUN, pays=(BONUS_1, BONUS_2), survives_fold=True),
        side_bet("Insurance", hand=WRAPPING_RUN, pays=(INSURANCE,), survives_fold=True),
        TWO_WAY_BAD_BEAT,
    ),
    procedure=Procedure(shuffler=SHUFFLER, keeps_run_only=True, tucks=(Tuck(under="Insurance", only_if_it_wins=True),)),
    rulings=(
        Ruling(
            "wrap_around",
            "May a straight go on through the ace?",
            "Yes: J-Q-K-A-2-3 is six cards, and it ends in the three.",
            because="The sheet's example says so.",
            confirmed=True,
        ),
        SIDE_BETS_ON_A_FOLD,
    ),
    published=(
        Published(wager="Bonus", paytable="1", figure="house_edge", printed="3.60%"),
        Published(wager="Bonus", paytable="2", figure="house_edge", printed="5.86%"),
        Published(wager="Insurance", figure="house_edge", printed="9.12%"),
    ),
)

V2 = Game(
    name="Straight Edge Poker",
    variant="v2",
    approvals=(50,),
    summary="Make a longer straight with seven cards than the dealer makes with seven.",
    headlines=("Ace is low or high", "Dealer qualifies with 9-10", "Copies push"),
    deal=Deal(Packet(7, to=Cards.OWN), Packet(7, to=Cards.DEALER)),
    showdown=Showdown(STRAIGHT_RUN, qualify=Qualify("a two-card straight to the ten (9-10)", "9c Td")),
    streets=(Street("Seven cards", FOLD, bet("Play", times=2)),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        opening("Blind", by_margin, pays=(BLIND,)),
        raised("Play", even_money),
        side_bet("4+ Bonus", hand=STRAIGHT_RUN, pays=(FOUR_PLUS,), survives_fold=True),
        side_bet("Insurance", hand=STRAIGHT_RUN, pays=(INSURANCE,), survives_fold=True),
        TWO_WAY_BAD_BEAT,
    ),
    procedure=Procedure(shuffler=SHUFFLER, keeps_run_only=True),
    rulings=(
        Ruling(
            "ace_at_either_end",
            "Where may the ace stand?",
            "At the low or the high end of a straight, never in its middle.",
            confirmed=True,
        ),
        Ruling(
            "blind_on_zero_margin",
            "What does the Blind do when the player wins with a straight of the same length?",
            "It pushes: the sheet lists margins of one to six cards only.",
            alternatives={
                "even": Alternative(
                    "It pays 1 to 1, as the Play bet of Version 1 does for 0 or 1 cards.",
                    lambda game: game.with_pays("Blind", Paytable("1 (0 pays even)", {**BLIND.pays, 0: EVEN})),
                )
            },
        ),
        SIDE_BETS_ON_A_FOLD,
    ),
    published=(
        Published(wager="4+ Bonus", paytable="1", figure="house_edge", printed="5.60%"),
        Published(wager="Insurance", figure="house_edge", printed="9.12%"),
    ),
)

game = replace(V1, others=(V2,))
