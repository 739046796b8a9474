"""Progressives: proposals, certificates of links, and how they are played, claimed, paid and set up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from fairfelt.engine.answers.numbers import percent_text, to_decimal
from fairfelt.jackpot import Terms
from fairfelt.jackpot.meters.advice import ADVISED_RATE
from fairfelt.reports.law.notices import limit_words, percent
from fairfelt.reports.law.rules import finding_notice, not_approved
from fairfelt.reports.placard.dealing import BACK
from fairfelt.reports.placard.placard import not_wild_sentences
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Section, Sheet, Steps, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, colophon, listed, one_in_text
from fairfelt.room.state.table import LABELS, Controls, Press
from fairfelt.rules import Basis, Game, Paytable, Wager, fingerprint, format_amount, format_day
from fairfelt.version import __version__

if TYPE_CHECKING:
    from fairfelt.law import AwardOdds, Law, Letter, LinkExamined, WagerOdds


_NOT_APPLICABLE = (
    ("Limit of the diversion pool", "Not applicable: what gathers above a limit stays the players' and starts the next "
     "jackpot, and no contribution is cut off."),
    ("Time limit", "Not applicable: a jackpot stands until its hand is made, or it is retired with notice."),
)  # fmt: skip
"""Parameters that some standards list and no jackpot here can have."""


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A progressive as it is to open."""

    law: Law
    odds: WagerOdds
    terms: Terms
    linked: bool = False
    """True if several tables share it."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Components of the progressive system and their versions."""

    @property
    def all_versions(self) -> dict[str, str]:
        """With this program's own."""
        return {"Fairfelt": __version__, **self.versions}


def proposal_report(proposal: Proposal) -> Report:
    """The proposal on paper and as data."""
    odds, terms = proposal.odds, proposal.terms
    shared = "linked tables" if proposal.linked else "stand-alone"
    facts = (
        ("Progressive", f"{terms.name}, {shared}"),
        ("Game", odds.game.title),
        ("Bet, paytable", f"{odds.wager.name}, {odds.paytable.name}"),
        ("Folded hands", "qualify" if odds.wager.survives_fold else "do not qualify"),
        *policy_facts(terms),
        (
            "Largest increment",
            f"{format_amount(terms.largest_increment_micros, terms.currency)} a bet; more is refused",
        ),
        *_NOT_APPLICABLE,
    )
    rule = proposal.law.find("proposal.contents")
    after = Words(f"Contents required by {rule.cited}.") if rule else Words("No rule requires this proposal here.")
    sheet = Sheet(
        f"Progressive proposal: {terms.name}",
        f"{proposal.law.profile.title}, {format_day(proposal.law.on)}",
        Section("", *not_approved(proposal.law), Facts(*facts), after),
        Section("Levels", levels_table(terms)),
        Section("Odds of each award", _awards(odds)),
        Section("System", Facts(*proposal.all_versions.items())),
        colophon=colophon(odds.game, what="Counted, not sampled,"),
    )
    return Report(sheet, _proposal_dict(proposal), "proposal")


def _proposal_dict(proposal: Proposal) -> dict[str, Any]:
    odds = proposal.odds
    return {
        "profile": proposal.law.profile.name,
        "on": proposal.law.on.isoformat(),
        "game": odds.game.slug,
        "variant": odds.game.variant,
        "fingerprint": fingerprint(odds.game),
        "wager": odds.wager.name,
        "paytable": odds.paytable.name,
        "linked": proposal.linked,
        "folded_hands_qualify": odds.wager.survives_fold,
        "terms": to_builtins(proposal.terms),
        "awards": [
            {
                "level": award.level,
                "share": str(award.share),
                "hands": list(award.hands),
                "probability": str(award.probability),
            }
            for award in odds.awards
        ],
        "not_applicable": dict(_NOT_APPLICABLE),
        "versions": proposal.all_versions,
    }


def policy_facts(terms: Terms) -> tuple[tuple[str, str], ...]:
    """What the house chose for a jackpot."""
    return (
        ("Several winners", terms.several_winners.value),
        ("Amount locks", terms.freeze.value),
        ("Fixed pays from", terms.fixed_pays.value),
    )


def levels_table(terms: Terms) -> Table:
    """What each level of a jackpot starts from and is fed by."""
    return table(
        terms.levels,
        ("Level", lambda level: level.name),
        (num("Seed and reset"), lambda level: format_amount(level.seed_micros, terms.currency)),
        (num("Meter rate"), lambda level: percent(level.rate_ppm)),
        (num("Reserve rate"), lambda level: percent(level.reserve_rate_ppm)),
        (num("Limit"), lambda level: limit_words(level.limit_micros, terms.currency)),
    )


def _awards(odds: WagerOdds) -> Table:
    rows = tuple(
        (award.name, capital(" or ".join(award.hands)), str(award.probability), one_in_text(award.probability))
        for award in odds.awards
    )
    return Table((Column("Award"), Column("Hand"), *right("Probability", "Frequency")), rows)


NOT_FOLDED = "do not qualify; only hands are counted that the best strategy of the game plays"


