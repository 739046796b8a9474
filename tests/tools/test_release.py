"""A release: of what is committed, by the changelog's word, and the same twice."""

from __future__ import annotations

import gzip
import subprocess
import tarfile
import tomllib
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from fairfelt.version import __version__
from tools.release import ROOT, NotReady, check_tree, list_digests, read_notes, read_version, repack

CHANGELOG = """# Changelog

## 1.1.0 (unreleased)

- New.

## 1.0.0 (2026-11-18)

- First.

### Upgrading

- Stop it.
"""


def test_the_notes_of_a_release_are_its_dated_section() -> None:
    assert read_notes(CHANGELOG, "1.0.0") == "- First.\n\n### Upgrading\n\n- Stop it."
    with pytest.raises(NotReady, match=r"1\.1\.0 \(unreleased\): give it the date"):
        read_notes(CHANGELOG, "1.1.0")
    with pytest.raises(NotReady, match=r"no section 2\.0\.0"):
        read_notes(CHANGELOG, "2.0.0")


def test_the_version_stands_in_one_place_and_others_agree() -> None:
    assert read_version(ROOT) == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {__version__} (" in (ROOT / "CHANGELOG.md").read_text()
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dynamic"] == ["version"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit."""
    for words in (["init", "-q"], ["config", "user.name", "T"], ["config", "user.email", "t@example.org"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    (tmp_path / "a.txt").write_text("a")
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "commit", "-qm", "Begin"], cwd=tmp_path, check=True)
    return tmp_path


def test_only_a_clean_tree_is_tagged_and_a_version_once(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_tree(repository, "1.0.0", tags=True)
    (repository / "b.txt").write_text("b")
    check_tree(repository, "1.0.0", tags=False)
    assert "1 files are not committed" in capsys.readouterr().out
    with pytest.raises(NotReady, match=r"1 files are not committed, b\.txt among them"):
        check_tree(repository, "1.0.0", tags=True)
    (repository / "b.txt").unlink()
    subprocess.run(["git", "tag", "v1.0.0"], cwd=repository, check=True)
    check_tree(repository, "1.0.0", tags=False)
    with pytest.raises(NotReady, match=r"v1\.0\.0 is tagged"):
        check_tree(repository, "1.0.0", tags=True)


def archive(mtime: int, user: str, names: tuple[str, ...]) -> bytes:
    """A source package as some machine makes it."""
    out = BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=mtime) as zipped, tarfile.open(fileobj=zipped, mode="w") as packed:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uname = 1, mtime, user
            packed.addfile(member, BytesIO(b"x"))
    return out.getvalue()


def test_a_source_package_has_no_trace_of_who_built_it_and_when() -> None:
    one, other = archive(1, "ann", ("f/b", "f/a")), archive(2, "bob", ("f/a", "f/b"))
    assert one != other
    assert repack(one, 1_700_000_000) == repack(other, 1_700_000_000)
    with tarfile.open(fileobj=BytesIO(repack(one, 5))) as packed:
        assert [(member.name, member.mtime) for member in packed.getmembers()] == [("f/a", 5), ("f/b", 5)]


def test_digests_are_those_that_sha256sum_reads(tmp_path: Path) -> None:
    (tmp_path / "b.whl").write_bytes(b"b")
    (tmp_path / "a.tar.gz").write_bytes(b"a")
    (tmp_path / "SHA256SUMS").write_text("old")
    wanted = [f"{sha256(name[:1].encode()).hexdigest()}  {name}" for name in ("a.tar.gz", "b.whl")]
    assert list_digests(tmp_path).splitlines() == wanted
