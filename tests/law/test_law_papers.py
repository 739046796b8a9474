"""Papers: placards, notices, proposals, packs, sheets of funds; drawn as text and as PDF."""

import hashlib
import json
import re
import sys
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from pypdf import PdfReader

from fairfelt import games
from fairfelt.cli.law.papers import facts_of
from fairfelt.engine.exact import answer, verification
from fairfelt.jackpot import Level, Terms
from fairfelt.law import (
    AggregateLimit,
    BankEntry,
    BankEntryKind,
    Disposal,
    Holdings,
    HouseJackpot,
    Limits,
    Movement,
    Offer,
    account,
    announced,
    award_odds,
    certificate,
    certificate_faults,
    daybook,
    difference,
    games_report,
    letter,
    profile,
    register,
)
from fairfelt.law.dossiers import Requirement, checklist, checklist_names
from fairfelt.reports.law.dossier import MANIFEST, Dossier, dossier_files, dossier_report, zipped
from fairfelt.reports.law.funds import funds_report, master_games_report
from fairfelt.reports.law.notices import (
    PostedProgressive,
    TablePosting,
    limit_notice,
    out_of_service_notice,
    percent,
    posting_report,
    retirement_notice,
)
from fairfelt.reports.law.proposal import Proposal, certificate_report, link_report, proposal_report
from fairfelt.reports.law.rules import difference_report, law_report, limits_report, register_report
from fairfelt.reports.papers.controls import controls_report
from fairfelt.reports.par.lab_report import Study, footnotes_of
from fairfelt.reports.par.strategy_tables import complete_strategy
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Facts, Sheet
from fairfelt.reports.sheet.text import plain_text
from fairfelt.rules import UnknownName, fingerprint
from fairfelt.rules.json_form.read import read_text
from fairfelt.server import Manifest
from tests.law.funds.test_funds_of_a_journal import opened
from tests.law.law_days import LATER, LETTER, commercial, dollars, laboratory
from tests.law.linked_tables import LINK, SEVEN_CARDS, WILD, examined, table

TERMS = Terms(
    name="Mega link",
    levels=(
        Level("Mega", dollars(10_000), 200_000, reserve_rate_ppm=25_000, limit_micros=dollars(500_000)),
        Level("Major", dollars(1_000), 50_000),
    ),
    largest_increment_micros=dollars(5),
    executive_from_micros=dollars(5_000),
)
OFFER = Offer(
    game=WILD,
    opening=Limits(dollars(5), dollars(150)),
    side_bets={"Flush Rush": Limits(dollars(1), dollars(25)), LINK: Limits(dollars(1), dollars(5))},
    seats=6,
    aggregates=(AggregateLimit(wagers=("Flush Rush",), table_micros=dollars(1_250)),),
)


def words(report: Report) -> str:
    """What a report says, all white space made one blank."""
    return " ".join(plain_text(report.sheet, 200).split())


def test_a_table_s_placard_has_everything_that_is_posted() -> None:
    meters = {"Mega": dollars(12_345), "Major": dollars(1_001)}
    posted = PostedProgressive(wager=LINK, paytable="ML01", terms=TERMS, meters_micros=meters, linked=True)
    house = HouseJackpot(name="Sevens", game=WILD.slug, hand="four sevens", amount_micros=dollars(500))
    said = words(
        posting_report(
            TablePosting(law=commercial(), table="7", offer=OFFER, progressive=posted, house_jackpots=(house,))
        )
    )
    for sentence in (
        "Play $10.00 $300.00",
        "Seats 6",
        "up to 6 separate games, at most 3 of them above $5.00",
        "Royal flush 100% of the Mega 1,000",
        "Mega $12,345.00 $10,000.00 $500,000.00",
        "Deuces are wild in the game, but not for this bet.",
        "Folded hands qualify.",
        "locks at claim",
        "every other player at this table who made the bet, times that player's own bet",
        "the player farthest to the dealer's right first",
        "Mega reserve, for its next seed 2.5%",
        "Flush Rush $1,250.00",
        "No players' money is in it.",
        "The floor supervisor hears both sides",
        "WAC 230-15-060",
    ):
        assert sentence in said, sentence