def link_report(examined: LinkExamined) -> Report:
    """The odds of every table, and what the rules of that day say about them."""
    link, law = examined.link, examined.law
    answer = "This link is allowed." if examined.is_lawful else "This link is not allowed."
    tables = tuple((t.table, f"{t.game.title}, {t.wager}, paytable {t.paytable}, {t.location}") for t in link.tables)
    sheet = Sheet(
        f"Link to {link.jackpot}",
        f"{law.profile.title}, {format_day(law.on)}",
        Section("", Words(answer), *finding_notice("Findings", examined.findings)),
        Section("Tables", Facts(*tables)),
        Section("Odds of each award, by table", _side_by_side(examined)),
        colophon="Counted, not sampled.",
    )
    return Report(sheet, _link_dict(examined), "link", passed=examined.is_lawful)


def _link_dict(examined: LinkExamined) -> dict[str, Any]:
    names = [table.table for table in examined.link.tables]
    return {
        "jackpot": examined.link.jackpot,
        "profile": examined.law.profile.name,
        "on": examined.law.on.isoformat(),
        "lawful": examined.is_lawful,
        "findings": [finding.to_dict() for finding in examined.findings],
        "awards": {
            award: {
                table: odds and {"probability": str(odds.probability), "hands": list(odds.hands)}
                for table, odds in zip(names, examined.award(award), strict=True)
            }
            for award in examined.awards
        },
    }


def _side_by_side(examined: LinkExamined) -> Table:
    tables = [table.table for table in examined.link.tables]
    rows = tuple((name, *map(_cell, examined.award(name))) for name in examined.awards)
    return Table((Column("Award"), *map(Column, tables)), rows)


def _cell(award: AwardOdds | None) -> str:
    return f"{award.probability} ({' or '.join(award.hands)})" if award else "no such award"


def certificate_report(held: Mapping[str, Any], faults: tuple[str, ...], *, recounted: bool) -> Report:
    """A certificate with the result of verifying it; its plain data are the certificate itself."""
    sheet = Sheet(
        f"Link certificate, {held.get('jackpot', 'unreadable')}",
        f"{held.get('profile', '')} {held.get('on', '')}".strip(),
        Section("Verification", _verification(faults, recounted=recounted)),
        *(_table(table) for table in held.get("tables", ()) if not faults or "awards" in table),
        Section("Rules", _rules(held), Words(str(held.get("disclaimer", "")))),
        colophon=f"SHA-256 seal: {held.get('sha256', 'none')}.",
    )
    return Report(sheet, dict(held), "certificate", passed=not faults)


def _verification(faults: tuple[str, ...], *, recounted: bool) -> Block:
    if faults:
        return Notice("This certificate is not valid", *faults)
    what = "The seal, the arithmetic and the equal odds are correct"
    return Words(f"{what}; every award was recounted." if recounted else f"{what}.")


def _table(table: Mapping[str, Any]) -> Section:
    rows = tuple(
        (f"{award['level']}, share {award['share']}", " or ".join(award["hands"]), f"{award['combinations']:,}",
         f"{award['total']:,}", award["probability"], _one_in(award))
        for award in table["awards"]
    )  # fmt: skip
    columns = (Column("Award"), Column("Winning hand"), *right("Combinations", "Of", "Probability", "One in"))
    facts = (
        ("Game", f"{table['game']} {table['variant']}".strip()),
        ("Bet, paytable", f"{table['wager']}, {table['paytable']}"),
        ("Location", f"{table['location']}"),
        ("Hand", f"{table['hand_cards']} cards, ranking “{table['ranking']}”"),
        ("Folded hands", "qualify" if table["folded_hands_qualify"] else NOT_FOLDED),
        ("Fingerprint", table["fingerprint"]),
    )
    return Section(f"Table {table['table']}", Facts(*facts), Table(columns, rows))


def _one_in(award: Mapping[str, Any]) -> str:
    return f"{to_decimal(1 / Fraction(award['probability'])):,.2f}"


def _rules(held: Mapping[str, Any]) -> Table:
    rows = tuple((rule["id"], rule["citation"], rule["certainty"]) for rule in held.get("rules", ()))
    return Table((Column("Rule"), Column("Citation"), Column("Source")), rows)


# How a progressive is played, claimed, paid and set up: in sentences, from its paytables and the keypads there are.


METER = "meter"
"""Where fixed pays may come from, besides the tray."""


def progressive_sheet(game: Game, letter: Letter) -> Sheet | None:
    """All of it; None where no bet of the game feeds a meter."""
    wagers = [wager for wager in game.wagers if wager.feeds_meter]
    if not wagers:
        return None
    systems = [system for system in letter.systems if set(system.games) & set(game.approvals)]
    rows = tuple(
        (system.name, " or ".join(part.words for part in row)) for system in systems for row in system.components
    )
    return Sheet(
        game.title,
        "Progressive rules",
        *(Section(wager.name, Steps(*bet_rules(game, wager))) for wager in wagers),
        *(Section(f"Keypad with {LABELS[one][Press.START]}", Steps(*keypad_steps(one))) for one in Controls),
        Section("Seeds and rates", Steps(*setting_rules()), _presets(wagers)),
        Section("Systems that the sheet lists", Facts(*rows)) if rows else None,
    )  # fmt: skip


