"""Casino War: one card each, the higher wins; after a tie surrender half of the bet or go to war."""

from dataclasses import replace

from fairfelt.games._shared import on_a_tie
from fairfelt.language import *
from fairfelt.rules.courses.war import RAISE, SURRENDER

BONUS = Paytable("bonus", {Result.WIN: 1, Result.TIE: 2})
NO_BONUS = Paytable("no bonus", {Result.WIN: 1, Result.TIE: 1})
TRIPLE_BONUS = Paytable("triple bonus", {Result.WIN: 1, Result.TIE: 4})
TIE_PAYS_10 = Paytable("10 to 1", {Result.TIE: 10})
TIE_PAYS_11 = Paytable("11 to 1", {Result.TIE: 11})

BY_DECKS = {
    # decks: with the bonus, without it, surrendering, the Tie bet at 10 to 1
    1: ("2.06%", "2.42%", "2.94%", "35.29%"),
    2: ("2.24%", "2.70%", "3.40%", "25.24%"),
    3: ("2.29%", "2.79%", "3.55%", "21.94%"),
    4: ("2.31%", "2.84%", "3.62%", "20.29%"),
    5: ("2.32%", "2.86%", "3.67%", "19.31%"),
    6: ("2.33%", "2.88%", "3.70%", "18.65%"),
    7: ("2.34%", "2.89%", "3.72%", "18.18%"),
    8: ("2.34%", "2.90%", "3.73%", "17.83%"),
}
AFTER_THE_DEAL = {
    "wins the deal": "0.463023",
    "tie, then wins the war": "0.034242",
    "tie, then ties the war": "0.005471",
    "tie, then loses the war": "0.034242",
}
SIX_DECKS = "Wizard of Odds, six decks"
THE_TABLE = "Wizard of Odds, by decks (copy at i-online-casinos.com)"

DEAL = {Result.WIN: "wins the deal", Result.LOSS: "loses the deal"}
WAR = {Result.WIN: "wins the war", Result.TIE: "ties the war", Result.LOSS: "loses the war"}


def first_card(facts: WarFacts, reading: Reading) -> Outcome:
    """Even money; after a tie half is given up, or the war says whether the bet pushes or loses."""
    if facts.result is not Result.TIE:
        return Outcome(DEAL[facts.result], EVEN if facts.result is Result.WIN else LOSE)
    if facts.war is None:
        return Outcome("surrenders after a tie", LOSE_HALF)
    return Outcome(f"tie, then {WAR[facts.war]}", LOSE if facts.war is Result.LOSS else PUSH)


def second_card(facts: WarFacts, reading: Reading) -> Outcome:
    """The War bet wins with a higher or an equal card."""
    if facts.war in (None, Result.LOSS):
        return Outcome(WAR[Result.LOSS], LOSE)
    return Outcome(WAR[facts.war], reading.paytable.pays[facts.war])


def by_decks(decks: int, bonus: str, none: str, surrender: str, tie: str) -> tuple[Published, ...]:
    """A row of the published table."""
    row = Published(wager=ROUND, figure="house_edge", printed=bonus, decks=decks, source=THE_TABLE)
    return (
        row,
        replace(row, paytable_of="War", paytable="no bonus", printed=none),
        replace(row, strategy="surrender", printed=surrender),
        replace(row, wager="Tie", printed=tie),
    )


game = Game(
    name="Casino War",
    approvals=(13,),
    summary="Draw a higher card than the dealer.",
    headlines=("A tie: surrender half or go to war", "Tie pays 10 to 1"),
    deck=Deck(copies=6),
    decks=tuple(BY_DECKS),
    course=War(burn=3),
    wagers=(
        opening("Ante", first_card),
        raised(RAISE, second_card, pays=(BONUS, NO_BONUS, TRIPLE_BONUS)),
        side_bet("Tie", settle=on_a_tie, pays=(TIE_PAYS_10, TIE_PAYS_11), survives_fold=True),
    ),
    strategies=(Strategy("surrender", "surrender every tie", lambda visible: SURRENDER),),
    rulings=(
        Ruling(
            "tie_in_the_war",
            "What does the War bet pay for a second tie?",
            "2 to 1, so that the tie earns as much again as the bet (paytable “bonus”). Other houses pay 1 to 1 "
            "(“no bonus”) or three times as much extra (“triple bonus”).",
            because="The Pennsylvania code pays the raise 2 to 1; figures are published for all three.",
        ),
        Ruling(
            "cards_of_a_war",
            "If several players go to war, are cards burned for each of them?",
            "Three cards are burned once; all who went to war then play against one card of the dealer.",
            because="Burned cards are seen by nobody and change no figure.",
        ),
    ),
    published=(
        *(figure for decks, row in BY_DECKS.items() for figure in by_decks(decks, *row)),
        *by_outcome("Ante", "probability", AFTER_THE_DEAL, SIX_DECKS),
        *figures(ROUND, SIX_DECKS, expected_value="-0.023301", standard_deviation="1.057637"),
        *figures(
            ROUND,
            SIX_DECKS,
            paytable_of="War",
            paytable="no bonus",
            expected_value="-0.028771",
            standard_deviation="1.0497",
        ),
        Published(wager=ROUND, strategy="surrender", figure="standard_deviation", printed="0.9712", source=SIX_DECKS),
        *figures(ROUND, SIX_DECKS, paytable="triple bonus", paytable_of="War", house_edge="1.24%"),
        Published(wager="Tie", figure="standard_deviation", printed="2.8787", source=SIX_DECKS),
        Published(wager="Tie", paytable="11 to 1", figure="house_edge", printed="11.25%", source=SIX_DECKS),
    ),
)
