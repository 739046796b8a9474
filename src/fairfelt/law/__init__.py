"""The law as dated data: profiles, approvals, limits, links, funds, payouts. Pure answers that cite rules.

Nothing here is legal advice.
"""

from .approvals.opening import Papers, may_open
from .approvals.register import (
    ApprovedGame,
    Condition,
    Entry,
    Letter,
    Met,
    Pin,
    check_approval,
    check_conditions,
    check_equipment,
    check_operation,
    conditions_asked,
    document_date,
    document_digest,
    letter,
    letter_names,
    paytables_of,
    pins_text,
    register,
)
from .approvals.systems import Component, System
from .core.deadlines import Deadline, Due, Retention
from .core.difference import Change, Difference, difference
from .core.library import profile, profile_names
from .core.profile import DISCLAIMER, Law, LawError, Profile
from .core.retention import Keeping, keeping
from .core.rule import Certainty, Layer, Rule
from .core.timer import Timer
from .core.verdict import Finding, Findings, Mode, Verdict, verdict
from .core.zone import GamingDays, hours_after, micros_at, moment, time_zone
from .funds.account import Account, account
from .funds.adjustments import check_limit, check_reason
from .funds.daybook import Daybook, DayFigures, Holdings, Movement, books, daybook, holdings, movements
from .funds.deposits import DepositWeek, deposit_record
from .funds.games_report import ReportLine, games_report
from .funds.position import BankEntry, BankEntryKind, FundsPosition, deposit_due_on, funds_position
from .limits.aggregate import paid_under
from .limits.meter_terms import check_rises, check_seeds, check_terms, largest_fixed_micros
from .limits.odds_prizes import (
    OddsFunding,
    OddsPrize,
    check_aggregates,
    check_odds_funds,
    odds_funding,
    odds_prizes,
)
from .limits.offer import AggregateLimit, Limits, Offer, by_wager
from .limits.wagers import (
    HOUSE_CAP,
    AnteLimit,
    Cap,
    ante_limit,
    check_bet,
    check_bets,
    check_offer,
    check_seats,
    find_cap,
)
from .links.certificate import certificate, certificate_faults
from .links.examine import (
    LinkedTable,
    LinkExamined,
    ProposedLink,
    check_cut_off,
    check_folded_hands,
    check_location,
    check_makers,
    check_wide_area,
    examine,
)
from .links.odds import AwardOdds, WagerOdds, award_odds, check_award_odds
from .payouts.house_jackpot import HouseJackpot, check_house_jackpot, check_kind
from .payouts.merchandise import Merchandise, check_merchandise
from .payouts.payout import Award, Payout, Step, TaxFlags, payout, tax_flags
from .payouts.retirement import Retirement, Stage, Way, announced, check_transfer

__all__ = [
    "DISCLAIMER", "HOUSE_CAP", "Account", "AggregateLimit", "AnteLimit", "ApprovedGame", "Award", "AwardOdds",
    "BankEntry", "BankEntryKind", "Cap", "Certainty", "Change", "Component", "Condition", "DayFigures", "Daybook",
    "Deadline", "DepositWeek", "Difference", "Due", "Entry", "Finding", "Findings", "FundsPosition", "GamingDays",
    "Holdings", "HouseJackpot", "Keeping", "Law", "LawError", "Layer", "Letter", "Limits", "LinkExamined",
    "LinkedTable", "Merchandise", "Met", "Mode", "Movement", "OddsFunding", "OddsPrize", "Offer", "Papers", "Payout",
    "Pin", "Profile", "ProposedLink", "ReportLine", "Retention", "Retirement", "Rule", "Stage", "Step", "System",
    "TaxFlags", "Timer", "Verdict", "WagerOdds", "Way", "account", "announced", "ante_limit", "award_odds", "books",
    "by_wager",
    "certificate", "certificate_faults", "check_aggregates", "check_approval", "check_award_odds", "check_bet",
    "check_bets", "check_conditions", "check_cut_off", "check_equipment", "check_folded_hands",
    "check_house_jackpot", "check_kind",
    "check_limit", "check_location", "check_makers", "check_merchandise", "check_odds_funds", "check_offer",
    "check_operation",
    "check_reason", "check_rises", "check_seats", "check_seeds", "check_terms", "check_transfer", "check_wide_area",
    "conditions_asked", "daybook", "deposit_due_on", "deposit_record", "difference", "document_date",
    "document_digest", "examine",
    "find_cap", "funds_position", "games_report",
    "holdings", "hours_after", "keeping", "largest_fixed_micros", "letter", "letter_names", "may_open", "micros_at",
    "moment", "movements", "odds_funding", "odds_prizes", "paid_under", "payout", "paytables_of", "pins_text",
    "profile", "profile_names", "register", "tax_flags", "time_zone", "verdict",
]  # fmt: skip
