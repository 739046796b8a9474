"""Papers: placards, notices, proposals, packs, sheets of funds and payouts; drawn as text and as PDF."""

import hashlib
import json
from datetime import date, timedelta
from io import BytesIO

from pypdf import PdfReader

from fairfelt import games
from fairfelt.exact import par, short_strategy, verify
from fairfelt.jackpot import Level, Terms
from fairfelt.law import (
    AggregateLimit,
    Award,
    BankEntry,
    BankEntryKind,
    Holdings,
    HouseJackpot,
    Limits,
    Malfunction,
    Merchandise,
    Movement,
    Offer,
    Way,
    account,
    announced,
    award_odds,
    certificate,
    daybook,
    difference,
    faults,
    games_report,
    letter,
    payout,
    profile,
    register,
)
from fairfelt.reports.law.approvals import register_dict, register_sheet
from fairfelt.reports.law.funds import funds_sheet, games_report_sheet
from fairfelt.reports.law.limits import limits_dict, limits_sheet
from fairfelt.reports.law.link import certificate_sheet, link_sheet
from fairfelt.reports.law.notices import (
    change_draft,
    house_jackpot_notice,
    limit_notice,
    malfunction_draft,
    merchandise_notice,
    out_of_service_notice,
    removal_notice,
)
from fairfelt.reports.law.payout import payout_sheet
from fairfelt.reports.law.posting import PostedProgressive, TablePosting, percent, posting_sheet
from fairfelt.reports.law.proposal import Proposal, proposal_dict, proposal_sheet
from fairfelt.reports.law.rules import difference_sheet, law_sheet
from fairfelt.reports.law.submission_pack import DOCUMENT, MANIFEST, Submission, submission_pack
from fairfelt.reports.sheet.sheet import Sheet
from fairfelt.reports.sheet.text import plain_text
from tests.law.law_days import LATER, LETTER, at, commercial, dollars, laboratory
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


def words(sheet: Sheet) -> str:
    """What a sheet says, all white space made one blank."""
    return " ".join(plain_text(sheet, 200).split())


def test_a_table_s_placard_has_everything_that_is_posted() -> None:
    meters = {"Mega": dollars(12_345), "Major": dollars(1_001)}
    posted = PostedProgressive(wager=LINK, paytable="ML01", terms=TERMS, meters_micros=meters, linked=True)
    house = HouseJackpot(name="Sevens", game=WILD.slug, hand="four sevens", amount_micros=dollars(500))
    said = words(
        posting_sheet(
            TablePosting(law=commercial(), table="7", offer=OFFER, progressive=posted, house_jackpots=(house,))
        )
    )
    for sentence in (
        "Play $10.00 $300.00",
        "Places 6",
        "6 separate games at most, 3 of them for more than $5.00",
        "Royal flush 100% of the Mega 1,000",
        "Mega $12,345.00 $10,000.00 $500,000.00",
        "A folded hand still qualifies.",
        "fixed at claim",
        "every other player at this table with the bet, times the receiver's own bet",
        "the player farthest on the dealer's right first",
        "To the reserve that Mega starts again with 2.5%",
        "Flush Rush $1,250.00",
        "No players' money is in it.",
        "The floor supervisor hears both sides",
        "WAC 230-15-060",
    ):
        assert sentence in said, sentence


def test_a_placard_without_a_progressive_says_nothing_of_one() -> None:
    alone = posting_sheet(TablePosting(law=laboratory(), table="8", offer=OFFER))
    assert [section.title for section in alone.sections] == ["Limits", "Aggregate payout limits", "Disputes"]
    standing = PostedProgressive(wager="Progressive", paytable="01", terms=TERMS)
    folded = words(posting_sheet(TablePosting(law=commercial(), table="8", offer=OFFER, progressive=standing)))
    assert "A folded hand does not qualify." in folded
    assert "shared with other tables" not in folded


def test_percentages_keep_their_digits() -> None:
    assert [percent(ppm) for ppm in (0, 1, 25_000, 200_000, 1_000_000)] == ["0%", "0.0001%", "2.5%", "20%", "100%"]


def test_notices() -> None:
    assert "table 7 is out of service: no connection" in words(out_of_service_notice("table 7", "no connection"))
    assert "the meter rises to $5,000.00" in words(limit_notice("Mega", "meter", dollars(5_000), "USD"))
    ending = announced(commercial(), "Mega", Way.DONATION, to="a charity", notice="sign")
    assert "Mega ends from 24 June 2023 on." in words(removal_notice(ending))
    assert "given to a charity" in words(removal_notice(ending))
    house = HouseJackpot(name="Sevens", game="x", hand="four sevens", amount_micros=dollars(500))
    assert "may be removed without notice" in words(house_jackpot_notice(house))
    car = Merchandise(
        item="A car",
        value_micros=dollars(9_000),
        fixed_prize_micros=dollars(9_000),
        from_reserve_micros=dollars(8_000),
        reserve_held_micros=dollars(8_000),
    )
    assert "$8,000.00 of jackpot funds that are not displayed" in words(merchandise_notice(car, "a royal flush"))


def test_drafts_to_the_regulator_tell_by_when() -> None:
    failed = Malfunction(equipment="display 3", what="It went dark.", found_at=at(8))
    assert "4 July 2023, 08:00 UTC (WAC 230-06-054" in words(malfunction_draft(commercial(), failed, "Room One"))
    change = change_draft(commercial(), "software", "1.0", "1.1", at(8, day=10))
    assert "7 July 2023, 08:00 UTC (9 NYCRR 5321.8; advice only)" in words(change)
    assert "To go out by" not in words(change_draft(laboratory(), "software", "1.0", "1.1", at(8)))


