"""Whether tables may share one progressive, proved by exact odds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from fairfelt.engine.answers.par import WagerPar
from fairfelt.engine.answers.store import kept_sheet
from fairfelt.law.core import DISCLAIMER, Finding, Findings, Law, LawError, Rule
from fairfelt.law.limits import Offer
from fairfelt.rules import Cards, Facts, Game, Paytable, UnknownName, Wager, fingerprint, format_day
from fairfelt.runtime.compute.compile import NoNumba

__all__ = [
    "AwardOdds", "LinkExamined", "LinkedTable", "ProposedLink", "WagerOdds", "award_odds", "certificate",
    "certificate_faults", "check_award_odds", "check_cut_off", "check_folded_hands", "check_location", "check_makers",
    "check_wide_area", "examine",
]  # fmt: skip

# How likely each award of a progressive is, counted exactly: what a link has to have in common.


@dataclass(frozen=True)
class AwardOdds:
    """A share of a level, or a fixed pay: the hands that win it, and in how many of all combinations."""

    level: str
    share: Fraction
    hands: tuple[str, ...]
    combinations: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The probability of winning it with one wager."""
        return Fraction(self.combinations, self.total)

    @property
    def name(self) -> str:
        """ "100% of Mega", or the hand of a fixed pay."""
        return f"{self.share * 100}% of {self.level}" if self.level else self.hands[0]


@dataclass(frozen=True)
class WagerOdds:
    """Every award of a progressive wager, and what was counted."""

    game: Game
    wager: Wager
    paytable: Paytable
    cards: int
    """The number of cards in a hand."""
    by_hands: bool
    """Whether hands alone were counted; otherwise whole rounds, as folding can lose the bet."""
    awards: tuple[AwardOdds, ...]
    fixed: tuple[AwardOdds, ...] = ()
    """The fixed pays beside them, line by line."""

    @property
    def ranking(self) -> str:
        """The name of the ranking by which a hand wins."""
        ranking = self.wager.ranking or (self.game.showdown.ranking if self.game.showdown else None)
        return ranking.name if ranking else ""


def award_odds(
    game: Game, wager: str, paytable: str = "", *, folded_hands_qualify: bool | None = None, again: bool = False
) -> WagerOdds:
    """Count a progressive wager with one of its paytables, or with the one in play.

    Where folded hands do not qualify, only hands count that the best strategy of the game plays. A link may decide
    that for its tables; None is the sheet's rule. What was counted before by the same code is taken, unless it is to
    be counted again: a server that cannot count knows the odds of every sheet that ships.
    """
    if folded_hands_qualify not in (None, game.wager(wager).survives_fold):
        game = game.with_wager(wager, survives_fold=folded_hands_qualify)
    bet = game.wager(wager)
    table = game.paytable(wager, paytable) if paytable else bet.paytable
    by_hands = is_counted_by_hands(bet)
    sheet = None if again else kept_sheet(game, bet, table)
    if sheet is None and not by_hands:
        from fairfelt.engine.exact import solve, wager_par

        sheet = wager_par(solve(game), bet, table)
    rows = tuple(_by_hands(game, bet, table) if sheet is None else _of_sheet(sheet))
    shares, fixed = ([row for row in rows if bool(row.level) is of_meter] for of_meter in (True, False))
    return WagerOdds(game, bet, table, game.deal.count(bet.on), by_hands, _together(shares), tuple(fixed))


def is_counted_by_hands(wager: Wager) -> bool:
    """Whether its hand alone decides a bet: then a moment is enough to count it, and no game has to be solved."""
    return bool(wager.ranking and wager.survives_fold and not wager.against and Cards.DEALER not in wager.on)


def check_offered_odds(law: Law, offer: Offer) -> Iterator[Finding]:
    """Check the odds of every progressive that a table offers, as far as hands alone decide it.

    Odds that this server cannot count are reported as such: a room's day begins all the same.
    """
    rule = law.find("award.odds")
    for name in offer.progressives if rule else ():
        if not is_counted_by_hands(offer.game.wager(name)):
            continue
        try:
            yield from check_award_odds(law, award_odds(offer.game, name, offer.paytable(name).name))
        except NoNumba as error:
            assert rule
            yield Finding(rule, f"{offer.game.title}, {name}: the odds of its awards are not known here: {error}")


