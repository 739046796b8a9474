"""The report of a game's mathematics for a test laboratory: method, every figure, and what was done to check it."""

from __future__ import annotations

import json
import platform
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, combinations
from math import floor, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from fairfelt.engine.answers.key import answer_key
from fairfelt.engine.answers.numbers import as_json, decimal_text, percent_text, to_decimal
from fairfelt.engine.answers.par import Par, WagerPar
from fairfelt.jackpot.meters.edge import rate, seed, suggested_levels
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.par_sheet import par_dict, par_sheet, strategy_dict, strategy_sheet
from fairfelt.reports.par.strategy_tables import SOON_S, StreetStrategy, complete_strategy, strategy_sections
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Section, Sheet, Steps, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, count, listed, ways_text
from fairfelt.rules import Game, fingerprint, format_amount
from fairfelt.runtime.configuration import keep, read_kept
from fairfelt.version import __version__, commit, program_digest

if TYPE_CHECKING:
    from fairfelt.analysis.lint.check import Effect
    from fairfelt.engine.exact import Answer, CurvePoint, SelfCheck, ShortStrategy, Verification

RECORDS = Path(__file__).parent
"""What tools keep of rounds that were dealt, and of the count of a second program."""
METHODS = tomllib.loads((RECORDS / "methods.toml").read_text("utf-8"))
VOLATILITY_Z = 1.6448536269514722
CERTAINTIES = {"90%": VOLATILITY_Z, "95%": 1.959963984540054}
"""Standard deviations on either side that hold so much of a normal distribution."""
ROUNDS = tuple(10**power for power in range(3, 8))
MOST_BETS = 5
"""Every combination of up to this many optional bets is listed; of more, each alone and all together."""
LIBRARIES = ("numpy", "numba", "msgspec")


@dataclass(frozen=True, kw_only=True)
class Study:
    """All that is known of a game's mathematics."""

    par: Par
    short: ShortStrategy | None
    """None where no strategy is short enough to remember."""
    verification: Verification
    curve: Sequence[CurvePoint] = ()
    check: SelfCheck | None = None
    round_edges: tuple[tuple[str, str, Fraction], ...] = ()
    """Of bets of the game itself with several paytables: bet, paytable, and the edge of the round with it."""
    effects: tuple[Effect, ...] = ()
    """What other readings of the rule sheet come to."""
    complete: tuple[StreetStrategy, ...] = ()
    """The strategy with every set of visible cards, decision by decision."""

    @property
    def game(self) -> Game:
        return self.par.game


def study_of(answer: Answer, verification: Verification) -> Study:
    """The study of a game that is counted, with its other paytables and readings where these are soon counted."""
    from fairfelt.engine.exact import par
    from fairfelt.engine.solve import core_game, solver_of

    game = answer.par.game
    many = [wager for wager in game.wagers if wager.is_base and len(wager.paytables) > 1]
    core = core_game(game)
    soon = solver_of(core).seconds(core) <= SOON_S
    edges = tuple(
        (wager.name, each.name, par(game.with_paytable(wager.name, each.name)).headline.house_edge)
        for wager in many
        for each in (wager.paytables if soon else ())
    )
    return Study(
        par=answer.par, short=answer.short, verification=verification, curve=answer.curve, check=answer.check,
        round_edges=edges, effects=_effects(answer.par) if soon else (), complete=complete_strategy(game),
    )  # fmt: skip


def _effects(par: Par) -> tuple[Effect, ...]:
    """What other readings of the rulings come to: kept, for counting them takes longer than all the rest."""
    from fairfelt.analysis import lint
    from fairfelt.analysis.lint.check import Effect, Subject
    from fairfelt.analysis.lint.questions import rulings_compared

    texts = b"".join(file.read_bytes() for file in sorted(Path(lint.__file__).parent.glob("*.py")))
    key = answer_key(par.game, "readings", sha256(texts).hexdigest())
    name = f"fairfelt_readings_{key[:40]}" if key else ""
    with suppress(ValueError):  # a file that is not whole is as good as none
        if name and (content := read_kept(name)):
            return msgspec.json.decode(content, type=tuple[Effect, ...], dec_hook=lambda _, text: Fraction(text))
    subject = Subject(par.game)
    vars(subject)["par"] = par  # it is counted already
    found = tuple(chain.from_iterable(finding.effects for finding in rulings_compared(subject)))
    if name:
        keep(name, msgspec.json.encode(found, enc_hook=str))
    return found


