"""Counting a bet as a sheet: effects of removal, the best counts, what a counter wins, and what a cut card saves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from typing import Any

from fairfelt.analysis.counting.shoe import CountResult, find_cards, read_tags, usual_rules
from fairfelt.analysis.counting.shoe_bet import NotCountable, cards_name, shoe_bet
from fairfelt.analysis.counting.study import (
    CountedBet,
    Effect,
    ShoeOdds,
    count_of,
    edge_with,
    effects_of_removal,
    linear_count,
    study_counting,
)
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.engine.exact import Progress, percent_text
from fairfelt.reports.plots import lines
from fairfelt.reports.report import Report, plain_data
from fairfelt.reports.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import colophon, exact_text, footnotes
from fairfelt.rules import Game

CUTS = (14, 20, 26, 39, 52, 78, 104, 156)


def counting_report(found: CountedBet) -> Report:
    game = found.bet.game
    sheet = Sheet(
        game.title,
        f"Counting {found.bet.wager}",
        Section("The bet", Facts(*_facts(found))),
        Section("Effects of removal", _effects(found.effects)),
        Section("Counts", _counts(found)),
        Section("What a counter wins", *_shoes(found)),
        Section("By the cut card", *_cuts(found)),
        footnotes=footnotes("counting"),
        colophon=colophon(game, what="Edges calculated exactly, shoes sampled,"),
    )
    return Report(sheet, counting_dict(found), f"{game.slug}-counting", plot=_plot(found))


def odds_report(odds: ShoeOdds) -> Report:
    """Every bet of a game at the cards that are left."""
    rows = [{"bet": bet.wager, "house_edge": -bet.expected, "wins": bet.chance} for bet in odds.bets]
    bets = table(
        odds.bets,
        ("Bet", lambda bet: bet.wager),
        (num("House edge"), lambda bet: percent_text(-bet.expected, 4)),
        (num("Exactly"), lambda bet: exact_text(-bet.expected)),
        (num("Wins"), lambda bet: percent_text(bet.chance, 4)),
    )
    sheet = Sheet(
        odds.game.title,
        "Odds of the shoe",
        Section("The shoe", Facts(("Cards left", str(odds.cards)), ("Gone", odds.removed or "none"))),
        Section("Bets", bets),
        colophon=colophon(odds.game, what="Counted exactly"),
    )
    plain = {"game": odds.game.slug, "removed": odds.removed, "cards": odds.cards, "bets": rows}
    return Report(sheet, plain_data(plain), f"{odds.game.slug}-odds", plain_data(rows))


def _facts(found: CountedBet) -> Iterator[tuple[str, str]]:
    bet, rules = found.bet, found.rules
    whole = bet.expected(bet.copies)
    yield "House edge, whole shoe", f"{percent_text(-whole, 4)}, {exact_text(-whole)}"
    yield "Wins, whole shoe", percent_text(bet.chance(bet.copies), 4)
    yield "Shoe", f"{sum(bet.copies)} cards, the cut card {rules.cut} from the end"
    yield "Kinds of cards", f"{len(bet.classes)}: " + "; ".join(kind.name for kind in bet.classes)
    if found.removed:
        cards = " ".join(map(str, found.removed))
        yield f"House edge without {cards}", percent_text(-edge_with(bet, found.removed), 4)


def _effects(effects: Sequence[Effect]) -> Table:
    """Kinds of cards of which one is worth the same share a row."""
    alike: dict[tuple[Fraction, Fraction, float], list[Effect]] = {}
    for effect, tag in zip(effects, linear_count(effects), strict=True):
        alike.setdefault((effect.on_edge, effect.on_chance, tag), []).append(effect)
    return table(
        ((*worth, some) for worth, some in alike.items()),
        ("Card", lambda row: cards_name(card for each in row[3] for card in each.kind.cards)),
        (num("In the shoe"), lambda row: str(sum(each.copies for each in row[3]))),
        (num("On the edge"), lambda row: f"{float(row[0]) * 100:+.6f}%"),
        (num("On the chance to win"), lambda row: f"{float(row[1]):+.10f}"),
        (num("Ideal tag"), lambda row: f"{row[2]:+.3f}"),
    )


def _counts(found: CountedBet) -> Table:
    return table(
        found.counts,
        ("Count", lambda each: each.count.name),
        (Column("Tags", breaks=True), lambda each: found.tags_text(each.count)),
        (num("Correlation"), lambda each: f"{each.count.correlation:.4f}"),
        (num("Sum over the shoe"), lambda each: f"{each.count.sum:+d}" if each.count.sum else "0"),
        (num("Units a shoe"), lambda each: f"{each.played.units_a_shoe:.4f}"),
    )


def _shoes(found: CountedBet) -> Iterator[Block]:
    rows = (
        *((f"{each.count.name}, {each.bets_from}", each.played) for each in found.counts),
        ("perfect play", found.perfect),
    )
    yield table(
        rows,
        ("Bets at", lambda row: row[0]),
        (num("Shoes"), lambda row: row[1].shoes),
        (num("Rounds a shoe"), lambda row: f"{row[1].rounds / row[1].shoes:.2f}"),
        (num("Bets made"), lambda row: f"{row[1].frequency:.3%}"),
        (num("Average edge"), lambda row: f"{row[1].average_edge:.3%}"),
        (num("Units a shoe"), lambda row: f"{row[1].units_a_shoe:.4f}"),
        (num("Error"), lambda row: f"±{row[1].error:.4f}"),
        (num("Per 100 rounds"), lambda row: f"{row[1].units_a_hundred:.4f}"),
    )
    if found.is_poor:
        yield Words(
            "No count by tags comes near what there is to win: this bet looks at pairs or suits, and shows in full to "
            "perfect play alone, or to a count of each kind of card."
        )
    first = found.first
    shown = [row for row in first.by_count if first.trigger - 4 <= row[0] <= first.trigger + 8]
    yield Table(
        right("True count", "Share of rounds", "Edge of the player"),
        tuple((f"{count:+d}", f"{often:.3%}", f"{edge:+.3%}") for count, often, edge in shown),
        folded="The edge by true count",
    )


def _cuts(found: CountedBet) -> Iterator[Block]:
    who = "perfect play" if found.is_poor else f"the {found.first.count.name} count"
    yield Words(f"What is left to {who} if no round begins with fewer cards than this:")
    now, rows = found.exposed.units_a_shoe, []
    for cut, bets, units in _by_cut(found):
        saved = "" if cut == found.rules.cut or not now else f"{1 - units / now:.0%}"
        rows.append((f"{cut}", f"{bets:.2f}", f"{units:.4f}", saved))
    yield Table(right("Cards left", "Bets a shoe", "Units a shoe", "Saved"), tuple(rows))
    yield _plot(found)
    if now > 0:
        yield Words(
            f"At a limit of 100 on this bet, a shoe costs {100 * now:,.2f} on average; half the limit costs half."
        )


def _by_cut(found: CountedBet) -> Iterator[tuple[int, float, float]]:
    """Cards behind the cut card, bets and units a shoe."""
    played, size = found.exposed, sum(found.bet.copies)
    yield found.rules.cut, played.bets / played.shoes, played.units_a_shoe
    for cut in CUTS:
        if found.rules.cut < cut < size:
            yield cut, *played.cut_at(cut)


def _plot(found: CountedBet) -> Plot:
    points = [(float(cut), units) for cut, _, units in _by_cut(found)]
    along, up = "cards behind the cut card", "units a shoe"
    return Plot(
        "Units a shoe by the cut card",
        alt="A falling line: what a counter wins of a shoe, by the cards that are left when the last round begins.",
        draw=partial(lines, [(up, points)], along=along, up=up, written=("n", "n")),
    )


def counting_dict(found: CountedBet) -> dict[str, Any]:
    bet = found.bet
    whole: Fraction = bet.expected(bet.copies)
    return {
        "game": bet.game.slug,
        "variant": bet.game.variant,
        "wager": bet.wager,
        "edge": whole,
        "hit_frequency": bet.chance(bet.copies),
        "removed": [str(card) for card in found.removed],
        "edge_removed": edge_with(bet, found.removed) if found.removed else None,
        "effects_of_removal": [
            {
                "cards": each.kind.name,
                "copies": each.copies,
                "edge": each.on_edge,
                "chance": each.on_chance,
                "ideal_tag": tag,
            }
            for each, tag in zip(found.effects, linear_count(found.effects), strict=True)
        ],
        "counts": [
            {
                "name": each.count.name,
                "tags": {kind.name: tag for kind, tag in zip(bet.classes, each.count.tags, strict=True)},
                "correlation": each.count.correlation,
                "balanced": each.count.is_balanced,
                "trigger": each.trigger,
                "trigger_is_running": each.is_running,
                **_counted_plain(each.played),
            }
            for each in found.counts
        ],
        "cut": found.rules.cut,
        "trigger": found.first.trigger,
        "counter": _counted_plain(found.first.played),
        "perfect_play": _counted_plain(found.perfect),
        "counts_are_poor": found.is_poor,
        "by_true_count": [
            {"count": count, "share": often, "edge": edge} for count, often, edge in found.first.by_count
        ],
    }


def _counted_plain(counted: CountResult) -> dict[str, Any]:
    return {
        "shoes": counted.shoes,
        "rounds_per_shoe": counted.rounds / counted.shoes,
        **as_plain(counted, "frequency", "average_edge"),
        "units_per_shoe": counted.units_a_shoe,
        "standard_error": counted.error,
        "units_per_100_rounds": counted.units_a_hundred,
    }


def count_cards(
    game: Game, wager: str, *, cut: int | None = None, tags: str = "", trigger: int | None = None,
    running: bool = False, removed: str = "", players: int = 1, more_rounds: int | None = None,
    round_cards: float | None = None, shoes: int = 20_000, executor: Executor | None = None,
    progress: Progress | None = None,
) -> Report:  # fmt: skip
    """What each card is worth to a bet, the best counts or custom tags, and what they win by the shoe.

    count_cards(game, "Side Bet", cut=14, tags="4=-1 5=-1 8=2 9=2", trigger=4, removed="8 9")
    """
    for what, number in (("shoes", shoes), ("players", players)):
        if number < 1:
            raise NotCountable(f"{number} {what} are not possible: give 1 or more")
    bet = shoe_bet(game, wager)
    rules = usual_rules(bet, cut, players, more_rounds, round_cards)
    own = count_of("yours", read_tags(bet, tags), effects_of_removal(bet)) if tags else None
    found = study_counting(
        bet, rules, count=own, trigger=trigger, running=running, shoes=shoes, removed=find_cards(bet, removed),
        executor=executor, progress=progress,
    )  # fmt: skip
    return counting_report(found)