def check_award_odds(law: Law, counted: WagerOdds) -> Iterator[Finding]:
    """Awards that are rarer than a standard lets pass without a display of the odds, which the finding has."""
    rule = law.find("award.odds")
    for award in (*counted.awards, *counted.fixed) if rule else ():
        if rule and award.probability * rule.number("one_in") < 1:
            odds = f"one in {round(1 / award.probability):,}" if award.combinations else "no hand wins it"
            rarer = f"is rarer than one in {rule.number('one_in'):,}: its odds are to be displayed ({odds})"
            yield Finding(rule, f"{counted.game.title}, {counted.wager.name}: {award.name} {rarer}")


def _by_hands(game: Game, wager: Wager, table: Paytable) -> Iterator[AwardOdds]:
    """A bet that outlives a fold depends on its hand alone: no game has to be solved for it."""
    from fairfelt.engine.bets.census import line_counts

    assert wager.ranking
    counts = line_counts(wager.ranking, game.deck, game.deal.count(wager.on))
    settling = replace(wager, paytables=(table,))
    for line, count in reversed(list(enumerate(counts))):
        outcome = settling.outcome(Facts(player=line))
        if outcome.pay.level or outcome.pay.net > 0:
            yield AwardOdds(outcome.pay.level, outcome.pay.share, (outcome.name,), count, sum(counts))


def _of_sheet(sheet: WagerPar) -> Iterator[AwardOdds]:
    for row in sheet.levels:
        yield AwardOdds(row.level, row.share, (row.line,), int(row.probability * sheet.total), sheet.total)
    for outcome in sheet.outcomes:
        if outcome.pay.net > 0 and not outcome.pay.level:
            yield AwardOdds("", Fraction(0), (outcome.name,), outcome.combinations, sheet.total)


def _together(rows: Iterable[AwardOdds]) -> tuple[AwardOdds, ...]:
    """Hands that win the same share of the same level are one award."""
    found: dict[tuple[str, Fraction], AwardOdds] = {}
    for row in rows:
        seen = found.get((row.level, row.share))
        found[row.level, row.share] = row if seen is None else replace(
            seen, hands=(*seen.hands, *row.hands), combinations=seen.combinations + row.combinations
        )  # fmt: skip
    return tuple(found.values())


# Whether tables may be connected to one progressive: same game, or same probability and same winning hand, exactly.


@dataclass(frozen=True, kw_only=True)
class LinkedTable:
    """A table on a link."""

    table: str
    game: Game
    wager: str
    paytable: str
    location: str
    maker: str = ""
    """The maker of its progressive equipment."""
    other_jackpots: tuple[str, ...] = ()
    """Progressive jackpots that are linked at this table besides."""
    meter: bool = True
    """Whether the table shows a meter that rises with each wager."""
    folded_hands_qualify: bool | None = None
    """The decision of its link; None where the sheet decides."""

    @property
    def qualify(self) -> bool:
        printed = self.game.wager(self.wager).survives_fold
        return printed if self.folded_hands_qualify is None else self.folded_hands_qualify

    @property
    def label(self) -> str:
        """The table and what is played on it."""
        folded = "" if self.qualify else ", folded hands do not qualify"
        return f"{self.table} ({self.game.title}, {self.wager}, {self.paytable}{folded})"

    def count(self) -> WagerOdds:
        """The exact odds of its awards by its own rule on folded hands."""
        return award_odds(self.game, self.wager, self.paytable, folded_hands_qualify=self.qualify)


@dataclass(frozen=True, kw_only=True)
class ProposedLink:
    """Tables that are to feed and win one jackpot."""

    jackpot: str
    tables: tuple[LinkedTable, ...]
    test_report: str = ""
    """The document on how equipment of different makers works together."""

    @property
    def is_one_game(self) -> bool:
        """Whether every table plays the same game with the same bet, paytable and rule on folded hands."""
        return len({(fingerprint(t.game), t.wager.lower(), t.paytable.lower(), t.qualify) for t in self.tables}) <= 1


