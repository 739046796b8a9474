"""The design system: every token and component is shown, and no style uses a token that is not there."""

from __future__ import annotations

import re
from importlib.resources import files

from starlette.testclient import TestClient

from fairfelt.reports.sheet.html import style, template
from fairfelt.web.pages.page import spark_line

WEB = files("fairfelt.web")
STYLES = {path.name: path.read_text() for path in (WEB / "static").rglob("*.css")}  # type: ignore[attr-defined]


def test_every_token_and_component_is_shown(visit: TestClient) -> None:
    shown = visit.get("/styleguide").text
    for token in re.findall(r"--([a-z0-9-]+):", template("tokens.css")):
        assert f"--{token}" in shown
    components = (WEB / "templates" / "components.html").read_text()
    page = (WEB / "templates" / "styleguide.html").read_text()
    for macro in set(re.findall(r"macro (\w+)\(", components)) - {"notice"}:
        assert f"ui.{macro}(" in page, f"{macro} is not in the style guide"


def test_no_style_uses_a_token_that_is_not_defined() -> None:
    """A name that is nowhere defined paints nothing, and no browser says so."""
    known = set(re.findall(r"(--[a-z0-9-]+):", template("tokens.css") + "".join(STYLES.values())))
    for name, text in {**STYLES, "sheet.css": template("sheet.css")}.items():
        unknown = set(re.findall(r"var\((--[a-z0-9-]+)\)", text)) - known
        assert not unknown, f"{name}: {unknown}"


def test_a_sheet_of_its_own_brings_the_tokens_along() -> None:
    assert "--felt:" in style()


def test_pages_bring_the_tokens_first(visit: TestClient) -> None:
    assert "--felt:" in visit.get("/static/tokens.css").text
    page = visit.get("/styleguide").text
    assert page.index("tokens.css") < page.index("sheet.css") < page.index("components.css")


def test_a_spark_runs_from_the_first_figure_to_the_last() -> None:
    assert spark_line([1, 10]) == "M0.0 28.0 L100.0 2.0"
    assert spark_line([5, 5, 5]).count("28.0") == 3
    assert spark_line([7]) == spark_line([0, 0, 7]) == ""
    assert spark_line([0, 0, 10]) != spark_line([0, 5, 10]) == "M50.0 28.0 L100.0 2.0", "from the first day on"
