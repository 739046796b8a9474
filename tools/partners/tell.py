"""`python -m tools.partners.tell FOLDER` makes rows that ship of the starts that `run` has counted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np

from fairfelt.analysis.protection.findings import LONG_COUNTS, Finding, Leak, Question, write_finding
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.protection.known_cards import frequency_rule
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.answers.store import kept_answer
from fairfelt.engine.core.tree import tree_of
from fairfelt.rules import Game
from tools.signals import without_signal

from .lessons import sampled_of, shared_signal
from .rows import Rows
from .run import partner_games


def main(words: list[str] | None = None) -> int:
    """Put a row for each game and number of hands in the place of the one that is there."""
    parser = argparse.ArgumentParser(prog="python -m tools.partners.tell", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--into", type=Path, default=LONG_COUNTS, help="the file of long counts")
    asked = parser.parse_args(words)
    if not any(asked.folder.glob("*.npz")):
        parser.error(f"{asked.folder} has no starts: `python -m tools.partners.run --into` writes them there")
    kept = json.loads(asked.into.read_text())
    for game in partner_games():
        for file in sorted(asked.folder.glob(f"{game.slug}.*.npz")):
            information = Information(hands=int(file.name.split(".")[-2]))
            found = finding_of(game, information, Rows.load(file))
            kept[Question(game, Leak.PARTNERS, information).key] = {"game": game.slug, **write_finding(found)}
            sys.stdout.write(f"{game.title}, {information}: {float(found.edge):+.4%}. {found.note}\n")
    asked.into.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    return 0


def finding_of(game: Game, information: Information, rows: Rows) -> Finding:
    """What partners gain by counted starts, with the signal for it."""
    kept = kept_answer(game)
    assert kept, "the catalogue's games come with their answers"
    plain, sampled = kept.par.round.expected_value, sampled_of(game, rows)
    edge = plain + Fraction(sampled.gain)
    lies, signal = sampled.interval(plain), shared_signal(game, rows)
    adds = lies.moved(-float(plain))
    variance = Fraction(float(rows.square.mean())) - edge**2
    return Finding(
        Leak.PARTNERS, information, edge, plain, lies, signal.words if signal else without_signal(adds),
        Fraction(float(rows.hits.mean())), variance, tuple(_often(game, rows)),
        signal=signal.to_dict() if signal else None,
    )  # fmt: skip


def _often(game: Game, rows: Rows) -> Iterator[ShortRule]:
    """How often best play makes each choice, of all rounds: by all starts, then by the boards that were looked at."""
    last = rows.values.shape[1] - 1 - rows.values[:, ::-1].argmax(axis=1)
    made = [last, *np.moveaxis(rows.sight_best, 2, 0)]
    for street, order, chosen in zip(game.streets, tree_of(game).orders, made, strict=True):
        shares = (Fraction(int((chosen == at).sum()), chosen.size) for at in range(len(order)))
        choices = (street.choices[choice] for choice in order)
        yield frequency_rule(street.name, zip(choices, shares, strict=True), digits=2)


if __name__ == "__main__":
    sys.exit(main())
