"""The game that a blank page begins with: three cards each, an opening bet and a raise."""

from __future__ import annotations

from typing import Any, Final

from fairfelt.rules.json_form.write import FORMAT

BLANK: Final[dict[str, Any]] = {
    "format": FORMAT,
    "name": "My game",
    "summary": "Make a better hand than the dealer, three cards each.",
    "headlines": ["Dealer plays with queen high or better"],
    "deal": {"packets": [{"size": 3, "to": ["own"]}, {"size": 3, "to": ["dealer"]}]},
    "showdown": {"ranking": "three_card", "qualify": {"words": "queen high", "least": "Qc 3d 2h"}},
    "streets": [
        {
            "name": "Three cards",
            "choices": [{"name": "fold", "folds": True}, {"name": "Play", "bet": "Play", "times": 1}],
        }
    ],
    "wagers": [
        {
            "name": "Ante",
            "kind": "opening",
            "settle": {"kind": "unless_dealer_qualifies", "settle": "even_money", "pay": "1 to 1"},
        },
        {
            "name": "Play",
            "kind": "raise",
            "settle": {"kind": "unless_dealer_qualifies", "settle": "even_money", "pay": "pushes"},
        },
    ],
}
