"""What an agent's play costs, game by game, as a sheet: a leaderboard has one of these for each agent."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fairfelt.engine.exact import percent_text
from fairfelt.environments.regret import Regret
from fairfelt.reports.report import Report, plain_data
from fairfelt.reports.sheet import Section, Sheet, num, table
from fairfelt.reports.sheet.english import footnotes


def regret_report(agent: str, found: Sequence[Regret]) -> Report:
    rows = table(
        found,
        ("Game", lambda each: each.game),
        (num("Regret"), lambda each: percent_text(Fraction(each.regret), 4)),
        (num("Interval"), _interval),
        (num("Rounds"), lambda each: each.interval.n if each.interval else "exact"),
        (num("Decisions"), lambda each: each.decisions),
        (num("Not counted"), lambda each: each.uncounted),
    )
    mean = sum((each.regret for each in found), Fraction(0)) / len(found)
    sheet = Sheet(
        f"Agent {agent}",
        f"Mean regret over {len(found)} games: {percent_text(Fraction(mean), 4)} of the base wager a round",
        Section("By game", rows),
        footnotes=footnotes("regret"),
    )
    plain = {"agent": agent, "mean_regret": mean, "games": found}
    return Report(sheet, plain_data(plain), "regret", plain_data(list(found)))


def _interval(each: Regret) -> str:
    if not each.interval:
        return ""
    return " to ".join(percent_text(Fraction(end), 2) for end in (each.interval.low, each.interval.high))
