"""What a table wins, with its bankroll and the player's side, and what many tables win together with their jackpots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any

from fairfelt.analysis.winnings.bets import BetRound, HouseMeter, JackpotLine, WinningsError
from fairfelt.analysis.winnings.covariance import PLACES, BetsTogether
from fairfelt.analysis.winnings.session import (
    Session,
    TooWide,
    diffusion_bankroll,
    lundberg_bankroll,
    points,
)
from fairfelt.analysis.winnings.sides import find_side
from fairfelt.analysis.winnings.tables import (
    LINE_FIELDS,
    FloorQuestion,
    Portfolio,
    PortfolioLine,
    TablePlan,
    TableTerms,
    read_line,
    table_plan,
    usual_stake,
)
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.numbers import as_plain, percent_text
from fairfelt.jackpot.meters.edge import format_money, seed
from fairfelt.reports.plots import lines
from fairfelt.reports.report import Record, Report
from fairfelt.reports.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import colophon, count, footnotes, one_in_text
from fairfelt.rules import Game
from fairfelt.version import __version__


def jackpots_dict(lines: Iterable[JackpotLine]) -> list[dict[str, Any]]:
    return [
        as_plain(line, "wager", "level", "hand", "share")
        | {"probability": line.chance, "break_even_meter": line.break_even}
        for line in lines
    ]


QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def _periods(plan: TablePlan) -> dict[str, Session]:
    return {"hour": plan.hour, "shift": plan.shift, "day": plan.day, "year": plan.year}


def _session_plain(session: Session, stake: Fraction = Fraction(1)) -> dict[str, Any]:
    return {
        "theoretical_win": -session.mean * stake,
        "standard_deviation": sqrt(session.variance) * float(stake),
        "chance_of_loss": session.ahead,
        "error": session.error,
        "quantiles": {f"{share:g}": float(session.house_quantile(share) * stake) for share in QUANTILES},
    }


def plan_dict(plan: TablePlan, asked: FloorQuestion | None = None) -> dict[str, Any]:
    asked = asked or FloorQuestion()
    bet, risk = plan.bet, float(asked.risk)
    return {
        "bet": bet.name,
        "house_edge": bet.edge,
        **as_plain(bet, "variance", "skewness"),
        "stake": plan.stake,
        "players": plan.pace.players,
        "rounds_per_hour": plan.pace.rounds_an_hour,
        "pace_source": plan.pace.source,
        "handle_units": bet.handle,
        "handle_per_hour": plan.handle_an_hour,
        "win_per_hour": plan.win_an_hour,
        **{name: {"bets": one.rounds} | _session_plain(one, plan.stake) for name, one in _periods(plan).items()},
        "risk": asked.risk,
        "bankroll_units": {
            "lundberg": lundberg_bankroll(plan.block, risk) if bet.edge > 0 and bet.results else None,
            "small_pays": diffusion_bankroll(plan.block, risk) if bet.edge > 0 else None,
        },
        "seats": _seats_plain(plan),
        "theoretical_hold": plan.win_an_hour * plan.hours / asked.drop if asked.drop else None,
        "meter": plan.meter and meter_dict(plan.meter),
        "player": [] if plan.meter else [_player_plain(plan, hours) for hours in asked.after],
    }


def meter_dict(meter: HouseMeter) -> dict[str, Any]:
    return {
        "set_aside": meter.set_aside,
        "seeds": {level.name: seed(level) for level in meter.levels},
        "fixed_pays": meter.fixed_pays.value,
        "origin": meter.origin,
    }


def _seats_plain(plan: TablePlan) -> dict[str, Any] | None:
    seats = plan.seats
    if seats is None:
        return None
    return as_plain(seats, "correlation", "error") | {"rounds_sampled": seats.rounds, "varies_times": float(plan.crowd)}


def _player_plain(plan: TablePlan, hours: int) -> dict[str, Any]:
    session, loss = plan.player_after(hours), plan.win_an_hour / plan.pace.players * hours
    return {"hours": hours, "rounds": session.rounds, "expected_loss": loss, **as_plain(session, "ahead", "even")}


POINTS = 80


def floor_report(game: Game, plan: TablePlan, asked: FloorQuestion, together: BetsTogether | None = None) -> Report:
    """Everything about one table; with all bets of a round together, how they vary with each other."""
    plot = Plot(
        "What a shift wins",
        alt="A rising line: the share of shifts in which the house wins no more than an amount.",
        draw=partial(draw_wins, {"shifts": (plan.shift, plan.stake)}),
    )
    sheet = Sheet(
        game.title,
        f"What a table wins: {plan.bet.name}",
        Section("The table", Facts(*_facts(plan))),
        Section("The bets of a round", *_together(together)) if together else None,
        Section("Theoretical win", _theory(plan)),
        Section("How shifts, days and years go", *_spread(plan), plot),
        Section("Bankroll and hold", Facts(*_bank(plan, asked))),
        Section("The player's side", *_players(plan, asked)),
        footnotes=footnotes("theoretical_win", "table_win", *(["bet_on_a_meter"] if plan.meter else [])),
        colophon=colophon(game, what="Calculated" if plan.crowd != 1 else "Calculated, not sampled,"),
    )
    plain = {"game": game.slug, "variant": game.variant, **plan_dict(plan, asked)}
    if together:
        figures = as_plain(together, "left_out", "means", "covariances", "variance")
        plain["together"] = {"bets": together.wagers, **figures}
    return Report(sheet, plain, f"{game.slug}-floor", _records(game, plan), plot)


def _records(game: Game, plan: TablePlan) -> list[Record]:
    """A row for each period."""
    return [
        {
            "game": game.slug, "variant": game.variant, "bet": plan.bet.name, "period": name,
            "bets": session.rounds, "theoretical_win": float(-session.mean * plan.stake),
            "standard_deviation": sqrt(session.variance) * float(plan.stake), "chance_of_loss": session.ahead,
            **{f"quantile {share:g}": float(session.house_quantile(share) * plan.stake) for share in QUANTILES},
        }
        for name, session in _periods(plan).items()
    ]  # fmt: skip


def _together(bets: BetsTogether) -> Iterator[Block]:
    yield Words("Each side bet is as large as the opening bet here. Numbers beside each other are correlations.")
    yield Table(
        (Column("Bet"), *right("Expected loss", "Standard deviation", *bets.wagers)),
        tuple(
            (
                name,
                percent_text(-bets.means[at], 4),
                f"{sqrt(bets.covariances[at][at]):.4f}",
                *(f"{bets.correlation(at, other):+.4f}" for other in range(len(bets.wagers))),
            )
            for at, name in enumerate(bets.wagers)
        ),
        (("All together", percent_text(-bets.mean, 4), f"{sqrt(bets.variance):.4f}", *("" for _ in bets.wagers)),),
    )
    if bets.left_out:
        yield Words(f"Left out, since other cards decide them or a meter does: {', '.join(bets.left_out)}.")


def _facts(plan: TablePlan) -> Iterator[tuple[str, str]]:
    bet, pace = plan.bet, plan.pace
    yield from _edge(bet) if plan.meter is None else [("The house keeps", f"{percent_text(bet.edge, 4)} of every bet")]
    yield "Standard deviation of a bet", f"{sqrt(bet.variance):.4f} units"
    if bet.skewness is not None:
        yield "Skewness of a bet", f"{bet.skewness:+.3f}"
    each = "betting" if pace.players == 1 else "each betting"
    yield "Players", f"{pace.players}, {each} {format_money(plan.stake)} a round"
    yield "Rounds an hour", f"{float(pace.rounds_an_hour):.1f}, {pace.source}"
    yield "Seats", seats_words(plan)
    if plan.player and plan.player != plan.bet:
        yield "Envy bonuses", f"paid on every hand to {count(pace.players - 1, 'other player')}, and counted in here"
    if plan.meter:
        aside = f"{percent_text(plan.meter.set_aside, 2)} of every bet is set aside"
        yield "Meter", f"starts with {_seeds_text(plan.meter)}; {aside}. {plan.meter.origin}"
    yield "Shift", f"{float(plan.hours):g} hours, {count(plan.shifts, 'shift')} a day, {plan.days} days a year"


def _edge(bet: BetRound) -> Iterator[tuple[str, str]]:
    """Of all that is bet as well, where that is more or less than one unit a round."""
    if bet.handle == 1:
        yield "House edge", percent_text(bet.edge, 4)
        return
    yield "House edge", f"{percent_text(bet.edge, 4)} of {'one unit a round' if bet.handle < 1 else 'the opening bet'}"
    if bet.handle:
        risk = percent_text(bet.edge / bet.handle, 4)
        yield "Bet in a round", f"{float(bet.handle):.4f} units on average, of which the house keeps {risk}"


def seats_words(plan: TablePlan) -> str:
    """How the seats of a round go together."""
    players, seats = plan.pace.players, plan.seats
    if players == 1:
        return "one player alone"
    if seats is None:
        return "how they go together is not known here: each bet counts as a round of its own, and shifts vary more"
    if not seats.rounds:
        return "all look at the same cards: players who bet alike win and lose together"
    found = f"{seats.correlation:+.{PLACES}f} (sampled, ±{seats.error:.3f})"
    if plan.crowd == 1:
        return f"as good as independent: two of them have a correlation of {found}"
    return (
        f"they win and lose together: two of them have a correlation of {found}, so that the variance of {players} "
        f"players is {float(plan.crowd):.{PLACES}f} times that of {players} who play apart"
    )


def _theory(plan: TablePlan) -> Table:
    hour = plan.win_an_hour
    rows = [("Hour", Fraction(1)), ("Shift", plan.hours), ("Day", plan.hours * plan.shifts)]
    rows.append(("Year", plan.hours * plan.shifts * plan.days))
    spread = sqrt(plan.bet.variance * plan.crowd) * float(plan.stake)
    return table(
        rows,
        ("Period", lambda row: row[0]),
        (num("Bets"), lambda row: round(plan.pace.bets_an_hour * row[1])),
        (num("Bet in all"), lambda row: format_money(plan.handle_an_hour * row[1])),
        (num("Theoretical win"), lambda row: format_money(hour * row[1])),
        (num("Standard deviation"), lambda row: format_money(Fraction(spread * sqrt(plan.pace.bets_an_hour * row[1])))),
    )


def once_in(chance: float) -> str:
    """How often in words: "once in 9"."""
    if chance <= 0:
        return "never"
    return f"once in {1 / chance:,.0f}" if chance < 0.35 else f"{chance:.1%} of the time"


def _spread(plan: TablePlan) -> Iterator[Block]:
    shift, day = plan.shift, plan.day
    yield Words(f"The house loses a shift {once_in(shift.ahead)} and a day {once_in(day.ahead)}. {_how_sure(plan)}")
    yield quantile_table({"Shift": shift, "Day": day, "Year": plan.year}, plan.stake)


def _how_sure(plan: TablePlan) -> str:
    errors = [session.error for session in (plan.shift, plan.day, plan.year)]
    if None in errors:
        return "Results of a round are not counted one by one here: the normal curve stands for them."
    return _error_words(max(filter(None, errors), default=0.0), sampled=plan.samples_seats)


def _error_words(most: float, *, sampled: bool) -> str:
    if sampled:
        return f"The sums are off by no more than {most:.1e}; how the seats go together is sampled."
    return f"No chance here is wrong by more than {most:.1e}."


def _bank(plan: TablePlan, asked: FloorQuestion) -> Iterator[tuple[str, str]]:
    risk = float(asked.risk)
    if plan.bet.edge <= 0:
        yield "Bankroll", "none is enough: the house has no edge"
    bound = [("Lundberg's bound", lundberg_bankroll)] if plan.bet.results else []
    for name, bankroll in (*bound, ("small pays", diffusion_bankroll)) if plan.bet.edge > 0 else ():
        units = bankroll(plan.block, risk)
        money = format_money(Fraction(units) * plan.stake)
        yield f"Bankroll for a risk of {percent_text(asked.risk, 2)}, {name}", f"{money}, {units:,.0f} units"
    if asked.drop:
        win = plan.win_an_hour * plan.hours
        yield "Drop of a shift", format_money(asked.drop)
        yield "Theoretical hold", percent_text(win / asked.drop, 2)
        turned = plan.handle_an_hour * plan.hours / asked.drop
        yield "Bet for each unit of the drop", f"{float(turned):.2f}"


def _players(plan: TablePlan, asked: FloorQuestion) -> Iterator[Block]:
    if plan.meter:
        yield Words("What players win goes by where the meter stands: 'fairfelt meter' says it.")
        return
    loss = plan.win_an_hour / plan.pace.players
    yield table(
        [(hours, plan.player_after(hours)) for hours in asked.after],
        (num("Hours"), lambda row: f"{row[0]:,}"),
        (num("Rounds"), lambda row: f"{row[1].rounds:,}"),
        (num("Expected loss"), lambda row: format_money(loss * row[0])),
        (num("Ahead"), lambda row: f"{row[1].ahead:.2%}"),
        (num("Even"), lambda row: f"{row[1].even:.2%}"),
    )


def quantile_table(periods: Mapping[str, Session], stake: Fraction = Fraction(1)) -> Table:
    """What the house wins less than in a share of each kind of period."""
    return Table(
        (Column("The house wins less in"), *right(*periods)),
        tuple(
            (f"{share:.0%} of them", *(format_money(one.house_quantile(share) * stake) for one in periods.values()))
            for share in QUANTILES
        ),
        (("Chance of a loss", *(f"{one.ahead:.4%}" for one in periods.values())),),
    )


def draw_wins(sessions: Mapping[str, tuple[Session, Fraction]], *, of: str = "", count: int = POINTS) -> str:
    """The share of sessions that win no more than an amount; one line for each, by its stake."""
    series = [
        (name, [(units * float(stake), chance) for units, chance in points(session, count)])
        for name, (session, stake) in sessions.items()
    ]
    up, written = f"share of {of or next(iter(sessions))}", (",.0f", "%")
    return lines(series, along="the house wins no more than", up=up, written=written, marked=(0.0,))


def portfolio_report(portfolio: Portfolio) -> Report:
    """All tables in all forms; a day is always counted, a year where it is not too wide."""
    day, year = portfolio.day, None
    with suppress(TooWide):
        year = portfolio.year
    plot = Plot(
        "What a day wins",
        alt="A rising line: the share of days in which all tables together win no more than an amount.",
        draw=partial(draw_wins, {"days": (day, Fraction(1))}),
    )
    sampled = any(line.plan.samples_seats for line in portfolio.lines)
    sheet = Sheet(
        "What the tables win together",
        count(sum(line.tables for line in portfolio.lines), "table"),
        Section("The tables", _tables(portfolio), _days(portfolio)),
        Section("All together", Facts(*_portfolio_facts(portfolio))),
        Section("How days and years go", *_portfolio_spread(portfolio, day, year), plot),
        Section("Jackpots", *_jackpots(portfolio)) if portfolio.jackpots else None,
        footnotes=footnotes("theoretical_win", "portfolio", "bet_on_a_meter", "portfolio_jackpots"),
        colophon=f"Calculated{'' if sampled else ', not sampled,'} by Fairfelt {__version__}",
    )
    return Report(
        sheet, _portfolio_plain(portfolio, day, year), "portfolio", [_record(line) for line in portfolio.lines], plot
    )


def _tables(portfolio: Portfolio) -> Table:
    return table(
        portfolio.lines,
        ("Game and bet", lambda line: line.name),
        (num("Tables"), lambda line: str(line.tables)),
        (num("Hours a day"), lambda line: f"{float(line.hours):g}"),
        (num("Players"), lambda line: str(line.plan.pace.players)),
        (num("Bet"), lambda line: format_money(line.plan.stake)),
        (num("Rounds an hour"), lambda line: f"{float(line.plan.pace.rounds_an_hour):.1f}"),
        (num("House edge"), lambda line: percent_text(line.plan.bet.edge, 2)),
    )


def _days(portfolio: Portfolio) -> Table:
    whole = portfolio.variance_a_day
    together = (format_money(portfolio.win_a_day), format_money(Fraction(sqrt(whole))), f"{portfolio.day.ahead:.2%}")
    return table(
        portfolio.lines,
        ("A day of", lambda line: line.name),
        (num("Theoretical win"), lambda line: format_money(line.win_a_day)),
        (num("Standard deviation"), lambda line: format_money(Fraction(sqrt(line.variance_a_day)))),
        (num("Chance of a loss"), lambda line: f"{line.day.ahead:.2%}"),
        (num("Share of the risk"), lambda line: f"{float(line.variance_a_day / whole):.0%}"),
        totals=(("All together", *together, "100%"),),
    )


def _portfolio_facts(portfolio: Portfolio) -> Iterator[tuple[str, str]]:
    hours = sum((line.hours * line.tables for line in portfolio.lines), Fraction(0))
    yield "Theoretical win an hour of a table", format_money(portfolio.win_a_day / hours)
    yield "Theoretical win a day", format_money(portfolio.win_a_day)
    yield "Theoretical win a year", format_money(portfolio.win_a_year)
    yield "Bets a day", f"{sum(line.bets_a_day for line in portfolio.lines):,}"


def _portfolio_spread(portfolio: Portfolio, day: Session, year: Session | None) -> Iterator[Block]:
    yield Words(" ".join(_sentences(portfolio, day, year)))
    yield quantile_table({"Day": day, **({"Year": year} if year else {})})


def _sentences(portfolio: Portfolio, day: Session, year: Session | None) -> Iterator[str]:
    yield f"All tables together lose a day {once_in(day.ahead)}."
    normal = [line.name for line in portfolio.lines if line.day.error is None]
    if normal:
        yield f"Rounds are counted without their results, and a normal curve stands for them, at {', '.join(normal)}."
    else:
        most = max(each.error for each in (day, year) if each and each.error is not None)
        yield _error_words(most, sampled=any(line.plan.samples_seats for line in portfolio.lines))
    apart = [line.name for line in portfolio.lines if line.plan.seats is None and line.plan.pace.players > 1]
    if apart:
        yield f"How seats go together is not known for {', '.join(apart)}: each bet counts as a round of its own there."
    if off := max(each.off for each in (day, year) if each):
        yield f"No amount is off by more than {format_money(off)}, since close amounts are added up as one."
    if year is None:
        yield "A year spreads over more results than are added up: its theoretical win stands above."


def _jackpots(portfolio: Portfolio) -> Iterator[Block]:
    yield table(
        [(line, jackpot, Fraction(line.bets_a_day)) for line, jackpot in portfolio.jackpots],
        ("Bet", lambda row: f"{row[0].game.title}: {row[1].wager}"),
        ("Level", lambda row: row[1].level),
        ("Hand", lambda row: row[1].hand),
        (num("Share"), lambda row: percent_text(row[1].share, 0)),
        (num("Won"), lambda row: one_in_text(row[1].chance)),
        (num("A year"), lambda row: f"{float(row[1].chance * row[2] * row[0].plan.days):,.2f} times"),
        (num("On a day"), lambda row: f"{row[1].chance_in(row[2]):.3%}"),
        (num("In a year"), lambda row: f"{row[1].chance_in(row[2] * row[0].plan.days):.1%}"),
    )
    if meters := [(line, line.meter) for line in portfolio.lines if line.meter]:
        yield table(
            meters,
            ("Bet", lambda row: row[0].name),
            ("Starts with", lambda row: _seeds_text(row[1])),
            (num("Set aside"), lambda row: percent_text(row[1].set_aside, 2)),
            (
                num("Set aside a day"),
                lambda row: format_money(row[1].set_aside * row[0].plan.stake * row[0].bets_a_day),
            ),
            (num("Seeds a year"), lambda row: format_money(_seeds_a_day(*row) * row[0].plan.days)),
            (num("House keeps a day"), lambda row: format_money(row[0].win_a_day)),
        )
    for line, meter in meters:
        yield Words(f"{line.name}: {meter.origin}")


def _seeds_text(meter: HouseMeter) -> str:
    return ", ".join(f"{level.name} {format_money(seed(level))}" for level in meter.levels)


def _seeds_a_day(line: PortfolioLine, meter: HouseMeter) -> Fraction:
    """What the house puts in for whole awards."""
    whole = (jackpot for jackpot in line.jackpots if jackpot.share == 1)
    return sum((jackpot.chance * meter.seed(jackpot.level) for jackpot in whole), Fraction(0)) * line.bets_a_day


def _portfolio_plain(portfolio: Portfolio, day: Session, year: Session | None) -> dict[str, Any]:
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
        "day": _session_plain(day) | {"amounts_off_by": day.off},
        "year": year and _session_plain(year) | {"amounts_off_by": year.off},
    }


def _record(line: PortfolioLine) -> Record:
    return {
        "game": line.game.slug, "variant": line.game.variant, "bet": line.plan.bet.name, "tables": line.tables,
        "hours_a_day": float(line.hours), "players": line.plan.pace.players, "stake": float(line.plan.stake),
        "rounds_an_hour": float(line.plan.pace.rounds_an_hour), "house_edge": float(line.plan.bet.edge),
        "bets_a_day": line.bets_a_day, "win_a_day": float(line.win_a_day),
        "standard_deviation": sqrt(line.variance_a_day), "chance_of_loss": line.day.ahead,
    }  # fmt: skip


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
    if unknown := [name for name in said if name not in LINE_FIELDS]:
        raise WinningsError(f"{text}: a table has no {', '.join(unknown)}; it has {', '.join(LINE_FIELDS)}")
    name, game = find_side(text)
    asked = read_line(name, game, {field: str(value) for field, value in said.items()}, days=days)
    return asked.line(engine.answer(game).par)
