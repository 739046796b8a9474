"""A small game with everything in it, and a PAR sheet made by hand."""

from __future__ import annotations

from copy import copy
from fractions import Fraction

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.answers.par import DecisionRow, EnvyTerms, LevelRow, OutcomeRow, Par, RoundPar, WagerPar
from fairfelt.rules import (
    CHECK,
    FOLD,
    PUSH,
    Alternative,
    Cards,
    Deal,
    Envy,
    Game,
    Packet,
    Paytable,
    Qualify,
    Result,
    Ruling,
    Showdown,
    Street,
    bet,
    bonus,
    by_margin,
    even_money,
    for_one,
    opening,
    parse_pay,
    percent,
    progressive,
    raised,
    side_bet,
    take_back,
    unless_dealer_qualifies,
)
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import LONGEST_FLUSH, STRAIGHT_RUN, TrackRanking


def _with_dead_jokers(ranking: TrackRanking) -> TrackRanking:
    """The same ranking for a deck whose jokers count for nothing, as the felt of the game says."""
    changed = copy(ranking)
    changed.knows_joker = True
    changed.place = lambda card: None if card.is_joker else ranking.place(card)  # type: ignore[method-assign]
    return changed


STRAIGHT, FLUSH = _with_dead_jokers(STRAIGHT_RUN), _with_dead_jokers(LONGEST_FLUSH)
BLIND = Paytable("B-1", {3: 25, 2: 5, 1: 1, 0: PUSH}, or_more=True)
BONUS = (Paytable("1", {4: 3, 3: 1}), Paytable("2", {4: 4}))
LADDER = Paytable(
    "<P> & #1", {5: percent(100, of="Mega"), 4: for_one(50)}, envy=Envy({5: 1000}, times_wager=True)
)  # fmt: skip


def _everything() -> Game:
    return Game(
        name="Everything & <More>",
        variant="v9",
        summary="Make a longer straight than the dealer.",
        headlines=("Copies lose", "Jokers are dead"),
        approvals=(7, 8),
        deck=Deck(copies=2, jokers=2),
        deal=Deal(
            Packet(3, to=Cards.OWN),
            Packet(4, to=Cards.DEALER),
            Packet(4, to=Cards.DEALER, take=1),
            Packet(5, to=Cards.COMMUNITY, burn=1, take=2),
        ),
        showdown=Showdown(STRAIGHT, copies=Result.LOSS, qualify=Qualify("a two-card straight", "2c 3d")),
        streets=(
            Street("Three cards", CHECK, bet("Play", times=3), bet("Play", times=4), dealer=1),
            Street("One shared", FOLD, take_back("Blind"), bet("Play", times=1), community=1, unless_bet="Play"),
        ),
        wagers=(
            opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
            opening("Blind", by_margin, pays=(BLIND,)),
            raised("Play", even_money),
            bonus("Extra", hand=STRAIGHT, pays=(Paytable("E", {4: 2}),)),
            side_bet("Bonus", hand=FLUSH, on=Cards.OWN | Cards.COMMUNITY, pays=BONUS, survives_fold=True),
            progressive("Ladder", hand=STRAIGHT, pays=(LADDER,), survives_fold=False),
        ),
        rulings=(
            Ruling(
                "blind_on_zero",
                "What does the Blind do on a margin of zero?",
                "It pushes.",
                because="The sheet says nothing.",
                alternatives={"even": Alternative("It pays 1 to 1.", lambda game: game)},
                confirmed=True,
            ),
        ),
    )


EVERYTHING = _everything()
"""Several decks, jokers, burns, checks, raise sizes, a bet taken back, a dealer's up card, envy, a ruling."""


def outcome(name: str, pays: str, combinations: int, net: int, *, total: int) -> OutcomeRow:
    """A row whose fractions follow from its combinations."""
    chance = Fraction(combinations, total)
    return OutcomeRow(name, parse_pay(pays), combinations, chance, chance * net)


def _par() -> Par:
    play = (outcome("beats the dealer", "1 to 1", 480_000, 1, total=1_000_000),
            outcome("ties the dealer", "pushes", 20_000, 0, total=1_000_000),
            outcome("loses to the dealer", "loses", 500_000, -1, total=1_000_000))  # fmt: skip
    bonus_rows = (
        outcome("4-card flush", "3 to 1", 10, 3, total=100),
        outcome("no paying hand", "loses", 90, -1, total=100),
    )
    ladder = (outcome("5-card straight", "100% of the Mega", 1, -1, total=10**9),
              outcome("4-card straight", "50 for 1", 10**7, 49, total=10**9),
              outcome("no paying hand", "loses", 10**9 - 10**7 - 1, -1, total=10**9))  # fmt: skip
    return Par(
        game=EVERYTHING,
        wagers=(
            WagerPar("Play", "raise", "", 1_000_000, Fraction(1, 50), Fraction(12, 25), Fraction(2449, 2500),
                     Fraction(7, 2), play),
            WagerPar("Bonus", "side bet", "1", 100, Fraction(3, 5), Fraction(1, 10), Fraction(36, 25), Fraction(1),
                     bonus_rows),
            WagerPar("Ladder", "progressive", "<P> & #1", 10**9, Fraction(1, 2) - 6 * Fraction(1, 10**6),
                     Fraction(1, 100), Fraction(24), Fraction(1), ladder,
                     levels=(LevelRow("Mega", "5-card straight", Fraction(1), Fraction(1, 10**9)),),
                     envy=EnvyTerms(6, Fraction(1, 10**6))),
        ),
        round=RoundPar(
            1000, Fraction(1, 27), Fraction(8, 3), Fraction(3),
            tuple((Fraction(net), 40) for net in range(-12, 13)),
        ),
        decisions=(DecisionRow("Three cards", "Play 4x", Fraction(3, 8)),
                   DecisionRow("Three cards", "check", Fraction(5, 8))),
        warnings=("The player has an edge on <Ladder> & more.",),
    )  # fmt: skip


PAR = _par()
"""Round, decisions, one raise, one side bet, one progressive with envy; all numbers small enough to check."""

CURVE = tuple(CurvePoint(n / 10, {"fold": -2.0, "Play 4x": n - 5.0}) for n in range(11))
"""What two choices are worth over the hands."""
