"""fairfelt ledger, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairfelt.cli import main
from tests.ledger.bank import move, moves
from tests.ledger.desk import log, opened
from tests.support.tampering import tamper


@pytest.fixture
def journal(place: str) -> str:
    """A small journal."""
    with opened(place) as ledger:
        for command in [*moves("k", 3), move("k", 9)]:
            ledger.submit(command).result()
    return place


def test_the_whole_way_round(journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, copy, restored = tmp_path / "j.jsonl", tmp_path / "copy", tmp_path / "restored.db"
    head = log(journal)[-1]
    assert main(["ledger", "export", journal, str(file)]) == 0
    assert f"4 events exported to {file}, verified; the last is 4:{head.hash}" in capsys.readouterr().out
    assert main(["ledger", "backup", journal, str(copy)]) == 0
    assert main(["ledger", "restore", str(copy), str(restored)]) == 0
    capsys.readouterr()
    for place in (journal, str(file), str(copy), str(restored)):
        assert main(["ledger", "verify", "--chain-only", place, "--known", f"4:{head.hash}", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["events"], found["head"], found["devices"]) == (4, head.hash, {"k": 3})
        assert main(["ledger", "replay", place, "--books-only", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["balances_micros"] == {"a": 6, "mint": -6}
    assert main(["ledger", "replay", str(file), "--books-only"]) == 0
    assert "mint" in capsys.readouterr().out


def test_a_broken_chain_is_exit_code_1(journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "j.jsonl"
    main(["ledger", "export", journal, str(file)])
    file.write_text(file.read_text().replace('["a",2]', '["a",3]'))
    tamper(journal, "UPDATE events SET postings = replace(postings, '[\"a\",2]', '[\"a\",3]') WHERE number = 2")
    capsys.readouterr()
    for place, where in ((journal, "event 2"), (str(file), "line 3 (event 2)")):
        assert main(["ledger", "verify", "--chain-only", place]) == 1
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert said.err.startswith(f"fairfelt: {where} was changed, or one before it: its hash is ")
    assert main(["ledger", "restore", str(file), str(tmp_path / "new.db")]) == 1
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verify", "none.db"], "there is no file"),
        (["verify", "none.db", "--known", "7"], "is not of the form NUMBER:HASH"),
        (["verify", "postgresql://nobody@localhost:1/none"], "cannot be opened"),
        (["verify"], "requires an argument"),
        (["export", "mysql://x/y", "file"], "mysql is not supported"),
        (["prove"], 'Unknown command "prove"'),
    ],
)
def test_wrong_usage_is_exit_code_2(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", *words]) == 2
    assert sentence in capsys.readouterr().err