@dataclass(frozen=True)
class LinkExamined:
    """A proposed link with its odds side by side, and what speaks against it."""

    law: Law
    link: ProposedLink
    odds: tuple[WagerOdds, ...]
    """Table by table."""
    findings: Findings

    @property
    def is_lawful(self) -> bool:
        """Whether no binding rule speaks against it."""
        return not any(finding.rule.binds for finding in self.findings)

    @property
    def is_equal(self) -> bool:
        """Whether every table has the same awards with the same probabilities and hands, whatever the law asks for."""
        found = {
            (odds.ranking, frozenset((award.name, award.probability, frozenset(award.hands)) for award in odds.awards))
            for odds in self.odds
        }
        return len(found) <= 1

    @property
    def awards(self) -> tuple[str, ...]:
        """The names of all awards, each once."""
        return tuple(dict.fromkeys(award.name for counted in self.odds for award in counted.awards))

    def award(self, name: str) -> tuple[AwardOdds | None, ...]:
        """One award, table by table."""
        return tuple(next((a for a in counted.awards if a.name == name), None) for counted in self.odds)


def examine(law: Law, link: ProposedLink) -> LinkExamined:
    """Count every award of every table and hold them against the rules of that day."""
    odds = tuple(table.count() for table in link.tables)
    if not odds:
        raise LawError(f"a link to {link.jackpot} needs tables")
    for table, counted in zip(link.tables, odds, strict=True):
        if not counted.awards:
            raise LawError(f"{table.label} wins no share of a meter; name a progressive")
    draft = LinkExamined(law, link, odds, ())
    return replace(draft, findings=tuple(_findings(draft)))


def check_location(law: Law, locations: Iterable[str], *, one_game: bool, licensed: str = "") -> Iterator[Finding]:
    """Whether the tables of one jackpot stand in one licensed location, and in the one that the room's license names.

    Capitals and spaces make no other place.
    """
    rule = law.find("link.same_game" if one_game else "link.different_games")
    places = {same_words(name): name for name in sorted(locations)}
    if rule is None or not rule.flag("one_location"):
        return
    if len(places) > 1:
        yield Finding(
            rule, f"tables of one jackpot stand in one licensed location, not in {' and '.join(places.values())}"
        )
    for name in places.values() if licensed else ():
        if same_words(name) != same_words(licensed):
            yield Finding(rule, f"{name} is not the licensed location, which is {licensed}")


def check_folded_hands(law: Law, rules: Mapping[str, str]) -> Iterator[Finding]:
    """Whether all links of a jackpot have one rule on folded hands, by link: it decides how often a level is won."""
    rule = law.find("link.different_games") or law.find("link.same_game")
    if rule and len(set(rules.values())) > 1:
        stated = " and ".join(f"{name} says “{text}”" for name, text in sorted(rules.items()))
        yield Finding(rule, f"links of one jackpot have one rule on folded hands: {stated}")


def check_makers(law: Law, makers: Iterable[str], *, reported: bool, silent: Iterable[str] = ()) -> Iterator[Finding]:
    """Whether equipment of different makers on one progressive has its test report; `silent` tables name no maker."""
    rule = law.find("link.makers")
    if rule is None or not rule.flag("needs_test_report"):
        return
    for table in silent:
        yield Finding(rule, f"table {table} does not say who made its progressive equipment; say it, for others share "
                            "its jackpot")  # fmt: skip
    different = {same_words(name): name for name in sorted(makers)}
    if len(different) > 1 and not reported:
        yield Finding(
            rule,
            f"the equipment comes from different makers, {' and '.join(different.values())}; "
            "file the test report on how it works together",
        )


def same_words(text: str) -> str:
    """A name as it is compared: capitals and spaces make no other one."""
    return " ".join(text.casefold().split())


