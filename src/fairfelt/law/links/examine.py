"""Whether tables may be connected to one progressive: same game, or same probability and same winning hand, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.law.core.profile import Law, LawError
from fairfelt.law.core.rule import Rule
from fairfelt.law.core.verdict import Finding, Findings
from fairfelt.rules import Game, fingerprint, format_day

from .odds import AwardOdds, WagerOdds, award_odds, check_award_odds


@dataclass(frozen=True, kw_only=True)
class LinkedTable:
    """A table on a link."""

    table: str
    game: Game
    wager: str
    paytable: str
    location: str
    maker: str = ""
    """Who made its progressive equipment."""
    other_jackpots: tuple[str, ...] = ()
    """Progressive jackpots that are linked at this table besides."""
    meter: bool = True
    """Whether the table shows a meter that rises with each wager."""
    folded_hands_qualify: bool | None = None
    """What its link has decided; None where the sheet decides."""

    @property
    def qualify(self) -> bool:
        """Whether folded hands qualify."""
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
        return len({(odds.ranking, frozenset(map(_essence, odds.awards))) for odds in self.odds}) <= 1

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
    return LinkExamined(law, link, odds, tuple(_findings(draft)))


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
        yield from _cardinality(different, link, law)
        yield from _meters(different, link)
        yield from _unequal(different, draft)
    for counted in draft.odds:
        yield from check_award_odds(law, counted)
    makers = {table.maker for table in link.tables if table.maker}
    yield from check_makers(law, makers, reported=bool(link.test_report))


def _cardinality(rule: Rule, link: ProposedLink, law: Law) -> Iterator[Finding]:
    for table in link.tables if not rule.flag("several_jackpots") else ():
        if table.other_jackpots:
            others = ", ".join(table.other_jackpots)
            yield Finding(rule, f"{table.label} also feeds {others}; on {format_day(law.on)} different games share one "
                                "progressive jackpot only")  # fmt: skip


def _meters(rule: Rule, link: ProposedLink) -> Iterator[Finding]:
    for table in link.tables:
        if rule.flag("meter_on_each_table") and not table.meter:
            yield Finding(rule, f"{table.label} has no meter that rises with each wager")


def _unequal(rule: Rule, draft: LinkExamined) -> Iterator[Finding]:
    """Every award of every table beside that of the first."""
    first = draft.link.tables[0]
    for name in draft.awards:
        mine, *others = draft.award(name)
        for table, theirs in zip(draft.link.tables[1:], others, strict=True):
            if mine is None or theirs is None:
                without = table if theirs is None else first
                yield Finding(rule, f"{name}: {without.label} has no such award")
                continue
            if rule.flag("same_probability") and mine.probability != theirs.probability:
                ours, other = f"{mine.probability} at {first.label}", f"{theirs.probability} at {table.label}"
                yield Finding(rule, f"{name}: the probabilities differ, {ours} and {other}")
            if rule.flag("same_hand") and _definition(draft, first, mine) != _definition(draft, table, theirs):
                ours, other = " or ".join(mine.hands), " or ".join(theirs.hands)
                yield Finding(
                    rule, f"{name}: the winning hands differ, {ours} at {first.label} and {other} at {table.label}"
                )


def _essence(award: AwardOdds) -> tuple[str, Fraction, frozenset[str]]:
    return award.name, award.probability, frozenset(award.hands)


def _definition(draft: LinkExamined, table: LinkedTable, award: AwardOdds) -> tuple[str, frozenset[str]]:
    """The winning hand: by which ranking, and which of its lines."""
    return draft.odds[draft.link.tables.index(table)].ranking, frozenset(award.hands)


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
