"""What many tables win together: every kind of table, all of them, their jackpots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any

from fairfelt.analysis.winnings.bets import HouseMeter, JackpotLine, WinningsError
from fairfelt.analysis.winnings.session import Session, TooWide
from fairfelt.analysis.winnings.tables import (
    Portfolio,
    PortfolioLine,
    TableTerms,
    portfolio_line,
    table_plan,
    usual_stake,
)
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.numbers import as_plain, percent_text
from fairfelt.jackpot.meters.edge import format_money, seed
from fairfelt.reports.comparison import find_side
from fairfelt.reports.report import Record, Report
from fairfelt.reports.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import count, one_in_text
from fairfelt.reports.winnings.floor import (
    METER_NOTE,
    QUANTILES,
    FloorQuestion,
    draw_wins,
    floor_report,
    jackpots_dict,
    meter_dict,
    once_in,
    quantile_table,
)
from fairfelt.rules import Game
from fairfelt.version import __version__

NOTES = (
    ("Theoretical win", "The exact house edge times the opening bets, or times the bet that is named."),
    (
        "Days and years",
        "No table knows of another. Seats that share cards win and lose together, as 'fairfelt floor' tells for each "
        "game. Bets of one player on the same cards do too, so that days with side bets vary somewhat more.",
    ),
    ("Share of the risk", "A line's part of the variance of a day: what moves the house's results."),
    METER_NOTE,
    (
        "Jackpots",
        "As if every player at these tables made the bet in every round; at lines of their own, those players.",
    ),
)


def portfolio_report(portfolio: Portfolio) -> Report:
    """All tables in all forms; a day is always counted, a year where it is not too wide."""
    day = portfolio.day
    try:
        year: Session | None = portfolio.year
    except TooWide:
        year = None
    plot = Plot(
        "What a day wins",
        alt="A rising line: the share of days in which all tables together win no more than an amount.",
        draw=partial(draw_wins, {"days": (day, Fraction(1))}),
    )
    sections = [
        Section("The tables", _tables(portfolio), _days(portfolio)),
        Section("All together", Facts(*_facts(portfolio))),
        Section("How days and years go", *_spread(portfolio, day, year), plot),
    ]
    if portfolio.jackpots:
        sections.append(Section("Jackpots", *_jackpots(portfolio)))
    sampled = any(_is_sampled(line) for line in portfolio.lines)
    sheet = Sheet(
        "What the tables win together", count(sum(line.tables for line in portfolio.lines), "table"), tuple(sections),
        NOTES, f"Calculated{'' if sampled else ', not sampled,'} by Fairfelt {__version__}",
    )  # fmt: skip
    return Report(sheet, _plain(portfolio, day, year), "portfolio", [_record(line) for line in portfolio.lines], plot)


def _tables(portfolio: Portfolio) -> Table:
    return Table(
        (Column("Game and bet"), *right("Tables", "Hours a day", "Players", "Bet", "Rounds an hour", "House edge")),
        tuple(
            (
                line.name, f"{line.tables}", f"{float(line.hours):g}", f"{line.plan.pace.players}",
                format_money(line.plan.stake), f"{float(line.plan.pace.rounds_an_hour):.1f}",
                percent_text(line.plan.bet.edge, 2),
            )
            for line in portfolio.lines
        ),
    )  # fmt: skip


def _days(portfolio: Portfolio) -> Table:
    whole = portfolio.variance_a_day
    return Table(
        (Column("A day of"), *right("Theoretical win", "Standard deviation", "Chance of a loss", "Share of the risk")),
        tuple(
            (
                line.name, format_money(line.win_a_day), format_money(Fraction(sqrt(line.variance_a_day))),
                f"{line.day.ahead:.2%}", f"{float(line.variance_a_day / whole):.0%}",
            )
            for line in portfolio.lines
        ),
        (
            (
                "All together", format_money(portfolio.win_a_day), format_money(Fraction(sqrt(whole))),
                f"{portfolio.day.ahead:.2%}", "100%",
            ),
        ),
    )  # fmt: skip


def _facts(portfolio: Portfolio) -> Iterator[tuple[str, str]]:
    hours = sum((line.hours * line.tables for line in portfolio.lines), Fraction(0))
    yield "Theoretical win an hour of a table", format_money(portfolio.win_a_day / hours)
    yield "Theoretical win a day", format_money(portfolio.win_a_day)
    yield "Theoretical win a year", format_money(portfolio.win_a_year)
    yield "Bets a day", f"{sum(line.bets_a_day for line in portfolio.lines):,}"


def _spread(portfolio: Portfolio, day: Session, year: Session | None) -> Iterator[Block]:
    yield Words(" ".join(_sentences(portfolio, day, year)))
    yield quantile_table({"Day": day, **({"Year": year} if year else {})})


def _sentences(portfolio: Portfolio, day: Session, year: Session | None) -> Iterator[str]:
    yield f"All tables together lose a day {once_in(day.ahead)}."
    normal = [line.name for line in portfolio.lines if line.day.error is None]
    if normal:
        yield f"Rounds are counted without their results, and a normal curve stands for them, at {', '.join(normal)}."
    else:
        most = max(each.error for each in (day, year) if each and each.error is not None)
        if any(_is_sampled(line) for line in portfolio.lines):
            yield f"The sums are off by no more than {most:.1e}; how the seats of a table go together is sampled."
        else:
            yield f"No chance here is wrong by more than {most:.1e}."
    apart = [line.name for line in portfolio.lines if line.plan.seats is None and line.plan.pace.players > 1]
    if apart:
        yield f"How seats go together is not known for {', '.join(apart)}: each bet counts as a round of its own there."
    if off := max(each.off for each in (day, year) if each):
        yield f"No amount is off by more than {format_money(off)}, since amounts lie too close to be told apart."
    if year is None:
        yield "A year spreads over more results than are added up: its theoretical win stands above."


def _is_sampled(line: PortfolioLine) -> bool:
    """True if its win goes by seats that were sampled."""
    return line.plan.crowd != 1 and bool(line.plan.seats and line.plan.seats.rounds)


def _jackpots(portfolio: Portfolio) -> Iterator[Block]:
    heads = (Column("Bet"), Column("Level"), Column("Hand"))
    titles = ("Share", "Won", "A year", "On a day", "In a year")
    yield Table((*heads, *right(*titles)), tuple(_jackpot(line, jackpot) for line, jackpot in portfolio.jackpots))
    meters = [(line, line.meter) for line in portfolio.lines if line.meter]
    if meters:
        amounts = right("Set aside", "Set aside a day", "Seeds a year", "House keeps a day")
        yield Table(
            (Column("Bet"), Column("Starts with"), *amounts), tuple(_meter(line, meter) for line, meter in meters)
        )
    for line, meter in meters:
        yield Words(f"{line.name}: {meter.origin}")


def _meter(line: PortfolioLine, meter: HouseMeter) -> tuple[str, ...]:
    bet = line.plan.stake * line.bets_a_day
    whole = (jackpot for jackpot in line.jackpots if jackpot.share == 1)
    seeds = sum((jackpot.chance * meter.seed(jackpot.level) for jackpot in whole), Fraction(0)) * line.bets_a_day
    return (
        line.name, ", ".join(f"{level.name} {format_money(seed(level))}" for level in meter.levels),
        percent_text(meter.set_aside, 2), format_money(meter.set_aside * bet),
        format_money(seeds * line.plan.days), format_money(line.win_a_day),
    )  # fmt: skip


def _jackpot(line: PortfolioLine, jackpot: JackpotLine) -> tuple[str, ...]:
    bets, days = Fraction(line.bets_a_day), line.plan.days
    return (
        f"{line.game.title}: {jackpot.wager}", jackpot.level, jackpot.hand, percent_text(jackpot.share, 0),
        one_in_text(jackpot.chance), f"{float(jackpot.chance * bets * days):,.2f} times",
        f"{jackpot.chance_in(bets):.3%}", f"{jackpot.chance_in(bets * days):.1%}",
    )  # fmt: skip


def _session(session: Session) -> dict[str, Any]:
    return {
        "theoretical_win": -session.mean,
        "standard_deviation": sqrt(session.variance),
        "chance_of_loss": session.ahead,
        "error": session.error,
        "amounts_off_by": session.off,
        "quantiles": {f"{share:g}": float(session.house_quantile(share)) for share in QUANTILES},
    }


def _plain(portfolio: Portfolio, day: Session, year: Session | None) -> dict[str, Any]:
    return {
        "tables": [
            {
                **_record(line),
                "win_a_day": line.win_a_day,
                "jackpots": jackpots_dict(line.jackpots),
                "meter": line.meter and meter_dict(line.meter),
            }
            for line in portfolio.lines
        ],
        **as_plain(portfolio, "win_a_day", "win_a_year"),
        "day": _session(day),
        "year": year and _session(year),
    }


def _record(line: PortfolioLine) -> Record:
    return {
        "game": line.game.slug, "variant": line.game.variant, "bet": line.plan.bet.name, "tables": line.tables,
        "hours_a_day": float(line.hours), "players": line.plan.pace.players, "stake": float(line.plan.stake),
        "rounds_an_hour": float(line.plan.pace.rounds_an_hour), "house_edge": float(line.plan.bet.edge),
        "bets_a_day": line.bets_a_day, "win_a_day": float(line.win_a_day),
        "standard_deviation": sqrt(line.variance_a_day), "chance_of_loss": line.day.ahead,
    }  # fmt: skip


FIELDS = ("tables", "hours", "players", "bet", "rounds")


def floor(
    game: Game, *, wager: str = "", bet: int | str = "", players: int | None = None, rounds: int | None = None
) -> Report:
    """One table of a game, or of one of its bets, at a pace in rounds an hour, or as published for such games."""
    pace = None if rounds is None else Fraction(rounds)
    terms = TableTerms(Fraction(bet) if bet else usual_stake(game, wager), players, pace)
    plan = table_plan(engine.answer(game).par, (wager, ""), terms)
    return floor_report(game, plan, FloorQuestion())


def portfolio(tables: Mapping[str, Mapping[str, int | str]], *, days: int = 365) -> Report:
    """Tables that are run together: by "GAME@VERSION:WAGER:PAYTABLE", what of them is not as usual.

    portfolio({"GAME": {"tables": 3, "hours": 16, "players": 5}, "GAME:Side Bet": {"bet": 5, "rounds": 40}})
    """
    return portfolio_report(Portfolio(tuple(_line(text, said, days) for text, said in tables.items())))


def _line(text: str, said: Mapping[str, int | str], days: int) -> PortfolioLine:
    if unknown := [name for name in said if name not in FIELDS]:
        raise WinningsError(f"{text}: a table has no {', '.join(unknown)}; it has {', '.join(FIELDS)}")
    name, game = find_side(text)
    bet = name.side_bet(game)
    terms = TableTerms(
        Fraction(said.get("bet", usual_stake(game, *bet))),
        int(said["players"]) if "players" in said else None,
        Fraction(said["rounds"]) if "rounds" in said else None,
        Fraction(said.get("hours", 24)),
        shifts=1,
        days=days,
    )
    return portfolio_line(engine.answer(game).par, bet, int(said.get("tables", 1)), terms)
