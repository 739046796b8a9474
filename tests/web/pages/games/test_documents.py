"""Documents: right forms, right contents, and headers that keep a browser at home."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Verification
from fairfelt.law.dossiers import checklist_names
from fairfelt.reports.par.par_sheet import par_dict
from fairfelt.reports.placard.placard import catalogue_report, placard_dict
from fairfelt.version import imprint_data
from fairfelt.web.pages.counting import Counting
from tests.web.visiting import PATIENCE_S, THREE, closing, uncounted, visitor

pytestmark = pytest.mark.xdist_group("web")
TYPES = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "txt": "text/plain; charset=utf-8",
}


@pytest.mark.parametrize("form", TYPES)
@pytest.mark.parametrize(
    "part",
    [
        f"games/{THREE}/par",
        f"games/{THREE}/rules",
        f"games/{THREE}/dealing",
        f"games/{THREE}/strategy",
        "verify",
        "games",
    ],
)
def test_every_document_in_every_form(visit: TestClient, part: str, form: str) -> None:
    answer = visit.get(f"/{part}.{form}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, TYPES[form])
    assert f'.{form}"' in answer.headers["content-disposition"]
    if form == "pdf":
        assert answer.content.startswith(b"%PDF")


def test_a_dossier_for_every_regulator(visit: TestClient) -> None:
    shown = visit.get(f"/games/{THREE}/dossier").text
    for name in checklist_names():
        assert f'href="/games/{THREE}/dossier-{name}.pdf"' in shown
    assert "COMAR 36.05.03.20(A)(3)" in shown
    written = visit.get(f"/games/{THREE}/dossier-md.txt")
    assert written.status_code == 200, written.text
    assert "True odds, pay odds and house edge" in written.text
    assert "0.0045 to 1" in written.text, "the odds against a hand that nearly always comes have digits"
    unknown = visit.get(f"/games/{THREE}/dossier-xx.txt")
    assert (unknown.status_code, "there is md, nj, nv, pa, wa" in unknown.text) == (404, True)


@pytest.mark.parametrize("part", [f"games/{THREE}/par", "verify"])
def test_tables_come_for_spreadsheets(visit: TestClient, part: str) -> None:
    answer = visit.get(f"/{part}.csv")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/csv; charset=utf-8")
    assert len(answer.text.splitlines()) > 10
    assert visit.get(f"/games/{THREE}/rules.csv").status_code == 404


def test_the_data_are_the_reports_own(visit: TestClient) -> None:
    game = games.find(THREE)
    for address, plain in (
        ("/games.json", catalogue_report(games.catalogue()).plain),
        (f"/games/{THREE}/par.json", par_dict(engine.par(game))),
        (f"/games/{THREE}/par.json?bettors=6", par_dict(engine.par(game, bettors=6))),
        (f"/games/{THREE}/rules.json", placard_dict(game)),
        ("/verify.json", engine.verify([game]).to_dict()),
    ):
        assert visit.get(address).json() == {"imprint": imprint_data(), **plain}
    assert "3.3730%" in visit.get(f"/games/{THREE}/par.txt").text


def test_rules_with_one_paytable_in_play(visit: TestClient) -> None:
    plain = visit.get(f"/games/{THREE}/rules.json?paytable=pair plus=40/30/6/3/1").json()
    tables = {wager["wager"]: [table["paytable"] for table in wager["paytables"]] for wager in plain["wagers"]}
    assert tables["Pair Plus"] == ["40/30/6/3/1"]


def test_a_document_is_named_after_its_game(visit: TestClient) -> None:
    answer = visit.get("/games/straight-edge-poker/rules.txt?variant=v2")
    assert answer.headers["content-disposition"] == 'inline; filename="straight-edge-poker-v2-rules.txt"'


def test_a_page_of_its_own_may_use_its_own_style_and_no_other(visit: TestClient) -> None:
    answer = visit.get(f"/games/{THREE}/rules.html")
    style = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    digest = b64encode(sha256(style[0].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}';" in answer.headers["content-security-policy"]
    assert len(style) == 1


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/site.css", "/static/sheet.css", "/nowhere", "/games.json"])
def test_every_answer_keeps_the_browser_at_home(visit: TestClient, path: str) -> None:
    headers = visit.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; style-src 'self'; script-src 'self'")
    assert "http" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/", f"/games/{THREE}", f"/games/{THREE}/par.json", "/verify", "/healthz"])
def test_head_gives_the_headers_alone(visit: TestClient, path: str) -> None:
    head, whole = visit.head(path), visit.get(path)
    assert (head.status_code, head.headers["content-type"]) == (200, whole.headers["content-type"])


def test_health_is_short(visit: TestClient) -> None:
    assert visit.get("/healthz").json() == {"status": "ok"}


def test_a_figure_that_could_not_be_calculated_has_an_empty_cell() -> None:
    figure = engine.FigureCheck(THREE, "", "Ante", "", "house_edge", "3.37%", "", False, "a sheet", None)
    counting = Counting(study=uncounted, check=lambda game, executor, progress: Verification((figure,), ()))
    with closing(counting):
        for game in games.catalogue():
            counting.check(game, ahead=True).future.result(PATIENCE_S)
        answer = visitor(counting).get("/verify.csv")
    assert answer.status_code == 200
    assert answer.text.splitlines()[1].startswith(f"{THREE},,Ante,,house_edge,3.37%,,False,a sheet,,,")
