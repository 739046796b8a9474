"""Theoretical and actual win cover the same bets: rounds with real cards, side bets and slips, on the log of a room."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from fairfelt import games
from fairfelt.analysis.winnings.bets import THE_GAME
from fairfelt.analysis.winnings.covariance import kept_covariance
from fairfelt.engine.answers.store import kept_answer
from fairfelt.engine.exact import solve
from fairfelt.ledger.canonical import canonical
from fairfelt.ledger.chain import RecordedEvent
from fairfelt.reports.room.tables import ODD, dealt_fairly, theory_blocks, theory_dict
from fairfelt.reports.sheet import Table
from fairfelt.room import table_odds
from fairfelt.room.commands.felt import FeltBet
from fairfelt.room.commands.set_up import Stood
from fairfelt.room.projections.days import TableDay
from fairfelt.room.projections.periods import KINDS, AtTable, FeltSums, OnBet, read_period
from fairfelt.room.table_odds import BetLine, count_edges, forget_edges
from fairfelt.room.table_win import (
    MOST_SIGMAS,
    deviation_micros,
    lines_of,
    side_figures,
    sigmas,
    table_periods,
    theoretical_win_micros,
    theory_missing,
)
from fairfelt.rules import Choice, Street
from fairfelt.table import View, play, shuffle
from fairfelt.web.api.handlers.jackpots import day_state
from tests.room.floors import LINK_PROGRESSIVE, UNIT, Pit
from tests.room.tables.test_counts import DAY, record, rows
from tests.room.tables.test_felt import BONUS, DAN, EVE, SUE, bets, pit_with_table, report
from tools.covariances.paytables import all_paytables

ROUNDS = 250
STAKES = {1: {"Ante": 10, "Pair Plus": 10}, 2: {"Ante": 10, "Pair Plus": 5, BONUS: 5}}
GAME = games.find("three-card-poker")


def q64(street: Street, view: View) -> Choice:
    """The best play: queen, six, four or better."""
    ranks = sorted((card.rank for card in view.own), reverse=True)
    high = len(set(ranks)) < 3 or len({card.suit for card in view.own}) == 1 or ranks[0] - ranks[2] == 2
    return street.choices[-1 if high or ranks >= [10, 4, 2] else 0]


def seen_at(pit: Pit) -> AtTable:
    """What the log says of T9."""
    recorded = [
        RecordedEvent(number, number, str(event.body.__struct_config__.tag), canonical(event.body), None)
        for number, event in enumerate(pit.events)
    ]
    return read_period({}, [one for one in recorded if one.kind in KINDS], 0).tables["T9"]


@cache
def a_night(rigged: bool) -> TableDay:
    """So many rounds; where it is rigged, Pair Plus is paid for straights that were not there."""
    pit, chance, won = pit_with_table(), Random(4), 0
    for number in range(ROUNDS):
        report(pit, bets(**{f"s{seat}": made for seat, made in STAKES.items()}))
        stakes = {seat: {name: units * UNIT for name, units in made.items()} for seat, made in STAKES.items()}
        settled = play(GAME, shuffle(GAME.deck.cards, chance), stakes, q64).settled
        won -= sum(row.net_micros for row in settled)
        slips = [
            {"seat": row.seat, "wager": row.wager, "hand": row.outcome.name}
            for row in settled
            if row.wager in ("Pair Plus", BONUS) and row.net_micros > 0
        ]
        if (
            rigged
            and number % 10 == 0
            and not any(slip["wager"] == "Pair Plus" and slip["seat"] == 1 for slip in slips)
        ):
            slips.append({"seat": 1, "wager": "Pair Plus", "hand": "straight"})
            won -= 70 * UNIT
        if slips:
            pit.press("pay from tray", "T9", pays=slips, cards=[*DAN, *SUE, *EVE])
        pit.press("end game", "T9")
    record(pit, "opening", 100_000, table="T9")
    record(pit, "closing", 100_000 + won // UNIT, table="T9")
    stood = (Stood.at(pit.floor.tables["T9"]),)
    day = TableDay(
        table="T9", stood=stood, day=date.fromisoformat(DAY), currency="USD", counts=tuple(rows(pit).values()),
        play=seen_at(pit),
    )  # fmt: skip
    count_edges((day,))
    return day


def line(day: TableDay, name: str) -> BetLine:
    return next(each for each in lines_of(day) if each.bet == name)


def test_theory_covers_every_bet_that_the_win_covers() -> None:
    """Theory was of the Ante alone, and the win of all bets: a fair night with side bets lay outside its interval."""
    day, sheet = a_night(rigged=False), kept_answer(GAME)
    assert sheet and not theory_missing(day)
    handles = {each.bet: each.handle_micros for each in lines_of(day)}
    assert handles == {THE_GAME: 20 * UNIT * ROUNDS, "Pair Plus": 15 * UNIT * ROUNDS, BONUS: 5 * UNIT * ROUNDS}
    for name in ("Pair Plus", BONUS):
        assert line(day, name).edge == sheet.par.wager(name).house_edge
    assert theoretical_win_micros(day) == sum(each.theory_micros for each in lines_of(day))
    assert day.win_micros == sum(each.win_micros or 0 for each in lines_of(day)), "the bets add up to the table"
    away = sigmas(day)
    assert away is not None and abs(away) < 2
    assert all(each.sigmas is not None and abs(each.sigmas) < MOST_SIGMAS for each in lines_of(day))
    (whole,) = table_periods((day,), ())
    assert [each.handle_micros for each in whole.bets] == list(handles.values())
    assert whole.theory_micros == theoretical_win_micros(day)


def test_the_interval_is_that_of_all_bets_with_their_covariance() -> None:
    """By hand: variances by the squares of what was bet, any two bets of a seat as the exact count says."""
    day, sheet = a_night(rigged=False), kept_answer(GAME)
    assert sheet and sheet.par.round.variance
    plus = line(day, "Pair Plus")
    assert plus.variance == sheet.par.wager("Pair Plus").variance * 125 * UNIT**2 * ROUNDS * plus.crowd
    staked = {(THE_GAME, "Pair Plus"): 10 * 10 + 10 * 5, (THE_GAME, BONUS): 10 * 5, ("Pair Plus", BONUS): 5 * 5}
    expected = sum(line(day, name).variance for name in (THE_GAME, "Pair Plus", BONUS))
    for pair, product in staked.items():
        one, other = (("", "") if name == THE_GAME else (name, sheet.par.wager(name).paytable) for name in pair)
        shared = kept_covariance(GAME, one, other)
        assert shared
        expected += 2 * shared * product * UNIT**2 * ROUNDS * max(line(day, name).crowd for name in pair)
    found = deviation_micros(day)
    assert found and abs(found**2 / float(expected) - 1) < 1e-6


def test_bets_whose_covariance_is_not_counted_go_together_as_far_as_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "kept_covariance", lambda *_: None)
    day = a_night(rigged=False)
    spread = sum(float(line(day, name).variance) ** 0.5 for name in (THE_GAME, "Pair Plus", BONUS))
    found = deviation_micros(day)
    assert found and abs(found / spread - 1) < 1e-6


@pytest.mark.parametrize("sizes", [(10, 10), (5, 15)])
def test_a_progressive_goes_together_with_the_game_as_far_as_its_seats_can(sizes: tuple[int, int]) -> None:
    """The log does not say who made it: both bets are taken to be large at the same seats; nothing was added at all."""
    game = games.find("caribbean-stud")
    felt = FeltSums(bets={"Ante": {"": OnBet({size * UNIT: 1 for size in sizes})}})
    squares = [Fraction(sum(size**2 for size in each) * UNIT**2) for each in (sizes, (1, 1))]
    names = [(THE_GAME, ""), ("Progressive", game.wager("Progressive").paytable.name)]
    game_line, progressive = (
        BetLine(
            bet=bet, paytable=table, handle_micros=1, theory=Fraction(0), variance=Fraction(UNIT**2), squares=staked,
            opens=("Ante",) if bet == THE_GAME else (),
        )
        for (bet, table), staked in zip(names, squares, strict=True)
    )  # fmt: skip
    shared = kept_covariance(game, ("", ""), names[1])
    assert shared
    at_least = 2 * shared * sum(sizes) * UNIT**2
    found = table_odds.variance_of([game_line, progressive], game, felt) - 2 * UNIT**2
    most = 2 * float(shared) * float(squares[0] * squares[1]) ** 0.5
    assert at_least <= found and float(found) == pytest.approx(most, rel=1e-9)
    silent = replace(progressive, variance=Fraction(0))
    assert table_odds.variance_of([game_line, silent], game, felt) == UNIT**2, "what never varies goes with nothing"


def test_the_covariance_that_ships_is_the_one_counted() -> None:
    found, covariances = all_paytables(solve(GAME))
    for at, bet in enumerate(found[1:], 1):
        assert kept_covariance(GAME, bet, ("", "")) == covariances[0][at]


def test_a_side_bet_that_is_paid_too_often_is_flagged() -> None:
    """Nobody looked at side bets: only the progressive was tested."""
    tests = {}
    for rigged in (False, True):
        day = a_night(rigged)
        assert day.played
        found = {bet.wager: dealt_fairly("T9", bet, seen) for bet, seen in side_figures(day.played, day.play)}
        tests[rigged] = found["Pair Plus"]
    fair, odd = tests[False], tests[True]
    assert fair and odd and fair.p_value > ODD > odd.p_value
    plus = line(a_night(rigged=True), "Pair Plus")
    assert plus.win_micros is not None and plus.win_micros < plus.theory_micros - 2 * plus.deviation_micros


def test_bets_said_again_and_given_back_are_taken_off_their_own_line() -> None:
    pit = pit_with_table()
    report(pit)
    report(pit, bets(s1={"Ante": 10, "Pair Plus": 20}, s2={"Ante": 20, BONUS: 5}))
    pit.press("foul hand", "T9", seat=2, why="four cards", cards=SUE)
    felt = seen_at(pit).felt
    assert {name: sum(on.handle_micros for on in by.values()) for name, by in felt.bets.items()} == {
        "Ante": 10 * UNIT, "Pair Plus": 20 * UNIT, BONUS: 0,
    }  # fmt: skip
    assert felt.product("Ante", "Pair Plus") == 1000 * 2000 and felt.product("Ante", BONUS) == 0
    pit.press("void round", "T9", why="misdeal", cards=SUE)
    felt = seen_at(pit).felt
    assert not any(on.handle_micros for _, _, on in felt.every_bet()) and not felt.unsplit_micros


def test_a_voided_slip_is_taken_off_its_bet() -> None:
    pit = pit_with_table()
    report(pit)
    slip = {"seat": 1, "wager": "Pair Plus", "hand": "straight"}
    pit.press("pay from tray", "T9", pays=[slip], cards=[*DAN, *SUE])
    (on,) = seen_at(pit).felt.bets["Pair Plus"].values()
    assert (on.hits, on.staked, on.paid_micros) == ({"straight": 1}, {"straight": 5 * UNIT}, 30 * UNIT)
    pit.press("void pay in round", "T9", number=1, why="misread", cards=[*SUE, *DAN])
    felt = seen_at(pit).felt
    (on,) = felt.bets["Pair Plus"].values()
    assert (on.hits, on.paid_micros, felt.unsplit_pays_micros) == ({}, 0, 0)


def test_side_bets_that_nobody_counted_are_named_and_nothing_is_compared() -> None:
    """A handle that was entered is of the opening bets; the win includes all others."""
    pit = pit_with_table()
    record(pit, "opening", 10_000, table="T9")
    record(pit, "closing", 10_300, table="T9", handle_micros=5_000 * UNIT, rounds=200)
    bare = TableDay(table="T9", stood=(Stood.at(pit.floor.tables["T9"]),), day=date.fromisoformat(DAY), currency="USD")
    day = replace(bare, counts=tuple(rows(pit).values()), offered=("Pair Plus", BONUS))
    forget_edges()
    assert "was not counted yet" in theory_missing(day)
    count_edges((day,))
    assert theory_missing(day).startswith(f"the win includes Pair Plus and {BONUS}, and no handle")
    assert theoretical_win_micros(day) is None and sigmas(day) is None
    assert [each["bet"] for each in theory_dict(day)["bets"]] == [THE_GAME], "what is known is said"
    assert not theory_missing(replace(day, offered=())), "at a table without side bets nothing is missing"
    right: Any = {
        "number": 2,
        "amount_micros": 10_300 * UNIT,
        "why": "from the sensors",
        "cards": ["card ann", "card bob"],
    }
    assert "Ante is no side bet" in pit.refused("correct count", **right, side_handles={"Ante": 1})
    pit.do("correct count", **right, side_handles={"pair plus": 900 * UNIT, BONUS: 0})
    day = replace(day, counts=tuple(rows(pit).values()))
    assert not theory_missing(day) and line(day, "Pair Plus").handle_micros == 900 * UNIT
    assert theoretical_win_micros(day) == sum(each.theory_micros for each in lines_of(day))
    assert any("handle of Pair Plus to $900.00" in remark for remark in day.remarks)


def test_the_sheet_and_the_api_tell_it_bet_by_bet() -> None:
    day = a_night(rigged=False)
    whole, each = theory_blocks((day,), dated=False)
    assert isinstance(whole, Table) and isinstance(each, Table)
    assert whole.rows[0][1] == f"${40 * ROUNDS:,}.00", "the handle of all bets"
    assert [row[1] for row in each.rows] == ["The game itself", "Pair Plus 40/30/6/4/1", f"{BONUS} TCPB-01"]
    state = day_state(day)
    assert state.theoretical_win_micros == sum(bet.theoretical_win_micros for bet in state.bets)
    assert state.win_micros == sum(bet.win_micros or 0 for bet in state.bets) and not state.theory_missing


def a_day_of(game: str, play: AtTable, **more: Any) -> TableDay:
    found = games.find(game)
    stood = Stood(game=game, variant=found.variant, fingerprint=games.fingerprint_of(game, found.variant), **more)
    return TableDay(table="T9", stood=(stood,), day=date.fromisoformat(DAY), currency="USD", play=play)


def test_where_one_of_several_bets_opens_each_has_its_own_edge() -> None:
    """All of a baccarat table was taken for Banker."""
    play = AtTable("", rounds=2, handle_micros=30 * UNIT, other_micros=5 * UNIT)
    for made in (
        (
            FeltBet(seat=1, wager="Player", amount_micros=10 * UNIT),
            FeltBet(seat=2, wager="Banker", amount_micros=15 * UNIT),
        ),
        (FeltBet(seat=2, wager="Player", amount_micros=5 * UNIT), FeltBet(seat=2, wager="Tie", amount_micros=5 * UNIT)),
    ):
        play.felt.take_bets(made, sum(bet.amount_micros for bet in made))
    day, sheet = a_day_of("commission-baccarat", play), kept_answer(games.find("commission-baccarat"))
    count_edges((day,))
    assert sheet and not theory_missing(day)
    edges = {each.bet: (each.handle_micros, each.edge) for each in lines_of(day)}
    assert edges == {
        name: (micros * UNIT, sheet.par.wager(name).house_edge)
        for name, micros in (("Player", 15), ("Banker", 15), ("Tie", 5))
    }


def test_fixed_pays_off_the_meter_leave_the_tray_alone() -> None:
    play = AtTable("mega", rounds=4, wagered_micros=20 * UNIT, sizes={5 * UNIT: 4}, fixed_micros=7 * UNIT)
    bet = {"wager": LINK_PROGRESSIVE, "paytable": "ML01", "folded_hands_qualify": True}
    day = a_day_of("flushes-gone-wild", play, **bet)
    count_edges((day,))
    (tray,), (meter,) = lines_of(day), lines_of(replace(day, fixed_pays_from_tray=False))
    assert tray.win_micros == 13 * UNIT and tray.theory < 20 * UNIT and tray.variance > 0
    assert meter.win_micros == meter.theory == 20 * UNIT and not meter.variance
    assert theory_missing(day).startswith("no handle on record"), "and the game itself is not known"