def lab_report(study: Study) -> Report:
    """The report with its annexes, strategy and published figures; as data, all of these."""
    game, short = study.game, study.short
    first = lab_sheet(study)
    annexes = (
        *([strategy_sheet(game, short)] if short else ()),
        *([Sheet(game.title, "Complete strategy", *strategy_sections(study.complete))] if study.complete else ()),
        verification_sheet(study.verification),
    )
    sheet = Sheet(
        game.title,
        "Report on the mathematics",
        *first.sections,
        *chain.from_iterable(map(part_sections, annexes)),
        footnotes=footnotes_of((first, *annexes)),
        colophon=first.colophon,
    )
    plain = {
        **par_dict(study.par),
        "method": dict(method_rows(study)),
        "returns": [{**row, "house_edge": as_json(row["house_edge"])} for row in returns(study.par)],
        "simulation": record("simulations", game),
        "recount": record("recounts", game),
        "readings": [effect.to_dict() for effect in study.effects],
        "strategy": short and strategy_dict(game, short),
        "complete_strategy": [{"street": each.street, "sets": len(each.sets)} for each in study.complete],
        "verification": study.verification.to_dict(),
        "software": dict(software()),
    }
    return Report(sheet, plain, f"{game.slug}-report")


def part_sections(sheet: Sheet) -> Iterator[Section]:
    """A sheet as a part of a larger one: its name, then its sections by their full names."""
    yield Section(sheet.subtitle)
    for section in sheet.sections:
        yield Section(f"{sheet.subtitle}: {section.title}" if section.title else "", *section.blocks)


def footnotes_of(sheets: Iterable[Sheet]) -> tuple[tuple[str, str], ...]:
    """The terms of all sheets, each once; one that two of them define differently is said to be of its sheet."""
    notes = {(term, text): sheet.subtitle for sheet in sheets for term, text in sheet.footnotes}
    often = Counter(term for term, _ in notes)
    return tuple((f"{term} ({title})" if often[term] > 1 else term, text) for (term, text), title in notes.items())


def lab_sheet(study: Study) -> Sheet:
    """All but the annexes: the PAR sheet, and around it what a laboratory asks besides."""
    par = study.par
    counted = par_sheet(par, curve=study.curve, check=study.check)
    opening, *sections = counted.sections
    return Sheet(
        par.game.title,
        "Mathematics",
        opening,
        Section("Method", Facts(*method_rows(study))),
        Section("By which play", _plays(study)),
        *sections,
        Section("Returns by combination of bets", *_returns(par)),
        Section("Volatility", *_volatility(par)),
        Section("Pays on odd amounts", *_odd_amounts(par)),
        Section("All paytables", *_paytables(study)),
        Section("Progressive returns", *_meters(par)) if any(sheet.levels for sheet in par.wagers) else None,
        Section("Other readings of the rule sheet", *_readings(study)) if par.game.rulings else None,
        Section("Rounds dealt beside the count", *_simulated(par.game)),
        Section("A second count", *_recounted(par.game)),
        Section("What these figures leave out", Steps(*_limits(study))),
        Section("Software", Facts(*software())),
        footnotes=counted.footnotes,
        colophon=counted.colophon,
    )


def method_rows(study: Study) -> Iterator[tuple[str, str]]:
    """What was counted, what was taken to be alike, how ties are broken, and how long the cycle is."""
    from fairfelt.engine.solve import core_game, solver_of

    solver, par = solver_of(core_game(study.game)), study.par
    method = METHODS[solver.name]
    yield "Counted", method["counted"]
    yield "Taken as alike", method["alike"]
    yield (
        "Decisions",
        (
            "Both sides set their hands by the house way; the best setting is counted beside it."
            if par.best
            else "Both sides set their hands by the house way."
            if par.by_house_way
            else "From the last back to the first, each by the greatest expected result of all that can follow."
        ),
    )
    yield (
        "Ties",
        "Of choices with the same value the larger bet is taken, of the same bets the one that is offered first.",
    )
    yield "Arithmetic", "Whole numbers of combinations; one division at the end, so that every fraction is exact."
    yield "Cycle", f"{ways_text(par.round.total)} combinations of a round, all equally likely."
    yield "Solver", f"“{solver.name}”; docs/mathematics.md explains it."


