"""The PAR sheet of a game and its strategy: as sheets, as plain data, and its outcomes as rows for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.engine.answers.answer import SelfCheck
from fairfelt.engine.answers.numbers import Root, as_json, as_plain, decimal_text, percent_text, to_decimal
from fairfelt.engine.answers.par import (
    BEST_SETTING,
    BOTH_BY_HOUSE_WAY,
    EnvyTerms,
    OutcomeRow,
    Par,
    RoundPar,
    WagerPar,
    round_skewness,
    variance_with_envy,
    variance_with_meter,
    wager_skewness,
)
from fairfelt.reports.placard.dealing import deal_sentences, deck_words
from fairfelt.reports.placard.placard import approval_words
from fairfelt.reports.plots import bars, curves, merge_ends
from fairfelt.reports.report import Record
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Plot, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import (
    FigureRow,
    capital,
    colophon,
    count,
    decimal_row,
    exact_text,
    figure_table,
    footnotes,
    net_text,
    one_in_text,
    percent_row,
    probability_text,
    signed_text,
    units,
    ways_text,
)
from fairfelt.rules import Game, Kind, Opens, fingerprint
from fairfelt.rules.cards import Card, format_cards

if TYPE_CHECKING:
    from fairfelt.engine.exact import CurvePoint, EstimatedPar, HandAdvice, ShortStrategy, StrategyResult


def par_dict(par: Par) -> dict[str, Any]:
    """Everything that the sheet says; a skewness is a number, or nothing where a meter decides or nothing varies."""
    plain = par.to_dict()
    plain["round"]["skewness"] = round_skewness(par.round)
    if par.best:
        plain["best_setting"]["skewness"] = round_skewness(par.best)
    for written, sheet in zip(plain["wagers"], par.wagers, strict=True):
        written["skewness"] = wager_skewness(sheet)
    return plain


def par_records(par: Par) -> list[Record]:
    """Every outcome of every wager, then every result of the round."""
    return [
        {
            "game": par.game.slug,
            "variant": par.game.variant,
            "wager": wager,
            "paytable": paytable,
            "outcome": name,
            "pays": pays,
            "combinations": combinations,
            **number("probability", probability),
            **number("contribution", contribution),
            **number("house_edge", edge),
        }
        for wager, paytable, name, pays, combinations, probability, contribution, edge in outcomes(par)
    ]


ROUND = "Round"
"""Stands for a wager where a row is a result of the round."""


def outcomes(par: Par) -> Iterable[tuple[str, str, str, str, int, Fraction, Fraction, Fraction]]:
    for sheet in par.wagers:
        for row in sheet.outcomes:
            yield (
                sheet.wager, sheet.paytable, row.name, row.pays, row.combinations, row.probability, row.contribution,
                sheet.house_edge,
            )  # fmt: skip
    for net, ways in par.round.results:
        chance = Fraction(ways, par.round.total)
        yield ROUND, "", f"net {net}", "", ways, chance, net * chance, par.round.house_edge


def number(name: str, value: Fraction) -> Record:
    """An exact number in two columns."""
    written = as_json(value)
    return {name: written["decimal"], f"{name}_fraction": written["fraction"]}


FEWEST_BARS = 3
"""A picture of fewer outcomes says less than their table."""


def wager_section(sheet: WagerPar, game: Game, *, by_house_way: bool = False) -> Section:
    """All there is to say of one wager; bets of the game itself by the house way, where that is how it is played."""
    paytable = f", paytable {sheet.paytable}" if sheet.paytable else ""
    play = f", {BOTH_BY_HOUSE_WAY}" if by_house_way and game.wager(sheet.wager).is_base else ""
    blocks: list[Block] = [outcome_table(sheet), _figures(sheet, game.unit, play)]
    if sheet.levels:
        blocks += _levels(sheet)
    if sheet.envy:
        blocks += _envy(sheet, sheet.envy, game)
    if len(sheet.outcomes) >= FEWEST_BARS:
        blocks.append(_plot(sheet))
    return Section(f"{sheet.wager} ({sheet.kind}{paytable})", *blocks)


def outcome_table(sheet: WagerPar) -> Table:
    return table(
        sheet.outcomes,
        ("Outcome", lambda row: capital(row.name) + _stake_words(sheet, row)),
        ("Pays", lambda row: row.pays),
        (num("Combinations"), lambda row: ways_text(row.combinations)),
        (num("Probability"), lambda row: probability_text(row.probability)),
        (num("Contribution"), lambda row: signed_text(row.contribution)),
        totals=tuple(_totals(sheet)),
    )


def _stake_words(sheet: WagerPar, row: OutcomeRow) -> str:
    """The stake, where outcomes of one name and pay differ by nothing else."""
    alike = sum((row.name, row.pay) == (other.name, other.pay) for other in sheet.outcomes)
    return f", {decimal_text(row.stake, 2)} staked" if alike > 1 and row.stake is not None else ""


def _totals(sheet: WagerPar) -> Iterator[tuple[str, ...]]:
    probability = sum((row.probability for row in sheet.outcomes), Fraction(0))
    contribution = sum((row.contribution for row in sheet.outcomes), Fraction(0))
    yield "Total", "", ways_text(sheet.total), probability_text(probability), signed_text(contribution)
    if sheet.envy and sheet.envy.bettors:
        yield f"Envy, {count(sheet.envy.bettors, 'other player')}", "", "", "", signed_text(_envy_return(sheet.envy))


def _envy_return(envy: EnvyTerms) -> Fraction:
    return envy.bettors * envy.per_bettor


def _figures(sheet: WagerPar, unit: str, play: str) -> Table:
    rows: list[FigureRow] = [
        _edge(sheet, unit, play),
        *([percent_row("House edge, bet alone", sheet.edge_alone)] if sheet.edge_alone is not None else []),
        percent_row("Hit frequency", sheet.hit_frequency),
        decimal_row("Standard deviation", sheet.standard_deviation),
    ]
    if (skewness := wager_skewness(sheet)) is not None:
        rows.append(("Skewness", f"{skewness:+.4f}", ""))
    if sheet.kind == Kind.RAISE.value:
        rows.append(decimal_row(f"Average stake ({units(unit)})", sheet.average_stake))
    return figure_table(*rows)


def _edge(sheet: WagerPar, unit: str, play: str) -> FigureRow:
    """A bonus without a stake has no edge: it costs the house what it pays."""
    if sheet.kind == Kind.BONUS.value:
        return percent_row(f"Expected pay, per {unit}", -sheet.house_edge)
    return percent_row(f"House edge{play}", sheet.house_edge)


def _levels(sheet: WagerPar) -> Iterator[Block]:
    yield Table(
        (Column("Level"), Column("Hand"), *right("Share", "Probability", "Odds")),
        tuple(
            (row.level, row.line, percent_text(row.share, 0), probability_text(row.probability),
             one_in_text(row.probability))
            for row in sheet.levels
        ),
    )  # fmt: skip
    even = sheet.break_even_meter
    words = "The house edge above excludes the meter."
    if even is not None:
        words += (
            f" Break-even meter: {to_decimal(even):,.2f} wagers. With what is won of a meter that stands there, the "
            f"standard deviation is {decimal_text(Root(variance_with_meter(sheet, even)), 2)}."
        )
    yield Words(words)


def _envy(sheet: WagerPar, envy: EnvyTerms, game: Game) -> Iterator[Block]:
    yield Words(
        f"Envy is paid for the qualifying hands of other players, whether they made this bet or not. Each of them adds "
        f"{signed_text(envy.per_bettor)} units to a one-unit wager; "
        f"this sheet assumes {count(envy.bettors, 'other player')}."
    )
    yield envy_table(sheet, envy, game)


def envy_table(sheet: WagerPar, envy: EnvyTerms, game: Game) -> Table:
    """By the number of other players."""
    alone, pays = sheet.house_edge + _envy_return(envy), game.paytable(sheet.wager, sheet.paytable)
    return table(
        range(game.seats),
        (num("Other players"), str),
        (num("House edge"), lambda others: percent_text(alone - others * envy.per_bettor)),
        (num("Standard deviation"), lambda others: decimal_text(Root(variance_with_envy(sheet, pays, others)), 4)),
    )


def _plot(sheet: WagerPar) -> Plot:
    return Plot(
        "Contribution of each outcome",
        alt="Bars: what each outcome adds to the expected result of one unit.",
        draw=lambda: bars(
            [(capital(row.name), float(row.contribution)) for row in sheet.outcomes],
            labels="outcome",
            amounts="contribution (units)",
            written="+.2f",
        ),
    )


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
        par.game.title,
        "PAR sheet",
        Section("", *_opening(par, changes, check)),
        *_rounds(par),
        Section("Decisions", *_decisions(par, curve, unit)) if par.decisions else None,
        *(wager_section(sheet, par.game, by_house_way=par.by_house_way) for sheet in par.wagers),
        footnotes=footnotes("par", unit=unit, play=BY_SETTING if par.by_house_way else BEST_PLAY),
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


def _opening(par: Par, changes: Sequence[str], check: SelfCheck | None) -> Iterator[Block]:
    yield identity(par.game)
    if check and check.agrees:
        yield Facts(("Self-check", str(check)))
    elif check:
        yield Notice("Self-check", str(check))
    if changes:
        yield Notice("Changed from the definition", *changes)
    if par.warnings:
        yield Notice("Warnings", *par.warnings)
    if par.uncounted:
        yield Notice("Not calculated", *map(str, par.uncounted))


def identity(game: Game) -> Facts:
    """Which game it is, exactly."""
    return Facts(
        ("Game", game.name),
        ("Variant", game.variant.replace("-", " ").upper()) if game.variant else None,
        ("Approved as", capital(approval_words(game))) if game.approvals else None,
        ("Deck", capital(deck_words(game.deck))),
        ("Deal", " ".join(deal_sentences(game))),
        ("Maximum players", str(game.seats)),
        ("Fingerprint", fingerprint(game)),
    )


def _rounds(par: Par) -> Iterator[Section]:
    """The round; where hands are set by a house way, first as the best player sets them."""
    if par.best:
        yield Section(f"The round, {BEST_SETTING}", *_round(par.best, par.game, BEST_SETTING))
    play = BOTH_BY_HOUSE_WAY if par.by_house_way else ""
    yield Section(f"The round, {play}" if play else "The round", *_round(par.round, par.game, play))


def _round(figures: RoundPar, game: Game, play: str) -> Iterator[Block]:
    unit, openings = game.unit, len(game.openings) if game.opens is Opens.ALL else 1
    deviation, skewness = figures.standard_deviation, round_skewness(figures)
    yield figure_table(
        percent_row(f"House edge, per {unit}{f', {play}' if play else ''}", figures.house_edge),
        percent_row(f"House edge, per unit of the {openings} opening bets", figures.house_edge / openings)
        if openings > 1
        else None,
        percent_row("Element of risk, per unit bet", figures.element_of_risk),
        decimal_row(f"Average wager ({units(unit)})", figures.average_wager),
        decimal_row(f"Standard deviation ({units(unit)})", deviation) if deviation else None,
        ("Skewness", f"{skewness:+.4f}", "") if skewness is not None else None,
    )
    if not figures.results:
        yield Words(ONE_BY_ONE)
        return
    yield result_table(figures, unit)
    yield Plot(
        "Results of the round",
        alt="Bars: the probability of each net result of the round.",
        draw=partial(_draw_results, figures, unit),
    )


def result_table(figures: RoundPar, unit: str) -> Table:
    return Table(
        right(f"Net result ({units(unit)})", "Combinations", "Probability"),
        tuple(
            (net_text(net), ways_text(ways), probability_text(Fraction(ways, figures.total)))
            for net, ways in reversed(figures.results)
        ),
        totals=(("Total", ways_text(figures.total), "1"),),
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


def estimated_sheet(par: EstimatedPar) -> Sheet:
    """What is known of it: a bracket around the round's edge, and every bet that no decision changes."""
    missing = (Notice("Not calculated", *map(str, par.uncounted)),) if par.uncounted else ()
    estimated = Notice("The round is estimated", f"Not calculated: {par.reason}.")
    return Sheet(
        par.game.title,
        "Estimated PAR sheet",
        Section("", identity(par.game), estimated, *missing),
        Section("The round", *_round_bracket(par)),
        *(wager_section(sheet, par.game) for sheet in par.wagers),
        colophon=colophon(par.game, what="The round sampled, side bets calculated,"),
    )