def _findings(draft: LinkExamined) -> Iterator[Finding]:
    law, link = draft.law, draft.link
    same, different = law.find("link.same_game"), law.find("link.different_games")
    rule = same if link.is_one_game else different
    if rule:
        yield from check_location(law, {table.location for table in link.tables}, one_game=link.is_one_game)
    elif same:
        yield Finding(same, f"on {format_day(law.on)} only tables of the same game, bet and paytable may be connected")
    if different and rule is different:
        for table in link.tables if not different.flag("several_jackpots") else ():
            if table.other_jackpots:
                also, day = ", ".join(table.other_jackpots), format_day(law.on)
                one_only = f"on {day} different games share one progressive jackpot only"
                yield Finding(different, f"{table.label} also feeds {also}; {one_only}")
        for table in link.tables if different.flag("meter_on_each_table") else ():
            if not table.meter:
                yield Finding(different, f"{table.label} has no meter that rises with each wager")
        yield from _unequal(different, draft)
    for counted in draft.odds:
        yield from check_award_odds(law, counted)
    makers = {table.maker for table in link.tables if table.maker}
    yield from check_makers(law, makers, reported=bool(link.test_report))


def _unequal(rule: Rule, draft: LinkExamined) -> Iterator[Finding]:
    """Every award of every table beside that of the first."""
    first = draft.link.tables[0]
    for name in draft.awards:
        mine, *others = draft.award(name)
        for table, counted, theirs in zip(draft.link.tables[1:], draft.odds[1:], others, strict=True):
            if mine is None or theirs is None:
                without = table if theirs is None else first
                yield Finding(rule, f"{name}: {without.label} has no such award")
                continue
            if rule.flag("same_probability") and mine.probability != theirs.probability:
                ours, other = f"{mine.probability} at {first.label}", f"{theirs.probability} at {table.label}"
                yield Finding(rule, f"{name}: the probabilities differ, {ours} and {other}")
            hands = (draft.odds[0].ranking, set(mine.hands)), (counted.ranking, set(theirs.hands))
            if rule.flag("same_hand") and hands[0] != hands[1]:
                ours, other = " or ".join(mine.hands), " or ".join(theirs.hands)
                yield Finding(
                    rule, f"{name}: the winning hands differ, {ours} at {first.label} and {other} at {table.label}"
                )


def check_wide_area(law: Law) -> Iterator[Finding]:
    """Whether a jackpot may be shared with rooms in other licensed locations."""
    for name in ("link.same_game", "link.different_games"):
        rule = law.find(name)
        if rule and rule.flag("one_location"):
            yield Finding(rule, "tables of one jackpot stand in one licensed location; a hub joins several")
            return


def check_cut_off(law: Law, stops_after_s: int | None) -> Iterator[Finding]:
    """Whether play stops soon enough where a room is cut off from the hub of its jackpot."""
    rule = law.find("link.cut_off")
    if rule is None:
        return
    hours = rule.number("most_hours")
    if stops_after_s is None or stops_after_s > hours * 3600:
        yield Finding(rule, f"play on a shared jackpot stops when the room has been cut off for {hours} hours")


# A link certificate: plain data that proves by exact fractions that a link is lawful, and that anyone can check again.
#
# The file is enough to check its seal, its arithmetic and the equality of the odds. Where the same games are at hand,
# with the same fingerprints, everything is counted again as well.


KIND, FORM, SEAL = "fairfelt link certificate", 1, "sha256"
UNSEALED = (SEAL, "imprint")
"""What has made the paper may be another program than the one that counted."""
FindGame = Callable[[str, str], Game]
"""A game by its short name and version."""


def certificate(examined: LinkExamined) -> dict[str, Any]:
    """The certificate of a lawful link; an unlawful one is refused with the fractions side by side."""
    if not examined.is_lawful:
        raise LawError("; ".join(f.sentence for f in examined.findings if f.rule.binds))
    if not examined.is_equal:
        raise LawError("the odds of these tables are not equal; nothing forbids the link here, but it is not certified")
    link, law = examined.link, examined.law
    cited = [rule for rule in law.rules if rule.id.startswith("link.")]
    body: dict[str, Any] = {
        "kind": KIND,
        "form": FORM,
        "jackpot": link.jackpot,
        "profile": law.profile.name,
        "on": law.on.isoformat(),
        "rules": [{"id": r.id, "citation": r.citation, "certainty": r.certainty.value} for r in cited],
        "test_report": link.test_report,
        "notices": [finding.sentence for finding in examined.findings],
        "tables": [_table(table, odds) for table, odds in zip(link.tables, examined.odds, strict=True)],
        "disclaimer": DISCLAIMER,
    }
    return {**body, SEAL: seal(body)}


