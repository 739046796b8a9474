"""Every paper says at its foot which version, commit and files of Fairfelt have made it."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from fairfelt import version
from fairfelt.reports.report import Format, Report
from fairfelt.reports.sheet import Section, Sheet, Words
from tests.reports.pages import pdf_text

HASH = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize("colophon", ["", "Counted, not sampled."])
@pytest.mark.parametrize("format", ["text", "html", "csv", "pdf"])
def test_every_format_says_what_has_made_it(format: Format, colophon: str) -> None:
    rendered = Report(Sheet("A", "B", Section("C", Words("d")), colophon=colophon), {}).render(format)
    says_what_has_made_it(rendered, format, colophon)


def says_what_has_made_it(rendered: bytes, format: str, colophon: str = "") -> None:
    words = pdf_text(rendered) if format == "pdf" else rendered.decode()
    said = "".join(words.split()).lower()
    for part in (colophon, "Fairfelt", version.__version__, version.commit(), version.program_digest()):
        assert "".join(part.split()).lower() in said


def test_json_has_it_at_the_top() -> None:
    sheet = Sheet("A", "B")
    said = json.loads(Report(sheet, {"a": 1}).render("json"))
    assert said == {"imprint": version.imprint_data(), "a": 1} and next(iter(said)) == "imprint"
    says_what_has_made_it(Report(sheet, {}).render("json"), "json")


def test_every_record_has_it_in_a_column_of_its_own() -> None:
    rendered = Report(Sheet("A", "B"), {}, records=[{"a": 1, "b": "=2"}, {"a": 3, "b": "4"}]).render("csv")
    says_what_has_made_it(rendered, "csv")
    rows = list(csv.DictReader(StringIO(rendered.decode(), newline="")))
    assert [tuple(row.values()) for row in rows] == [("1", "'=2", version.imprint()), ("3", "4", version.imprint())]
    assert list(rows[0]) == ["a", "b", "made_by"]


def test_the_digest_is_that_of_the_files_and_a_checkout_says_what_it_is() -> None:
    assert len(version.program_digest()) == 64
    assert version.imprint().startswith(f"Fairfelt {version.__version__} (development checkout), commit ")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the package would be in a checkout."""
    package = tmp_path / "src" / "fairfelt"
    package.mkdir(parents=True)
    monkeypatch.setattr(version, "PACKAGE", package)
    return package


def commit() -> str:
    return version.commit.__wrapped__()


def test_a_commit_is_read_from_the_repository_or_from_what_the_build_wrote(package: Path) -> None:
    assert commit() == "unknown", "there is neither"
    git = package.parents[1] / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text(f"{HASH}\n")
    assert commit() == HASH, "a detached head"
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    assert commit() == "unknown", "a branch without a commit"
    (git / "packed-refs").write_text(f"# peeled\n{HASH[::-1]} refs/heads/domain\n{HASH} refs/heads/main\n")
    assert commit() == HASH
    (git / "refs" / "heads" / "main").write_text(f"{HASH[::-1]}\n")
    assert commit() == HASH[::-1], "a loose one is newer"
    (package / version.COMMIT_FILE).write_text("built\n")
    assert commit() == "built"


def test_a_linked_worktree_has_its_own_head(package: Path, tmp_path: Path) -> None:
    shared = tmp_path / "elsewhere" / ".git"
    own = shared / "worktrees" / "one"
    own.mkdir(parents=True)
    (package.parents[1] / ".git").write_text(f"gitdir: {own}\n")
    (own / "HEAD").write_text("ref: refs/heads/one\n")
    (own / "commondir").write_text("../..\n")
    (shared / "refs" / "heads").mkdir(parents=True)
    (shared / "refs" / "heads" / "one").write_text(f"{HASH}\n")
    assert commit() == HASH