def _plays(study: Study) -> Table:
    """Every edge of the round with the play it is for; the best player's is the least that the house holds."""
    par, short, unit = study.par, study.short, study.game.unit
    rows = [(f"{capital(par.headline_play)}: the least hold", par.headline.house_edge, par.headline.average_wager)]
    if par.best:
        rows.append(("Both by the house way", par.round.house_edge, par.round.average_wager))
    found = [(capital(name), edge, None) for name, edge in _strategies(short)] if short else []
    return Table(
        (Column("The player's play"), *right(f"House edge, per {unit}", "Per unit bet", "Bet a round")),
        tuple(
            (play, percent_text(edge), *((percent_text(edge / wager), decimal_text(wager, 6)) if wager else ("", "")))
            for play, edge, wager in (*rows, *found)
        ),
    )  # fmt: skip


def _strategies(short: Any) -> Iterator[tuple[str, Fraction]]:
    if short.rules:
        yield "the short strategy of this report", short.house_edge
    yield from ((rule.strategy.name, rule.house_edge) for rule in short.known)


def returns(par: Par) -> Iterator[dict[str, Any]]:
    """What comes back of all that is bet, by the optional bets that are made beside the game, one unit each."""
    in_play = {(wager.name, wager.paytable.name) for wager in par.game.optional}
    sheets = {sheet.wager: sheet for sheet in par.wagers if (sheet.wager, sheet.paytable) in in_play}
    seen = set[tuple[str, ...]]()
    for offered in par.game.offered_together:
        names = [wager.name for wager in offered if wager.name in sheets]
        sizes = range(len(names) + 1) if len(names) <= MOST_BETS else (0, 1, len(names))
        for made in chain.from_iterable(combinations(names, size) for size in sizes):
            if made not in seen:
                seen.add(made)
                lost = par.headline.house_edge + sum((sheets[name].house_edge for name in made), Fraction(0))
                wagered = par.headline.average_wager + len(made)
                yield {"bets": list(made), "wagered": float(wagered), "lost": float(lost), "house_edge": lost / wagered}


def _returns(par: Par) -> Iterator[Block]:
    yield Words("Optional bets of one unit each, with the first paytable; without shares of a meter and without envy.")
    yield table(
        returns(par),
        ("Bets beside the game", lambda row: listed(row["bets"]) if row["bets"] else "None"),
        (num("Bet a round"), lambda row: f"{row['wagered']:.6f}"),
        (num("Lost a round"), lambda row: f"{row['lost']:.6f}"),
        (num("House edge"), lambda row: percent_text(row["house_edge"])),
        (num("Return"), lambda row: percent_text(1 - row["house_edge"])),
    )


def _volatility(par: Par) -> Iterator[Block]:
    """For the round and each bet: the index, and the range of returns after n rounds."""
    bets = [("The round", par.headline.house_edge, par.headline.variance)]
    bets += [
        (f"{sheet.wager} {sheet.paytable}".strip(), sheet.house_edge, sheet.variance)
        for sheet in par.wagers
        if par.game.wager(sheet.wager).is_optional
    ]
    rows = [
        (name if at == 0 else "", f"{VOLATILITY_Z * sqrt(variance):.4f}" if at == 0 else "", f"{rounds:,}",
         *(_band(edge, z * sqrt(variance / rounds)) for z in CERTAINTIES.values()))
        for name, edge, variance in bets
        if variance is not None
        for at, rounds in enumerate(ROUNDS)
    ]  # fmt: skip
    yield Words(
        "The volatility index is the standard deviation of one bet times 1.645. A band says between which percentages "
        "of one unit a round the house's hold lies, by the normal distribution; where pays are rare and large it is "
        "rough."
    )
    heads = right("Volatility index", "Rounds", *(f"{name} of the time between" for name in CERTAINTIES))
    yield Table((Column("Bet"), *heads), tuple(rows))


