"""The kinds of events that are read off the log by name."""

GAME_STARTED, CLAIMS_SET, AWARDS_CONFIRMED, ADJUSTED = "game started", "claims set", "awards confirmed", "adjusted"
PAYOUT_STEP_DONE = "payout step done"
MALFUNCTION_REPORTED, MALFUNCTION_TOLD = "malfunction reported", "malfunction told"
