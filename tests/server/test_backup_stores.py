"""Copies that leave the house: stored, fetched back, restored once, let go by the law's years; and the drill."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from fairfelt.cli import main
from fairfelt.ledger import Head, LedgerCorrupt, NoJournal
from fairfelt.ledger.copies.backup import carries_secrets, tried_backup, tried_backup_apart, try_restore
from fairfelt.room import Floor
from fairfelt.runtime.configuration import Configuration
from fairfelt.runtime.configuration.settings import Backups
from fairfelt.server import Controller
from fairfelt.server.founding import found
from fairfelt.server.machine import Verdict, examine
from fairfelt.server.watching.backups import BackupSettings, NotStored, S3Store, StoreFailed, make_backup, too_old
from tests.server.dying_server import settings
from tests.server.test_watching import FOUNDERS

NOW_MICROS = 1_772_900_000_000_000


@contextmanager
def s3_server(*, damages: bool = False) -> Iterator[tuple[str, dict[str, bytes]]]:
    """As much of an S3 store as keeps files under names."""
    kept: dict[str, bytes] = {}

    class Store(BaseHTTPRequestHandler):
        def _name(self) -> str:
            return unquote(urlsplit(self.path).path).removeprefix("/copies/")

        def do_PUT(self) -> None:
            kept[self._name()] = self.rfile.read(int(self.headers["Content-Length"]))
            self._say(200)

        def do_HEAD(self) -> None:
            self._say(200 if self._name() in kept else 404, kept.get(self._name(), b""))

        def do_GET(self) -> None:
            if self._name() in ("/copies", ""):
                rows = "".join(f"<Contents><Key>{name}</Key></Contents>" for name in sorted(kept))
                self._say(200, f"<ListBucketResult>{rows}</ListBucketResult>".encode())
            else:
                content = kept.get(self._name(), b"")
                self._say(200, bytes([content[0] ^ 1]) + content[1:] if damages else content)

        def do_DELETE(self) -> None:
            kept.pop(self._name(), None)
            self._say(204)

        def _say(self, status: int, body: bytes = b"") -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", '"x"')
            self.send_header("Last-Modified", "Wed, 12 Oct 2022 17:50:00 GMT")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Store)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", kept
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """The journal of a room."""
    place = tmp_path / "room.db"

    async def founding() -> None:
        controller = Controller(settings(str(place)))
        await controller.start()
        await found(controller, FOUNDERS)
        await controller.stop()

    asyncio.run(founding())
    (tmp_path / "copies").mkdir()
    return place


def store_at(url: str) -> S3Store:
    return S3Store(Backups(s3_bucket="copies", s3_prefix="room 1", s3_endpoint=url, s3_access_key="key"), "hidden")


def test_a_copy_goes_to_the_store_and_is_restored_from_there(room: Path, tmp_path: Path) -> None:
    with s3_server() as (url, kept):
        chosen = BackupSettings(
            folder=tmp_path / "copies", passphrase="three words here", store=store_at(url), copied=tried_backup
        )  # fmt: skip
        made = make_backup(room, chosen, Floor(), NOW_MICROS)
        assert list(kept) == [f"room 1/{made.file}"]
        assert kept[f"room 1/{made.file}"] == (tmp_path / "copies" / made.file).read_bytes()
        keeps_one = replace(Floor(), backups=replace(Floor().backups, keep=1))
        newer = make_backup(room, chosen, keeps_one, NOW_MICROS + 86_400_000_000)
        assert list(kept) == [f"room 1/{newer.file}"], "the older one was let go"
        assert [file.name for file in (tmp_path / "copies").iterdir()] == [newer.file]


def test_a_store_that_gives_back_something_else_is_found_out(room: Path, tmp_path: Path) -> None:
    with s3_server(damages=True) as (url, _):
        chosen = BackupSettings(folder=tmp_path / "copies", store=store_at(url), copied=tried_backup)
        with pytest.raises(NotStored, match="came back from the store copies as another file"):
            make_backup(room, chosen, Floor(), NOW_MICROS)


def test_a_store_that_is_away_costs_no_copy(room: Path, tmp_path: Path) -> None:
    chosen = BackupSettings(folder=tmp_path / "copies", store=store_at("http://127.0.0.1:1"), copied=tried_backup)
    with pytest.raises(NotStored, match=r"is in .*copies only: the store copies") as told:
        make_backup(room, chosen, Floor(), NOW_MICROS)
    assert [told.value.file] == list((tmp_path / "copies").iterdir())
    assert try_restore(told.value.file, None).number


def test_a_store_that_cannot_be_reached_is_told_without_the_secret(room: Path, tmp_path: Path) -> None:
    store = store_at("http://127.0.0.1:1")
    with pytest.raises(StoreFailed, match="the store copies") as told:
        store.names()
    assert "hidden" not in str(told.value) + repr(store)


def test_a_copy_that_restores_to_something_else_is_no_copy(
    room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies were verified, but never restored."""
    monkeypatch.setattr("fairfelt.ledger.copies.backup.try_restore", lambda file, passphrase: Head(1, "0" * 64))
    chosen = BackupSettings(folder=tmp_path / "copies", copied=tried_backup)
    with pytest.raises(LedgerCorrupt, match="restores to event 1"):
        make_backup(room, chosen, Floor(), NOW_MICROS)
    assert not list((tmp_path / "copies").iterdir()), "nobody takes it for one"