def test_a_placard_without_a_progressive_says_nothing_of_one() -> None:
    alone = posting_report(TablePosting(law=laboratory(), table="8", offer=OFFER))
    titles = [section.title for section in alone.sheet.sections]
    assert not {"Jackpots", "Eligibility", "Contributions"} & set(titles)
    assert {"Limits", "Aggregate payout limits", "Disputes"} <= set(titles)
    assert not any(title.endswith("paytable ") for title in titles), "a bet without a paytable has no section"
    standing = PostedProgressive(wager="Progressive", paytable="01", terms=TERMS)
    folded = words(posting_report(TablePosting(law=commercial(), table="8", offer=OFFER, progressive=standing)))
    assert "Folded hands do not qualify." in folded
    assert "shared with other tables" not in folded


def test_percentages_keep_their_digits() -> None:
    assert [percent(ppm) for ppm in (0, 1, 25_000, 200_000, 1_000_000)] == ["0%", "0.0001%", "2.5%", "20%", "100%"]


def test_notices() -> None:
    assert "table 7 is out of service: no connection" in words(out_of_service_notice("table 7", "no connection"))
    assert "the meter limit is $5,000.00" in words(limit_notice("Mega", "meter", dollars(5_000), "USD"))
    ending = announced(commercial(), "Mega", Disposal.DONATION, to="a charity", notice="sign")
    assert "Mega retires on Jun 24, 2023 or later." in words(retirement_notice(ending))
    assert "donated to a charity" in words(retirement_notice(ending))


def test_notices_of_a_table_without_a_progressive_and_of_an_end_that_came() -> None:
    """A plain table was told to have a progressive, and a jackpot that was gone to retire some day."""
    plain = words(out_of_service_notice("table 7", "torn felt.", progressive=False))
    assert "Table 7 is out of service: torn felt." in plain and "felt.." not in plain
    assert "rogressive" not in plain
    for way, said in ((Disposal.DONATION, "was donated to a charity"), (Disposal.PLAY_OFF, "It was won.")):
        to = "a charity" if way is Disposal.DONATION else ""
        ending = announced(commercial(), "Mega", way, to=to, notice="sign").begun(date(2023, 6, 24))
        assert "Mega retires now." in words(retirement_notice(ending))
        gone = words(retirement_notice(ending.closed(date(2023, 6, 30), 0, "receipt")))
        assert "Mega ended on Jun 30, 2023. No bets are taken for it." in gone
        assert said in gone and "retires" not in gone


def proposal() -> Proposal:
    return Proposal(
        law=commercial(),
        odds=award_odds(WILD, LINK, "ML01"),
        terms=TERMS,
        linked=True,
        versions={"Controller": "2.0.0"},
    )


def test_a_proposal_has_rates_limits_and_exact_probabilities() -> None:
    said = words(proposal_report(proposal()))
    for sentence in (
        "linked tables",
        "Mega $10,000.00 20% 2.5% $500,000.00",
        "100% of Mega Royal flush 1/649740 1 in 649,740",
        "Controller 2.0.0",
    ):
        assert sentence in said, sentence
    plain = proposal_report(proposal()).plain
    assert [award["probability"] for award in plain["awards"]] == ["1/649740", "3/216580"]
    assert plain["terms"] == to_builtins(TERMS)


def test_a_proposal_tells_every_mandatory_parameter_also_those_that_no_jackpot_here_has() -> None:
    """A time limit and a limit of the diversion pool were passed over in silence."""
    said = words(proposal_report(proposal()))
    assert "Largest increment" in said
    assert "Limit of the diversion pool Not applicable: what gathers above a limit stays the players'" in said
    assert "Time limit Not applicable: a jackpot stands until its hand is made" in said
    assert len(proposal_report(proposal()).plain["not_applicable"]) == 2


