"""A journal that is long enough to be archived, on both databases."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from fairfelt.ledger.copies import archiving
from fairfelt.ledger.store import Journal, place_of
from tests.ledger.bank import Bank, move, moves
from tests.ledger.desk import answers, engine_at

FILE_EVENTS = 512
"""Small files, so that a short journal has several."""


@pytest.fixture
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which archives of PostgreSQL are kept."""
    monkeypatch.setenv("FAIRFELT_ARCHIVE", str(tmp_path / "archives"))
    monkeypatch.setattr(archiving, "FILE_EVENTS", FILE_EVENTS)
    return tmp_path


@pytest.fixture
def journal(place: str, archives: Path) -> str:
    """1,303 events of two devices, with snapshots after events 700 and 1,301."""
    with closing(Journal(place_of(place))) as held:
        engine = engine_at(place, held)
        for device, many, first in (("k", 400, 1), ("j", 300, 1)):
            answers(engine, *moves(device, many, first))
        engine.save_state()
        answers(engine, *moves("k", 500, 401), *moves("j", 100, 301))
        engine.save_state()
        answers(engine, move("k", 901))
    assert isinstance(engine.machine, Bank)
    return place
