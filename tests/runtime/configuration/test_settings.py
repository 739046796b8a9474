"""Settings: one file, the environment over it, and sentences for what is wrong."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.runtime.configuration import BadConfiguration, Configuration, cache_folder, read_settings
from fairfelt.runtime.configuration.check import find_mistakes
from fairfelt.runtime.configuration.settings import entries, example_file
from fairfelt.runtime.formats import convert
from tools.settings_table import table

ROOT = Path(__file__).parents[3]


def written(folder: Path, text: str) -> Path:
    file = folder / "fairfelt.toml"
    file.write_text(text)
    file.chmod(0o600)
    return file


def test_the_environment_comes_before_the_file_and_the_file_before_defaults(tmp_path: Path) -> None:
    file = written(tmp_path, 'database = "room.db"\n[server]\nhost = "0.0.0.0"\nport = 9000\n')
    settings = read_settings(file, {"FAIRFELT_SERVER_PORT": "9100", "FAIRFELT_WITNESSES_KEYS": "a,b"})
    assert (settings.server.host, settings.server.port, settings.witnesses.keys) == ("0.0.0.0", 9100, ("a", "b"))
    assert settings.server.public_url == ""
    assert read_settings(file, {}).server.port == 9000
    file.write_text("[server]\nport = 9200\n")
    assert read_settings(file, {}).server.port == 9200, "a file that was changed is read again"


def test_paths_in_a_file_are_beside_it(tmp_path: Path) -> None:
    file = written(tmp_path, 'database = "room.db"\ngames = ["mine"]\narchive = ""\n[backups]\nfolder = "copies"\n')
    settings = read_settings(file, {})
    assert settings.database == str(tmp_path / "room.db")
    assert settings.games == (tmp_path / "mine",)
    assert settings.backups.folder == tmp_path / "copies"
    assert settings.archive is None, "an empty text sets nothing"
    assert (
        read_settings(written(tmp_path, 'database = "postgresql://u@h/room"'), {}).database == "postgresql://u@h/room"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[server]\nport = 70000", "server.port is a port from 0 to 65535, not 70000"),
        (
            '[webhooks]\ntopics = ["wins", "nonsense"]',
            'webhooks.topics[1] is one of wins, meters, changes, rounds, not "nonsense"',
        ),
        ("[server]\nprot = 80", 'there is no field "prot" here; there is host, port, public_url'),
        ("[sever]", 'there is no field "sever" here'),
        ("server = 3", "server is an object with names and values, not 3"),
        ("[server", "is not TOML: Expected ']'"),
        ("[server]\nlog = 'loud'", "server.log"),
    ],
)
def test_a_mistake_is_said_with_its_file_and_its_place(text: str, sentence: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadConfiguration, match=r"fairfelt\.toml") as told:
        read_settings(file, {})
    assert sentence in str(told.value)


def test_every_mistake_in_a_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The check stopped at the first setting that there is not."""
    file = written(tmp_path, '[server]\nprot = 80\nport = 70000\n[sever]\n[limits]\nconnections = "many"\n')
    with pytest.raises(BadConfiguration) as told:
        read_settings(file, {})
    assert "(and 3 more: fairfelt config check tells all)" in str(told.value)
    assert main(["config", "check", str(file)]) == 2
    said = capsys.readouterr()
    assert '[server] there is no field "prot" here' in said.err
    for sentence in ("server.port is a port from", 'there is no field "sever" here', "[limits] "):
        assert sentence in said.out


def test_a_wrong_variable_is_named() -> None:
    with pytest.raises(BadConfiguration, match='^FAIRFELT_SERVER_PORT: port is a port from 0 to 65535, not "eighty"'):  # noqa: RUF043
        read_settings(None, {"FAIRFELT_CONFIG": "", "FAIRFELT_SERVER_PORT": "eighty"})
    with pytest.raises(BadConfiguration, match="cannot be read: No such file"):
        read_settings(None, {"FAIRFELT_CONFIG": "/nowhere/fairfelt.toml"})