def test_the_pack_is_one_document_and_files_whose_hashes_it_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the internal controls of the room that submits it: they were a paper of their own, and in no pack."""
    monkeypatch.setattr(sys.modules[Manifest.__module__], "manifest", lambda: Manifest({}, {}))
    dossier = dossier_of(
        "wa",
        "solitaire-stud",
        proposals=(proposal(),),
        controls=controls_report(facts_of(opened(str(tmp_path / "room.db"), mega="USD"), LETTER)),
    )
    files = {file.name: file for file in dossier_files(dossier)}
    manifest = json.loads(files[MANIFEST].content)["files"]
    assert set(files) == {*manifest, MANIFEST, "dossier.pdf"}
    assert {"rules.json", "par.json", "strategy.json", "canonical.json", "law.json", "progressive-1.json"} <= set(
        manifest
    )
    pages = PdfReader(BytesIO(files["dossier.pdf"].content)).pages
    texts = ["".join(page.extract_text().replace("\u200b", "").split()) for page in pages]
    said = "".join(texts)
    for name, digest in manifest.items():
        assert hashlib.sha256(files[name].content).hexdigest() == digest
        assert digest in said
    assert files[MANIFEST].sha256 in said
    assert fingerprint(read_text(files["game.json"].content)) == fingerprint(dossier.game), "the game comes with it"
    assert "fairfeltdossiersolitaire-stud--forwa--profilewa-commercial--on2023-06-14" in said
    assert "controls.json" in manifest and "roomwiththesamejournal" in said
    for sheet in dossier.parts.values():
        title = "".join(sheet.subtitle.split())
        (page,) = re.findall(rf"{re.escape(title)},page(\d{{1,2}})", "".join(texts[:3]))
        assert title in texts[int(page) - 1], f"{sheet.subtitle} stands on page {page}"
    again = dossier_files(dossier)
    assert zipped(again) == zipped(files.values()), "the same dossier, byte for byte"


def dossier_of(regulator: str, name: str, **others: Any) -> Dossier:
    game = games.find(name)
    found = answer(game)
    return Dossier(
        checklist=checklist(regulator),
        law=commercial(),
        letter=letter(),
        study=Study(par=found.par, short=found.short, verification=verification(game)),
        **others,
    )


@pytest.mark.parametrize("regulator", checklist_names())
def test_every_item_of_a_checklist_has_a_part_or_is_left_to_the_applicant(regulator: str) -> None:
    """A part that no dossier knows would be a KeyError; a row without a source says so."""
    report = dossier_report(dossier_of(regulator, "four-card-poker"))
    rows, titles = report.plain["checklist"], [section.title for section in report.sheet.sections]
    assert [row["item"] for row in rows] == [asked.item for asked in checklist(regulator).requirements]
    for row in rows:
        supplied = not row["part"] or row["part"] in ("controls", "protection")
        assert row["where"] == (
            "Does not apply"
            if row["part"] in ("progressive", "progressive_rules", "correspondence")
            else "To be supplied by the applicant"
        ) or (not supplied and row["where"] in titles)
        assert bool(row["citation"]) == bool(row["certainty"])
    assert "No source was read" in words(report)


def test_the_first_page_and_the_letter_say_what_is_there() -> None:
    """A regulator elsewhere was told of Washington's letter, and of enclosures that were none."""
    dossier = dossier_of("nj", "four-card-poker")
    first, text = dossier_report(dossier).sheet.sections[0], plain_text(dossier.parts["letter"])
    assert "Approval" not in {name for block in first.blocks if isinstance(block, Facts) for name, _ in block.rows}
    assert "Enclosed: Description; Equipment; Rules of play" in " ".join(text.split())
    assert "Progressive" not in text and "photograph" not in text
    assert "Approval" in plain_text(dossier_report(dossier_of("wa", "four-card-poker")).sheet)
    study = replace(dossier.study, par=replace(dossier.study.par, warnings=("The game favors the player.",)))
    warned = plain_text(dossier_report(replace(dossier, study=study)).sheet)
    assert "favors the player" in warned.partition("Checklist")[0]


def test_a_term_that_two_parts_define_differently_is_said_to_be_of_each() -> None:
    one, same, other = (
        Sheet("", title, footnotes=(("Edge", text),)) for title, text in (("A", "x"), ("B", "x"), ("C", "y"))
    )
    assert footnotes_of([one, same]) == (("Edge", "x"),)
    assert footnotes_of([one, other]) == (("Edge (A)", "x"), ("Edge (C)", "y"))


