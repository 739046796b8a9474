"""Answers what hands are worth, one question a line, for games whose advice looks into large tables.

python -m fairfelt.advisers.answering
"""

from __future__ import annotations

import json
import sys
from typing import Any

from fairfelt import exact, games
from fairfelt.advisers.give_back import give_back_memory
from fairfelt.cards import parse_cards


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The value of every choice, or why there is none; without cards the tables are made."""
    game = games.find(question["slug"], question["variant"])
    exact.warm(game)
    if "cards" not in question:
        give_back_memory()
        return {}
    try:
        advice = exact.advisor(game).advise(*map(parse_cards, question["cards"]))
    except ValueError as error:
        return {"wrong": str(error)}
    return {"street": advice.street, "values": [(choice, str(value)) for choice, value in advice.values]}


def main() -> None:
    """Until nobody is there to ask."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
