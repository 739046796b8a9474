"""The mathematics pages: catalogue, plots, editor, comparison; every number on them is the solver's own."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.analysis.design.pays import own_table
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import percent_text
from fairfelt.rules import parse_pay
from fairfelt.rules.json_form.read import read_data
from fairfelt.web.pages.counting import Counting, GameQuery, reprice, versions
from fairfelt.web.pages.games import questions
from tests.web.pages.games.test_sheets import text_of
from tests.web.visiting import PATIENCE_S, THREE, Slow, check_three, closing, only_three, visitor

pytestmark = pytest.mark.xdist_group("web")
EDIT = f"/games/{THREE}/edit"
BONUS = "pay:Ante Bonus:straight"
PLUS = "pay:Pair Plus:flush"


def named(page: str) -> list[str]:
    """The games on the catalogue's page, in order."""
    return [text_of(title) for title in re.findall(r"<h2>(.*?)</h2>", page, re.DOTALL)]


def field(page: str, name: str) -> str:
    """The input of that name."""
    found = re.search(rf'<input[^>]*name="{re.escape(name)}"[^>]*>', page)
    assert found, name
    return unescape(found.group())


def test_the_catalogue_shows_every_game(visit: TestClient) -> None:
    words = text_of(visit.get("/games").text)
    for game in versions():
        assert game.summary in words
        assert all(headline in words for headline in game.headlines)
    assert "House edge 3.37% of the Ante" in words
    assert "Showdown · up to 9 players · approval 57, 60 · one decision · 3 cards in hand" in words


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=mississippi", ["Mississippi Stud"]),
        ("q=pair plus", [game.title for game in games.find(THREE).variants]),
        ("family=war", ["Casino War"]),
        ("family=showdown&cards=3&q=rummy", ["Triple Shot Rummy"]),
        ("edge=5", [game.title for game in games.find(THREE).variants]),
        ("decisions=none&family=baccarat&q=ez", ["EZ Baccarat with Dragon Bonus"]),
        ("q=no such thing", []),
    ],
)
def test_games_are_found(visit: TestClient, query: str, expected: list[str]) -> None:
    page = visit.get(f"/games?{query}")
    assert named(page.text) == expected
    assert ("No matching games" in page.text) == (not expected)


@pytest.mark.parametrize("order", ["name", "approval", "edge", "decisions", "cards", "nonsense"])
def test_games_are_put_in_order(visit: TestClient, order: str) -> None:
    by_title = {game.title: game for game in versions()}
    found = [by_title[title] for title in named(visit.get(f"/games?order={order}").text)]
    assert len(found) == len(by_title)
    orders: dict[str, list[Any]] = {
        "approval": [min(game.approvals, default=1000) for game in found],
        "edge": [game.slug != THREE for game in found],
        "decisions": [len(game.streets) for game in found],
        "cards": [game.hole or 99 for game in found],
    }
    keys = orders.get(order, [(game.name, game.variant) for game in found])
    assert keys == sorted(keys)


def test_plots_show_pictures_and_numbers(visit: TestClient) -> None:
    page = visit.get(f"/games/{THREE}/plots").text
    assert page.count("<svg") == page.count("<figure") >= 5
    assert page.count("<details>") == page.count("<svg")
    words = text_of(page)
    assert "“Play” becomes better than “fold”: about queen high, six, four" in words
    assert visit.get(f"/games/{THREE}/plots.pdf").content.startswith(b"%PDF")


def test_the_editor_shows_every_pay_as_it_is_printed(visit: TestClient) -> None:
    page = visit.get(EDIT).text
    for wager in games.find(THREE).wagers:
        for pay in wager.paytable.pays.values():
            assert f'data-printed="{pay.words}"' in page
    assert "No changes yet." in page
    assert 'value=""' in field(page, "pay:Pair Plus:high card")


def test_a_side_bet_is_priced_at_once(visit: TestClient) -> None:
    page = visit.get(EDIT, params={PLUS: "5"}).text
    game = games.find(THREE)
    old = game.wager("Pair Plus")
    pays = {**{line: pay.words for line, pay in old.paytable.pays.items()}, 2: "5"}
    names = {line: name.name for line, name in enumerate(old.ranking.lines)} if old.ranking else {}
    table = own_table(game, old, "what if", {names[line]: words for line, words in pays.items()})
    sheet = engine.par(game.with_pays("Pair Plus", table)).wager("Pair Plus")
    words = text_of(page)
    assert f"House edge of Pair Plus {percent_text(sheet.house_edge)}" in words
    assert "does not change the best play of the game" in words
    assert "+0.049593" in words
    assert "data-waiting" not in page