def _band(edge: Fraction, width: float) -> str:
    return f"{float(edge) - width:+.2%} to {float(edge) + width:+.2%}"


def _odd_amounts(par: Par) -> Iterator[Block]:
    """What becomes of pays that are no whole number of chips, if the house pays them down."""
    rows = [
        (f"{sheet.wager} {sheet.paytable}".strip(), row.pays, row.pay.net.denominator, row.probability, sheet)
        for sheet in par.wagers
        for row in sheet.outcomes
        if row.pay.net > 0 and row.pay.net.denominator > 1
    ]
    if not rows:
        yield Words("Every pay is a whole number of chips, whatever is bet: nothing is rounded.")
        return
    yield Words(
        "No sheet says how such a pay is rounded, and the figures of this report do not round it. If it is paid down "
        "to whole chips, a bet of one chip has the edge below; a bet of as many chips as stand in the third column, or "
        "a multiple, has no rounding."
    )
    yield table(
        rows,
        ("Bet", lambda row: row[0]),
        ("Pay", lambda row: row[1]),
        (num("Paid exactly from"), lambda row: count(row[2], "chip")),
        (num("House edge as counted"), lambda row: percent_text(row[4].house_edge)),
        (num("Paid down, at one chip"), lambda row: percent_text(_paid_down(row[4]))),
    )


def _paid_down(sheet: WagerPar) -> Fraction:
    lost = ((row.pay.net - floor(row.pay.net)) * row.probability for row in sheet.outcomes if row.pay.net > 0)
    return sheet.house_edge + sum(lost, Fraction(0))


def _paytables(study: Study) -> Iterator[Block]:
    optional = [sheet for sheet in study.par.wagers if study.game.wager(sheet.wager).is_optional]
    if not (optional or study.round_edges):
        yield Words("Every bet has one paytable, which stands above, and none is optional.")
        return
    folds = (
        ("A fold", lambda sheet: "leaves it in play" if study.game.wager(sheet.wager).survives_fold else "loses it"),
        (num("Hits that best play folds"), lambda sheet: percent_text(sheet.hits_folded)),
        (num("Edge, made alone"), lambda sheet: "" if sheet.edge_alone is None else percent_text(sheet.edge_alone)),
    )
    yield table(
        optional,
        ("Optional bet", lambda sheet: sheet.wager),
        ("Paytable", lambda sheet: sheet.paytable),
        (num("House edge"), lambda sheet: percent_text(sheet.house_edge)),
        (num("Hit frequency"), lambda sheet: percent_text(sheet.hit_frequency)),
        (num("Standard deviation"), lambda sheet: decimal_text(sheet.standard_deviation, 4)),
        *(folds if study.game.can_fold else ()),
    )
    if study.round_edges:
        yield table(
            study.round_edges,
            ("Bet of the game itself", lambda row: row[0]),
            ("Paytable", lambda row: row[1]),
            (num("House edge of the round"), lambda row: percent_text(row[2])),
        )


def _meters(par: Par) -> Iterator[Block]:
    """By paytable: what goes to the meters, and the edge without them, at their seeds and in the long run."""
    rows = []
    for sheet in par.wagers:
        if sheet.levels:
            pays = par.game.paytable(sheet.wager, sheet.paytable)
            levels = {level.name: level for level in suggested_levels(pays).levels}
            reset = sum((row.share * row.probability * seed(levels[row.level]) for row in sheet.levels), Fraction(0))
            whole = sum(
                (row.probability * seed(levels[row.level]) for row in sheet.levels if row.share == 1), Fraction(0)
            )
            fed = sum(map(rate, levels.values()), Fraction(0))
            seeds = "; ".join(format_amount(level.seed_micros) for level in levels.values())
            edges = (sheet.house_edge, sheet.house_edge - reset, sheet.house_edge - fed - whole)
            rows.append((sheet.wager, sheet.paytable, seeds, percent_text(fed, 2), *map(percent_text, edges)))
    yield Words(
        "For a bet of $1, envy left out. Seeds and rates are those that come with the paytable, or ours to start from."
    )
    heads = right("Seeds", "Increment", "Edge without meter", "Edge at the seeds", "Edge in the long run")
    yield Table((Column("Bet"), Column("Paytable"), *heads), tuple(rows))


