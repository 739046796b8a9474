"""The skills of a dealer, by which a learner is scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Skill = Literal[
    "lammers", "dealing", "drawing", "house way", "reading", "order", "settling", "chips", "envy", "incidents"
]
SKILLS: Mapping[Skill, str] = {
    "lammers": "Lock-ups and lammers",
    "dealing": "Dealing in order",
    "drawing": "Drawing by the rules",
    "house way": "Setting the house way",
    "reading": "Announcing hands",
    "order": "Order of the seats",
    "settling": "Settling and paying",
    "chips": "Cutting chips",
    "envy": "Envy",
    "incidents": "Misdeals and foul hands",
}
"""By the round: from the bets to the last payment."""