def proposal() -> Proposal:
    return Proposal(
        law=commercial(),
        odds=award_odds(WILD, LINK, "ML01"),
        terms=TERMS,
        linked=True,
        versions={"Controller": "2.0.0"},
    )


def test_a_proposal_has_rates_limits_and_exact_probabilities() -> None:
    said = words(proposal_sheet(proposal()))
    for sentence in (
        "linked over several tables",
        "Mega $10,000.00 20% 2.5% $500,000.00",
        "100% of Mega Royal flush 1/649740 1 in 649,740",
        "Controller 2.0.0",
    ):
        assert sentence in said, sentence
    plain = proposal_dict(proposal())
    assert [award["probability"] for award in plain["awards"]] == ["1/649740", "3/216580"]
    assert plain["terms"] == TERMS.to_dict()


def test_the_pack_is_one_document_and_files_whose_hashes_it_lists() -> None:
    game = games.find("solitaire-stud")
    submission = Submission(
        law=commercial(),
        letter=letter(),
        par=par(game),
        strategy=short_strategy(game),
        verification=verify([game]),
        proposals=(proposal(),),
    )
    files = {file.name: file for file in submission_pack(submission)}
    manifest = json.loads(files[MANIFEST].content)["files"]
    assert set(files) == {*manifest, MANIFEST, DOCUMENT}
    assert {"rules.json", "par.json", "strategy.json", "canonical.json", "law.json", "progressive-1.json"} <= set(
        manifest
    )
    pages = PdfReader(BytesIO(files[DOCUMENT].content)).pages
    said = "".join("".join(page.extract_text() for page in pages).replace("\u200b", "").split())
    for name, digest in manifest.items():
        assert hashlib.sha256(files[name].content).hexdigest() == digest
        assert digest in said
    assert files[MANIFEST].sha256 in said
    assert "lawpacksolitaire-stud--profilewa-commercial--on2023-06-14" in said
    again = {file.name: file.content for file in submission_pack(submission)}
    assert again == {name: file.content for name, file in files.items()}, "the same pack, byte for byte"


def test_the_law_of_a_day_and_what_changed() -> None:
    said = words(law_sheet(commercial()))
    assert "This is no legal advice" in said
    assert "Opening $300.00" in said
    assert "In force From 1 July 2009 until 21 August 2023" in said
    assert "paraphrased; advice only" in said
    changed = words(difference_sheet(difference(profile("wa-commercial"), LETTER, LATER)))
    assert "Opening $300.00 $400.00" in changed
    assert "Several jackpots no yes" in changed
    assert "New. " in words(difference_sheet(difference(profile("wa-commercial"), date(2015, 1, 1), LETTER)))
    assert "Nothing changed" in words(difference_sheet(difference(profile("laboratory"), LETTER, LATER)))


def test_the_register_and_limits() -> None:
    entries = register(letter(), games.catalogue())
    assert "25 Flush Rush Flush Rush" in words(register_sheet(letter(), entries))
    plain = register_dict(letter(), entries)
    assert len(plain["games"]) == 66
    assert plain["games"][24]["versions"][0]["standing"] == "as approved"
    assert "The Ante goes up to $150.00, as Play can be 2 times as much" in words(limits_sheet(commercial(), WILD))
    assert "No rule of Laboratory limits a wager." in words(limits_sheet(laboratory(), WILD))
    assert limits_dict(laboratory(), WILD)["ante_limit"] is None


def test_a_refused_link_shows_the_fractions_side_by_side() -> None:
    said = words(link_sheet(examined(table("1", WILD), table("2", SEVEN_CARDS))))
    assert "This link is refused." in said
    assert "100% of Mega 1/649740 (royal flush) 1/30940 (royal flush)" in said


def test_a_certificate_on_paper() -> None:
    held = certificate(examined(table("1", WILD), table("2", WILD)))
    said = words(certificate_sheet(held, (), recounted=False))
    assert "Seal, arithmetic and the equality of all odds are right." in said
    assert f"Sealed with SHA-256 {held['sha256']}." in said
    broken = {**held, "jackpot": "Other"}
    assert "This certificate does not hold" in words(certificate_sheet(broken, faults(broken), recounted=False))
    assert "unreadable" in words(certificate_sheet({}, faults({}), recounted=False))


def test_funds_and_report_on_paper() -> None:
    book = daybook([Movement(LETTER, "Mega", ())])
    paid_in = (BankEntry(LETTER, BankEntryKind.DEPOSIT, dollars(10), "slip 1"),)
    held = (Holdings("Mega", dollars(5), dollars(1), 0, 0, dollars(2)), Holdings("Minor", dollars(4), 0, 0, 0, 0))
    said = words(funds_sheet([account(commercial(), book, paid_in, holdings=held)]))
    assert "All $9.00 $1.00 $0.00 $0.00 $2.00" in said
    assert "nothing is due" in said
    lines = games_report(book, {"Mega": "USD"}, LETTER, LETTER + timedelta(1))
    assert words(games_report_sheet(lines)).count("No activity") == 2


def test_a_checklist_has_lines_to_sign_and_what_was_signed() -> None:
    case = payout(commercial(), Award(7, dollars(6_000), dollars(5), at(20)))
    case = case.after("compare-hand", by="Sam", at=at(20, 5), note="Sam and Ada")
    said = words(payout_sheet(case))
    assert "Sam, 1 July 2023, 20:05 Sam and Ada house procedure" in said
    assert "Withhold $1,440.00." in said
    assert "by 2 July 2023, 20:00" in said
    assert "the number of the seal: ____" in said
