"""The PAR sheet as one hands it to a regulator: the round, the decisions, every outcome of every wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from fairfelt.answers.par import BEST_SETTING, BOTH_BY_HOUSE_WAY, Par, RoundPar
from fairfelt.answers.self_check import SelfCheck
from fairfelt.moments import round_skewness
from fairfelt.reports.placard.placard import approval_words
from fairfelt.reports.placard.rules_of_play import deal_sentences, deck_words
from fairfelt.reports.plots.plots import CurvePoint, bars, curves, merge_ends
from fairfelt.reports.sheet.english import capital, units
from fairfelt.reports.sheet.figures import colophon, decimal_row, figure_table, net_text, percent_row, probability_text
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Plot, Section, Sheet, Table, Words, right
from fairfelt.rules import Game, Opens, fingerprint

from .wager import wager_section

MOST_BARS = 14
ONE_BY_ONE = (
    "The bets of this game are calculated one by one, each exactly; their sum is the house edge. How several hands of "
    "one player come out together enters the standard deviation, to ten digits; the distribution of a round's result "
    "is not calculated."
)


def par_sheet(
    par: Par, *, curve: Sequence[CurvePoint] = (), changes: Sequence[str] = (), check: SelfCheck | None = None
) -> Sheet:
    """All of a game's mathematics; `changes` says where the game departs from its definition."""
    unit = par.game.unit
    return Sheet(
        title=par.game.title,
        subtitle="PAR sheet",
        sections=(
            Section("", tuple(_opening(par, changes, check))),
            *_rounds(par),
            *([Section("Decisions", tuple(_decisions(par, curve, unit)))] if par.decisions else []),
            *(wager_section(sheet, par.game, by_house_way=par.by_house_way) for sheet in par.wagers),
        ),
        footnotes=definitions(unit, by_house_way=par.by_house_way),
        colophon=colophon(par.game, what="Calculated, not sampled,"),
    )


BEST_PLAY = (
    "with the best choice at every decision; choices of equal value go to the larger bet. The bets of the game belong "
    "together: what one of them loses or gains alone is not the edge of the game."
)
BY_SETTING = (
    f"by the play that stands beside it. “{capital(BEST_SETTING)}”: a player who sees none of the dealer's cards sets "
    "every hand as is best by its ranks and its flush; the dealer sets by the house way. This is the least that the "
    f"house keeps. “{capital(BOTH_BY_HOUSE_WAY)}”: players set by it too."
)


def definitions(unit: str, *, by_house_way: bool = False) -> tuple[tuple[str, str], ...]:
    """What the words of the sheet mean."""
    play = BY_SETTING if by_house_way else BEST_PLAY
    return (
        ("House edge", f"Expected loss for each unit of the {unit} (round) or of the wager itself (wagers), {play}"),
        ("Element of risk", "Expected loss for each unit bet: the house edge over the average wager."),
        ("Average wager", f"Units of the {unit} at risk when the round ends, side bets left out."),
        ("Standard deviation", f"Of the net result: of the round and its bets in units of the {unit}, of a side bet in "
                               "units of the bet; with envy and meters where it says so."),
        ("Skewness", "Of the same net result: the third moment about the mean by the cube of the standard deviation. "
                     "Above 0, a few large wins are paid for by many small losses."),
        ("Hit frequency", "The share of rounds in which the wager wins; a push is not a win."),
        ("Combinations", "Equally likely deals; the rows add up to the total."),
        ("Contribution", "Net result times probability: what an outcome adds to the expected result."),
    )  # fmt: skip


def _opening(par: Par, changes: Sequence[str], check: SelfCheck | None) -> Iterator[Block]:
    yield identity(par.game)
    if check and check.agrees:
        yield Facts((("Self-check", str(check)),))
    elif check:
        yield Notice("Self-check", (str(check),))
    if changes:
        yield Notice("Changed from the definition", tuple(changes))
    if par.warnings:
        yield Notice("Warnings", par.warnings)
    if par.uncounted:
        yield Notice("Not calculated", tuple(map(str, par.uncounted)))


def identity(game: Game) -> Facts:
    """Which game it is, exactly."""
    return Facts(tuple(_identity(game)))


def _identity(game: Game) -> Iterator[tuple[str, str]]:
    yield "Game", game.name
    if game.variant:
        yield "Variant", game.variant.replace("-", " ").upper()
    if game.approvals:
        yield "Approved as", capital(approval_words(game))
    yield "Deck", capital(deck_words(game.deck))
    yield "Deal", " ".join(deal_sentences(game))
    yield "Maximum players", str(game.seats)
    yield "Fingerprint", fingerprint(game)


def _rounds(par: Par) -> Iterator[Section]:
    """The round; where hands are set by a house way, first as the best player sets them."""
    if par.best:
        yield Section(f"The round, {BEST_SETTING}", tuple(_round(par.best, par.game, BEST_SETTING)))
    play = BOTH_BY_HOUSE_WAY if par.by_house_way else ""
    yield Section(f"The round, {play}" if play else "The round", tuple(_round(par.round, par.game, play)))


def _round(figures: RoundPar, game: Game, play: str) -> Iterator[Block]:
    unit, openings = game.unit, len(game.openings) if game.opens is Opens.ALL else 1
    deviation, skewness = figures.standard_deviation, round_skewness(figures)
    yield figure_table(
        percent_row(f"House edge, per {unit}{f', {play}' if play else ''}", figures.house_edge),
        *(
            [percent_row(f"House edge, per unit of the {openings} opening bets", figures.house_edge / openings)]
            if openings > 1
            else []
        ),
        percent_row("Element of risk, per unit bet", figures.element_of_risk),
        decimal_row(f"Average wager ({units(unit)})", figures.average_wager),
        *([decimal_row(f"Standard deviation ({units(unit)})", deviation)] if deviation else []),
        *([("Skewness", f"{skewness:+.4f}", "")] if skewness is not None else []),
    )
    if not figures.results:
        yield Words(ONE_BY_ONE)
        return
    yield Table(
        right(f"Net result ({units(unit)})", "Combinations", "Probability"),
        tuple(
            (net_text(net), f"{ways:,}", probability_text(Fraction(ways, figures.total)))
            for net, ways in reversed(figures.results)
        ),
        totals=(("Total", f"{figures.total:,}", "1"),),
    )
    yield Plot(
        "Results of the round",
        alt="Bars: the probability of each net result of the round.",
        draw=partial(_draw_results, figures, unit),
    )


def _draw_results(figures: RoundPar, unit: str) -> str:
    chances = [(net, Fraction(ways, figures.total)) for net, ways in figures.results]
    rows = [(net_text(net) + end, float(chance)) for net, chance, end in reversed(merge_ends(chances, MOST_BARS))]
    return bars(rows, labels=f"net result ({units(unit)})", amounts="probability", written=".0%")


def _decisions(par: Par, curve: Sequence[CurvePoint], unit: str) -> Iterator[Block]:
    made = "Choice" if par.by_house_way else "Best choice"
    yield Table(
        (Column("Decision"), Column(made), *right("Frequency"), Column("Exact", breaks=True)),
        tuple(
            (row.street, row.choice, *percent_row("", row.frequency)[1:]) for row in par.decisions
        ),
    )  # fmt: skip
    if curve:
        yield Plot(
            "Value of each choice",
            alt="Lines: the expected result of each choice, from the weakest hand to the strongest.",
            draw=partial(curves, curve, unit=unit),
        )
