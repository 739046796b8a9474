"""Game protection: the sheet of one exposure, the verdict on a game, and the whole house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from rich.console import RenderableType

from fairfelt.analysis.protection import exposure as exposures
from fairfelt.analysis.protection import house
from fairfelt.analysis.protection.exposure import Exposure
from fairfelt.analysis.protection.figures import Figures
from fairfelt.analysis.protection.findings import Finding, Terms, usual_terms
from fairfelt.analysis.protection.house import Verdict
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
    Row,
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


def exposure_report(exposure: Exposure) -> Report:
    return _report(exposure, exposure_sheet(exposure), exposure_records(exposure), _plot(exposure))


def _report(found: Exposure | Verdict, sheet: Sheet, records: list[Record], plot: Plot | None) -> Report:
    name = "-".join(filter(None, (found.game.slug, found.game.variant, "protect")))
    return Report(sheet, found.to_dict(), name, records, plot)


def _plot(exposure: Exposure) -> Plot:
    """The edge with nothing seen, with each card on the way, and with all of it."""
    known = [(gain.information, gain.edge) for gain in exposure.gains]
    last = known or [(exposure.information, exposure.figures.edge)]
    return _bars(
        "The player's edge by what is known",
        "A bar for nothing seen and one for each card more; to the left where the house keeps the edge.",
        [("nothing seen", exposure.plain.edge), *((known.words, edge) for known, edge in last)],
        f"player's edge, per {exposure.game.unit}",
    )


def _bars(title: str, alt: str, edges: Sequence[tuple[str, Fraction]], amounts: str) -> Plot:
    rows = [(words, float(edge)) for words, edge in edges]
    return Plot(title, alt, draw=partial(bars, rows, labels="what is known", amounts=amounts))


def exposure_sheet(exposure: Exposure) -> Sheet:
    """The figures beside those of plain play, the strategy, and what each card adds."""
    unit, edge = exposure.game.unit, exposure.figures.edge
    whose = "The player has the edge" if edge > 0 else "The house keeps its edge"
    signal = Words(exposure.signal_words) if exposure.signal_words else None
    return Sheet(
        exposure.game.title,
        f"Game protection: {exposure.information.words}",
        Section(f"{whose}: {percent_text(abs(edge), 2)}", *_figures(exposure.figures, unit), _plot(exposure)),
        Section("How it is played", _rules(exposure), *_kept(exposure), signal),
        Section("What each card adds", _gains(exposure, unit)) if exposure.gains else None,
        Section("With nothing but what the rules show", figure_table(*_rows(exposure.plain, unit))),
        footnotes=footnotes("exposure_edge", "exposure"),
        colophon=colophon(exposure.game, what="Counted" if exposure.figures.exact else "Sampled"),
    )


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
    return _report(verdict, verdict_sheet(verdict), verdict_records(verdict), _leak_plot(verdict))


def _leak_plot(verdict: Verdict) -> Plot | None:
    """Every leak beside the others."""
    if not verdict.findings:
        return None
    return _bars(
        "What each leak is worth",
        "A bar for each leak, the worst first: the player's edge; to the left where the house keeps it.",
        [(finding.information.words, finding.edge) for finding in verdict.findings],
        f"player's edge, per {verdict.game.unit}",
    )


def verdict_sheet(verdict: Verdict) -> Sheet:
    """What is exposed, what it costs a year, what prevents it, and what was not counted."""
    found, missing = verdict.findings, [f"{capital(each.what)}: {each.reason}" for each in verdict.not_counted]
    # Each once, that against the worst leak first
    leaks = dict.fromkeys(f"Against {each.leak.words}: {each.leak.procedure}" for each in found)
    notes = [f"{capital(each.information.words)}: {each.note}" for each in found if each.note]
    told = [each for each in found if each.rule_edge is not None]
    counted = any(each.variance is not None for each in found)
    return Sheet(
        verdict.game.title,
        "Game protection: the verdict",
        Section("In short", *_in_short(verdict)),
        Section("What is exposed", _findings(verdict), _leak_plot(verdict)) if found else None,
        Section("What prevents it", Steps(*leaks)) if found else None,
        Section("How it would be played", _leak_rules(told)) if told else None,
        Section("How partners, sorters and counters play", Steps(*notes)) if notes else None,
        Section("The figures of each leak", _leak_figures(found)) if counted else None,
        Section("Not counted", Notice("These figures are missing", *missing)) if missing else None,
        footnotes=footnotes("exposure_edge", "exposure"),
        colophon=colophon(verdict.game, what="Counted"),
    )


def _leak_rules(found: Sequence[Finding]) -> Table:
    """What to watch for: the short rule of each leak that has one, with what it wins."""
    return table(
        found,
        ("What is known", lambda each: each.information.words),
        (Column("First decision", breaks=True), lambda each: capital(each.strategy[0].words)),
        (num("Player's edge"), _rule_edge),
    )


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


def _leak_figures(findings: Sequence[Finding]) -> Table:
    """What an analyst asks next: how often, how rough, how soon; blank where it was not counted."""

    def known(write: Callable[[Any], str], figure: object) -> str:
        return "" if figure is None else write(figure)

    return table(
        findings,
        ("What is known", lambda each: each.information.words),
        (num("Player's edge"), lambda each: percent_text(each.edge)),
        (num("Hit frequency"), lambda each: known(percent_text, each.hit_frequency)),
        (
            num("Standard deviation"),
            lambda each: known(partial(decimal_text, places=4), each.figures.standard_deviation),
        ),
        (num("Desirability index"), lambda each: known("{:.4f}".format, each.figures.desirability_index)),
        (num("N0, rounds"), lambda each: known("{:,.0f}".format, each.figures.n0)),
    )


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
    named = ", ".join([verdict.game.title for verdict in verdicts if verdict.worst][:GAMES_NAMED])
    missing = [
        f"{verdict.game.title}, {each.what}: {each.reason}" for verdict in verdicts for each in verdict.not_counted
    ]
    return Sheet(
        "The whole house",
        f"Game protection: look at {named} first" if named else "Game protection",
        Section("The whole house, worst first", _house(verdicts)),
        Section("Not counted", Notice(f"{len(missing)} figures are missing", *missing)) if missing else None,
        footnotes=footnotes("exposure_edge"),
        colophon=f"Counted by Fairfelt {__version__}",
    )


def _house(verdicts: Sequence[Verdict]) -> Table:
    titles = right("Player's edge", "Costs a year", "With one card")
    columns = (Column("Game"), Column("Worst leak"), *titles, Column("How found"))
    return Table(columns, tuple((verdict.game.title, *_worst_row(verdict)) for verdict in verdicts))


def _worst_row(verdict: Verdict) -> Row:
    """The worst leak of a game, and the worst by one card that is seen."""
    worst = verdict.worst
    if worst is None:
        return (NOT_COUNTED if verdict.not_counted else NOTHING, "", "", "", "")
    one = [f for f in verdict.findings if len(f.information.dealer + f.information.community) == 1]
    single = max((f.edge for f in one if not f.information.sorted), default=None)
    edge, cost = percent_text(worst.edge, 2), money(worst.cost(verdict.terms))
    return worst.information.words, edge, cost, "" if single is None else percent_text(single, 2), _how(worst)


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
