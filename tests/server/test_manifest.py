"""What an outsider recomputes: the manifest is the same wherever the same software is installed."""

from __future__ import annotations

import json
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.server.machine import bill_of_materials
from fairfelt.server.manifest import _library_digest, manifest

pytestmark = pytest.mark.xdist_group("software")
"""What is installed is thousands of files: one worker reads them, and keeps their digests."""


def installed(folder: Path, script: str, code: str = "x = 1\n") -> Distribution:
    """A library as an installer leaves it: its code, a script with the folder's name in it, and notes of its own."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "tool").write_text(script)
    packages = folder / "lib"
    info = packages / "tool-1.0.dist-info"
    info.mkdir(parents=True)
    (packages / "tool.py").write_text(code)
    (info / "METADATA").write_text("Name: tool\nVersion: 1.0\n")
    (info / "INSTALLER").write_text(folder.name)
    names = ("../bin/tool", "tool.py", "tool-1.0.dist-info/METADATA", "tool-1.0.dist-info/INSTALLER")
    (info / "RECORD").write_text("".join(f"{name},sha256=x,1\n" for name in (*names, "tool-1.0.dist-info/RECORD")))
    return PathDistribution(info)


def test_a_library_has_one_digest_wherever_it_is_installed(tmp_path: Path) -> None:
    """Scripts and the installer's notes were counted, so that no second machine came to the same digest."""
    here = installed(tmp_path / "here", "#!/here/python")
    there = installed(tmp_path / "there", "#!/there/python")
    other = installed(tmp_path / "other", "#!/other/python", code="x = 2\n")
    assert _library_digest(here) == _library_digest(there) != _library_digest(other)


def test_the_bill_of_materials_is_cyclonedx() -> None:
    validation = pytest.importorskip("cyclonedx.validation.json")
    from cyclonedx.schema import SchemaVersion

    text = json.dumps(bill_of_materials(manifest()))
    assert validation.JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    names = {component["name"] for component in json.loads(text)["components"]}
    assert {"msgspec", "numpy", "starlette"} <= names
    assert "pytest" not in names


def test_one_command_compares_two_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "room.json"
    assert main(["manifest", "-o", str(file)]) == 0
    assert main(["manifest", "--against", str(file)]) == 0
    data = json.loads(file.read_text())
    assert data["digest"] == manifest().digest
    data["files"]["version.py"] = "0" * 64
    file.write_text(json.dumps(data))
    assert main(["manifest", "--against", str(file)]) == 1
    told = capsys.readouterr()
    assert "version.py: here" in told.out
    assert "1 parts differ" in told.err
    file.write_text("[]")
    assert main(["manifest", "--against", str(file)]) == 2
