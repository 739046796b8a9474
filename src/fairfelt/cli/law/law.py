"""fairfelt law and fairfelt approvals: the law of a day, what changed, the limits of a game, the register."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from fairfelt import games
from fairfelt import law as statutes
from fairfelt.cli.io.choose import find_game, text_of
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import Day, GameName, Profile, Variant, counting, group, report
from fairfelt.cli.io.table_file import TableFile, read_table
from fairfelt.cli.law import papers
from fairfelt.law.links import is_counted_by_hands
from fairfelt.reports.law.notices import (
    DISPUTES,
    PostedProgressive,
    TablePosting,
    merchandise_report,
    posting_report,
    table_verdict_report,
)
from fairfelt.reports.law.rules import (
    approval_report,
    difference_report,
    law_report,
    limits_report,
    register_report,
)
from fairfelt.reports.report import Report
from fairfelt.room.state.links import FoldedHands
from fairfelt.rules import parse_amount

if TYPE_CHECKING:
    from fairfelt.reports.law.proposal import Proposal


# fairfelt law table, posting, proposal, link, certificate, merchandise: what the law says to tables.


File = Annotated[Path, Parameter(help="TOML file of a table; 'fairfelt law table --help' shows one.")]
Enforce = Annotated[bool, Parameter(help="Whether binding rules stop the table.", negative="--advise")]


@report
def table(file: File, /, *, profile: Profile = "wa-commercial", on: Day = None, enforce: Enforce = True) -> Report:
    """Check whether a table may open: approved as it is, conditions met, limits kept. The exit code is 1 if it may not.

    A file such as:

        table = "7"
        game = "GAME"
        opening = { least = "5", most = "150" }
        side_bets = { "Bonus" = { least = "1", most = "5" }, "Progressive" = { least = "1", most = "5" } }
        met = [{ condition = "controls-approved", on = 2023-07-01, document = "letter 12, 2023-07-01, WSGC" }]

        [progressive]
        wager = "Progressive"
        paytable = "01"
        folded_hands_qualify = false  # without it, as the sheet says
        terms = { name = "Mega", levels = [{ name = "meter", seed_micros = 1000000000, rate_ppm = 200000 }],
                  largest_increment_micros = 25000000, executive_from_micros = 1000000000 }
    """
    described, law = read_table(file), papers.law_on(profile, on)
    mode = statutes.Mode.ENFORCE if enforce else statutes.Mode.ADVISE
    opening = statutes.may_open(law, mode, described.offer, described.papers)
    house = (finding for jackpot in described.house_jackpots for finding in statutes.check_house_jackpot(law, jackpot))
    found = statutes.verdict(mode, opening.findings, house, _rare_awards(law, described))
    return table_verdict_report(law, described.name, described.offer, found)


@report
def posting(file: File, /, *, profile: Profile = "wa-commercial", on: Day = None) -> Report:
    """Write the placard of a table: limits, jackpots, restrictions, envy, aggregate limits, disputes.

    Example: `fairfelt law posting table-7.toml -o table-7.pdf`
    """
    described = read_table(file)
    posting = TablePosting(
        law=papers.law_on(profile, on),
        table=described.name,
        offer=described.offer,
        progressive=described.progressive,
        house_jackpots=described.house_jackpots,
        disputes=described.disputes or DISPUTES,
    )
    return posting_report(posting)


@report
def proposal(file: File, /, *, profile: Profile = "wa-commercial", on: Day = None) -> Report:
    """Write what a regulator asks about a table's progressive before it opens: rates, limits, amounts, exact odds.

    Example: `fairfelt law proposal table-7.toml -o proposal.pdf`
    """
    from fairfelt.reports.law.proposal import proposal_report

    return proposal_report(proposal_of(papers.law_on(profile, on), read_table(file)))


def _rare_awards(law: statutes.Law, described: TableFile) -> tuple[statutes.Finding, ...]:
    """Findings on the odds of a progressive that only whole rounds decide; others are checked with the table."""
    posted, game = described.progressive, described.offer.game
    if posted is None or law.find("award.odds") is None:
        return ()
    if is_counted_by_hands(game.wager(posted.wager)) and posted.folded_hands_qualify is not False:
        return ()
    return tuple(statutes.check_award_odds(law, _odds(described.offer, posted)))


def _odds(offer: statutes.Offer, posted: PostedProgressive) -> statutes.WagerOdds:
    """The awards of a progressive by the table's rule on folded hands; without one, by the sheet's."""
    with counting("Counting the awards"):
        qualify = posted.folded_hands_qualify
        return statutes.award_odds(offer.game, posted.wager, posted.paytable, folded_hands_qualify=qualify)


def proposal_of(law: statutes.Law, described: TableFile) -> Proposal:
    """The progressive of a table as it is proposed to a regulator."""
    from fairfelt.reports.law.proposal import Proposal

    posted = described.progressive
    if posted is None:
        raise BadInput(f"table {described.name} has no progressive to propose: give it a [progressive]")
    versions = described.papers.installed or {}
    odds = _odds(described.offer, posted)
    return Proposal(law=law, odds=odds, terms=posted.terms, linked=posted.linked, versions=versions)


Location = Annotated[list[str], Parameter(help="Licensed location: one for all tables, or one for each.")]
Maker = Annotated[list[str], Parameter(help="Maker of the progressive equipment: one for all tables, or one for each.")]
Tested = Annotated[str, Parameter(help="Test report on equipment of different makers.")]
HERE = "this location"


@report
def link(
    tables: Annotated[list[str], Parameter(help="GAME/WAGER/PAYTABLE or GAME:VARIANT/… of each table.")],
    /,
    *,
    jackpot: Annotated[str, Parameter(help="Name of the jackpot.")] = "Jackpot",
    location: Location = (),  # type: ignore[assignment]
    maker: Maker = (),  # type: ignore[assignment]
    test_report: Tested = "",
    folded_hands: Annotated[
        Literal["as the sheet", "qualify", "do not qualify"],
        Parameter(help="The link's rule, for games whose sheet leaves it to the casino."),
    ] = "as the sheet",
    profile: Profile = "wa-commercial",
    on: Day = None,
) -> Report:
    """Count and compare every award of every table; a lawful link gets a certificate, another the exit code 1.

    Where folded hands do not qualify, only hands count that the best strategy of the game plays.

    Example: `fairfelt law link "GAME/Progressive/01" "OTHER-GAME/Progressive/1" --on 2023-06-14 -o certificate.json`
    """
    from fairfelt.reports.law.proposal import certificate_report, link_report

    law = papers.law_on(profile, on)
    places, makers = _for_each("--location", location or [HERE], tables), _for_each("--maker", maker or [""], tables)
    described = zip(tables, places, makers, strict=True)
    proposed = tuple(_table(number, *each, folded_hands) for number, each in enumerate(described, 1))
    with counting("Counting the awards"):
        link = statutes.ProposedLink(jackpot=jackpot, tables=proposed, test_report=test_report)
        examined = statutes.examine(law, link)
        if not examined.is_lawful:
            return link_report(examined)
        return certificate_report(statutes.certificate(examined), (), recounted=True)


@report
def certificate(file: Annotated[Path, Parameter(help="A certificate in JSON.")], /) -> Report:
    """Verify a certificate: its seal, its arithmetic, its equal odds, and every count of games that are here.

    Example: `fairfelt law certificate certificate.json`
    """
    from fairfelt.reports.law.proposal import certificate_report

    held = _read(file)
    with counting("Counting again"):
        faults = statutes.certificate_faults(held, games.find)
    plain = {"file": str(file), "holds": not faults, "faults": list(faults)}
    return replace(certificate_report(held, faults, recounted=True), plain=plain)


def _for_each(option: str, said: Sequence[str], tables: Sequence[str]) -> Sequence[str]:
    """One value for each table, given once for all or once for each."""
    if len(said) not in (1, len(tables)):
        raise BadInput(f"{option} is given once, or once for each of the {len(tables)} tables, not {len(said)} times")
    return said if len(said) > 1 else [said[0]] * len(tables)


def _table(number: int, text: str, location: str, maker: str, folded_hands: str) -> statutes.LinkedTable:
    parts = text.split("/")
    if len(parts) != 3 or not all(parts):
        raise BadInput(f"{text!r} is not of the form GAME/WAGER/PAYTABLE")
    slug, _, variant = parts[0].partition(":")
    game = find_game(slug, variant)
    wager, table = game.wager(parts[1]), game.paytable(parts[1], parts[2])
    return statutes.LinkedTable(
        table=str(number),
        game=game,
        wager=wager.name,
        paytable=table.name,
        location=location,
        maker=maker,
        folded_hands_qualify=FoldedHands(folded_hands).qualify(game, wager.name),
    )


def _read(file: Path) -> dict[str, Any]:
    try:
        held = json.loads(text_of(file))
    except ValueError as error:
        raise BadInput(f"{file} cannot be read as JSON: {error}") from error
    if not isinstance(held, dict):
        raise BadInput(f"{file} holds no certificate: give the file that 'fairfelt law link -o' wrote")
    return held


@report
def merchandise(
    item: Annotated[str, Parameter(help="What it is.")],
    /,
    *,
    hand: Annotated[str, Parameter(help="Hand that wins it.")],
    value: Annotated[str, Parameter(help="Its value.")],
    prize: Annotated[str, Parameter(help="Fixed prize that it stands for.")],
    from_reserve: Annotated[str, Parameter(help="Part of its price from the reserve.")],
    reserve: Annotated[str, Parameter(help="Held in the reserve.")],
    owner: Annotated[str, Parameter(help="Approval by the owner of the game's rights.")] = "",
    controls: Annotated[str, Parameter(help="Approved internal controls.")] = "",
    invoice: Annotated[str, Parameter(help="Invoice, paid in full.")] = "",
    posted: Annotated[bool, Parameter(help="The notice hangs at the table.")] = False,
    profile: Profile = "wa-commercial",
    on: Day = None,
) -> Report:
    """Check a prize in kind, and write its notice for the table; the exit code is 1 if it may not be offered.

    For example:

        fairfelt law merchandise "a motorcycle" --hand "a royal flush" --value 9,500 --prize 9,000 \\
            --from-reserve 9,500 --reserve 12,000 --invoice "invoice 7" --posted
    """
    amounts = [parse_amount(text) for text in (value, prize, from_reserve, reserve)]
    offered = statutes.Merchandise(
        item=item,
        value_micros=amounts[0],
        fixed_prize_micros=amounts[1],
        from_reserve_micros=amounts[2],
        reserve_held_micros=amounts[3],
        rights_owner_approval=owner,
        controls_approval=controls,
        invoice=invoice,
        notice_posted=posted,
    )
    return merchandise_report(papers.law_on(profile, on), offered, hand)


From = Annotated[date, Parameter(name="--from", help="First day.")]
To = Annotated[date, Parameter(name="--to", help="Second day.")]


@report
def show(*, profile: Profile = "wa-commercial", on: Day = None) -> Report:
    """Show every rule in effect on a day: what it says, its citation, and how sure we are of it.

    Example: `fairfelt law show --profile wa-commercial --on 2023-06-14`
    """
    return law_report(papers.law_on(profile, on))


@report
def diff(*, first: From, second: To, profile: Profile = "wa-commercial") -> Report:
    """Show what changed in the law between two days.

    Example: `fairfelt law diff --from 2023-06-14 --to 2024-01-01`
    """
    return difference_report(statutes.difference(statutes.profile(profile), first, second))


@report
def limits(game: GameName, /, *, variant: Variant = "", profile: Profile = "wa-commercial", on: Day = None) -> Report:
    """Show the limits of a day for a game: the max bet of each wager, and the Ante that follows from it.

    Example: `fairfelt law limits GAME --on 2023-06-14`
    """
    chosen = find_game(game, variant)
    return limits_report(papers.law_on(profile, on), chosen)


law = group(
    "law", show, diff, limits, table, link, certificate, posting, proposal, papers.funds, papers.paper,
    papers.theoretical, papers.issued, papers.documents, merchandise, papers.records, papers.shuffle,
    papers.requirements, report=papers.games_report, room=papers.law_room,
)  # fmt: skip


@report
def list_approvals() -> Report:
    """List the games of the approval letter with the versions of them in Fairfelt, and the status of each.

    Example: `fairfelt approvals list --json`
    """
    return register_report(statutes.letter(), statutes.register(statutes.letter(), games.catalogue()))


@report
def check(game: GameName, /, *, variant: Variant = "", profile: Profile = "wa-commercial", on: Day = None) -> Report:
    """Check whether a game is approved as it is now, and what is required before its first hand.

    The exit code is 1 if it is not as it was approved, or if a paytable of it is not on file. For example:

        fairfelt approvals check GAME --profile wa-tribal --on 2023-06-14
    """
    chosen, law, approval = find_game(game, variant), papers.law_on(profile, on), statutes.letter()
    missing = statutes.check_approval(law, approval, chosen, statutes.paytables_of(chosen))
    open_ = statutes.check_conditions(law, approval, chosen, ())
    return approval_report(law, approval, chosen, missing, open_)


def pins() -> None:
    """Print the fingerprints of all games whose approved rules could be read, as the register keeps them.

    Example: `fairfelt approvals pins > src/fairfelt/law/data/pins/wsgc-3119.toml`
    """
    sys.stdout.write(statutes.pins_text(statutes.letter(), games.catalogue()))


approvals = group("approvals", check, pins, list=list_approvals)