def test_a_long_strategy_is_a_file_of_the_bundle() -> None:
    dossier = dossier_of("nv", "let-it-ride")
    study = replace(dossier.study, complete=complete_strategy(dossier.game))
    files = {file.name: file.content.decode() for file in dossier_files(replace(dossier, study=study))[:-1]}
    kept = {name: text.splitlines() for name, text in files.items() if name.endswith(".csv")}
    assert {len(rows) for rows in kept.values()} == {1 + 1_755, 1 + 63_193}
    assert all(rows[0] == "cards,shown,deals,choice" for rows in kept.values())
    assert json.loads(files["manifest.json"])["files"].keys() >= kept.keys()


def test_a_requirement_names_its_source_and_how_certain_it_is() -> None:
    with pytest.raises(ValueError, match="needs both a citation and how certain it is"):
        Requirement("Layout", citation="Rule 1")
    with pytest.raises(UnknownName, match="no checklist of a regulator 'ca'"):
        checklist("ca")


def test_the_law_of_a_day_and_what_changed() -> None:
    said = words(law_report(commercial()))
    assert "This is no legal advice" in said
    assert "Opening $300.00" in said
    assert "In effect From Jul 1, 2009 until Aug 21, 2023" in said
    assert "paraphrased; advice only" in said
    changed = words(difference_report(difference(profile("wa-commercial"), LETTER, LATER)))
    assert "Opening $300.00 $400.00" in changed
    assert "Several jackpots no yes" in changed
    assert "New. " in words(difference_report(difference(profile("wa-commercial"), date(2015, 1, 1), LETTER)))
    assert "Nothing we know of changed" in words(difference_report(difference(profile("laboratory"), LETTER, LATER)))


def test_the_register_and_limits() -> None:
    entries = register(letter(), games.catalogue())
    assert "25 Flush Rush Flush Rush" in words(register_report(letter(), entries))
    plain = register_report(letter(), entries).plain
    assert len(plain["games"]) == 66
    assert plain["games"][24]["versions"][0]["standing"] == "as approved"
    assert "Max Ante: $150.00, because Play can be 2 times as much" in words(limits_report(commercial(), WILD))
    assert "No rule of Laboratory limits a wager." in words(limits_report(laboratory(), WILD))
    assert limits_report(laboratory(), WILD).plain["ante_limit"] is None


def test_a_refused_link_shows_the_fractions_side_by_side() -> None:
    said = words(link_report(examined(table("1", WILD), table("2", SEVEN_CARDS))))
    assert "This link is not allowed." in said
    assert "100% of Mega 1/649740 (royal flush) 1/30940 (royal flush)" in said


def test_a_certificate_on_paper() -> None:
    held = certificate(examined(table("1", WILD), table("2", WILD)))
    said = words(certificate_report(held, (), recounted=False))
    assert "The seal, the arithmetic and the equal odds are correct." in said
    assert f"SHA-256 seal: {held['sha256']}." in said
    broken = {**held, "jackpot": "Other"}
    refused = certificate_report(broken, certificate_faults(broken), recounted=False)
    assert "This certificate is not valid" in words(refused)
    assert not refused.passed
    assert "unreadable" in words(certificate_report({}, certificate_faults({}), recounted=False))


def test_funds_and_report_on_paper() -> None:
    book = daybook([Movement(LETTER, "Mega", ())])
    paid_in = (BankEntry(LETTER, BankEntryKind.DEPOSIT, dollars(10), "slip 1"),)
    held = (Holdings("Mega", dollars(5), dollars(1), 0, 0, dollars(2)), Holdings("Minor", dollars(4), 0, 0, 0, 0))
    said = words(funds_report([account(commercial(), book, paid_in, holdings=held)]))
    assert "Total $9.00 $1.00 $0.00 $0.00 $2.00" in said
    assert "Deposit due none" in said
    lines = games_report(book, {"Mega": "USD"}, LETTER, LETTER + timedelta(1))
    assert words(master_games_report(lines)).count("No activity") == 2
