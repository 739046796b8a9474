"""Decisions of every shape, in small games made for the purpose."""

from __future__ import annotations

from fairfelt.rules import (
    CHECK,
    FOLD,
    Cards,
    Deal,
    Game,
    Packet,
    Paytable,
    Showdown,
    Street,
    bet,
    bonus,
    by_line,
    even_money,
    opening,
    raised,
    side_bet,
    take_back,
)
from fairfelt.rules.cards import parse_cards
from fairfelt.rules.hands import LONGEST_FLUSH, STRAIGHT_RUN
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, Round
from tests.table.scene import dealt, finish, nets, words

FLUSHES = Paytable("1", {5: 10, 4: 5, 3: 1})

HOLD_EM = Game(
    name="Raise Once",
    summary="Raise early for more, or late for less.",
    deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), Packet(6, to=Cards.COMMUNITY, burn=1)),
    showdown=Showdown(STRAIGHT_RUN),
    streets=(
        Street("Two cards", CHECK, bet("Play", times=4)),
        Street("Flop", CHECK, bet("Play", times=2), community=3, unless_bet="Play"),
        Street("River", FOLD, bet("Play"), community=2, unless_bet="Play"),
    ),
    wagers=(opening("Ante", even_money), raised("Play", even_money)),
)

LET_IT_RIDE = Game(
    name="Take It Back",
    summary="Make a flush; two of three bets may come back.",
    deal=Deal(Packet(3, to=Cards.OWN), Packet(2, to=Cards.COMMUNITY)),
    streets=(
        Street("Three cards", take_back("First"), CHECK),
        Street("Four cards", take_back("Second"), CHECK, community=1),
    ),
    wagers=(
        *(opening(name, by_line, hand=LONGEST_FLUSH, on=Cards.OWN | Cards.COMMUNITY, pays=(FLUSHES,))
          for name in ("First", "Second", "Third")),
        bonus("Bonus", hand=LONGEST_FLUSH, pays=(Paytable("1", {3: 2}),)),
    ),
)  # fmt: skip

UP_CARD = Game(
    name="Look First",
    summary="Beat a dealer whose first card is seen.",
    deal=Deal(Packet(2, to=Cards.DEALER), Packet(2, to=Cards.OWN)),
    showdown=Showdown(STRAIGHT_RUN),
    streets=(Street("One up", FOLD, bet("Play"), dealer=1),),
    wagers=(
        opening("Ante", even_money),
        raised("Play", even_money),
        side_bet(
            "Both", hand=LONGEST_FLUSH, on=Cards.OWN | Cards.DEALER, pays=(Paytable("1", {4: 3}),), survives_fold=True
        ),
    ),
)

NO_DECISION = Game(
    name="Watch",
    summary="Bet on three cards.",
    deal=Deal(Packet(3, to=Cards.OWN)),
    streets=(),
    wagers=(opening("Ante", by_line, hand=LONGEST_FLUSH, pays=(FLUSHES,)),),
)


def hold_em() -> Round:
    return dealt(HOLD_EM, {1: "2c 3d", 2: "Ah Kh"}, dealer="9c 9d", community="4s 5s Js Qd 7h")


def test_who_has_raised_is_not_asked_again() -> None:
    round = hold_em().apply(Choose(1, "Play 4x")).apply(Choose(2, "check"))
    assert round.street and round.street.name == "Flop"
    assert round.to_act and round.to_act.number == 2
    round = round.apply(Choose(2, "Play 2x"))
    assert round.phase == "settling"
    assert (round.seat(1).stakes_micros["Play"], round.seat(2).stakes_micros["Play"]) == (40 * MICROS, 20 * MICROS)


def test_community_cards_come_as_the_streets_say() -> None:
    round = hold_em()
    seen = []
    while round.street and round.to_act:
        seen.append((round.street.name, round.to_act.number, len(round.visible(2).community)))
        round = round.apply(Choose(round.to_act.number, round.street.choices[0].name))
    assert seen == [
        ("Two cards", 1, 0), ("Two cards", 2, 0), ("Flop", 1, 3), ("Flop", 2, 3), ("River", 1, 5), ("River", 2, 5),
    ]  # fmt: skip
    assert len(round.visible(1).dealer) == 2


def test_both_sides_use_the_shared_cards() -> None:
    settlement = finish(hold_em())
    assert nets(settlement, 1) == {"Ante": 10, "Play": 40}
    assert nets(settlement, 2) == {"Ante": 10, "Play": 40}


def test_a_bet_taken_back_neither_wins_nor_loses() -> None:
    round = dealt(LET_IT_RIDE, {1: "2c 5c 9d"}, community="Jd Kh").apply(Choose(1, "take back First"))
    settlement = finish(round)
    assert words(settlement) == [
        "First: taken back",
        "Second: no paying hand, loses",
        "Third: no paying hand, loses",
        "Bonus: no paying hand",
    ]
    assert (settlement.of(1)[0].stake_micros, settlement.net_micros(1)) == (0, -20 * MICROS)


def test_a_bonus_pays_on_the_first_opening_bet_in_action() -> None:
    round = dealt(LET_IT_RIDE, {1: "2c 5c 9c"}, community="Jd Kh")
    assert nets(finish(round)) == {"First": 10, "Second": 10, "Third": 10, "Bonus": 20}
    assert nets(finish(round.apply(Choose(1, "take back First"))))["Bonus"] == 0


def test_stakes_follow_the_games_own_account_of_them() -> None:
    for choices in (("take back First", "check"), ("check", "take back Second"), ("check", "check")):
        round = dealt(LET_IT_RIDE, {1: ""})
        for choice in choices:
            round = round.apply(Choose(1, choice))
        seat = round.seat(1)
        units = LET_IT_RIDE.stakes(seat.choices)
        assert seat.stakes_micros == {name: count * seat.ante_micros for name, count in units.items()}


def test_a_dealers_card_turned_over_is_seen() -> None:
    round = dealt(UP_CARD, {1: "2c 3c"}, dealer="Kd 7h")
    assert round.visible(1).dealer == parse_cards("Kd")
    assert round.apply(Choose(1, "fold")).visible(1).dealer == parse_cards("Kd 7h")


def test_a_side_bet_may_read_the_dealers_cards() -> None:
    settlement = finish(dealt(UP_CARD, {1: "2c 3c"}, dealer="Kc 7c", side={"Both": 1}), folds={1})
    assert words(settlement) == ["Ante: folded, loses", "Both: 4-card flush, pays 3 to 1"]


def test_a_game_without_decisions_is_settled_after_the_deal() -> None:
    round = dealt(NO_DECISION, {1: "2c 5c 9c"})
    assert round.phase == "settling"
    assert nets(finish(round)) == {"Ante": 10}