def _round_bracket(par: EstimatedPar) -> Iterator[Block]:
    found, (low, high) = par.round, par.round.house_edge
    yield Table(
        right("Bound", "House edge", "Standard error"),
        (
            ("At most, by a policy", f"{-found.policy:.3%}", f"{found.policy_error:.3%}"),
            ("At least, seeing cards early", f"{-found.relaxed:.3%}", f"{found.relaxed_error:.3%}"),
        ),
    )
    yield Words(
        f"With 99% certainty for each end, the house edge under best play lies between {low:.2%} and {high:.2%} of the "
        f"{par.game.unit}: {found.rounds:,} rounds were sampled."
    )


@dataclass(frozen=True)
class AdvisedHand:
    """The cards a user asked about, and the answer."""

    cards: Sequence[Card]
    community: Sequence[Card]
    advice: HandAdvice
    dealer: Sequence[Card] = ()

    @property
    def rows(self) -> list[tuple[str, Fraction, Fraction]]:
        """Each choice, its value, and what it costs against the best; the best first."""
        best = max(value for _, value in self.advice.values)
        ordered = sorted(self.advice.values, key=lambda item: (-item[1], item[0] != self.advice.best))
        return [(choice, value, best - value) for choice, value in ordered]


def strategy_sheet(game: Game, strategy: ShortStrategy, asked: AdvisedHand | None = None) -> Sheet:
    """The short strategy, and the value of every choice with the hand that was asked about."""
    unit = game.unit
    sections = [Section("To remember", *_short(strategy, unit))]
    if strategy.known:
        sections.append(Section("Common rules", _known(strategy, unit)))
    if asked:
        sections.append(Section(_hand_title(asked), *_hand(asked, unit)))
    return Sheet(game.title, "Strategy", *sections, colophon=colophon(game, what="Calculated"))


