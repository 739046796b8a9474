"""Game protection: the sheet of one exposure, the verdict on a game, and the whole house."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.analysis.protection import exposure as exposures
from fairfelt.analysis.protection import house
from fairfelt.analysis.protection.exposure import Exposure
from fairfelt.analysis.protection.findings import usual_terms
from fairfelt.analysis.protection.information import BadInformation
from fairfelt.engine.answers.numbers import Root, decimal_text, percent_text, to_decimal
from fairfelt.reports.plots import bars
from fairfelt.reports.report import Record, Report, flat
from fairfelt.reports.sheet import (
    Block,
    Column,
    Facts,
    Notice,
    Plot,
    Section,
    Sheet,
    Steps,
    Table,
    Words,
    num,
    right,
    table,
)
from fairfelt.reports.sheet.english import (
    FigureRow,
    capital,
    colophon,
    decimal_row,
    exact_text,
    figure_table,
    footnotes,
    percent_row,
)
from fairfelt.reports.sheet.html import as_html, framed
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules import Game
from fairfelt.version import __version__

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fairfelt.analysis.protection.figures import Figures
    from fairfelt.analysis.protection.findings import Finding, Terms
    from fairfelt.analysis.protection.house import Verdict


def exposure_report(exposure: Exposure) -> Report:
    name = "-".join(filter(None, (exposure.game.slug, exposure.game.variant, "protect")))
    plot = _plot(exposure)
    return Report(exposure_sheet(exposure), exposure.to_dict(), name, exposure_records(exposure), plot)


def _plot(exposure: Exposure) -> Plot:
    """The edge with nothing seen, with each card on the way, and with all of it."""
    return Plot(
        "The player's edge by what is known",
        alt="A bar for nothing seen and one for each card more; to the left where the house keeps the edge.",
        draw=partial(_draw, exposure),
    )


def _draw(exposure: Exposure) -> str:
    known = [(gain.information.words, float(gain.edge)) for gain in exposure.gains]
    last = [(exposure.information.words, float(exposure.figures.edge))] if not known else []
    rows = [("nothing seen", float(exposure.plain.edge)), *known, *last]
    return bars(rows, labels="what is known", amounts=f"player's edge, per {exposure.game.unit}")


def exposure_sheet(exposure: Exposure) -> Sheet:
    """The figures beside those of plain play, the strategy, and what each card adds."""
    unit = exposure.game.unit
    signal = [Words(exposure.signal_words)] if exposure.signal_words else []
    sections = [
        Section(_sentence(exposure), *_figures(exposure.figures, unit), _plot(exposure)),
        Section("How it is played", _rules(exposure), *_kept(exposure), *signal),
    ]
    if exposure.gains:
        sections.append(Section("What each card adds", _gains(exposure, unit)))
    sections.append(Section("With nothing but what the rules show", figure_table(*_rows(exposure.plain, unit))))
    subtitle = f"Game protection: {exposure.information.words}"
    what = "Counted" if exposure.figures.exact else "Sampled"
    notes = footnotes("exposure_edge", "exposure")
    return Sheet(exposure.game.title, subtitle, *sections, footnotes=notes, colophon=colophon(exposure.game, what=what))


def _sentence(exposure: Exposure) -> str:
    edge = exposure.figures.edge
    whose = "The player has the edge" if edge > 0 else "The house keeps its edge"
    return f"{whose}: {percent_text(abs(edge), 2)}"


def _figures(figures: Figures, unit: str) -> Iterator[Block]:
    if figures.interval:
        low, high, rests_on = figures.interval.low, figures.interval.high, figures.interval.sample_words
        yield Words(
            f"Sampled: with 99 in 100 certainty the player's edge lies between {low:+.2%} and {high:+.2%} "
            f"({rests_on}). An exact count takes too long; the other figures are those of the sample."
        )
        yield Table((Column("Figure"), Column("Value", "right")), tuple(row[:2] for row in _rows(figures, unit)))
    else:
        yield figure_table(*_rows(figures, unit))


def _rows(figures: Figures, unit: str) -> Iterator[FigureRow]:
    yield percent_row(f"Player's edge, per {unit}", figures.edge)
    if figures.hit_frequency is not None and figures.hits_interval:
        lies = figures.hits_interval
        said = f"between {lies.low:.2%} and {lies.high:.2%} with 99 in 100 certainty ({lies.sample_words})"
        yield "Hit frequency", percent_text(figures.hit_frequency, 2), said
    elif figures.hit_frequency is not None:
        yield percent_row("Hit frequency", figures.hit_frequency)
    if figures.standard_deviation is None or figures.desirability_index is None:
        return
    yield decimal_row("Standard deviation", figures.standard_deviation)
    yield "Desirability index", f"{figures.desirability_index:.4f}", _index_text(figures)
    if figures.n0 is not None and figures.variance is not None:
        yield "N0, rounds", f"{figures.n0:,.0f}", exact_text(figures.variance / figures.edge**2)


def _index_text(figures: Figures) -> str:
    if not figures.variance:
        return "0"
    sign = "-" if figures.edge < 0 else ""
    return sign + exact_text(Root(1_000_000 * figures.edge**2 / figures.variance))


def _rules(exposure: Exposure) -> Table:
    return Table(
        (Column("Decision"), Column("Rule")), tuple((rule.street, capital(rule.words)) for rule in exposure.strategy)
    )


def _kept(exposure: Exposure) -> Iterator[Block]:
    """What the rule keeps of the best play."""
    if exposure.rule_edge is None:
        return
    if lies := exposure.rule_interval:
        yield Words(
            f"By this rule the player's edge is about {percent_text(exposure.rule_edge, 2)}: it was learned and priced "
            f"by samples, and with 99 in 100 certainty lies between {lies.low:+.2%} and {lies.high:+.2%} "
            f"({lies.sample_words})."
        )
        return
    cost = exposure.rule_cost
    costs = "" if cost is None else f": it costs {percent_text(cost, 4)} against the best play with the same cards"
    yield Words(f"By this rule the player's edge is {percent_text(exposure.rule_edge, 4)}{costs}.")


def _gains(exposure: Exposure, unit: str) -> Table:
    return table(
        exposure.gains,
        ("Seen", lambda gain: gain.information.words),
        (num(f"Player's edge, per {unit}"), lambda gain: percent_text(gain.edge)),
        (num("This card adds"), lambda gain: percent_text(gain.gain)),
        ("How found", lambda gain: "counted" if gain.exact else "sampled"),
    )


UNLISTED = ("interval", "hits_interval", "strategy_interval", "leak", "procedure", "note", "signal")
"""What a spreadsheet has no column for."""


def _record(game: Game, figures: dict[str, Any]) -> Record:
    """A row of a spreadsheet: figures as JSON has them, and what they rest on where they were sampled."""
    return {"game": game.slug, "variant": game.variant, **flat(figures, *UNLISTED), **(figures["interval"] or {})}


def exposure_records(exposure: Exposure) -> list[Record]:
    """Rows for a spreadsheet: the information, and plain play below it."""
    rows = ((str(exposure.information), exposure.figures), ("nothing", exposure.plain))
    return [_record(exposure.game, {"information": known, **figures.to_dict()}) for known, figures in rows]


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
    return Report(verdict_sheet(verdict), verdict.to_dict(), name, verdict_records(verdict), _leak_plot(verdict))


def _leak_plot(verdict: Verdict) -> Plot | None:
    """Every leak beside the others."""
    if not verdict.findings:
        return None
    return Plot(
        "What each leak is worth",
        alt="A bar for each leak, the worst first: the player's edge; to the left where the house keeps it.",
        draw=lambda: bars(
            [(finding.information.words, float(finding.edge)) for finding in verdict.findings],
            labels="what is known",
            amounts=f"player's edge, per {verdict.game.unit}",
        ),
    )


def verdict_sheet(verdict: Verdict) -> Sheet:
    """What is exposed, what it costs a year, what prevents it, and what was not counted."""
    sections = [Section("In short", *_in_short(verdict))]
    if verdict.findings:
        sections.append(Section("What is exposed", _findings(verdict), _leak_plot(verdict)))
        # Each once, that against the worst leak first
        leaks = dict.fromkeys(finding.leak for finding in verdict.findings)
        sections.append(
            Section("What prevents it", Steps(*tuple(f"Against {leak.words}: {leak.procedure}" for leak in leaks)))
        )
        if told := _leak_rules(verdict):
            sections.append(Section("How it would be played", told))
        if notes := [f"{capital(f.information.words)}: {f.note}" for f in verdict.findings if f.note]:
            sections.append(Section("How partners, sorters and counters play", Steps(*notes)))
        if any(finding.variance is not None for finding in verdict.findings):
            sections.append(Section("The figures of each leak", _leak_figures(verdict)))
    if verdict.not_counted:
        missing = tuple(f"{capital(each.what)}: {each.reason}" for each in verdict.not_counted)
        sections.append(Section("Not counted", Notice("These figures are missing", *missing)))
    terms, foot = footnotes("exposure_edge", "exposure"), colophon(verdict.game, what="Counted")
    return Sheet(verdict.game.title, "Game protection: the verdict", *sections, footnotes=terms, colophon=foot)


def _leak_rules(verdict: Verdict) -> Table | None:
    """What to watch for: the short rule of each leak that has one, with what it wins."""
    rows = [
        (found.information.words, capital(found.strategy[0].words), _rule_edge(found))
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
            f"{worst.information.words}. One player at the limit takes {money(worst.cost(terms))} a year."
        )
    else:
        yield Words("No leak that was counted turns the edge: the house keeps it even against the worst of them.")
    yield Facts(*_terms(terms))


def _terms(terms: Terms) -> Iterator[tuple[str, str]]:
    yield "Limit", money(terms.limit)
    yield "Rounds an hour", f"{float(terms.pace.rounds_an_hour):.0f}, {terms.pace.source}"
    yield "Hours a year", f"{money(terms.hours)} that such a player plays"


def _findings(verdict: Verdict) -> Table:
    unit, terms = verdict.game.unit, verdict.terms
    return table(
        verdict.findings,
        ("What is known", lambda finding: finding.information.words),
        (num(f"Player's edge, per {unit}"), lambda finding: percent_text(finding.edge, _digits(finding))),
        (num("Costs a year"), lambda finding: money(finding.cost(terms))),
        (num("Against the usual win"), lambda finding: money(finding.swing(terms))),
        ("How found", _how),
    )


def _leak_figures(verdict: Verdict) -> Table:
    """What an analyst asks next: how often, how rough, how soon; blank where it was not counted."""
    columns = right("Player's edge", "Hit frequency", "Standard deviation", "Desirability index", "N0, rounds")
    rows = [
        (
            finding.information.words,
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


def verdict_records(verdict: Verdict) -> list[Record]:
    """Rows for a spreadsheet, one for each leak; a figure that was not counted is blank."""
    return [_record(verdict.game, finding.to_dict(verdict.terms)) for finding in verdict.findings]


def house_report(verdicts: Sequence[Verdict]) -> Report:
    """The whole house, worst first."""
    records = [record for verdict in verdicts for record in verdict_records(verdict)]
    plain = {"games": [verdict.to_dict() for verdict in verdicts]}
    return Report(house_sheet(verdicts), plain, "house-protect", records)


def house_sheet(verdicts: Sequence[Verdict]) -> Sheet:
    """A row for each game by its worst leak, and what was not counted, with the reason."""
    counted = [verdict for verdict in verdicts if verdict.worst]
    sections = [Section("The whole house, worst first", _house(verdicts))]
    missing = tuple(
        f"{verdict.game.title}, {each.what}: {each.reason}" for verdict in verdicts for each in verdict.not_counted
    )
    if missing:
        sections.append(Section("Not counted", Notice(f"{len(missing)} figures are missing", *missing)))
    named = ", ".join(verdict.game.title for verdict in counted[:GAMES_NAMED])
    subtitle = f"Game protection: look at {named} first" if named else "Game protection"
    notes = footnotes("exposure_edge")
    return Sheet("The whole house", subtitle, *sections, footnotes=notes, colophon=f"Counted by Fairfelt {__version__}")


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
                worst.information.words,
                percent_text(worst.edge, 2),
                money(worst.cost(verdict.terms)),
                percent_text(single, 2) if single is not None else "",
                _how(worst),
            )
        )
    titles = right("Player's edge", "Costs a year", "With one card")
    return Table((Column("Game"), Column("Worst leak"), *titles, Column("How found")), tuple(rows))


class NotebookExposure(Exposure):
    """An exposure that a terminal or a notebook draws when it is the value of a line."""

    def __rich__(self) -> RenderableType:
        return as_text(exposure_sheet(self))

    def _repr_html_(self) -> str:
        """The page in a frame of its own: its style touches nothing else in the notebook."""
        return framed(as_html(exposure_sheet(self)), "Game protection")


def protect(game: Game, **options: Any) -> NotebookExposure:
    """What some information is worth at a game, as `exposures.protect` finds it: seen, sorted, hands."""
    return NotebookExposure(**vars(exposures.protect(game, **options)))


def verdict(game: Game, *, limit: int = 100, hours: int = 2_000) -> Report:
    """Every leak of a game, what it costs a year at that limit and number of hours, and what prevents it."""
    for what, number in (("a limit", limit), ("a year in hours", hours)):
        if number < 1:
            raise BadInformation(f"{what} of {number} is not possible: give 1 or more")
    return verdict_report(house.verdict(game, usual_terms(game, Fraction(limit), Fraction(hours))))
