"""Two sides beside each other: what differs in rules, pays and figures, and what a table wins with each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from math import sqrt
from typing import Any

from fairfelt.analysis.protection.findings import usual_terms
from fairfelt.analysis.protection.house import Verdict, verdict
from fairfelt.analysis.winnings.bets import JackpotLine, WinningsError, jackpot_lines
from fairfelt.analysis.winnings.session import TooWide, bankroll
from fairfelt.analysis.winnings.sides import SideName, find_side
from fairfelt.analysis.winnings.tables import TablePlan, TableTerms, table_plan
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.numbers import Root, as_json, decimal_text, percent_text, to_decimal
from fairfelt.engine.answers.par import Par, RoundPar, WagerPar, skewness_of, wager_results
from fairfelt.engine.exact import Progress
from fairfelt.jackpot.meters.edge import format_money
from fairfelt.reports.par.par_sheet import par_dict
from fairfelt.reports.placard.placard import placard_dict
from fairfelt.reports.plots import bars
from fairfelt.reports.report import Record, Report, flat, plain_data
from fairfelt.reports.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, num, table
from fairfelt.reports.sheet.english import (
    capital,
    count,
    footnotes,
    net_text,
    one_in_text,
    probability_text,
    signed_text,
)
from fairfelt.reports.winnings import QUANTILES, draw_wins, jackpots_dict, plan_dict
from fairfelt.rules import Game

MISSING, SAME = "–", "same"


@dataclass(frozen=True)
class Measure:
    """A value of one side, and how it is written."""

    value: Fraction | Root | float | str | None = None
    write: Callable[[Any], str] = str

    def __str__(self) -> str:
        return MISSING if self.value is None else self.write(self.value)

    @property
    def plain(self) -> Any:
        """For JSON."""
        return as_json(self.value) if isinstance(self.value, Fraction | Root) else self.value


LONGEST_NUMBER = 24
"""A column with longer words than that stands to the left, where they go on in the next line."""
Row = Mapping[str, Measure]
"""The measures of one thing by their titles; the title of an only one is blank."""
Pair = tuple[str, Row, Row]
"""The name of a thing, and what sides A and B have of it."""


def paired(a: Mapping[str, Row], b: Mapping[str, Row], names: Iterable[str] = ()) -> list[Pair]:
    """By name, in the order of A, then what B alone has, unless an order is given."""
    return [(name, a.get(name, {}), b.get(name, {})) for name in dict.fromkeys((*names, *a, *b))]


def side_by_side(head: str, pairs: Sequence[Pair]) -> Table:
    """Each measure of both sides, once where no row differs in it, and what B has more of the last."""
    columns, cells = [Column(head)], [[capital(name) for name, *_ in pairs]]
    titles = list(dict.fromkeys(title for _, *rows in pairs for row in rows for title in row))
    for title in titles:
        sides = [
            [row.get(title, Measure()) for row in rows] for rows in zip(*(pair[1:] for pair in pairs), strict=True)
        ]
        values = [each.value for side in sides for each in side]
        alike = title != titles[-1] and [each.value for each in sides[0]] == [each.value for each in sides[1]]
        if any(value not in (None, "") for value in values):
            text = any(isinstance(value, str) and len(value) > LONGEST_NUMBER for value in values) or all(
                isinstance(value, str | None) for value in values
            )
            for letter, side in [("", sides[0])] if alike else zip("AB", sides, strict=True):
                columns.append(Column(f"{title} {letter}".strip(), "left" if text else "right"))
                cells.append([str(each) for each in side])
    moved = [_moved(*(row.get(titles[-1], Measure()) for row in rows)) for _, *rows in pairs]
    if any(moved):
        columns.append(num("B minus A"))
        cells.append(moved)
    return Table(tuple(columns), tuple(zip(*cells, strict=True)))


def _moved(a: Measure, b: Measure) -> str:
    """What B has more; blank for what is no number, or stands on one side only."""
    first, second = (
        Fraction(to_decimal(each.value)) if isinstance(each.value, Root) else each.value for each in (a, b)
    )
    if first is None or second is None or isinstance(first, str) or isinstance(second, str):
        return ""
    by = second - first
    return f"{'+' if by > 0 else ''}{b.write(by).removeprefix('+')}" if by else SAME


# What differs between two versions of a game, two definitions, or what two releases of the software found.


NAMES = (("wager", "paytable"), ("street", "choice"), ("paytable",), ("ruling",), ("net",), ("hand",), ("name",),
         ("when",))  # fmt: skip
"""The fields by which an entry of a list is known; entries of other lists are known by their place."""
CONTAINERS = ("wagers", "paytables", "outcomes")
"""Lists whose name says nothing beside those of their entries."""
PARTS = {
    "rules": ("name", "summary", "headlines", "deck", "most_seats", "rules_of_play", "order_of_hands", "tie_breaks",
              "table_procedure", "lists", "wagers", "rulings"),
    "figures": ("wagers", "headline", "round", "best_setting", "decisions", "warnings", "uncounted"),
}  # fmt: skip
"""What is compared of the plain data of a placard and of a PAR sheet."""


@dataclass(frozen=True)
class Subject:
    """One side: what it is called, the fingerprint of its rules, and plain data for each part that is known."""

    title: str
    fingerprint: str
    told: Mapping[str, Mapping[str, Any]]


Change = tuple[str, str, str]
"""Where something is said otherwise, or on one side only, and what A and B say there."""


def game_subject(game: Game, par: Par) -> Subject:
    """A game as it is here, with its figures."""
    rules = placard_dict(game)
    return Subject(game.title, rules["fingerprint"], {"rules": rules, "figures": plain_data(par_dict(par))})


def bet_subject(title: str, found: Subject, wager: str, paytable: str) -> Subject:
    """One bet of a game with one paytable, whatever the paytable is called."""
    told, counted = ([each for each in part["wagers"] if each["wager"] == wager] for part in found.told.values())
    pays = [{**each, "paytable": ""} for each in told[0]["paytables"] if each["paytable"] == paytable]
    figures = [{**each, "paytable": ""} for each in counted if each["paytable"] == paytable]
    rules = [{"wager": wager, "rules": told[0]["rules"], "paytables": pays}]
    return Subject(title, found.fingerprint, {"rules": {"wagers": rules}, "figures": {"wagers": figures}})


def file_subject(title: str, held: Mapping[str, Any]) -> Subject | None:
    """What `fairfelt rules`, `par` or `report` wrote with --json; None where it is none of these."""
    made, kinds = held.get("imprint", {}).get("fairfelt", ""), {"rules_of_play": "rules", "round": "figures"}
    part = next((part for field, part in kinds.items() if field in held), "")
    named = f"{title}{f', by Fairfelt {made}' if made else ''}"
    return Subject(named, held["fingerprint"], {part: held}) if part else None


def difference_report(a: Subject, b: Subject) -> Report:
    """All that differs; it passes where nothing does."""
    told = {
        part: [{name: side.told[part][name] for name in names if name in side.told[part]} for side in (a, b)]
        for part, names in PARTS.items()
        if part in a.told and part in b.told
    }
    found = {part: [*changes(told[part][0], told[part][1])] if part in told else [] for part in PARTS}
    rules, figures = (count(len(changed), "difference") for changed in found.values())
    left_out = [part for part in PARTS if part not in told]
    same = not any(found.values()) and a.fingerprint == b.fingerprint
    sheet = Sheet(
        "Difference",
        f"{a.title} and {b.title}",
        Section(
            "",
            Words("They are the same." if same else capital(f"{rules} in rules and pays, {figures} in figures.")),
            Facts(("A", a.title), ("Fingerprint", a.fingerprint), ("B", b.title), ("Fingerprint", b.fingerprint)),
            Words(f"Not compared, for one side says nothing of them: {' and '.join(left_out)}.") if left_out else None,
        ),
        *(
            Section(
                title, side_by_side("Where", [(where, _said(before), _said(after)) for where, before, after in rows])
            )
            for title, rows in zip(("Rules and pays", "Figures"), found.values(), strict=True)
            if rows
        ),
    )
    plain = {
        "same": same,
        **{letter: {"title": side.title, "fingerprint": side.fingerprint} for letter, side in (("a", a), ("b", b))},
        **{
            part: [dict(zip(("where", "before", "after"), each, strict=True)) for each in found[part]] for part in PARTS
        },
        "not_compared": left_out,
    }
    return Report(sheet, plain, "difference", passed=same)


def changes(a: Any, b: Any, path: tuple[str, ...] = ()) -> Iterator[Change]:
    """Leaf by leaf; sentences of a list are set side by side, so that a new one does not move all that follow."""
    if a == b:
        return
    alone = path and (a is None or b is None)
    if alone or _is_number(a) or _is_number(b) or not (isinstance(a, (dict, list)) or isinstance(b, (dict, list))):
        yield ", ".join(path), _written(a), _written(b)
    elif _is_sentences(a) and _is_sentences(b):
        for tag, a_from, a_to, b_from, b_to in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
            if tag != "equal":
                for before, after in zip_longest(a[a_from:a_to], b[b_from:b_to], fillvalue=MISSING):
                    yield ", ".join(path), before, after
    else:
        first, second = (_entries(side) for side in (a, b))
        for name in dict.fromkeys((*first, *second)):
            below = path if name in CONTAINERS else (*path, name.replace("_", " "))
            yield from changes(first.get(name), second.get(name), below)


def _is_number(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"decimal", "fraction"}


def _is_sentences(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _entries(value: Any) -> dict[str, Any]:
    """The parts of a value by their names."""
    if isinstance(value, dict):
        return value
    found = dict[str, Any]()
    for at, each in enumerate(value or (), 1):
        fields = next((names for names in NAMES if isinstance(each, dict) and names[0] in each), ())
        name = " ".join(filter(None, (_written(each.get(field, "")) for field in fields))) or str(at)
        found[name if name not in found else f"{name} ({at})"] = each
    return found


def _written(value: Any) -> str:
    match value:
        case None:
            return MISSING
        case {"decimal": _, "fraction": fraction}:
            return str(fraction)
        case dict():
            return "; ".join(f"{name.replace('_', ' ')} {_written(each)}" for name, each in value.items() if each)
        case list():
            return "; ".join(map(_written, value))
    return str(value)


def _said(text: str) -> Row:
    """A number as a decimal one: the data have its fraction."""
    try:
        number = Fraction(text.removeprefix("sqrt(").removesuffix(")"))
    except ValueError:
        return {"": Measure(None if text == MISSING else text)}
    value = Root(number) if text.startswith("sqrt(") else number
    return {"": Measure(value, lambda shown: f"{to_decimal(shown):,.10f}".rstrip("0").rstrip("."))}


# Two games or paytables at tables that are run alike: every figure, what a table wins, jackpots, leaks.


MOST_BARS = 24
RISK = 0.01
HOURS = (4, 40)
"""Hours after which a player is looked at."""
FIGURES = (
    ("House edge", percent_text), ("Element of risk", percent_text), ("Average wager", partial(decimal_text, places=6)),
    ("Player return", percent_text), ("Hit frequency", percent_text),
    ("Standard deviation", partial(decimal_text, places=6)),
)  # fmt: skip
"""Of a wager or a round, where it has them."""


@dataclass(frozen=True)
class BenchSide:
    """One side with all that is known of it."""

    title: str
    figures: dict[str, Row]
    outcomes: dict[str, Row]
    """Of a bet: every way it can end, by its name; none of a round."""
    results: dict[Fraction, Fraction]
    """The probability of each net result, in units; none where bets are calculated one by one."""
    plan: TablePlan | None
    """None where its rounds cannot be added up."""
    reason: str
    """Why there is no plan, if so."""
    jackpots: tuple[JackpotLine, ...]
    bets_a_day: Fraction
    """Of all players."""
    verdict: Verdict | None = None
    """None where nobody asked for what leaks are worth."""


def bench_side(title: str, par: Par, name: SideName, terms: TableTerms, verdict: Verdict | None = None) -> BenchSide:
    """What is known of a game, or of a bet; a bet of the game itself has no figures but those of the round."""
    bet = name.side_bet(par.game)
    plan, reason = None, ""
    try:
        plan = table_plan(par, bet, terms)
        plan.shift, plan.day, plan.year  # noqa: B018  (what is too wide is known now)
    except (WinningsError, TooWide) as error:
        plan, reason = None, str(error)
    base = par.game.wager(name.wager) if name.wager else None
    sheet = par.wager(base.name, name.paytable or base.paytable.name) if base else None
    of_round = {net: Fraction(ways, par.round.total) for net, ways in par.round.results}
    results = dict(wager_results(sheet)) if sheet else of_round
    figures = _figures(sheet, results) if sheet and any(bet) else _figures(par.round, of_round)
    return BenchSide(
        title, figures, _outcomes(sheet) if sheet else {}, results, plan, reason, tuple(jackpot_lines(par, *bet)),
        terms.bets_a_day(par.game), verdict,
    )  # fmt: skip


def _figures(sheet: WagerPar | RoundPar, results: Mapping[Fraction, Fraction]) -> dict[str, Row]:
    found = {name: Measure(getattr(sheet, name.lower().replace(" ", "_"), None), write) for name, write in FIGURES}
    if isinstance(sheet, RoundPar) and results:
        won = sum((chance for net, chance in results.items() if net > 0), Fraction(0))
        found["Hit frequency"] = Measure(won, percent_text)
    if results and not (isinstance(sheet, WagerPar) and sheet.levels):
        found["Skewness"] = Measure(skewness_of(results.items()), "{:.6f}".format)
    return {name: {"": figure} for name, figure in found.items() if figure.value is not None}


def _outcomes(sheet: WagerPar) -> dict[str, Row]:
    found = dict[str, tuple[str, Fraction, Fraction]]()
    for row in sheet.outcomes:
        pays, chance, adds = found.get(row.name, ("", 0, 0))
        found[row.name] = f"{pays}, {row.pays}".removeprefix(", "), row.probability + chance, row.contribution + adds
    return {name: _outcome(*told) for name, told in found.items()}


def _outcome(pays: str, probability: Fraction, contribution: Fraction) -> Row:
    return {
        "Pays": Measure(pays),
        "Probability": Measure(probability, probability_text),
        "Contribution": Measure(contribution, partial(signed_text, places=6)),
    }


def paired_outcomes(a: BenchSide, b: BenchSide) -> list[Pair]:
    """By name; where one side is a round, both by their net results, the greatest first."""
    if a.outcomes and b.outcomes:
        return paired(a.outcomes, b.outcomes)
    nets = sorted({*a.results, *b.results}, reverse=True)
    first, second = (
        {net_text(net): _outcome("", chance, net * chance) for net, chance in side.results.items()} for side in (a, b)
    )
    return paired(first, second, map(net_text, nets))


def comparison_report(a: BenchSide, b: BenchSide) -> Report:
    """Both sides on one sheet, in every form."""
    pairs = paired_outcomes(a, b) if a.results and b.results else []
    has_meter = any(side.plan and side.plan.meter for side in (a, b))
    sheet = Sheet(
        f"{a.title} and {b.title}",
        "Comparison",
        Section("", Facts(("A", a.title), ("B", b.title))),
        Section("Figures", side_by_side("Figure", paired(a.figures, b.figures)), _frequencies(a.results, b.results)),
        Section("Every outcome", side_by_side("Outcome", pairs)) if pairs else None,
        Section("What a table wins", *_wins(a, b)),
        Section("Jackpots", _jackpots(a, b)) if a.jackpots or b.jackpots else None,
        Section("What leaks are worth", *_leaks(a.verdict, b.verdict)) if a.verdict and b.verdict else None,
        footnotes=footnotes("comparison", *(["bet_on_a_meter"] if has_meter else [])),
    )
    plain = {
        "a": _side_dict(a, {name: row for name, row, _ in pairs}),
        "b": _side_dict(b, {name: row for name, _, row in pairs}),
    }
    return Report(sheet, plain, "comparison", [_record(*pair) for pair in pairs])


def _side_dict(side: BenchSide, rows: Mapping[str, Row]) -> dict[str, Any]:
    return {
        "title": side.title,
        "figures": {name.lower().replace(" ", "_"): figure[""].plain for name, figure in side.figures.items()},
        "outcomes": [
            {"name": name, **{key.lower(): each.plain for key, each in row.items()}}
            for name, row in rows.items()
            if row
        ],
        "table": side.plan and plan_dict(side.plan),
        "table_reason": side.reason,
        "jackpots": jackpots_dict(side.jackpots),
        "protection": side.verdict and side.verdict.to_dict(),
    }


def _record(name: str, a: Row, b: Row) -> Record:
    """One outcome for a spreadsheet; what does not happen on a side adds nothing there."""
    nothing = _outcome("", Fraction(0), Fraction(0))
    rows = (("a", a or nothing), ("b", b or nothing))
    return {"outcome": name} | flat(
        {f"{key.lower()}_{letter}": each.plain for letter, row in rows for key, each in row.items()}
    )


def _frequencies(a: Mapping[Fraction, Fraction], b: Mapping[Fraction, Fraction]) -> Block:
    if not (a and b):
        return Words("Bets that are calculated one by one have no distribution of the round to compare.")
    likely = sorted({*a, *b}, key=lambda net: max(a.get(net, 0), b.get(net, 0)), reverse=True)[:MOST_BARS]
    rows = [(net_text(net), float(a.get(net, 0)), float(b.get(net, 0))) for net in sorted(likely, reverse=True)]
    return Plot(
        "Frequency of each result",
        alt="Pairs of bars: the probability of each net result on side A and on side B, on a logarithmic scale.",
        draw=partial(
            bars, rows, names=("A", "B"), labels="net result (units)", amounts="probability", logarithmic=True
        ),
    )


def _measures(plan: TablePlan) -> Iterator[tuple[str, Measure]]:
    """Numbers about a table."""
    yield "Rounds an hour", Measure(plan.pace.rounds_an_hour, lambda number: f"{float(number):.1f}")
    yield "Players", Measure(Fraction(plan.pace.players))
    day = plan.hours * plan.shifts
    for name, hours in (("an hour", Fraction(1)), ("a shift", plan.hours), ("a day", day), ("a year", day * plan.days)):
        yield f"Theoretical win {name}", Measure(plan.win_an_hour * hours, format_money)
    yield "Standard deviation of a day", Measure(sqrt(plan.day.variance) * float(plan.stake), format_money)
    for name, session in (("a shift", plan.shift), ("a day", plan.day), ("a year", plan.year)):
        yield f"Chance to lose {name}", Measure(session.ahead, "{:.4%}".format)
    for share in QUANTILES:
        won = plan.day.house_quantile(share) * plan.stake
        yield f"{share:.0%} of days win less than", Measure(won, format_money)
    needed = bankroll(plan.block, RISK) * float(plan.stake) if plan.bet.edge > 0 else None
    yield "Bankroll", Measure(needed, format_money)
    for played in HOURS if plan.meter is None else ():
        yield f"A player is ahead after {played} hours", Measure(plan.player_after(played).ahead, "{:.4%}".format)


def _wins(a: BenchSide, b: BenchSide) -> Iterator[Block]:
    plans = {letter: side.plan for letter, side in (("A", a), ("B", b)) if side.plan}
    for letter, side in (("A", a), ("B", b)):
        if side.reason:
            yield Words(f"{letter}: {side.reason}.")
    if plans:
        measured = ({name: {"": each} for name, each in _measures(side.plan)} if side.plan else {} for side in (a, b))
        yield side_by_side("Figure", paired(*measured))
        yield Plot(
            "What a day wins",
            alt="Rising lines: the share of days in which each table wins no more than an amount.",
            draw=partial(draw_wins, {letter: (plan.day, plan.stake) for letter, plan in plans.items()}, of="days"),
        )


def _jackpots(a: BenchSide, b: BenchSide) -> Table:
    return table(
        ((letter, side, line) for letter, side in (("A", a), ("B", b)) for line in side.jackpots),
        ("Side", lambda row: row[0]),
        ("Bet", lambda row: row[2].wager),
        ("Level", lambda row: row[2].level),
        ("Hand", lambda row: row[2].hand),
        (num("Share"), lambda row: percent_text(row[2].share, 0)),
        (num("Won"), lambda row: one_in_text(row[2].chance)),
        (num("Won at this table"), lambda row: f"once in {float(1 / (row[2].chance * row[1].bets_a_day)):,.1f} days"),
        (num("No edge at a meter of"),
         lambda row: MISSING if row[2].break_even is None else f"{float(row[2].break_even):,.0f} wagers"),
    )  # fmt: skip


def _leaks(a: Verdict, b: Verdict) -> Iterator[Block]:
    yield side_by_side("What is known", paired(*(
        {
            each.information.words: {
                "Edge": Measure(each.edge, partial(percent_text, places=2)),
                "Costs a year": Measure(each.cost(side.terms), lambda cost: f"{float(cost):,.0f}"),
            }
            for each in side.findings
        }
        for side in (a, b)
    )))  # fmt: skip
    for letter, side in (("A", a), ("B", b)):
        if side.not_counted:
            yield Words(f"Not counted at {letter}: {'; '.join(str(each.what) for each in side.not_counted)}.")


def compare(a: str, b: str, *, bet: int = 25, players: int | None = None, protect: bool = False) -> Report:
    """Two sides, each a game or "GAME@VERSION:WAGER:PAYTABLE", at tables that are run alike."""
    terms = TableTerms(Fraction(bet), players)
    return comparison_report(*(count_side(*find_side(text), terms, protect=protect) for text in (a, b)))


def count_side(
    name: SideName, game: Game, terms: TableTerms, *, protect: bool, executor: Executor | None = None,
    progress: Progress | None = None,
) -> BenchSide:  # fmt: skip
    """All that is known of one side, counted; what its leaks are worth only where that is asked."""
    par = engine.answer(game, executor=executor, progress=progress).par
    limit = usual_terms(game, terms.stake)
    leaks = verdict(game, limit, executor=executor, progress=progress) if protect else None
    return bench_side(f"{game.title}: {name.words}", par, name, terms, leaks)