def test_the_edited_sheet_is_taken_away(visit: TestClient) -> None:
    query = {PLUS: "5"}
    plain = visit.get(f"/games/{THREE}/par.json", params=query).json()
    wagers = {wager["wager"]: wager for wager in plain["wagers"]}
    assert wagers["Pair Plus"]["paytable"] == "what if"
    assert (
        "Pair Plus 40/30/6/4/1: flush pays 5 to 1 instead of 4 to 1."
        in visit.get(f"/games/{THREE}/par.txt", params=query).text
    )
    file = visit.get(f"/games/{THREE}/pays.toml", params=query)
    assert file.headers["content-disposition"] == 'attachment; filename="three-card-poker-pays.toml"'
    assert tomllib.loads(file.text)["Pair Plus"]["pays"]["flush"] == "5 to 1"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lots", "'lots' is not a pay: write 40"),
        ("999999999", "is too much: pay at most 100,000 to 1"),
        ("-3", "'-3' is not a pay"),
        ("5,5", "a comma stands before three digits"),
        ("50%", "feeds no meter: pay odds, such as 40"),
        ('"><script>', "is not a pay"),
    ],
)
def test_what_is_wrong_stands_next_to_its_field(visit: TestClient, text: str, sentence: str) -> None:
    page = visit.get(EDIT, params={PLUS: text})
    assert page.status_code == 200
    assert "<script>" not in page.text
    assert 'aria-invalid="true"' in field(page.text, PLUS)
    assert sentence in text_of(page.text)
    assert "these figures are for the printed tables" in page.text
    problem = visit.get(f"/games/{THREE}/par.json", params={PLUS: text})
    assert (problem.status_code, problem.json()["field"]) == (400, PLUS)


def test_a_line_can_be_left_out_and_another_put_in(visit: TestClient) -> None:
    plain = visit.get(f"/games/{THREE}/par.json", params={PLUS: "", "pay:Pair Plus:high card": "1 to 4"}).json()
    sheet = next(wager for wager in plain["wagers"] if wager["wager"] == "Pair Plus")
    pays = {row["name"]: row["pays"] for row in sheet["outcomes"]}
    assert pays["high card"] == "1 to 4"
    assert "flush" not in pays


def test_what_says_the_same_as_printed_changes_nothing(visit: TestClient) -> None:
    page = visit.get(EDIT, params={PLUS: " 4 ", BONUS: "1 to 1"}).text
    assert "No changes yet." in page


def test_a_pay_that_people_decide_by_comes_in_two_steps() -> None:
    with closing(Counting(study=only_three, check=check_three)) as counting:
        known = counting.study(GameQuery(THREE)).future.result(PATIENCE_S)
        slow = Slow(then=only_three)
        counting._study = slow
        visit, query = visitor(counting), {"pay:Ante Bonus:high card": "1"}
        page = visit.get(EDIT, params=query).text
        asked = GameQuery(THREE, pays=(("Ante Bonus", ((0, parse_pay("1 to 1")),)),))
        same = reprice(known, asked)
        assert same
        words = text_of(page)
        assert f"House edge of the round {percent_text(same.par.round.house_edge)}" in words
        assert "if nobody changes their play" in words
        assert "data-waiting" in page
        assert "once it is calculated" in words
        slow.go_on.set()
        counting.price(asked).future.result(PATIENCE_S)
        best = engine.par(asked.game).round.house_edge
        assert best < same.par.round.house_edge
        page = visit.get(EDIT, params=query).text
        assert f"House edge of the round {percent_text(best)}" in text_of(page)
        assert f"{best.numerator}/{best.denominator}" in page
        assert "data-waiting" not in page


def test_what_is_typed_over_is_not_counted() -> None:
    slow = Slow(then=only_three)
    with closing(Counting(study=slow, check=check_three)) as counting:
        asked = [GameQuery(THREE, pays=(("Ante Bonus", ((3, parse_pay(f"{n} to 1")),)),)) for n in range(2, 6)]
        jobs = [counting.price(asked[0])]
        assert slow.begun.wait(PATIENCE_S)
        jobs += [counting.price(one) for one in asked[1:]]
        assert [job.future.cancelled() for job in jobs] == [False, True, True, False]
        again = counting.price(asked[1])
        assert not again.future.cancelled()
        assert jobs[3].future.cancelled()
        slow.go_on.set()
        assert again.future.result(PATIENCE_S).par.game.wager("Ante Bonus").paytable.pays[3].words == "3 to 1"
        assert slow.asked == [asked[0], asked[1]]