def _short(strategy: ShortStrategy, unit: str) -> Iterator[Block]:
    if strategy.rules:
        rules = tuple((rule.street, rule.words) for rule in strategy.rules)
        yield Table((Column("Decision"), Column("Rule")), rules)
    else:
        yield Words("Once the bets are down there is nothing to decide.")
    rows = [percent_row(f"House edge with this strategy, per {unit}", strategy.house_edge)]
    if strategy.against_best and strategy.cost:
        rows.append(percent_row(f"House edge with best play, per {unit}", strategy.house_edge - strategy.cost))
    if strategy.against_best:
        rows.append(percent_row(f"Cost against best play, per {unit}", strategy.cost))
    yield figure_table(*rows)
    if not strategy.against_best:
        yield Words("The cost against best play is not calculated; ask for it with --best, or for a single hand.")


def _known(strategy: ShortStrategy, unit: str) -> Table:
    return Table(
        (Column("Rule"), *right(f"House edge, per {unit}", "Cost")),
        tuple((rule.strategy.words, percent_text(rule.house_edge), percent_text(rule.cost)) for rule in strategy.known),
    )


def _hand_title(asked: AdvisedHand) -> str:
    shared = f" with {format_cards(asked.community)} on the table" if asked.community else ""
    shown = f" against the dealer's {format_cards(asked.dealer)}" if asked.dealer else ""
    return f"{format_cards(asked.cards)}{shared}{shown}"


