"""Rules with dates, profiles, verdicts, deadlines."""
