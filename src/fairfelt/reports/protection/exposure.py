"""The sheet of one exposure: what some information is worth, how it is played, what each card adds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from fairfelt.answers.numbers import Root, decimal_text, percent_text
from fairfelt.reports.plots.plots import bars
from fairfelt.reports.report import Record, Report
from fairfelt.reports.sheet.english import capital, count
from fairfelt.reports.sheet.figures import FigureRow, colophon, decimal_row, exact_text, figure_table, percent_row
from fairfelt.reports.sheet.sheet import Block, Column, Plot, Section, Sheet, Table, Words, right

if TYPE_CHECKING:
    from fractions import Fraction

    from fairfelt.protection import Exposure, Figures, Information, Interval

TERMS = (
    ("Edge", "What the player wins on average, for each unit of the opening bet. A minus is the house's."),
    ("Hit frequency", "The share of rounds that win one unit or more, or a unit less its commission."),
    ("Desirability index", "1000 times the edge divided by the standard deviation of a round."),
    ("N0", "Rounds after which the expected win is one standard deviation: 84 in 100 players are then ahead."),
)


def information_words(information: Information) -> str:
    """Somebody's information as a sentence begins: "dealer's card 1 seen"."""
    if information.counted:
        return f"{information.counted} bet by counting cards"
    about = []
    places = ((information.dealer, "dealer's"), (information.community, "community"), (information.shoe, "shoe's next"))
    for numbers, owner in places:
        if numbers:
            cards = "card" if len(numbers) == 1 else "cards"
            about.append(f"{owner} {cards} {', '.join(map(str, numbers))}")
    seen = " and ".join(about)
    if information.sorted:
        return f"{seen}: {information.sorted} told apart from the back"
    parts = [
        f"{seen} seen" if seen else "",
        f"{count(information.hands, 'hand')} shared" if information.hands > 1 else "",
    ]
    return ", ".join(filter(None, parts)) or "nothing seen"


def exposure_report(exposure: Exposure) -> Report:
    """One exposure in all its forms."""
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
    known = [(information_words(gain.information), float(gain.edge)) for gain in exposure.gains]
    last = [(information_words(exposure.information), float(exposure.figures.edge))] if not known else []
    rows = [("nothing seen", float(exposure.plain.edge)), *known, *last]
    return bars(rows, labels="what is known", amounts=f"player's edge, per {exposure.game.unit}")


def exposure_sheet(exposure: Exposure) -> Sheet:
    """The figures beside those of plain play, the strategy, and what each card adds."""
    unit = exposure.game.unit
    sections = [
        Section(_sentence(exposure), (*_figures(exposure.figures, unit), _plot(exposure))),
        Section("How it is played", (_rules(exposure), *_kept(exposure), *_signal(exposure))),
    ]
    if exposure.gains:
        sections.append(Section("What each card adds", (_gains(exposure, unit),)))
    sections.append(Section("With nothing but what the rules show", (figure_table(*_rows(exposure.plain, unit)),)))
    subtitle = f"Game protection: {information_words(exposure.information)}"
    what = "Counted" if exposure.figures.exact else "Sampled"
    return Sheet(exposure.game.title, subtitle, tuple(sections), TERMS, colophon(exposure.game, what=what))


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


def _signal(exposure: Exposure) -> Iterator[Block]:
    """What partners show each other."""
    if exposure.signal_words:
        yield Words(exposure.signal_words)


def _gains(exposure: Exposure, unit: str) -> Table:
    return Table(
        (Column("Seen"), *right(f"Player's edge, per {unit}", "This card adds"), Column("How found")),
        tuple(
            (
                information_words(gain.information),
                percent_text(gain.edge),
                percent_text(gain.gain),
                "counted" if gain.exact else "sampled",
            )
            for gain in exposure.gains
        ),
    )


def _or_nothing(figure: Fraction | Root | None) -> str:
    return "" if figure is None else decimal_text(figure)


def sample_record(interval: Interval | None) -> Record:
    """Columns of what a sampled figure rests on; blank where it was counted."""
    found = interval.to_dict() if interval else {}
    return {name: "" if found.get(name) is None else found[name] for name in ("n", "seed", "standard_error")}


def exposure_records(exposure: Exposure) -> list[Record]:
    """Rows for a spreadsheet: the information, and plain play below it."""
    rows = ((str(exposure.information), exposure.figures), ("nothing", exposure.plain))
    return [
        {
            "game": exposure.game.slug, "variant": exposure.game.variant, "information": information,
            "edge": decimal_text(figures.edge), "hit_frequency": _or_nothing(figures.hit_frequency),
            "standard_deviation": _or_nothing(figures.standard_deviation),
            "desirability_index": "" if figures.desirability_index is None else figures.desirability_index,
            "n0": figures.n0 if figures.n0 is not None else "",
            "exact": figures.exact,
            "from": figures.interval.low if figures.interval else "",
            "to": figures.interval.high if figures.interval else "",
            **sample_record(figures.interval),
        }
        for information, figures in rows
    ]  # fmt: skip