@pytest.mark.heavy
def test_a_copy_is_made_and_tried_in_a_process_of_its_own(room: Path, tmp_path: Path) -> None:
    chosen = BackupSettings(folder=tmp_path / "copies", passphrase="three words here")
    assert make_backup(room, chosen, Floor(), NOW_MICROS).events
    with pytest.raises(NoJournal, match="there is no file"):
        tried_backup_apart(tmp_path / "no journal.db", tmp_path / "copies" / "none.backup", None)


def test_the_newest_are_kept_and_the_first_of_each_month_as_long_as_the_law_asks() -> None:
    days = ["2022-12-31", "2023-01-01", "2023-01-02", "2025-11-30", "2025-12-05", "2025-12-06", "2026-01-01"]
    names = [f"fairfelt-{day}-050000.backup" for day in days]
    gone = [name[9:19] for name in too_old(names, 1, date(2023, 1, 1))]
    assert gone == ["2022-12-31", "2023-01-02", "2025-12-06"]
    assert [name[9:19] for name in too_old(names, 2, None)] == days[:-2]
    assert too_old(names, 7, None) == []


def test_the_doctor_asks_the_store() -> None:
    def says(store: S3Store, now_micros: int = NOW_MICROS) -> tuple[Verdict, str]:
        *_, last = examine(Configuration(), now_micros=lambda: now_micros, store=store)
        return last.verdict, last.says

    with s3_server() as (url, kept):
        assert says(store_at(url)) == (Verdict.WARNING, "there is no backup in the store copies yet")
        kept["room 1/fairfelt-2026-03-07-050000.backup"] = b"x"
        told = "the newest in the store copies is fairfelt-2026-03-07-050000.backup"
        assert says(store_at(url)) == (Verdict.GOOD, told)
        assert says(store_at(url), NOW_MICROS + 4 * 86_400_000_000) == (Verdict.BAD, told)
    assert says(store_at("http://127.0.0.1:1"))[0] is Verdict.BAD


def test_the_drill(room: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fairfelt.toml"
    file.write_text('database = "room.db"\n[backups]\nfolder = "copies"\npassphrase_file = "words"\n')
    (tmp_path / "words").write_text("three words here\n")
    assert main(["drill", "--config", str(file)]) == 2
    assert "there is no backup in" in capsys.readouterr().err
    assert main(["backup", "--config", str(file)]) == 0
    made, events = capsys.readouterr().out.split(" events and was restored once")[0].split(" has ")
    assert carries_secrets(Path(made))
    assert main(["drill", "--config", str(file)]) == 0
    assert f"{events} events, all of them those of the journal" in capsys.readouterr().out
    other = tmp_path / "other.db"
    file.write_text(file.read_text().replace("room.db", "other.db"))

    async def another() -> None:
        controller = Controller(settings(str(other)))
        await controller.start()
        await found(controller, FOUNDERS)
        await controller.stop()

    asyncio.run(another())
    assert main(["drill", "--config", str(file)]) == 1
    assert "is of another history" in capsys.readouterr().err
