"""Pictures of pages: none is of an earlier template or style, and the gallery shows each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import picture_records
from docs.picture_records import find_stale_pictures, read_records, record_picture, used_templates, write_records

PICTURES = Path(picture_records.__file__).parent / "pictures"
LARGEST_BYTES = 200_000


def test_no_picture_is_older_than_its_page() -> None:
    stale = find_stale_pictures()
    assert not stale, f'the pages have changed; take their pictures: make pictures ONLY="{" ".join(stale)}"'


def test_every_picture_is_small_has_a_record_and_is_shown() -> None:
    shown = set(
        re.findall(r"\(pictures/([a-z-]+)-(?:desk|phone)\.jpg\)", (PICTURES.parent / "pictures.md").read_text())
    )
    files = list(PICTURES.glob("*.jpg"))
    assert {file.stem.rpartition("-")[0] for file in files} == set(read_records()) == shown
    assert len(files) == 2 * len(shown)
    assert [file.name for file in files if file.stat().st_size > LARGEST_BYTES] == []


def test_a_page_uses_what_its_template_extends_includes_and_imports() -> None:
    used = used_templates("games/par.html")
    assert {"web/templates/games/par.html", "web/templates/games/game.html", "web/templates/base.html"} <= used
    assert all((picture_records.SOURCE / name).is_file() for name in used)


def test_a_changed_style_or_template_makes_a_picture_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates, styles = tmp_path / "web" / "templates", tmp_path / "web" / "static"
    templates.mkdir(parents=True)
    styles.mkdir()
    (templates / "base.html").write_text("<p>")
    (templates / "page.html").write_text('{% extends "base.html" %}')
    (styles / "page.css").write_text("p {}")
    monkeypatch.setattr(picture_records, "SOURCE", tmp_path)
    monkeypatch.setattr(picture_records, "TEMPLATES", templates)
    monkeypatch.setattr(picture_records, "RECORD", tmp_path / "record.json")
    record = record_picture("page.html", ["http://127.0.0.1:1/static/page.css"])
    assert record["files"] == ["web/static/page.css", "web/templates/base.html", "web/templates/page.html"]
    write_records({"page": record})
    assert find_stale_pictures() == []
    for file, change in ((styles / "page.css", "p { color: red }"), (templates / "base.html", "<b>")):
        before = file.read_text()
        file.write_text(change)
        assert find_stale_pictures() == ["page"]
        file.write_text(before)
    (styles / "page.css").unlink()
    assert find_stale_pictures() == ["page"]
