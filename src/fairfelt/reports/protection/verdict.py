"""The verdict as a sheet that a manager reads in a minute, and the table of the whole house, worst first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from fairfelt.answers.numbers import decimal_text, percent_text, to_decimal
from fairfelt.reports.plots.plots import bars
from fairfelt.reports.report import Record, Report
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Plot, Section, Sheet, Steps, Table, Words, right
from fairfelt.version import __version__

from .exposure import TERMS, information_words, sample_record

if TYPE_CHECKING:
    from fractions import Fraction

    from fairfelt.protection import Finding, Terms, Verdict

GAMES_NAMED = 3
SMALL = 0.001
"""Edges below it are written with more decimals."""
NOTHING, NOT_COUNTED = "nothing is exposed", "not counted"


def money(amount: Fraction) -> str:
    """Whole units of money, as an estimate deserves."""
    return f"{to_decimal(amount):,.0f}"


def verdict_report(verdict: Verdict) -> Report:
    """The verdict on one game in all its forms."""
    name = "-".join(filter(None, (verdict.game.slug, verdict.game.variant, "protect")))
    return Report(verdict_sheet(verdict), verdict.to_dict(), name, verdict_records(verdict), _plot(verdict))


def _plot(verdict: Verdict) -> Plot | None:
    """Every leak beside the others."""
    if not verdict.findings:
        return None
    return Plot(
        "What each leak is worth",
        alt="A bar for each leak, the worst first: the player's edge; to the left where the house keeps it.",
        draw=partial(_draw, verdict),
    )


def _draw(verdict: Verdict) -> str:
    rows = [(information_words(finding.information), float(finding.edge)) for finding in verdict.findings]
    return bars(rows, labels="what is known", amounts=f"player's edge, per {verdict.game.unit}")


def verdict_sheet(verdict: Verdict) -> Sheet:
    """What is exposed, what it costs a year, what prevents it, and what was not counted."""
    sections = [Section("In short", tuple(_in_short(verdict)))]
    if verdict.findings:
        plot = _plot(verdict)
        sections.append(Section("What is exposed", (_findings(verdict), *([plot] if plot else []))))
        sections.append(Section("What prevents it", (Steps(_procedures(verdict)),)))
        if told := _rules(verdict):
            sections.append(Section("How it would be played", (told,)))
        if notes := [f"{capital(information_words(f.information))}: {f.note}" for f in verdict.findings if f.note]:
            sections.append(Section("How partners, sorters and counters play", (Steps(tuple(notes)),)))
        if any(finding.variance is not None for finding in verdict.findings):
            sections.append(Section("The figures of each leak", (_figures(verdict),)))
    if verdict.not_counted:
        missing = tuple(f"{capital(each.what)}: {each.reason}" for each in verdict.not_counted)
        sections.append(Section("Not counted", (Notice("These figures are missing", missing),)))
    sheet_colophon = colophon(verdict.game, what="Counted")
    return Sheet(verdict.game.title, "Game protection: the verdict", tuple(sections), TERMS, sheet_colophon)


def _rules(verdict: Verdict) -> Table | None:
    """What to watch for: the short rule of each leak that has one, with what it wins."""
    rows = [
        (information_words(found.information), capital(found.strategy[0].words), _rule_edge(found))
        for found in verdict.findings
        if found.rule_edge is not None
    ]
    columns = (Column("What is known"), Column("First decision", breaks=True), *right("Player's edge"))
    return Table(columns, tuple(rows)) if rows else None


def _rule_edge(found: Finding) -> str:
    """Between which values it lies, where it was sampled."""
    if found.rule_interval:
        return f"{found.rule_interval.low:+.2%} to {found.rule_interval.high:+.2%}"
    return "" if found.rule_edge is None else percent_text(found.rule_edge)


def _in_short(verdict: Verdict) -> Iterator[Block]:
    terms, worst = verdict.terms, verdict.worst
    if worst is None:
        if verdict.not_counted:
            yield Words("No leak of this game is counted; the reasons stand below.")
        else:
            yield Words(
                "Nothing is exposed: nothing is decided once the bets are down, and the deck is shuffled for every "
                "round, so that there is nothing to count. Take no bet once a card is out."
            )
        return
    if worst.edge > 0:
        worth = percent_text(worst.edge, _digits(worst))
        yield Words(
            f"The worst leak is worth {worth} of the {verdict.game.unit} to a player: "
            f"{information_words(worst.information)}. One player at the limit takes {money(worst.cost(terms))} a year."
        )
    else:
        yield Words("No leak that was counted turns the edge: the house keeps it even against the worst of them.")
    yield Facts(tuple(_terms(terms)))


def _terms(terms: Terms) -> Iterator[tuple[str, str]]:
    yield "Limit", money(terms.limit)
    yield "Rounds an hour", f"{float(terms.pace.rounds_an_hour):.0f}, {terms.pace.source}"
    yield "Hours a year", f"{money(terms.hours)} that such a player plays"


def _findings(verdict: Verdict) -> Table:
    unit, terms = verdict.game.unit, verdict.terms
    return Table(
        (
            Column("What is known"),
            *right(f"Player's edge, per {unit}", "Costs a year", "Against the usual win"),
            Column("How found"),
        ),
        tuple(
            (
                information_words(finding.information),
                percent_text(finding.edge, _digits(finding)),
                money(finding.cost(terms)),
                money(finding.swing(terms)),
                _how(finding),
            )
            for finding in verdict.findings
        ),
    )


def _figures(verdict: Verdict) -> Table:
    """What an analyst asks next: how often, how rough, how soon; blank where it was not counted."""
    columns = right("Player's edge", "Hit frequency", "Standard deviation", "Desirability index", "N0, rounds")
    rows = [
        (
            information_words(finding.information),
            percent_text(finding.edge),
            "" if found.hit_frequency is None else percent_text(found.hit_frequency),
            "" if found.standard_deviation is None else decimal_text(found.standard_deviation, 4),
            "" if found.desirability_index is None else f"{found.desirability_index:.4f}",
            "" if found.n0 is None else f"{found.n0:,.0f}",
        )
        for finding in verdict.findings
        for found in (finding.figures,)
    ]
    return Table((Column("What is known"), *columns), tuple(rows))


def _how(finding: Finding) -> str:
    if finding.interval is None:
        return "counted"
    low, high = (f"{end:+.{_digits(finding)}%}" for end in (finding.interval.low, finding.interval.high))
    return f"sampled, {low} to {high} ({finding.interval.sample_words})"


def _digits(finding: Finding) -> int:
    """Decimals of a percentage: more where two would show a leak that costs something as nothing."""
    return 2 if abs(finding.edge) >= SMALL or not finding.edge else 4


def _procedures(verdict: Verdict) -> tuple[str, ...]:
    """Each once, that against the worst leak first."""
    leaks = dict.fromkeys(finding.leak for finding in verdict.findings)
    return tuple(f"Against {leak.words}: {leak.procedure}" for leak in leaks)


def verdict_records(verdict: Verdict) -> list[Record]:
    """Rows for a spreadsheet, one for each leak; a figure that was not counted is blank."""
    return [
        {
            "game": verdict.game.slug, "variant": verdict.game.variant, "information": str(finding.information),
            "edge": decimal_text(finding.edge), "exact": finding.interval is None,
            "from": finding.interval.low if finding.interval else "",
            "to": finding.interval.high if finding.interval else "", **sample_record(finding.interval),
            "hit_frequency": "" if finding.hit_frequency is None else decimal_text(finding.hit_frequency),
            "standard_deviation": "" if (root := finding.figures.standard_deviation) is None else decimal_text(root),
            "desirability_index": "" if (index := finding.figures.desirability_index) is None else index,
            "n0": "" if (n0 := finding.figures.n0) is None else n0,
            "cost_a_year": decimal_text(finding.cost(verdict.terms), 2),
            "swing_a_year": decimal_text(finding.swing(verdict.terms), 2),
        }
        for finding in verdict.findings
    ]  # fmt: skip


def house_report(verdicts: Sequence[Verdict]) -> Report:
    """The whole house, worst first."""
    records = [record for verdict in verdicts for record in verdict_records(verdict)]
    plain = {"games": [verdict.to_dict() for verdict in verdicts]}
    return Report(house_sheet(verdicts), plain, "house-protect", records)


def house_sheet(verdicts: Sequence[Verdict]) -> Sheet:
    """A row for each game by its worst leak, and what was not counted, with the reason."""
    counted = [verdict for verdict in verdicts if verdict.worst]
    sections = [Section("The whole house, worst first", (_house(verdicts),))]
    missing = tuple(
        f"{verdict.game.title}, {each.what}: {each.reason}" for verdict in verdicts for each in verdict.not_counted
    )
    if missing:
        sections.append(Section("Not counted", (Notice(f"{len(missing)} figures are missing", missing),)))
    named = ", ".join(verdict.game.title for verdict in counted[:GAMES_NAMED])
    subtitle = f"Game protection: look at {named} first" if named else "Game protection"
    return Sheet("The whole house", subtitle, tuple(sections), TERMS[:1], f"Counted by Fairfelt {__version__}")


def _house(verdicts: Sequence[Verdict]) -> Table:
    rows = []
    for verdict in verdicts:
        worst = verdict.worst
        if worst is None:
            rows.append((verdict.game.title, NOT_COUNTED if verdict.not_counted else NOTHING, "", "", "", ""))
            continue
        one = [f for f in verdict.findings if len(f.information.dealer + f.information.community) == 1]
        single = max((f.edge for f in one if not f.information.sorted), default=None)
        rows.append(
            (
                verdict.game.title,
                information_words(worst.information),
                percent_text(worst.edge, 2),
                money(worst.cost(verdict.terms)),
                percent_text(single, 2) if single is not None else "",
                _how(worst),
            )
        )
    titles = right("Player's edge", "Costs a year", "With one card")
    return Table((Column("Game"), Column("Worst leak"), *titles, Column("How found")), tuple(rows))
