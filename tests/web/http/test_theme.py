"""Light, dark or as the system says: chosen on any page, kept in the browser."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from fairfelt.web import application

pytestmark = pytest.mark.xdist_group("web")


def test_a_theme_is_chosen_kept_and_given_up_again() -> None:
    """Pages followed the system, and nobody could choose."""
    visit = TestClient(application())
    assert "data-theme" not in visit.get("/styleguide").text
    chosen = visit.get("/themes/dark", params={"next": "/styleguide"}, follow_redirects=False)
    assert chosen.headers["location"] == "/styleguide"
    dark = visit.get("/styleguide").text
    assert '<html lang="en" data-theme="dark">' in dark and '<meta name="color-scheme" content="dark">' in dark
    assert 'href="/themes/dark?next=/styleguide" aria-current="true"' in dark
    assert "fairfelt-theme" not in visit.get("/themes/pink").cookies, "there is no such theme"
    visit.get("/themes/system", params={"next": "//elsewhere"}, follow_redirects=False)
    assert "data-theme" not in visit.get("/styleguide").text
