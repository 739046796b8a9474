"""Short runs of the twin on a journal in a folder, with everything that people do wrong done often."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fairfelt.ledger.copies.backup import export
from fairfelt.twin.pit import Habits
from fairfelt.twin.twin import RunOptions, Twin, Watch

STORMY = Habits(
    busy_ppm=990_000, least_share_ppm=900_000, round_s=30.0,
    wrong_hand_ppm=30_000, wrong_seat_ppm=30_000, no_bet_ppm=20_000, wrong_bet_ppm=20_000, twice_ppm=30_000,
    wrong_pin_ppm=350_000, forgotten_pin_ppm=350_000, adjustment_every_h=0.3, unlock_s=60.0, supervisor_s=40.0,
    executive_s=60.0, dealer_change_every_s=900.0,
    sensor_fails_ppm=200_000, sensor_mended_s=300.0,
)  # fmt: skip


def unwatched(_: Twin) -> None:
    """Nobody looks."""


def play(place: Path, *, watch: Watch = unwatched, tables: int = 3, hours: float = 1.0, seed: int = 7) -> Twin:
    """An hour of a stormy day."""
    twin = Twin(RunOptions(hours=hours, seed=seed, habits=STORMY), place, tables, watch)
    twin.play()
    return twin


def exported(place: Path) -> list[bytes]:
    """The journal as anybody can read it."""
    file = place.with_suffix(".jsonl")
    export(place, file)
    return file.read_bytes().splitlines()


def story(place: Path) -> list[dict[str, Any]]:
    """What happened, without hashes, digests of PINs (their salt is never the same) and software, keys of the log."""
    lines = [json.loads(line) for line in exported(place)[1:]]
    for line in lines:
        del line["hash"], line["previous"]
        line.pop("answer", None)
        for digest in ("secret", "digest", "key"):
            line["body"].pop(digest, None)
        for first in line["body"].get("first", ()):
            del first["secret"]
    return lines
