"""The verifier that docs/ledger.md prints: it accepts the journals of a real room, and no changed byte of them."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies.backup import export
from fairfelt.room import Room
from tests.room.journals.make import FOLDER, SUFFIX
from tests.room.journals.nights import WITHOUT_A_LAW, play
from tests.support.heavy import IS_HEAVY_RUN

TOP = Path(__file__).parents[3]
PROGRAM = (TOP / "docs" / "ledger.md").read_text().partition("```python\nimport base64")[2].partition("```")[0]
PROGRAM = f"import base64{PROGRAM}"
MOST_LINES = 59
ITS_OWN = {"base64", "hashlib", "json", "sys"}

Run = Callable[[bytes], bool]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night played in the room just now, exported from its database."""
    folder = tmp_path_factory.mktemp("night")
    pit = play(next(iter(WITHOUT_A_LAW)), str(folder / "night.db"))
    pit.close()
    export(pit.place, folder / "night.jsonl")
    return folder / "night.jsonl"


@pytest.fixture
def accepts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Whether the program, run in this process, finds a file to be right."""
    code: CodeType = compile(PROGRAM, "verifier.py", "exec")
    file = tmp_path / "changed.jsonl"
    monkeypatch.setattr(sys, "argv", ["verifier.py", str(file)])

    def run(content: bytes) -> bool:
        file.write_bytes(content)
        try:
            exec(code, {"print": lambda _: None})
        except (SystemExit, Exception):
            return False
        return True

    return run


def test_it_is_short_and_shares_no_code_with_us() -> None:
    lines = PROGRAM.splitlines()
    assert len(lines) <= MOST_LINES
    imported = [line for line in lines if "import" in line.split()]
    assert {word.strip(",") for line in imported for word in line.split()} - {"import"} == ITS_OWN


def test_it_finds_what_we_find(journal: Path, tmp_path: Path) -> None:
    program = tmp_path / "verifier.py"
    program.write_text(PROGRAM)
    found = verify(journal, Room())
    root = b64encode(found.tree.root).decode()
    expected = {"events": found.head.number, "head": found.head.hash, "root": root, "balances": found.book.balances}
    words = [sys.executable, str(program), str(journal)]
    for given_root in ([], [root]):
        ran = subprocess.run([*words, *given_root], capture_output=True, text=True, check=True)
        assert json.loads(ran.stdout) == expected
    ran = subprocess.run([*words, b64encode(bytes(32)).decode()], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (1, "the room signed another tree than this one\n")


@pytest.mark.parametrize("file", sorted(FOLDER.glob(f"*{SUFFIX}")), ids=lambda file: file.name.removesuffix(SUFFIX))
def test_it_accepts_the_golden_journals(file: Path, accepts: Run) -> None:
    assert accepts(gzip.decompress(file.read_bytes()))


def test_no_byte_of_the_header_nor_of_an_event_changes_unseen(journal: Path, accepts: Run) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)[:2]
    header = json.loads(lines[0]) | {"events": 1, "head": json.loads(lines[1])["hash"]}
    content = json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n" + lines[1]
    assert accepts(content)
    for at, byte in enumerate(content):
        for other in {byte ^ 1, byte ^ 0x20, ord("0"), ord(" ")} - {byte}:
            assert not accepts(content[:at] + bytes([other]) + content[at + 1 :]), f"byte {at}"


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_byte_of_a_journal_changes_unseen(journal: Path, accepts: Run, data: st.DataObject) -> None:
    content = bytearray(journal.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    assert not accepts(bytes(content))


def test_no_line_is_left_out_added_or_moved_unseen(journal: Path, accepts: Run) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    assert accepts(b"".join(lines))
    for at in range(1, len(lines), 1 if IS_HEAVY_RUN else 5):
        assert not accepts(b"".join(lines[:at] + lines[at + 1 :]))
        assert not accepts(b"".join([*lines[:at], lines[at], *lines[at:]]))
    assert not accepts(b"".join([*lines[:3], lines[4], lines[3], *lines[5:]]))
    assert not accepts(b"".join(lines)[:-1])