def bet_rules(game: Game, wager: Wager) -> Iterator[str]:
    """What it reads, what it pays and from where, and what a fold does to it."""
    pays = list(chain.from_iterable(table.pays.values() for table in wager.paytables))
    yield f"The {wager.name} is an optional bet, made beside the bets that open the round."
    yield from not_wild_sentences(game, wager)
    if wager.ranking:
        yield f"Only the {wager.on} count for it, whatever cards the other bets count."
    yield "A share of the meter is paid from the amount that the progressive's meter shows."
    if any(not pay.level and pay.basis is Basis.FOR for pay in pays):
        yield _fixed_pays(wager)
        yield "A pay “for 1” includes the bet: the bet itself does not go back."
    yield (
        "When 100% of a level is won, the level starts again from its seed and its reserve; the house puts up the "
        "seed, and the edge over the long run counts what that costs."
    )
    yield (
        "If one round wins the meter more than once, the player farthest to the dealer's right is paid first, then the "
        f"others {BACK}; internal controls may say otherwise where the law lets them."
    )
    if bearing := [table.name for table in wager.paytables if table.envy]:
        yield f"A player with the bet is in play for its envy pays as well: paytable {listed(bearing)} has them."
    if game.can_fold:
        yield f"Folded hands {'qualify' if wager.survives_fold else 'do not qualify'} for the {wager.name}."


def _fixed_pays(wager: Wager) -> str:
    sources = {source for table in wager.paytables if table.preset for source in table.preset.fixed_pays}
    if METER in sources:
        return "All other hands are paid from the tray, or from the meter if the casino chooses so."
    return "All other hands are paid from the tray; they do not come off the meter."


def keypad_steps(controls: Controls) -> Iterator[str]:
    """A round with a claim, at one kind of keypad."""
    label, legacy = LABELS[controls], controls is Controls.LEGACY
    yield "Each progressive bet is laid on the sensor in front of its player, which lights up."
    yield (
        f"When all bets are made, the dealer presses {label[Press.START]}; the lit sensors show the progressive bets, "
        "and the dealer takes them off the table."
    )
    yield (
        "The game is dealt by its own rules; base bets, optional bets and progressive bets of a seat are reconciled at "
        "once."
    )
    button = "the button of the hand" if legacy else "the player spot of its seat, then the button of the hand"
    yield f"For a hand that wins, the dealer presses {button}; the button pressed again takes it back."
    yield "The dealer calls a supervisor, and the win is verified before it is confirmed."
    if legacy:
        yield f"The supervisor turns the {label[Press.KEY_ON]} and presses {label[Press.CONFIRM]}: the win is recorded."
        yield f"The {label[Press.KEY_OFF]} again lets the table go on, and takes the win off the meter."
    else:
        yield (
            f"The supervisor presses {label[Press.CONFIRM]} and swipes a card, from the amount on that the jackpot's "
            "terms set an executive's: the win is recorded and taken off the meter."
        )
    yield (
        "The office's screen shows the amount to pay, and prints a win page for accounting; the house pays by its own "
        "procedure."
    )
    yield "A win that is recorded is backed out by a manual adjustment and in no other way."
    yield (
        f"When all bets are reconciled, the dealer presses {label[Press.END]}, which makes the system ready for the "
        "next round."
    )


def setting_rules() -> Iterator[str]:
    """What the makers of such systems advise."""
    yield (
        "Where every pay comes off the meter, any share of the bets from 0 to 100% may be contributed: the meter is "
        f"meant to grow at {percent_text(ADVISED_RATE, 0)} or more, and less makes it likelier to run dry."
    )
    yield (
        "Where only its shares come off the meter, a rate that was configured is lowered, if it is changed at all: a "
        "higher one takes from the house edge."
    )
    yield (
        "A small part of each bet goes to a reserve, which is added to the seed after a 100% award, so that play falls "
        "less."
    )
    yield "The reserve alone is no seed: two awards can follow each other soon, and the second would start very low."
    yield "The configured seed goes with its paytable. A seed is never $0, and no less than the largest fixed pay:"


def _presets(wagers: list[Wager]) -> Table:
    rows = [
        (wager.name, paytable.name, name, format_amount(level.seed_micros), percent(level.rate_ppm), _largest(paytable))
        for wager in wagers
        for paytable in wager.paytables
        if paytable.preset
        for name, level in paytable.preset.levels.items()
    ]
    titles = ("Bet", "Paytable", "Level", "Seed", "Rate", "Largest fixed pay")
    return table(rows, *((capital(title), lambda row, at=at: row[at]) for at, title in enumerate(titles)))


def _largest(paytable: Paytable) -> str:
    fixed = [pay for pay in paytable.pays.values() if not pay.level]
    return max(fixed, key=lambda pay: pay.net).words if fixed else ""
