"""The plain word that this program is no approved system, for every paper that could be taken for more."""

from __future__ import annotations

from fairfelt.law import Law, letter
from fairfelt.reports.sheet.sheet import Notice
from fairfelt.version import __version__

PRODUCT = "Fairfelt"


def not_approved(law: Law) -> Notice | None:
    """What to say where the law has equipment approved first; nothing where it does not."""
    rule = law.find("approval.equipment")
    if rule is None:
        return None
    systems = "; ".join(system.name for system in letter().systems)
    return Notice(
        f"{PRODUCT} is not an approved system",
        (
            f"{rule.says} ({rule.cited})",
            f"{PRODUCT} {__version__} has been submitted to nobody and approved by nobody. The approval letter names "
            f"other systems for its progressives: {systems}.",
            "Until it is approved here, use it for mathematics, training, and as a second record beside an approved "
            "system; do not take bets with it.",
        ),
    )