def _readings(study: Study) -> Iterator[Block]:
    if not study.effects:
        yield Words("No other reading that a ruling names and that is soon counted moves a figure.")
        return
    yield table(
        study.effects,
        ("Read as", lambda effect: effect.reading),
        ("Figure", lambda effect: f"{capital(effect.figure)} of {effect.place if effect.place.wager else 'the game'}"),
        (num("As read here"), lambda effect: percent_text(effect.as_read)),
        (num("Otherwise"), lambda effect: percent_text(effect.otherwise)),
        (num("Difference"), lambda effect: f"{to_decimal(effect.otherwise - effect.as_read) * 100:+.4f}%"),
    )


@cache
def records(kind: str) -> list[dict[str, Any]]:
    return list(json.loads((RECORDS / f"{kind}.json").read_text("utf-8")))


def record(kind: str, game: Game) -> dict[str, Any] | None:
    """The last one of this very game, by its fingerprint: what was found of other rules says nothing of these."""
    digits = fingerprint(game)
    return next((each for each in records(kind) if each["fingerprint"] == digits), None)


def _simulated(game: Game) -> Iterator[Block]:
    found = record("simulations", game)
    if found is None:
        yield Words(
            "No run of these rules is on record: fairfelt simulate with --rounds 1000000000 --seed 1 makes one."
        )
        return
    yield Facts(
        ("Rounds", f"{found['rounds']:,}, seed {found['seed']}, {count(found['seats'], 'seat')}"),
        ("Dealt", f"{found['on']} by Fairfelt {found['version']}, commit {found['commit']}"),
        ("Fingerprint of the rules", found["fingerprint"]),
    )
    yield table(
        found["wagers"],
        ("Bet", lambda row: f"{row['wager']} {row['paytable']}".strip()),
        (num("Mean"), lambda row: f"{row['mean']:+.7f}"),
        (num("Standard error"), lambda row: f"{row['standard_error']:.7f}"),
        (num("Exact"), lambda row: f"{row['exact']:+.7f}"),
        (num("z"), lambda row: "" if row["z"] is None else f"{row['z']:+.2f}"),
    )


def _recounted(game: Game) -> Iterator[Block]:
    found = record("recounts", game)
    if found is None:
        yield Words(
            "No comparison of these rules with the second program is on record: recount/README.md says how to make one."
        )
        return
    figures = found["figures"]
    same = sum(each["agrees"] for each in figures)
    yield Facts(
        ("Program", "recount/, which shares no code with Fairfelt and asks it through its command line alone"),
        ("Compared", f"{found['on']}, with Fairfelt {found['version']}, commit {found['commit']}"),
        ("Fingerprint of the rules", found["fingerprint"]),
        ("Result", f"{same} of {len(figures)} figures are the same to the last digit of their fractions"),
        ("Not compared", capital(found["left_out"])) if found["left_out"] else None,
    )
    yield table(
        figures,
        ("Figure", lambda each: each["figure"]),
        ("Deck", lambda each: each["where"]),
        ("Same", lambda each: "yes" if each["agrees"] else "NO"),
    )


def _limits(study: Study) -> Iterator[str]:
    par = study.par
    yield from (str(missing) for missing in par.uncounted)
    yield "Cards that a player sees by mistake or fraud, and partners who talk: fairfelt protect counts these."
    yield "Mistakes of dealers in dealing, reading and paying, and rounds that are void."
    yield "Aggregate limits, which cut pays where several players win at once."
    if any(sheet.levels for sheet in par.wagers):
        yield "What stands on a meter, but where it is named; decisions that a player would change for a high meter."
    if any(sheet.envy for sheet in par.wagers):
        yield "Envy counts hands of other players as if each were dealt from a deck of its own; the mean is exact."


def software() -> Iterator[tuple[str, str]]:
    """Which software it was, and what it ran on."""
    yield "Fairfelt", __version__
    yield "Commit", commit()
    yield "Files, SHA-256 over all of them", program_digest()
    yield "Python", f"{platform.python_implementation()} {platform.python_version()}"
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):  # what was counted before needs no compiler
            yield name, version(name)
    yield "Machine", f"{sys.platform}, {platform.machine()}"
