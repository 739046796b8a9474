"""Whether a table may open: approved as it is, conditions met, limits kept. One verdict for the room to ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairfelt.law.core.profile import Law
from fairfelt.law.core.verdict import Mode, Verdict, verdict
from fairfelt.law.limits.meter_terms import check_terms
from fairfelt.law.limits.odds_prizes import check_aggregates
from fairfelt.law.limits.offer import Offer
from fairfelt.law.limits.wagers import check_offer
from fairfelt.law.links.odds import check_offered_odds

from .register import Letter, Met, check_approval, check_conditions, check_equipment, check_operation


@dataclass(frozen=True, kw_only=True)
class Papers:
    """What the room can show: the letter, the conditions met, the versions of its progressive system."""

    letter: Letter
    met: tuple[Met, ...] = ()
    installed: Mapping[str, str] | None = field(default=None)
    """Versions by component of a maker's progressive system; None where none is on file."""
    second_record: bool = False
    """Whether that system keeps the meters, and Fairfelt only a second record of them."""


def may_open(law: Law, mode: Mode, offer: Offer, papers: Papers) -> Verdict:
    """Everything the law says to a table as it is set up."""
    game, letter = offer.game, papers.letter
    return verdict(
        mode,
        check_approval(law, letter, game, offer.paytables_in_play),
        check_operation(law, letter, game, offer.wagers),
        check_conditions(law, letter, game, papers.met),
        check_equipment(law, letter, game, papers.met, papers.installed, second_record=papers.second_record)
        if offer.progressives
        else (),
        check_terms(law, offer),
        check_offer(law, offer),
        check_aggregates(law, offer),
        check_offered_odds(law, offer),
    )
