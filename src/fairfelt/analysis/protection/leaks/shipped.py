"""Findings that come with the package: every leak of the catalogue, so that a verdict on it is there at once.

They are keyed by the rules of the game, the leak and its version, not by code: raise it where code changes a figure.
`python -m tools.ship_leaks` counts what is missing, `--again` what is there, and `python -m tools.golden` compares.
What takes an hour of a core and more was counted once, on a large machine, and has a file of its own.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from fairfelt.analysis.protection.information import Information
from fairfelt.rules import Game, fingerprint
from fairfelt.runtime.compute.compile import write_whole
from fairfelt.shipped_digests import is_as_shipped

from .findings import Finding, Leak, read_finding

FILE = Path(__file__).with_name("house.json.gz")
LONG_COUNTS = Path(__file__).with_name("long_counts.json")
VERSIONS = {Leak.COUNT: 3}
"""How often the code has changed the figures of a kind of leak: once where it does not stand here."""
EXACT_S, SAMPLE_S = 120.0, 24.0
"""Seconds of one core that a figure took to be counted, or sampled: more than a verdict that a user waits for."""
Plain = dict[str, dict[str, Any]]
"""By their keys."""


def finding_key(game: Game, leak: Leak, information: Information) -> str:
    """Any change of the rules or of the question changes it."""
    asked = [fingerprint(game), leak.name, str(information), VERSIONS.get(leak, 1)]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:40]


_aside: set[str] = set()


@contextmanager
def set_aside(keys: Iterable[str]) -> Iterator[None]:
    """Nothing under these keys is known for a while, so that it is counted again as if it had never been."""
    more = set(keys) - _aside
    _aside.update(more)
    try:
        yield
    finally:
        _aside.difference_update(more)


def shipped_findings() -> Plain:
    """All that come with the package, read once; none where there is no file."""
    return _known({**_read_shipped(), **long_counts()})


def long_counts() -> Plain:
    """What was counted in hours of a core."""
    return _known(_read_long_counts())


def _known(findings: Plain) -> Plain:
    return {key: plain for key, plain in findings.items() if key not in _aside} if _aside else findings


@lru_cache(maxsize=1)
def _read_shipped() -> Plain:
    return read_findings(FILE) if is_as_shipped(FILE) else {}


@lru_cache(maxsize=1)
def _read_long_counts() -> Plain:
    found: Plain = json.loads(LONG_COUNTS.read_text()) if is_as_shipped(LONG_COUNTS) else {}
    return found


def leak_of(information: Information) -> Leak | None:
    """How a player comes by it: the dealer's cards before those that are shared; none where partners see cards too."""
    seen = {Leak.DEALER: information.dealer, Leak.COMMUNITY: information.community, Leak.SHOE: information.shoe}
    found = next((leak for leak, cards in seen.items() if cards), None)
    if information.sorted or information.counted or (found and information.hands > 1):
        return None
    return Leak.PARTNERS if information.hands > 1 else found


def found_before(game: Game, information: Information) -> Finding | None:
    """What comes with the package of a game as the catalogue has it, however it was found."""
    leak = leak_of(information)
    plain = shipped_findings().get(finding_key(game, leak, information)) if leak else None
    return None if plain is None else read_finding(plain)


def best_classes_before(game: Game) -> Information | None:
    """The best two classes of backs of a game as the catalogue has it, where they were found."""
    found = _sorted_before(game)
    return found.information if found else None


def sorted_before(game: Game, information: Information) -> Finding | None:
    """What those best two classes are worth, where that is what is asked and all figures of it were counted."""
    found = _sorted_before(game)
    return found if found and found.information == information and found.variance is not None else None


def _sorted_before(game: Game) -> Finding | None:
    plain = shipped_findings().get(finding_key(game, Leak.BACKS, Information()))
    return None if plain is None else read_finding(plain)


def read_findings(file: Path) -> Plain:
    """What a file holds; nothing where it is not whole."""
    with suppress(OSError, EOFError, ValueError):
        found: Plain = json.loads(gzip.decompress(file.read_bytes()))
        return found
    return {}


def write_findings(findings: Plain, file: Path) -> None:
    """Write them all; the same findings make the same file."""
    content = json.dumps(findings, sort_keys=True, indent=0).encode()
    write_whole(file, gzip.compress(content, mtime=0))
