"""`python -m tools.partners.run --into FOLDER` counts starts of every game that takes it, for some time.

Every process has its own classes of hands and keeps their plain play, which takes longer than a start. What is found
is written after each turn; `tell` makes rows of it that ship.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from pathlib import Path
from time import monotonic

from fairfelt import games
from fairfelt.engine.solve import core_game
from fairfelt.rules import Game
from fairfelt.runtime.compute.cores import usable_cores

from .hand import PlayerHand
from .rows import SEED, Rows, count_starts, hand_classes
from .tables import PartnerBoards


def partner_games() -> list[Game]:
    """Those whose shared hands are counted board by board."""
    return [game for game in games.catalogue() if game.streets and PartnerBoards.of(core_game(game))]


def main(words: list[str] | None = None) -> int:
    """Count until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m tools.partners.run", description=__doc__)
    parser.add_argument("--into", type=Path, required=True, help="the folder for what is found")
    parser.add_argument("--hands", type=int, nargs="+", default=[6, 7], help="hands that are shared")
    parser.add_argument("--seconds", type=float, default=3600.0, help="how long to count")
    parser.add_argument("--processes", type=int, default=usable_cores())
    parser.add_argument("--turns", type=int, default=1000, help="at most so many")
    slugs = [game.slug for game in partner_games()]
    parser.add_argument("--games", nargs="+", choices=slugs, default=slugs)
    parser.add_argument("--classes", type=int, default=169, help="only the first classes of hands, to try it out")
    asked = parser.parse_args(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    ends = monotonic() + asked.seconds
    _prepare()
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_work, args=(part, asked, ends)) for part in range(asked.processes)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for game in partner_games():
        for hands in asked.hands:
            _gather(asked.into, f"{game.slug}.{hands}")
    return max(worker.exitcode or 0 for worker in workers)


def _gather(folder: Path, name: str) -> None:
    """One file in the place of those of the processes."""
    parts = sorted(folder.glob(f"{name}.*.npz"))
    if parts:
        rows = Rows.together(map(Rows.load, parts)).whole_turns()
        rows.save(folder / f"{name}.npz")
        sys.stderr.write(f"{name}: {len(rows)} starts\n")
    for part in parts:
        part.unlink()


def _prepare() -> None:
    """Compile once, for all processes."""
    for game in partner_games():
        number, (own, _) = 0, next(hand_classes())
        count_starts(PlayerHand(_boards(game), own), number, 1, 10, 0, 0)


def _boards(game: Game) -> PartnerBoards:
    found = PartnerBoards.of(core_game(game))
    assert found
    return found


def _work(part: int, asked: argparse.Namespace, ends: float) -> None:
    """Every so-manieth class of hands of every game, turn after turn; what is counted in vain is the last turn."""
    tasks = [
        (game, number, units)
        for game in partner_games()
        if game.slug in asked.games
        for number, (_, units) in enumerate(hand_classes())
        if number < asked.classes
    ]
    boards = {game: _boards(game) for game in partner_games()}
    known: dict[tuple[str, int], PlayerHand] = {}
    own = [hand for hand, _ in hand_classes()]
    found: dict[tuple[str, int], list[Rows]] = {}
    for turn in range(asked.turns):
        for game, number, units in tasks[part :: asked.processes]:
            hand = known.setdefault((game.slug, number), PlayerHand(boards[game], own[number]))
            for hands in asked.hands:
                if monotonic() > ends:
                    return
                rows = count_starts(hand, number, units, (hands - 1) * game.hole, turn, SEED)
                found.setdefault((game.slug, hands), []).append(rows)
        for (slug, hands), parts in found.items():
            Rows.together(parts).save(asked.into / f"{slug}.{hands}.{part}.npz")
        if part == 0:
            sys.stderr.write(f"turn {turn + 1}: {ends - monotonic():.0f} s left\n")
            sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
