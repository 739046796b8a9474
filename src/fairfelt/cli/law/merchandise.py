"""fairfelt law merchandise: a prize in kind in place of a fixed one, checked and announced"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.report_command import report
from fairfelt.rules import AmountError, parse_amount

from .options import On, Profile, law_on

if TYPE_CHECKING:
    from fairfelt.reports.report import Report

Item = Annotated[str, Parameter(help='What it is, such as "a motorcycle".')]
Hand = Annotated[str, Parameter(help="The hand that wins it.")]
Value = Annotated[str, Parameter(help="What it is worth.")]
Prize = Annotated[str, Parameter(help="The fixed prize that it stands for.")]
FromReserve = Annotated[str, Parameter(help="What of its price comes from the reserve.")]
Reserve = Annotated[str, Parameter(help="What the reserve holds.")]
Owner = Annotated[str, Parameter(help="The approval by the owner of the game's rights.")]
Controls = Annotated[str, Parameter(help="The approved internal controls.")]
Invoice = Annotated[str, Parameter(help="The invoice, paid in full.")]
Posted = Annotated[bool, Parameter(help="The notice hangs at the table.", negative="")]


@report
def merchandise(
    item: Item,
    /,
    *,
    hand: Hand,
    value: Value,
    prize: Prize,
    from_reserve: FromReserve,
    reserve: Reserve,
    owner: Owner = "",
    controls: Controls = "",
    invoice: Invoice = "",
    posted: Posted = False,
    profile: Profile = "wa-commercial",
    on: On = None,
) -> Report:
    """Check a prize in kind, and write its notice for the table; the exit code is 1 if it may not be offered.

    For example:

        fairfelt law merchandise "a motorcycle" --hand "a royal flush" --value 9,500 --prize 9,000 \\
            --from-reserve 9,500 --reserve 12,000 --invoice "invoice 7" --posted
    """
    from fairfelt.law import Merchandise
    from fairfelt.reports.law.notices import merchandise_report

    try:
        amounts = [parse_amount(text) for text in (value, prize, from_reserve, reserve)]
    except AmountError as error:
        raise BadInput(str(error)) from error
    offered = Merchandise(
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
    return merchandise_report(law_on(profile, on), offered, hand)