def test_a_file_in_the_folder_one_stands_in_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could name games, which run as Python."""
    written(tmp_path, "[server]\nport = 9999\n")
    monkeypatch.chdir(tmp_path)
    assert read_settings(None, {}).server.port == 8000


def test_the_check_finds_all_mistakes_at_once(tmp_path: Path) -> None:
    secret = tmp_path / "passphrase"
    secret.write_text("x\n")
    secret.chmod(0o644)
    file = written(
        tmp_path,
        'database = "postgresql://u:secret@h/room"\nstate = "nowhere"\n'
        '[server]\npublic_url = "room.example"\n[backups]\npassphrase_file = "passphrase"\n',
    )
    file.chmod(0o640)
    found = find_mistakes(read_settings(file, {}), file, {"FAIRFELT_SERVER_PROT": "1"})
    assert [sentence.partition(":")[0] for sentence in found] == [
        "FAIRFELT_SERVER_PROT sets nothing",
        f"{file} holds a password and others may read it",
        "state",
        "backups.passphrase_file",
        "server.public_url is no address",
        "backups.passphrase_file seals copies, and backups.folder does not say where they go",
    ]
    assert "secret@" not in "".join(found)


def test_the_example_has_every_setting_and_is_the_one_that_is_shipped() -> None:
    text = example_file()
    assert (ROOT / "deploy" / "fairfelt.toml").read_text() == text, "make docs writes it"
    uncommented = "\n".join(line[1:] if line[:1] == "#" and line[1:2] != " " else line for line in text.splitlines())
    data = tomllib.loads(uncommented)
    for entry in entries():
        assert entry.name in (data[entry.section] if entry.section else data), entry.key
        assert entry.meaning.endswith("."), entry.key
    assert convert(tomllib.loads(text), Configuration) == Configuration()
    assert read_settings_of(uncommented) == Configuration()


def read_settings_of(text: str) -> Configuration:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        return read_settings(written(Path(folder), text), {})


def test_the_page_has_the_table_as_it_is() -> None:
    assert table() in (ROOT / "docs" / "configuration.md").read_text(), "make docs writes it"


def test_folders_come_from_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FAIRFELT_CACHE", raising=False)
    monkeypatch.setenv("FAIRFELT_CONFIG", str(written(tmp_path, 'cache = "kept"\n')))
    assert cache_folder() == tmp_path / "kept"


def test_commands_about_a_room_find_its_journal_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FAIRFELT_DATABASE", raising=False)
    monkeypatch.setenv("FAIRFELT_CONFIG", str(written(tmp_path, 'database = "none.db"\n')))
    assert main(["ledger", "verify"]) == 2
    assert f"there is no file {tmp_path / 'none.db'}" in capsys.readouterr().err


def test_config_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in [name for name in os.environ if name.startswith("FAIRFELT_") and name != "FAIRFELT_CONFIG"]:
        monkeypatch.delenv(name)  # what is set for this run, or in the shell that started it
    assert main(["config", "example"]) == 0
    assert capsys.readouterr().out == example_file()
    file = written(
        tmp_path, 'database = "postgresql://u:hunter2@h/room"\n[server]\nport = 9000\n[limits]\nconnections = 8000\n'
    )
    assert main(["config", "check", str(file)]) == 0
    monkeypatch.setenv("FAIRFELT_SERVER_HOST", "10.0.0.1")
    assert main(["config", "show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert f"server.port = 9000  ({file})" in shown
    assert f"limits.connections = 8000  ({file})" in shown, "what is set to its default is set all the same"
    assert 'server.public_url = ""  (default)' in shown
    assert 'server.host = "10.0.0.1"  (FAIRFELT_SERVER_HOST)' in shown
    assert "hunter2" not in shown
    file.write_text('[backups]\nfolder = "nowhere"\n')
    assert main(["config", "check", str(file)]) == 1
    told = capsys.readouterr()
    assert "backups.folder: there is no folder" in told.out
    assert "the configuration has one mistake" in told.err
    file.write_text("[server]\nport = 70000")
    assert main(["config", "check", str(file)]) == 2