def _hand(asked: AdvisedHand, unit: str) -> Iterator[Block]:
    yield Words(f"{asked.advice.street}: the best choice is “{asked.advice.best}”.")
    yield Table(
        (Column("Choice"), *right(f"Value ({units(unit)})", "Cost"), Column("Exact", breaks=True)),
        tuple(
            (choice, signed_text(value), decimal_text(cost, 8), exact_text(value)) for choice, value, cost in asked.rows
        ),
    )


def strategy_dict(game: Game, strategy: ShortStrategy, asked: AdvisedHand | None = None) -> dict[str, Any]:
    return {
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": fingerprint(game),
        "rules": [{"street": rule.street, "words": rule.words} for rule in strategy.rules],
        "house_edge": as_json(strategy.house_edge),
        "cost": as_json(strategy.cost) if strategy.against_best else None,
        "known": [_known_dict(rule) for rule in strategy.known],
        "hand": asked and _hand_dict(asked),
    }


def _known_dict(rule: StrategyResult) -> dict[str, Any]:
    figures = {name: as_json(getattr(rule, name)) for name in ("house_edge", "element_of_risk", "cost")}
    return {"name": rule.strategy.name, "words": rule.strategy.words, **figures}


def _hand_dict(asked: AdvisedHand) -> dict[str, Any]:
    return {
        "cards": format_cards(asked.cards),
        "community": format_cards(asked.community),
        "dealer": format_cards(asked.dealer),
        **as_plain(asked.advice, "street", "best"),
        "choices": [
            {"choice": choice, "value": as_json(value), "cost": as_json(cost)} for choice, value, cost in asked.rows
        ],
    }