def test_a_comparison_of_two_tables() -> None:
    sides = {"a": f"{THREE}:Pair Plus:40/30/6/4/1", "b": f"{THREE}:Pair Plus:40/30/6/3/1", "bet": "5"}
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        visit.get("/games/compare", params=sides)
        wait_for_all(counting)
        page = visit.get("/games/compare", params=sides).text
        assert "House edge 2.3167% 7.2760% +4.9593%" in text_of(page)
        assert "Theoretical win an hour $33.79" in text_of(page) and "data-waiting" not in page
        for form in ("pdf", "html", "json", "csv"):
            assert visit.get(f"/games/compare.{form}", params=sides).status_code == 200
        plain = visit.get("/games/compare.json", params=sides).json()
        wrong = visit.get("/games/compare", params=sides | {"players": "70"})
        assert wrong.status_code == 400 and "is not possible: give 1 to" in wrong.text
    sheet = engine.par(games.find(THREE)).wager("Pair Plus", "40/30/6/3/1")
    assert plain["b"]["figures"]["house_edge"]["decimal"] == engine.decimal_text(sheet.house_edge)
    assert Fraction(plain["b"]["table"]["win_per_hour"]["fraction"]) == sheet.house_edge * 5 * 5 * Fraction(350, 6)


def wait_for_all(counting: Counting) -> None:
    """Until all that was asked is counted."""
    for job in list(counting._jobs.values()):
        job.future.exception(PATIENCE_S)


