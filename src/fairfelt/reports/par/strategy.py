"""The strategy to remember, what it costs, and one hand looked at closely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairfelt.answers.numbers import as_json, decimal_text, percent_text
from fairfelt.cards import Card, format_cards
from fairfelt.reports.sheet.english import units
from fairfelt.reports.sheet.figures import colophon, exact_text, figure_table, percent_row, signed_text
from fairfelt.reports.sheet.sheet import Block, Column, Section, Sheet, Table, Words, right
from fairfelt.rules import Game, fingerprint

if TYPE_CHECKING:
    from fairfelt.exact import HandAdvice, ShortStrategy, StrategyResult


@dataclass(frozen=True)
class AdvisedHand:
    """The cards somebody asked about, and the answer."""

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
    sections = [Section("To remember", tuple(_short(strategy, unit)))]
    if strategy.known:
        sections.append(Section("Common rules", (_known(strategy, unit),)))
    if asked:
        sections.append(Section(_hand_title(asked), tuple(_hand(asked, unit))))
    return Sheet(game.title, "Strategy", tuple(sections), colophon=colophon(game, what="Calculated"))


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
        (
            Column("Choice"),
            Column(f"Value ({units(unit)})", "right"),
            Column("Cost", "right"),
            Column("Exact", breaks=True),
        ),
        tuple(
            (choice, signed_text(value), decimal_text(cost, 8), exact_text(value)) for choice, value, cost in asked.rows
        ),
    )


def strategy_dict(game: Game, strategy: ShortStrategy, asked: AdvisedHand | None = None) -> dict[str, Any]:
    """The same as plain data for JSON."""
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
        "street": asked.advice.street,
        "best": asked.advice.best,
        "choices": [
            {"choice": choice, "value": as_json(value), "cost": as_json(cost)} for choice, value, cost in asked.rows
        ],
    }
