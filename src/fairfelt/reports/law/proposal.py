"""The progressive proposal: what a regulator asks for before a progressive opens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fairfelt.jackpot import Terms
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import colophon, one_in_text
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import fingerprint, format_amount
from fairfelt.version import __version__

from .posting import percent
from .rules import day_words

if TYPE_CHECKING:
    from fairfelt.law import Counted, Law


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A progressive as it is to open."""

    law: Law
    odds: Counted
    terms: Terms
    linked: bool = False
    """Whether several tables share it."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Components of the progressive system and their versions."""

    @property
    def all_versions(self) -> dict[str, str]:
        """With this program's own."""
        return {"Fairfelt": __version__, **self.versions}


def proposal_sheet(proposal: Proposal) -> Sheet:
    """The proposal on paper."""
    odds, terms = proposal.odds, proposal.terms
    shared = "linked over several tables" if proposal.linked else "standing alone"
    facts = (
        ("Progressive", f"{terms.name}, {shared}"),
        ("Game", odds.game.title),
        ("Bet, paytable", f"{odds.wager.name}, {odds.paytable.name}"),
        ("Folded hands", "qualify" if odds.wager.survives_fold else "do not qualify"),
        ("Several winners", terms.several_winners.value),
        ("Prize fixed", terms.freeze.value),
        ("Fixed pays from", terms.fixed_pays.value),
        ("Largest bet", format_amount(terms.largest_increment_micros, terms.currency)),
    )
    rule = proposal.law.find("proposal.contents")
    after = Words(f"Contents after {rule.cited}.") if rule else Words("No rule asks for this proposal here.")
    return Sheet(
        title=f"Progressive proposal: {terms.name}",
        subtitle=f"{proposal.law.profile.title}, {day_words(proposal.law.on)}",
        sections=(
            Section("", (Facts(facts), after)),
            Section("Levels", (_levels(terms),)),
            Section("Probability of each award", (_awards(odds),)),
            Section("System", (Facts(tuple(proposal.all_versions.items())),)),
        ),
        colophon=colophon(odds.game, what="Counted, not sampled,"),
    )


def proposal_dict(proposal: Proposal) -> dict[str, Any]:
    """The same as plain data for JSON."""
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
        "terms": proposal.terms.to_dict(),
        "awards": [
            {
                "level": award.level,
                "share": str(award.share),
                "hands": list(award.hands),
                "probability": str(award.probability),
            }
            for award in odds.awards
        ],
        "versions": proposal.all_versions,
    }


def _levels(terms: Terms) -> Table:
    rows = tuple(
        (
            level.name,
            format_amount(level.seed_micros, terms.currency),
            percent(level.rate_ppm),
            percent(level.reserve_rate_ppm),
            "none" if level.limit_micros is None else format_amount(level.limit_micros, terms.currency),
        )
        for level in terms.levels
    )
    return Table((Column("Level"), *right("First and reset amount", "To the meter", "To the reserve", "Limit")), rows)


def _awards(odds: Counted) -> Table:
    rows = tuple(
        (award.name, capital(" or ".join(award.hands)), str(award.probability), one_in_text(award.probability))
        for award in odds.awards
    )
    return Table((Column("Award"), Column("Hand"), *right("Probability", "How rare")), rows)