def test_counting_is_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bet from a shoe is counted; a wrong field is told, and a game without a shoe says so."""
    monkeypatch.setattr(questions, "SHOES", 100)
    counted, asked = "/games/royal-match-21/counting", {"wager": "Royal Match", "cut": "60", "removed": "Ks Qs"}
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        assert "No bet of this game can be counted" in visit.get(f"/games/{THREE}/counting").text
        assert "Card counting</a>" not in visit.get(f"/games/{THREE}").text
        page = visit.get(counted).text
        assert "data-waiting" in page, "the first bet is counted without a form"
        assert "Game protection</a>" in page, "what counting is worth is a leak: the verdict on it had no way in"
        wrong = visit.get(counted, params=asked | {"cut": "none"})
        assert wrong.status_code == 400 and 'id="cut-mistake"' in wrong.text
        assert "data-waiting" in visit.get(counted, params=asked).text
        wait_for_all(counting)
        assert "Effects of removal" in text_of(visit.get(counted, params=asked).text)
        plain = visit.get(f"{counted}.json", params=asked).json()
    assert plain["cut"] == 60 and plain["removed"] == ["Ks", "Qs"] and plain["counter"]["shoes"] == 100


def test_many_tables_together() -> None:
    """Rows are typed, wrong ones are told in their row, and the sum is there when it is counted."""
    fields = {"table": [THREE, f"{THREE}:Pair Plus", ""], "tables": ["2", "2", ""], "hours": ["8", "8", ""]}
    fields |= {"players": ["5", "", ""], "bet": ["25", "5", ""], "rounds": ["40", "40", ""]}
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        assert "Name a game" in visit.get("/games/portfolio").text
        wrong = visit.get("/games/portfolio", params=fields | {"hours": ["8", "25", ""]})
        assert wrong.status_code == 400 and 'id="hours-2-mistake"' in wrong.text
        assert "data-waiting" in visit.get("/games/portfolio", params=fields).text
        wait_for_all(counting)
        assert "All tables together lose a day" in visit.get("/games/portfolio", params=fields).text
        plain = visit.get("/games/portfolio.json", params=fields).json()
        assert visit.get("/games/portfolio.csv", params=fields).status_code == 200
    par = engine.par(games.find(THREE))
    won = (par.round.house_edge * 25 + par.wager("Pair Plus").house_edge * 5) * 5 * 40 * 8 * 2
    assert Fraction(plain["win_a_day"]["fraction"]) == won


def test_a_comparison_begins_somewhere_and_says_what_is_wrong(visit: TestClient) -> None:
    assert "Three Card Poker: Pair Plus, 40/30/6/3/1" in text_of(visit.get(f"/games/compare?a={THREE}").text)
    assert visit.get("/games/compare").status_code == 200
    for query, sentence in (
        ("a=no-such-game&b=casino-war", "no-such-game"),
        (f"a={THREE}:Pear Plus&b=casino-war", "did you mean 'Pair Plus'?"),
        (f"a={THREE}:Pair Plus:9&b=casino-war", "there is no paytable of Pair Plus '9'"),
    ):
        page = visit.get(f"/games/compare?{query}")
        assert page.status_code == 400
        assert sentence in text_of(page.text)


def test_a_paytable_is_designed() -> None:
    """The page asks, counts, and leads on to the editor and the studio with the pays that were found."""
    design, asked = f"/games/{THREE}/design", {"wager": "Pair Plus", "edge": "3..4%", "whole": "1", "top": "..50"}
    asked["keep"] = "pair=1, three of a kind=30"
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        assert 'name="edge"' in visit.get(design).text
        wrong = visit.get(design, params={"wager": "Pair Plus", "edge": "3-4%"})
        assert wrong.status_code == 400 and "is not a range" in wrong.text
        assert "data-waiting" in visit.get(design, params=asked).text
        counting.study(GameQuery(THREE)).future.exception(PATIENCE_S)
        wait_for_all(counting)
        page = visit.get(design, params=asked).text
        assert "Design 1" in text_of(page)
        best = visit.get(f"{design}.json", params=asked).json()["designs"][0]
        editor, studio = (unescape(re.findall(rf'href="({link}[^"]*pay[^"]*)"', page)[0]) for link in (EDIT, "/studio"))
        assert percent_text(Fraction(best["house_edge"]["fraction"]), 4) in text_of(visit.get(editor).text)
        begun = visit.get(f"/studio/begin/{THREE}.json?{studio.partition('?')[2]}").json()
    pays = own_table(games.find(THREE), games.find(THREE).wager("Pair Plus"), "", best["pays"]).pays
    assert read_data(begun).wager("Pair Plus").paytable.pays == pays


def test_rules_are_designed() -> None:
    """The knobs of the command line were not on the page."""
    design = f"/games/{THREE}/design"
    asked = {"rules": "1", "rule_copies": "push | player", "rule_qualifier": "Qc 3d 2h | none", "edge": "3..4%"}
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        assert "Size of the Play bet, today 1" in text_of(visit.get(design).text)
        for field, said, sentence in (
            ("rule_copies", "push | nobody", "push, player, dealer are"),
            ("rule_qualifier", "Qx", "is no least hand"),
            ("rules", "1", "no rule is set"),
        ):
            wrong = visit.get(design, params={"rules": "1", field: said})
            assert (
                wrong.status_code == 400 and f'id="{field}-mistake"' in wrong.text and sentence in text_of(wrong.text)
            )
        visit.get(design, params=asked)
        wait_for_all(counting)
        found = text_of(visit.get(design, params=asked).text)
        settings = visit.get(f"{design}.json", params=asked).json()["settings"]
    assert "of 4 settings meet the targets." in found
    today = next(each for each in settings if each["today"])
    assert today["settings"] == {"qualifier": "Qc 3d 2h", "copies": "push"} and today["meets_targets"]
    assert percent_text(Fraction(today["house_edge"]["fraction"]), 4) == "3.3730%"


def test_what_a_table_wins_is_a_page() -> None:
    place, asked = f"/games/{THREE}/floor", {"bet": "10", "players": "6", "hours": "8", "shifts": "1", "drop": "2,000"}
    with closing(Counting(study=only_three, check=check_three)) as counting:
        visit = visitor(counting)
        wrong = visit.get(place, params={"players": "60"})
        assert wrong.status_code == 400 and "is not possible" in wrong.text
        assert "data-waiting" in visit.get(place, params=asked).text
        for job in list(counting._jobs.values()):
            job.future.exception(PATIENCE_S)
        assert "The house loses a shift once in" in text_of(visit.get(place, params=asked).text)
        plain = visit.get(f"{place}.json", params=asked).json()
    edge = engine.par(games.find(THREE)).round.house_edge
    assert Fraction(plain["win_per_hour"]["fraction"]) == edge * 10 * 300
    assert Fraction(plain["theoretical_hold"]["fraction"]) == edge * 24_000 / 2_000


@pytest.mark.parametrize(("name", "said"), [("hours", "1e0"), ("rounds", "1/0"), ("players", "²"), ("players", "10")])
def test_a_number_of_a_table_is_written_plainly(visit: TestClient, name: str, said: str) -> None:
    """An exponent was worked out, however many digits it stood for."""
    answer = visit.get(f"/games/{THREE}/floor", params={name: said})
    assert answer.status_code == 400
    assert f'id="{name}-mistake"' in answer.text


def test_programs_ask_for_the_odds_of_a_shoe_as_it_is(visit: TestClient) -> None:
    plain = visit.get("/games/dragon-tiger/odds.json", params={"removed": "4s 9c"}).json()
    assert plain["cards"] == 414
    assert [(row["bet"], row["house_edge"]["fraction"]) for row in plain["bets"]][1] == ("Big", "16/207")
    wrong = visit.get("/games/dragon-tiger/odds.json", params={"removed": "Zz"})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "removed")
    refused = visit.get(f"/games/{THREE}/odds.json")
    assert refused.status_code == 400, "one deck is shuffled before every round"
    assert "no bet that is counted from a shoe" in refused.json()["detail"]
