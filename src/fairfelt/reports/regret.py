"""What an agent's play costs, game by game, as a sheet: a leaderboard has one of these for each agent."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fairfelt.engine.exact import percent_text
from fairfelt.environments.regret import Regret
from fairfelt.reports.report import Report, plain_data
from fairfelt.reports.sheet import Section, Sheet, num, table

NOTES = (
    ("Regret", "What the best play would have won more, by the exact value of every action: a share of the base wager, "
     "a round."),
    ("Exact", "The mean over every decision of the game. Otherwise rounds are sampled, and the interval holds the true "
     "regret 99 times in 100: it is wide for an agent that seldom errs, until many rounds are asked."),
    ("Not counted", "Decisions whose exact values nothing counts, as of a hand that was split: they add no regret."),
)  # fmt: skip


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
        title=f"Agent {agent}",
        subtitle=f"Mean regret over {len(found)} games: {percent_text(Fraction(mean), 4)} of the base wager a round",
        sections=(Section("By game", rows),),
        footnotes=NOTES,
    )
    plain = {"agent": agent, "mean_regret": mean, "games": found}
    return Report(sheet, plain_data(plain), "regret", plain_data(list(found)))


def _interval(each: Regret) -> str:
    if not each.interval:
        return ""
    return " to ".join(percent_text(Fraction(end), 2) for end in (each.interval.low, each.interval.high))
