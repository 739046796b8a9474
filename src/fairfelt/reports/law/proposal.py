"""The progressive proposal: what a regulator asks for before a progressive opens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from fairfelt.jackpot import Terms
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import colophon, one_in_text
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import fingerprint, format_amount, format_day
from fairfelt.version import __version__

from ..report import Report
from .not_approved import not_approved
from .posting import percent

if TYPE_CHECKING:
    from fairfelt.law import Law, WagerOdds


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
    """Whether several tables share it."""
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
        ("Several winners", terms.several_winners.value),
        ("Amount locks", terms.freeze.value),
        ("Fixed pays from", terms.fixed_pays.value),
        (
            "Largest increment",
            f"{format_amount(terms.largest_increment_micros, terms.currency)} a bet; more is refused",
        ),
        *_NOT_APPLICABLE,
    )
    rule = proposal.law.find("proposal.contents")
    after = Words(f"Contents required by {rule.cited}.") if rule else Words("No rule requires this proposal here.")
    sheet = Sheet(
        title=f"Progressive proposal: {terms.name}",
        subtitle=f"{proposal.law.profile.title}, {format_day(proposal.law.on)}",
        sections=(
            Section("", (*([notice] if (notice := not_approved(proposal.law)) else []), Facts(facts), after)),
            Section("Levels", (_levels(terms),)),
            Section("Odds of each award", (_awards(odds),)),
            Section("System", (Facts(tuple(proposal.all_versions.items())),)),
        ),
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
    return Table((Column("Level"), *right("Seed and reset", "Meter rate", "Reserve rate", "Limit")), rows)


def _awards(odds: WagerOdds) -> Table:
    rows = tuple(
        (award.name, capital(" or ".join(award.hands)), str(award.probability), one_in_text(award.probability))
        for award in odds.awards
    )
    return Table((Column("Award"), Column("Hand"), *right("Probability", "Frequency")), rows)