def seal(body: Mapping[str, Any]) -> str:
    """SHA-256 of the certificate without its seal and imprint, as JSON with sorted keys and no spaces."""
    unsealed = {name: value for name, value in body.items() if name not in UNSEALED}
    text = json.dumps(unsealed, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _table(table: LinkedTable, odds: WagerOdds) -> dict[str, Any]:
    deck = table.game.deck
    return {
        "table": table.table,
        "location": table.location,
        "maker": table.maker,
        "other_jackpots": list(table.other_jackpots),
        "game": table.game.slug,
        "variant": table.game.variant,
        "fingerprint": fingerprint(table.game),
        "wager": odds.wager.name,
        "paytable": odds.paytable.name,
        "folded_hands_qualify": odds.wager.survives_fold,
        "deck_cards": len(deck),
        "hand_cards": odds.cards,
        "counted": "hands" if odds.by_hands else "rounds",
        "ranking": odds.ranking,
        "awards": [_award(award) for award in odds.awards],
    }


def _award(award: AwardOdds) -> dict[str, Any]:
    return {
        "level": award.level,
        "share": str(award.share),
        "hands": list(award.hands),
        "combinations": award.combinations,
        "total": award.total,
        "probability": str(award.probability),
    }


def certificate_faults(held: Mapping[str, Any], find: FindGame | None = None) -> tuple[str, ...]:
    """The faults of a certificate; none if it holds. With `find`, games are counted again."""
    try:
        return tuple(_faults(held, find))
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        return (f"this is no {KIND} that can be read: something is missing in it, or is not what it should be",)


def _faults(held: Mapping[str, Any], find: FindGame | None) -> Iterator[str]:
    if held["kind"] != KIND or held["form"] != FORM:
        yield f"this is no {KIND} of form {FORM}"
        return
    if held[SEAL] != seal(held):
        yield "the seal does not fit: something was changed after it was made"
    tables = held["tables"]
    for table in tables:
        for award in table["awards"]:
            if Fraction(award["combinations"], award["total"]) != Fraction(award["probability"]):
                yield f"table {table['table']}, {award['level']}: combinations and probability disagree"
            if table["counted"] == "hands" and award["total"] != comb(table["deck_cards"], table["hand_cards"]):
                yield f"table {table['table']}, {award['level']}: the total is not the number of all hands"
        if _essence(tables[0]) != _essence(table):
            yield f"table {table['table']} has other odds or winning hands than table {tables[0]['table']}"
        if find:
            yield from _recount(table, find)


def _essence(table: Mapping[str, Any]) -> tuple[str, set[tuple[str, Fraction, Fraction, frozenset[str]]]]:
    awards = table["awards"]
    return table["ranking"], {
        (a["level"], Fraction(a["share"]), Fraction(a["probability"]), frozenset(a["hands"])) for a in awards
    }


def _recount(table: Mapping[str, Any], find: FindGame) -> Iterator[str]:
    try:
        game = find(table["game"], table["variant"])
        if fingerprint(game) != table["fingerprint"]:
            yield f"table {table['table']}: {game.title} has another fingerprint here, so it cannot be counted again"
            return
        qualify = table["folded_hands_qualify"]
        counted = award_odds(game, table["wager"], table["paytable"], folded_hands_qualify=qualify, again=True)
    except UnknownName as unknown:
        yield f"table {table['table']} cannot be counted again: {unknown}"
        return
    if [_award(award) for award in counted.awards] != table["awards"]:
        yield f"table {table['table']}: counted again, the odds of {game.title} are others"
