"""A portfolio of tables: small sums counted out, the errors that are stated, and what a sheet says of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp
from pathlib import Path

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.winnings.bets import BetRound, jackpot_lines, meter_of
from fairfelt.analysis.winnings.session import Session, play_session
from fairfelt.analysis.winnings.tables import Portfolio, TableTerms, add_sessions, portfolio_line
from fairfelt.cli.commands.bench import portfolio as command
from fairfelt.cli.commands.meter import draft
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.table_file import read_jackpot
from fairfelt.engine import exact as engine
from fairfelt.reports.winnings import portfolio_report


def bet(*results: tuple[str, str]) -> BetRound:
    """A bet with those net results and chances."""
    rows = tuple((Fraction(net), Fraction(chance)) for net, chance in results)
    mean = sum(net * chance for net, chance in rows)
    return BetRound("bet", rows, Fraction(-mean), Fraction(sum(net**2 * chance for net, chance in rows) - mean**2))


COIN = bet(("-1", "3/5"), ("1", "2/5"))
HALVES = bet(("-1", "1/2"), ("-1/2", "1/4"), ("2", "1/4"))


def chances_of(session: Session) -> dict[Fraction, float]:
    return {
        (session.first + at) * session.step: float(chance)
        for at, chance in enumerate(session.chances)
        if chance > 1e-12
    }


def test_sums_of_sessions_are_every_way_both_can_go() -> None:
    """Units of 25 and of 10: counted out, pair by pair."""
    parts = [(play_session(COIN, 3), Fraction(25)), (play_session(HALVES, 2), Fraction(10))]
    counted: dict[Fraction, float] = {}
    for (one, p), (other, q) in product(*(chances_of(session).items() for session, _ in parts)):
        net = one * 25 + other * 10
        counted[net] = counted.get(net, 0.0) + p * q
    whole = add_sessions(parts)
    found = chances_of(whole)
    assert whole.error is not None and whole.error < 1e-10 and whole.off == 0 and whole.step == 5
    assert found.keys() == counted.keys()
    assert all(abs(found[net] - chance) <= whole.error for net, chance in counted.items())
    assert whole.mean == 25 * 3 * Fraction(-1, 5) + 10 * 2 * Fraction(-1, 8)


def test_amounts_that_lie_too_close_are_off_by_what_is_said() -> None:
    """With few cells, no quantile is further off than stated."""
    parts = [(play_session(COIN, 40), Fraction(7)), (play_session(HALVES, 30), Fraction("3.30"))]
    fine, coarse = add_sessions(parts), add_sessions(parts, most_cells=256)
    assert fine.off == 0 and coarse.off > 0 and len(coarse.chances) <= 256
    for share in (0.01, 0.2, 0.5, 0.8, 0.99):
        assert abs(fine.house_quantile(share) - coarse.house_quantile(share)) <= coarse.off
    assert coarse.chances.sum() == pytest.approx(1)


def test_two_tables_alike_are_one_with_twice_the_bets() -> None:
    par = engine.par(games.find("three-card-poker"))
    terms = TableTerms(Fraction(25), 1, Fraction(150), Fraction(2), shifts=1, days=10)
    one, two = (portfolio_line(par, ("", ""), tables, terms) for tables in (1, 2))
    apart, together = Portfolio((one, one)), Portfolio((two,))
    assert apart.win_a_day == together.win_a_day == par.round.house_edge * 25 * 600
    assert apart.day.error is not None
    low = min(apart.day.first, together.day.first)
    for session in (apart.day, together.day):
        assert session.step == 25 and float((session.results * session.chances).sum()) == pytest.approx(
            float(session.mean), rel=1e-6
        )
    both = [np.concatenate([np.zeros(each.first - low), each.chances]) for each in (apart.day, together.day)]
    size = min(map(len, both))
    assert np.abs(both[0][:size] - both[1][:size]).sum() <= apart.day.error + (together.day.error or 0)
    sheet = portfolio_report(apart)
    assert sheet.plain["day"]["chance_of_loss"] == apart.day.ahead
    assert "All tables together lose a day" in sheet.render("text").decode()


def test_jackpots_are_won_as_often_as_their_hands_are_dealt() -> None:
    par = engine.par(games.find("blazing-7s-progressive-player-cards-only"))
    lines = list(jackpot_lines(par))
    assert {(line.level, line.chance) for line in lines} == {
        (row.level, row.probability) for sheet in par.wagers for row in sheet.levels if row.probability
    }
    rarest = min(lines, key=lambda line: line.chance)
    assert rarest.chance_in(Fraction(1)) == pytest.approx(float(rarest.chance))
    assert rarest.chance_in(10 / rarest.chance) == pytest.approx(1 - exp(-10), rel=1e-6)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("three-card-poker tabels=2", "a table has no tabels; it has game, tables, hours"),
        ("three-card-poker tables=0", "tables 0 is not possible: give 1 to 1,000"),
        ("three-card-poker hours=25", "hours 25 is not possible: give hours above 0, 24 at most"),
        ("three-card-poker players=99", "players 99 is not possible"),
        ("three-card-poker bet=much", "bet 'much'"),
        ("three-card-poker:Pear Plus bet=5", "did you mean 'Pair Plus'?"),
        ("tables=2", "names no game"),
        ("three-card-poker bet=5 bet=6", "says bet twice"),
        ("three-card-poker jackpot=main.toml", "is for a bet on a meter: name that bet, as GAME:WAGER"),
        ("caribbean-stud:Progressive jackpot=none.toml", "there is no file none.toml"),
    ],
)
def test_a_table_that_cannot_be_is_told(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match="--table") as refusal:
        command(table=[text])
    assert sentence in str(refusal.value)


def test_no_table_is_no_portfolio() -> None:
    with pytest.raises(BadInput, match="needs tables"):
        command()


THREE_SEVENS = "blazing-7s-progressive-player-cards-only"


def drafted(game: str, folder: Path, *, fixed_pays: str = "tray") -> Path:
    """A file with a jackpot, as it is drafted."""
    file = folder / f"{game}.toml"
    draft(game, output=file)
    file.write_text(file.read_text().replace('fixed_pays = "tray"', f'fixed_pays = "{fixed_pays}"'))
    return file


@pytest.mark.parametrize("fixed_pays", ["tray", "meter"])
def test_a_bet_on_a_meter_keeps_what_it_keeps_in_the_long_run(tmp_path: Path, fixed_pays: str) -> None:
    """By another way: the mathematics of the meter."""
    setup = read_jackpot(drafted(THREE_SEVENS, tmp_path, fixed_pays=fixed_pays), others=0)
    par = engine.answer(setup.game).par
    terms = TableTerms(Fraction(1), players=4)
    line = portfolio_line(par, ("", ""), 1, terms, meter_of(setup.terms))
    assert line.plan.bet.edge == setup.model(setup.count_bet()).long_run_edge
    assert sum(chance for _, chance in line.plan.bet.results) == 1
    dearest, chance = min((net, chance) for net, chance in line.plan.bet.results if net > 1_000)
    whole = next(each for each in line.jackpots if each.share == 1)
    assert chance == whole.chance and 4_990 < dearest < 5_010, "a whole award costs the seed of 5,000"


def test_where_nobody_says_a_seed_round_figures_stand_for_it() -> None:
    """And the sheet says so."""
    par = engine.answer(games.find("caribbean-stud")).par
    line = portfolio_line(par, ("Progressive", "1"), 1, TableTerms(Fraction(1), 4, hours=Fraction(1), shifts=1, days=7))
    assert f"{float(line.plan.bet.edge):.4%}" == "60.4286%", "as 'fairfelt meter edge' has it in the long run"
    text = portfolio_report(Portfolio((line,))).render("text").decode()
    assert "round figures to change" in " ".join(text.split())


def test_a_jackpot_with_a_line_of_its_own_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(add_sessions, "__defaults__", (1 << 16,))  # millions of cells are as right, and take seconds
    par = engine.answer(games.find("three-card-poker", "progressive")).par
    terms = TableTerms(Fraction(1), players=3, hours=Fraction(1), shifts=1, days=7)
    game, bet = (portfolio_line(par, name, 1, terms) for name in (("", ""), ("Three Card Progressive", "")))
    assert [line for line, _ in Portfolio((game,)).jackpots] == [game]
    assert [line for line, _ in Portfolio((game, bet)).jackpots] == [bet]
    text = portfolio_report(Portfolio((game, bet))).render("text").decode()
    assert "15.00%" in text and "suggestions of ours" in " ".join(text.split())


def test_a_jackpot_of_another_bet_is_refused(tmp_path: Path) -> None:
    file = drafted(THREE_SEVENS, tmp_path)
    with pytest.raises(BadInput, match="is a jackpot of Blazing 7's Progressive"):
        command(table=[f"caribbean-stud:Progressive jackpot={file}"])


def test_a_sheet_does_not_call_sampled_seats_counted() -> None:
    par = engine.answer(games.find("three-card-poker")).par
    full, alone = (portfolio_line(par, ("", ""), 1, TableTerms(Fraction(25), players)) for players in (5, 1))
    said = [portfolio_report(Portfolio((line,))).render("text").decode() for line in (full, alone)]
    assert "go together is sampled" in said[0] and "not sampled" not in said[0]
    assert "No chance here is wrong by more than" in said[1] and "Calculated, not sampled," in said[1]
